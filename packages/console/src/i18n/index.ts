import polyglotI18nProvider from "ra-i18n-polyglot";
import { useMemo } from "react";
import { type I18nProvider, useTranslate } from "react-admin";
import { polyglotOptions } from "./plurals.ts";
import { pathsOf, type TextKey, type Translate } from "./texts.ts";

export type { TextKey, Translate } from "./texts.ts";

export const languages = ["es", "pt", "en"] as const;
export type Language = (typeof languages)[number];

/** The texts of a language are a script of their own: a browser loads one of the three. */
const tables = {
  es: async () => (await import("./es/index.ts")).es,
  pt: async () => (await import("./pt/index.ts")).pt,
  en: async () => (await import("./en/index.ts")).en,
};
const languageNames = { es: "Español", pt: "Português", en: "English" };

/** The browser's first language that the console speaks; Spanish when it speaks none of them. */
export function browserLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.map((code) => languages.find((known) => known === code)).find(Boolean) ?? "es";
}

const firstLanguage = browserLanguage(navigator.languages);
const firstTable = await tables[firstLanguage]();
const polyglot: I18nProvider = polyglotI18nProvider(
  (locale) => (locale === firstLanguage ? firstTable : (tables[locale as Language] ?? tables.es)()),
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
const known: ReadonlySet<string> = new Set(pathsOf(firstTable as Parameters<typeof pathsOf>[0]));

/** Whether there is a text for a code that the service may have learnt before the console. */
export const isText = (key: string): key is TextKey => known.has(key);
