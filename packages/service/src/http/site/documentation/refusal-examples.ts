import {
  type PlainRefusalCode,
  type RefusalCode,
  type RefusalParams,
  refusalMessage,
  refusalValues,
} from "../../../texts/refusals.ts";
import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { texts } from "../../../texts/texts.ts";

/** The message of a refusal as a traveller would read it: with an example's ticket, question or limit. */

type WithParams = { [Code in Exclude<RefusalCode, PlainRefusalCode>]: RefusalParams[Code] };

export function exampleMessage(code: RefusalCode, lang: SiteLanguage): string {
  const params = (exampleParams(lang) as Partial<Record<RefusalCode, RefusalParams[RefusalCode]>>)[code] ?? null;
  return refusalMessage(texts[lang], code, refusalValues(params));
}

function exampleParams(lang: SiteLanguage): WithParams {
  const { "passenger-weight": title, "hotel-name": hotel } = texts[lang].questions;
  return {
    "ticket-unknown": { ticket: "SENIOR" },
    "ticket-duplicate": { ticket: "ADULT" },
    "ticket-required": { ticket: "ADULT", minimum: 1 },
    "quantity-below-minimum": { ticket: "ADULT", minimum: 2 },
    "quantity-above-maximum": { ticket: "ADULT", maximum: 8 },
    "quantity-off-increment": { ticket: "GROUP", minimum: 1, increment: 2 },
    "answer-missing": { question: "passenger-weight", title, passenger: 1 },
    "answer-invalid": {
      question: "passenger-weight",
      title,
      passenger: 1,
      expected: { type: "integer", minimum: 1, maximum: 500 },
    },
    "answer-unknown": { question: hotel },
    "hold-limit-open": { maximum: 50 },
    "hold-limit-seats": { maximum: 200 },
  };
}
