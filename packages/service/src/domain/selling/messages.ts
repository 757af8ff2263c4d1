import { type ErrorEntry, type Language, mapLanguages } from "@paseo/contract";
import {
  type RefusalCode,
  type RefusalParams,
  type RefusalValues,
  refusalMessage,
  refusalValues,
} from "../../texts/refusals.ts";
import { texts } from "../../texts/texts.ts";

export type { PlainRefusalCode, RefusalCode } from "../../texts/refusals.ts";

/** Parameters of a message: values, or a function of the language for values that are texts themselves. */
type Params<Code extends RefusalCode> = RefusalParams[Code] | ((lang: Language) => RefusalParams[Code]);

/** Returns the error entry of a refusal, with its message in the request's language. */
export function refusalEntry<Code extends RefusalCode>(
  code: Code,
  lang: Language,
  ...[params]: RefusalParams[Code] extends null ? [] : [params: Params<Code>]
): ErrorEntry {
  const valuesIn = (one: Language) =>
    refusalValues((typeof params === "function" ? params(one) : (params ?? null)) as RefusalParams[Code]);
  const entry = { code, message: refusalMessage(texts[lang], code, valuesIn(lang)) };
  valuesOf.set(entry, valuesIn);
  return entry;
}

/** The values of each entry in any language. They are no field of the entry, because answers have exactly the contract's fields. */
const valuesOf = new WeakMap<ErrorEntry, (lang: Language) => RefusalValues>();

/** A refusal for the console, which fills the message of the code in with its own names of tickets and questions. */
export interface RefusalWithValues extends ErrorEntry {
  values: RefusalValues;
}

export const withValues = (entries: readonly ErrorEntry[], lang: Language): RefusalWithValues[] =>
  entries.map((entry) => ({ ...entry, values: valuesOf.get(entry)?.(lang) ?? {} }));

function messageIn(entry: ErrorEntry, lang: Language): string {
  const values = valuesOf.get(entry)?.(lang);
  return values ? refusalMessage(texts[lang], entry.code as RefusalCode, values) : entry.message;
}

/** A refusal as the store of answers has it: an equal request in another language is refused in its own language. */
interface StoredRefusal {
  code: string;
  messages: Record<Language, string>;
}

export const storedRefusals = (entries: readonly ErrorEntry[]): StoredRefusal[] =>
  entries.map((entry) => ({
    code: entry.code,
    messages: mapLanguages((lang) => messageIn(entry, lang)),
  }));

/** Returns stored refusals as error entries. Releases in which the language was content stored the entries themselves. */
export const refusalsOfStore = (stored: readonly (StoredRefusal | ErrorEntry)[], lang: Language): ErrorEntry[] =>
  stored.map((one) => ("messages" in one ? { code: one.code, message: one.messages[lang] } : one));
