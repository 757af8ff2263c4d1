/** Closed lists of the contract. They are in a separate file, so that a bundle that uses only the languages needs no schema. */

export const productTypeCodes = ["scheduled", "timeless", "dateless"] as const;
export const availabilityCodes = ["available", "removed", "black-out", "sold-out"] as const;
export const pageTypeCodes = ["city", "category", "product"] as const;
/** Languages that the contract promises: every service has them. */
export const contractLanguages = ["es", "pt"] as const;
/** Every language of this release. A service offers the languages in its setting OFFERED_LANGUAGES. docs/how-to/add-a-language.md says how to add one. */
export const languages = [...contractLanguages, "en"] as const;
export type Language = (typeof languages)[number];

/** One value for each language. */
export const mapLanguages = <T>(make: (lang: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((lang) => [lang, make(lang)])) as Record<Language, T>;

/** Categories of products in `contents`. categories.ts has the names that large marketplaces use for them. */
export const categoryCodes = [
  "guided-tour",
  "walking-tour",
  "bike-tour",
  "bus-tour",
  "boat-tour",
  "private-tour",
  "small-group-tour",
  "self-guided-tour",
  "food-tour",
  "day-trip",
  "admission",
  "fast-track",
  "city-pass",
  "museum",
  "history",
  "theme-park",
  "show",
  "concert",
  "nightlife",
  "class",
  "outdoor-activity",
  "water-activity",
  "air-activity",
  "sport",
  "wildlife",
  "wellness",
  "transfer",
] as const;
export type CategoryCode = (typeof categoryCodes)[number];

/** Who ends an order. */
export const orderEnders = ["partner", "supplier", "operator"] as const;

export const orderStatuses = ["waitsupplier", "complete", "rejected", "waitcancel", "cancelled"] as const;
/** The dates of an order by which a partner lists its orders. */
export const orderDates = ["booked", "event", "changed"] as const;
export type OrderDate = (typeof orderDates)[number];
/** States of a payment of a hold. `returned`: it came too late for the seats, and goes back. */
export const paymentStates = ["open", "checking", "booked", "ended", "returned", "refused"] as const;

export const holdStatuses = ["open", "booked", "released", "expired"] as const;
export const changeStatuses = ["quoted", "waitsupplier", "accepted", "declined", "withdrawn", "expired"] as const;
/** What the steps of a price count, and to which tickets a step applies. */
export const stepsCounts = ["tickets", "people"] as const;
export const stepsApplications = ["all", "further"] as const;
/** What partners pay and earn: `terms`. */
export const termsBases = ["net", "commission"] as const;
export const termsCollectors = ["partner", "operator"] as const;
export const percentBases = ["price", "price-without-tax"] as const;
export const dueDates = ["event", "sale"] as const;
export const cancellationShares = ["share", "nothing"] as const;
export const noShowRules = ["as-sold", "no-commission", "not-charged"] as const;
export const statementPeriods = ["week", "month"] as const;
export const limitKinds = ["credit", "prepaid"] as const;
/** Why a line of a statement differs from the order's former lines, and whether a statement is paid. */
export const statementLineKinds = ["sale", "amendment", "cancellation", "refund", "no-show"] as const;
export const statementStates = ["issued", "settled"] as const;
export const questionTypes = ["string", "integer", "date", "time"] as const;

/** The operator's own questions stand beside the questions of the contract. Their codes begin with the prefix. */
export const ownQuestionPrefix = "own-";
export const ownQuestionKinds = ["text", "number", "choice", "date", "yes-no"] as const;
export const ownQuestionScopes = ["order", "traveller"] as const;
