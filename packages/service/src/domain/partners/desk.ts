import type { Language } from "@paseo/contract";

/** The partner that represents the operator's own desk. */

/** The external id of the partner that represents the desk. */
export const deskId = "desk";

/** The name of the new partner, in each language. An owner can rename the partner. */
export const deskNames: Record<Language, string> = { es: "Taquilla", pt: "Balcão", en: "Desk" };

/** Returns the name of a partner for a reader: until an owner renames the desk, its name is in the reader's language. */
export const partnerText = (externalId: string, name: string, lang: Language): string =>
  externalId === deskId && Object.values(deskNames).includes(name) ? deskNames[lang] : name;
