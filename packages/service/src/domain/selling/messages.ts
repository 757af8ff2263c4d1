import { type ErrorEntry, type Language, mapLanguages } from "@paseo/contract";
import type { RefusalCode, RefusalParams } from "../../texts/refusals.ts";
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
  const messageIn = (one: Language) =>
    texts[one].refusals[code]((typeof params === "function" ? params(one) : (params ?? null)) as RefusalParams[Code]);
  const entry = { code, message: messageIn(lang) };
  messages.set(entry, messageIn);
  return entry;
}

/** The message of each entry in any language. It is no field of the entry, because answers have exactly the contract's fields. */
const messages = new WeakMap<ErrorEntry, (lang: Language) => string>();

/** A refusal as the store of answers has it: an equal request in another language is refused in its own language. */
interface StoredRefusal {
  code: string;
  messages: Record<Language, string>;
}

export const storedRefusals = (entries: readonly ErrorEntry[]): StoredRefusal[] =>
  entries.map((entry) => ({
    code: entry.code,
    messages: mapLanguages((lang) => messages.get(entry)?.(lang) ?? entry.message),
  }));

/** Returns stored refusals as error entries. Releases in which the language was content stored the entries themselves. */
export const refusalsOfStore = (stored: readonly (StoredRefusal | ErrorEntry)[], lang: Language): ErrorEntry[] =>
  stored.map((one) => ("messages" in one ? { code: one.code, message: one.messages[lang] } : one));
