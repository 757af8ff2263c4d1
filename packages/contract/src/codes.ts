/** Closed lists of the contract. They are apart from the schemas, so that a bundle with one of them needs no schema. */

export const productTypeCodes = ["scheduled", "timeless", "dateless"] as const;
export const availabilityCodes = ["available", "removed", "black-out", "sold-out"] as const;
export const pageTypeCodes = ["city", "category", "product"] as const;
/** Languages that the contract promises: every service has them. */
export const contractLanguages = ["es", "pt"] as const;
/** Every language of this release. A service offers those of its setting OFFERED_LANGUAGES. docs/how-to/add-a-language.md says how to add one. */
export const languages = [...contractLanguages, "en"] as const;
export type Language = (typeof languages)[number];

/** One value for each language. */
export const inEachLanguage = <T>(make: (lang: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((lang) => [lang, make(lang)])) as Record<Language, T>;

export const orderStatuses = ["waitsupplier", "complete", "rejected", "waitcancel", "cancelled"] as const;
export const holdStatuses = ["open", "booked", "released", "expired"] as const;
export const changeStatuses = ["quoted", "waitsupplier", "accepted", "declined", "withdrawn", "expired"] as const;
export const questionTypes = ["string", "integer", "date", "time"] as const;
