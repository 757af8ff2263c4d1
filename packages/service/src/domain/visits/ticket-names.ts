import { inEachLanguage } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import { type TicketTypeNames, ticketTypes } from "../../store/visits/ticket-types.ts";
import type { TicketTypeTexts } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";

/** Names of ticket types for people. The wire has codes such as `ADULT`. */

export type TicketNameLanguage = keyof TicketTypeNames;

/** `FRONT_ROW` as `Front row`. */
function fromCode(code: string): string {
  const words = code.replace(/[_-]+/g, " ").trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower === "" ? code : lower.charAt(0).toUpperCase() + lower.slice(1);
}

const isCommon = (code: string): code is keyof TicketTypeTexts => Object.hasOwn(texts.en.ticketTypes, code);

/** The names of a code that has none of its own. */
export function usualNames(code: string): TicketTypeNames {
  const name = fromCode(code);
  const common = code.toUpperCase();
  return inEachLanguage((lang) => (isCommon(common) ? texts[lang].ticketTypes[common] : name));
}

/** Gives the name of a code in a language. */
export type TicketNames = (code: string, lang: TicketNameLanguage) => string;

/** Reads the operator's names. */
export async function readTicketNames(db: Db): Promise<TicketNames> {
  const stored = new Map((await ticketTypes(db)).map((row) => [row.code, row]));
  return (code, lang) => (stored.get(code) ?? usualNames(code))[lang];
}

/** `2 × Adulto, 1 × Niño`. */
export const partyText = (
  tickets: readonly { code: string; quantity: number }[],
  names: TicketNames,
  lang: TicketNameLanguage,
): string => tickets.map(({ code, quantity }) => `${quantity} × ${names(code, lang)}`).join(", ");
