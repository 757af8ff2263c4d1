/** Plurals and numbers of the texts by the rules of each language, which polyglot does not know exactly. */

// International English: day before month, and US$ for dollars.
const tags: Record<string, string> = { es: "es", pt: "pt-BR", en: "en-GB" };

/** The locale tag of a language of the console. */
export const tagOf = (locale: string): string => tags[locale] ?? locale;

/** 0 for the first form of a text, 1 for the second. */
function pluralForm(locale: string, n: number): number {
  return new Intl.PluralRules(tagOf(locale)).select(n) === "one" ? 0 : 1;
}

/** Polyglot's options. `locale`: the present language. */
export const polyglotOptions = (languages: readonly string[], locale: () => string) => ({
  pluralRules: {
    pluralTypes: Object.fromEntries(languages.map((one) => [one, (n: number) => pluralForm(one, n)])),
    pluralTypeToLanguages: Object.fromEntries(languages.map((one) => [one, [one]])),
  },
  replace(this: string, token: RegExp, read: (expression: string, name: string) => unknown): string {
    return this.replace(token, (expression: string, name: string) => {
      const value = read(expression, name);
      return typeof value === "number" ? value.toLocaleString(tagOf(locale())) : String(value);
    });
  },
});
