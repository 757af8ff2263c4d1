import { createSharedValue, useSharedValue } from "../ui/shared.ts";
import { formatText } from "./plurals.ts";
import { followLanguage } from "./refusals.ts";
import { firstLanguage, firstTexts, firstTextTable, furtherTexts, type Language, rememberLanguage } from "./tables.ts";
import { flattenTexts, type TextKey, type TextTable, type Translate } from "./texts.ts";

export { type Language, languages } from "./tables.ts";
export type { TextKey, Translate } from "./texts.ts";

interface LoadedTexts {
  language: Language;
  /** The texts by their paths. Tables that are loaded later are added to them. */
  texts: Map<string, string>;
  t: Translate;
}

/** Gives texts by their keys. A missing text is a type error; for a key that the service sent, the key itself is shown. */
function loadedTexts(language: Language, ...tables: object[]): LoadedTexts {
  const texts = new Map(tables.flatMap((table) => [...flattenTexts(table as TextTable)]));
  const t: Translate = (key, ...[values]) => {
    const text = texts.get(key);
    if (text === undefined) console.warn(`Missing translation for key: ${key}`);
    return formatText(language, text ?? key, values);
  };
  return { language, texts, t };
}

const present = createSharedValue(loadedTexts(firstLanguage, await firstTextTable));
document.documentElement.lang = firstLanguage;

/** Loads the texts that the first page does without. A page that shows one of them waits for this. */
export async function loadFurtherTexts(): Promise<void> {
  const { language, texts } = present.get();
  for (const [key, text] of flattenTexts(await furtherTexts[language]())) texts.set(key, text);
}

/**
 * Shows the console in a language from now on, and in this browser later. It also sets the language of the document for browsers and
 * screen readers.
 */
export async function setLanguage(language: Language): Promise<void> {
  const loading = [firstTexts[language](), furtherTexts[language](), followLanguage(language)] as const;
  const [first, further] = await Promise.all(loading);
  rememberLanguage(language);
  document.documentElement.lang = language;
  present.set(loadedTexts(language, first, further));
}

export const useLocale = (): Language => useSharedValue(present).language;

/** Gives texts in the operator's language, by typed keys. */
export const useText = (): Translate => useSharedValue(present).t;

/** Returns whether there is a text for a code that the service may have learnt before the console. */
export const isTextKey = (key: string): key is TextKey => present.get().texts.has(key);

/** Returns the text of a code that the service sent, or `other` if the console has none. */
export const textOrDefault = (t: Translate, key: string, other: string): string =>
  isTextKey(key) ? (t as (key: TextKey) => string)(key) : other;
