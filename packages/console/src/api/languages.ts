import type { ListRecord } from "./types.ts";

/** Languages of partners, travellers and suppliers, as the service knows them. */
export type PartnerLanguage = ListRecord<"suppliers.list">["lang"];

// The type checker reports a language that the service adds and this list lacks.
const known: Record<PartnerLanguage, true> = { es: true, pt: true, en: true };
export const partnerLanguages = Object.keys(known) as PartnerLanguage[];
