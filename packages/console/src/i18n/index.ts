import polyglotI18nProvider from "ra-i18n-polyglot";
import { useMemo } from "react";
import { type I18nProvider, useTranslate } from "react-admin";
import { polyglotOptions } from "./plurals.ts";
import { firstLanguage, firstTable, type Language, languages, tables } from "./tables.ts";
import { pathsOf, type TextKey, type Translate } from "./texts.ts";

export { type Language, languages } from "./tables.ts";
export type { TextKey, Translate } from "./texts.ts";

const languageNames = { es: "Español", pt: "Português", en: "English" };

const firstTexts = await firstTable;
const polyglot: I18nProvider = polyglotI18nProvider(
  (locale) => (locale === firstLanguage ? firstTexts : (tables[locale as Language] ?? tables.es)()),
  firstLanguage,
  languages.map((locale) => ({ locale, name: languageNames[locale] })),
  polyglotOptions(languages, () => polyglot.getLocale()),
);

/** Sets the document language for browsers and screen readers too. */
export const i18nProvider: I18nProvider = {
  ...polyglot,
  async changeLocale(locale, options) {
    await polyglot.changeLocale(locale, options);
    document.documentElement.lang = locale;
  },
};
document.documentElement.lang = polyglot.getLocale();

/** Gives texts in the operator's language, by typed keys. */
export function useText(): Translate {
  const translate = useTranslate();
  return useMemo(
    () =>
      (key, ...[values]) =>
        translate(key, values),
    [translate],
  ) as Translate;
}

// Every language has the same paths.
const known: ReadonlySet<string> = new Set(pathsOf(firstTexts as Parameters<typeof pathsOf>[0]));

/** Whether there is a text for a code that the service may have learnt before the console. */
export const isText = (key: string): key is TextKey => known.has(key);

/** The text of such a code, or this other one. */
export const textOr = (t: Translate, key: string, other: string): string =>
  isText(key) ? (t as (key: TextKey) => string)(key) : other;
