import type { Language } from "./tables.ts";

/** The text of each refusal by its code, and the parts of texts that name a question or an answer. */
export interface RefusalTable {
  texts: Record<string, string>;
  phrases: Record<string, string>;
}

/** The texts of a language are a script of their own, which a browser loads with the first refusal. */
const tables: Record<Language, () => Promise<{ refusals: RefusalTable }>> = {
  es: () => import("../api/generated/refusals/es.ts"),
  pt: () => import("../api/generated/refusals/pt.ts"),
  en: () => import("../api/generated/refusals/en.ts"),
};

const loaded = new Map<Language, RefusalTable>();

/** Returns the texts of a language, or undefined before they are loaded. */
export const loadedRefusals = (language: Language): RefusalTable | undefined => loaded.get(language);

/** Loads the texts of the language that the page has. Without them, the console shows the English detail of a refusal. */
export async function loadRefusals(language = document.documentElement.lang as Language): Promise<void> {
  const table = loaded.has(language) ? undefined : await tables[language]().catch(() => undefined);
  if (table) loaded.set(language, table.refusals);
}

/** Loads the texts of a language if texts of another language are in use. */
export const followLanguage = async (language: Language): Promise<void> => {
  if (loaded.size > 0) await loadRefusals(language);
};
