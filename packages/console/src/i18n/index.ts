import polyglotI18nProvider from "ra-i18n-polyglot";
import { useMemo } from "react";
import { type I18nProvider, useTranslate } from "react-admin";
import { en, texts } from "./en/index.ts";
import { es } from "./es/index.ts";
import { polyglotOptions } from "./plurals.ts";
import { pt } from "./pt/index.ts";
import { pathsOf, type TextKey, type Translate } from "./texts.ts";

export type { TextKey, Translate } from "./texts.ts";

export const languages = ["es", "pt", "en"] as const;
export type Language = (typeof languages)[number];
const messages = { es, pt, en };

/** The browser's first language that the console speaks; Spanish when it speaks none of them. */
export function browserLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.map((code) => languages.find((known) => known === code)).find(Boolean) ?? "es";
}

const polyglot: I18nProvider = polyglotI18nProvider(
  (locale) => messages[locale as Language] ?? es,
  browserLanguage(navigator.languages),
  languages.map((locale) => ({ locale, name: texts.frame.languages[locale] })),
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

const known: ReadonlySet<string> = new Set(pathsOf(texts));

/** Whether there is a text for a code that the service may have learnt before the console. */
export const isText = (key: string): key is TextKey => known.has(key);
