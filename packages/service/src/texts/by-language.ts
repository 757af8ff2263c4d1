import { type Language, languages } from "@paseo/contract";

/** A text by an operator, in one or more languages. */
export type ByLanguage = Partial<Record<Language, string>>;

/** The language in which readers see a text: their own, or else the first language that the text has. */
export const languageShown = (text: ByLanguage, lang: Language): Language | undefined =>
  [lang, ...languages].find((one) => text[one] !== undefined);

/** A text for readers of a language. The text needs at least one language. */
export const textInLanguage = (text: ByLanguage, lang: Language): string => text[languageShown(text, lang)!]!;
