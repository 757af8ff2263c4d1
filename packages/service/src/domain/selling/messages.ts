import type { ErrorEntry, Language } from "@paseo/contract";
import type { RefusalCode, RefusalParams } from "../../texts/refusals.ts";
import { texts } from "../../texts/texts.ts";

export type { PlainRefusalCode, RefusalCode } from "../../texts/refusals.ts";

/** Returns the error entry of a refusal, with its message in the request's language. */
export function refusalEntry<Code extends RefusalCode>(
  code: Code,
  lang: Language,
  ...[params]: RefusalParams[Code] extends null ? [] : [params: RefusalParams[Code]]
): ErrorEntry {
  return { code, message: texts[lang].refusals[code]((params ?? null) as RefusalParams[Code]) };
}
