import { createSharedValue, useSharedValue } from "../ui/shared.ts";
import { formatText } from "./plurals.ts";
import { followLanguage } from "./refusals.ts";
import { firstLanguage, firstTextTable, type Language, rememberLanguage, textTables } from "./tables.ts";
import { flattenTexts, type TextKey, type TextTable, type Translate } from "./texts.ts";

export { type Language, languages } from "./tables.ts";
export type { TextKey, Translate } from "./texts.ts";

/** Gives the texts of a table. A missing text is a type error; for a key that the service sent, the key itself is shown. */
function translateBy(language: Language, table: TextTable): Translate {
  const texts = flattenTexts(table);
  return (key, ...[values]) => {
    const text = texts.get(key);
    if (text === undefined) console.warn(`Missing translation for key: ${key}`);
    return formatText(language, text ?? key, values);
  };
}

const firstTexts = (await firstTextTable) as TextTable;
const present = createSharedValue({ language: firstLanguage, t: translateBy(firstLanguage, firstTexts) });
document.documentElement.lang = firstLanguage;

/**
 * Shows the console in a language from now on, and in this browser later. It also sets the language of the document for browsers and
 * screen readers.
 */
export async function setLanguage(language: Language): Promise<void> {
  const [table] = await Promise.all([textTables[language]() as Promise<TextTable>, followLanguage(language)]);
  rememberLanguage(language);
  document.documentElement.lang = language;
  present.set({ language, t: translateBy(language, table) });
}

export const useLocale = (): Language => useSharedValue(present).language;

/** Gives texts in the operator's language, by typed keys. */
export const useText = (): Translate => useSharedValue(present).t;

// The tables of all languages have the same paths.
const known = flattenTexts(firstTexts);

/** Returns whether there is a text for a code that the service may have learnt before the console. */
export const isTextKey = (key: string): key is TextKey => known.has(key);

/** Returns the text of a code that the service sent, or `other` if the console has none. */
export const textOrDefault = (t: Translate, key: string, other: string): string =>
  isTextKey(key) ? (t as (key: TextKey) => string)(key) : other;
