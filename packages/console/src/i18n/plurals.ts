/** Plurals and numbers of the texts by the rules of each language. */

// International English: day before month, and US$ for dollars.
const tags: Record<string, string> = { es: "es", pt: "pt-BR", en: "en-GB" };

/** Returns the locale tag of a language of the console. */
export const localeTag = (locale: string): string => tags[locale] ?? locale;

/** Fills the values into a text. `smart_count` chooses between the singular and the plural, which `||||` separates. */
export function formatText(language: string, text: string, values: Record<string, string | number> = {}): string {
  const tag = localeTag(language);
  const [one = "", several] = text.split("||||");
  const isOne = several === undefined || new Intl.PluralRules(tag).select(Number(values.smart_count)) === "one";
  return (isOne ? one : several).trim().replaceAll(/%\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? value.toLocaleString(tag) : value;
  });
}
