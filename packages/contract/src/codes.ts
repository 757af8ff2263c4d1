/** Closed lists of the contract. They are apart from the schemas, so that a bundle with one of them needs no schema. */

export const productTypeCodes = ["scheduled", "timeless", "dateless"] as const;
export const availabilityCodes = ["available", "removed", "black-out", "sold-out"] as const;
export const pageTypeCodes = ["city", "category", "product"] as const;
export const languages = ["es", "pt"] as const;
export const orderStatuses = ["waitsupplier", "complete", "rejected", "waitcancel", "cancelled"] as const;
export const holdStatuses = ["open", "booked", "released", "expired"] as const;
export const questionTypes = ["string", "integer", "date", "time"] as const;
