export const languages = ["es", "pt", "en"] as const;
export type Language = (typeof languages)[number];

/** The texts of a language are a script of their own: a browser loads one of the three. */
export const tables = {
  es: async () => (await import("./es/index.ts")).es,
  pt: async () => (await import("./pt/index.ts")).pt,
  en: async () => (await import("./en/index.ts")).en,
};

/** The browser's first language that the console speaks; Spanish when it speaks none of them. */
export function browserLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.map((code) => languages.find((known) => known === code)).find(Boolean) ?? "es";
}

export const firstLanguage = browserLanguage(navigator.languages);
export const firstTable = tables[firstLanguage]();
