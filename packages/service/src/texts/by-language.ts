import { type Language, languages } from "@paseo/contract";

/** A text that an operator wrote, in some languages. */
export type ByLanguage = Partial<Record<Language, string>>;

/** The language in which a text is shown to readers of another one: that language, or else the first that the text has. */
export const languageShown = (text: ByLanguage, lang: Language): Language | undefined =>
  [lang, ...languages].find((one) => text[one] !== undefined);

/** A text as readers of a language see it. The text needs at least one language. */
export const textIn = (text: ByLanguage, lang: Language): string => text[languageShown(text, lang)!]!;
