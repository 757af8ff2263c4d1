import type * as first from "./en/first.ts";
import type * as further from "./en/further.ts";
import type { Texts } from "./texts.ts";

export const languages = ["es", "pt", "en"] as const;
export type Language = (typeof languages)[number];

/**
 * Each language has two scripts of texts. The first page needs the first script only. A browser loads the scripts of one language. An
 * area that a language lacks is a type error here.
 */
export const firstTexts: Record<Language, () => Promise<Texts<typeof first>>> = {
  es: () => import("./es/first.ts"),
  pt: () => import("./pt/first.ts"),
  en: () => import("./en/first.ts"),
};
export const furtherTexts: Record<Language, () => Promise<Texts<typeof further>>> = {
  es: () => import("./es/further.ts"),
  pt: () => import("./pt/further.ts"),
  en: () => import("./en/further.ts"),
};

const stored = "paseo.language";

export const rememberLanguage = (language: Language): void => localStorage.setItem(stored, language);

/** Returns the language that somebody chose in this browser, on the service's front page or in the console. */
function chosenLanguage(): Language | undefined {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get("lang");
  if (asked !== null) {
    // The address counts only once. From then on the menu of the console decides.
    address.searchParams.delete("lang");
    window.history.replaceState(null, "", address);
    if (isLanguage(asked)) rememberLanguage(asked);
  }
  const chosen = localStorage.getItem(stored);
  return isLanguage(chosen) ? chosen : undefined;
}

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Returns the browser's first language that the console supports, or Spanish if it supports none of them. */
function browserLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.map((code) => languages.find((known) => known === code)).find(Boolean) ?? "es";
}

export const firstLanguage = chosenLanguage() ?? browserLanguage(navigator.languages);
export const firstTextTable = firstTexts[firstLanguage]();
