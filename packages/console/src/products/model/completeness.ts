import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import type { ProductDraft } from "./draft.ts";
import { fieldTexts, type RecordDraft, type TextsDraft } from "./fields.ts";

/** The data that sales channels need of a product. All rules are in this list; `products.complete.why` has the reason of each. */
const rules = {
  photos: ({ photos }) => (photos.length === 0 ? ["/photos"] : []),
  alt: (draft) => draft.photos.flatMap(({ alt }, n) => lacking(`/photos/${n}/alt`, alt as TextsDraft, draft)),
  summary: (draft) => lacking("/summary", draft.summary, draft),
  description: (draft) => lacking("/description", draft.description, draft),
  highlights: ({ highlights }) => (highlights.length === 0 ? ["/highlights"] : []),
  included: ({ included }) => (included.length === 0 ? ["/included"] : []),
  categories: ({ categories }) => (categories.length === 0 ? ["/categories"] : []),
  durationMinutes: ({ durationMinutes }) => blank("/durationMinutes", durationMinutes),
  guideLanguages: ({ guideLanguages }) => blank("/guideLanguages", guideLanguages),
  meetingPoints: (draft) => placesWithoutPosition(draft),
  cancelPurchaseHour: ({ cancelPurchaseHour, refundTiers }) =>
    refundTiers.length > 0 ? [] : blank("/cancelPurchaseHour", cancelPurchaseHour),
} satisfies Record<string, (draft: ProductDraft) => string[]>;

export type CompletenessRuleName = keyof typeof rules;

/** A rule that the draft does not fulfil, and pointers to the fields that are missing. */
export interface CompletenessGap {
  rule: CompletenessRuleName;
  at: string[];
}

export const completenessRuleNames = Object.keys(rules) as CompletenessRuleName[];

/** Returns the missing data, in the order of the rules. */
export const completenessGaps = (draft: ProductDraft): CompletenessGap[] =>
  completenessRuleNames.map((rule) => ({ rule, at: rules[rule](draft) })).filter(({ at }) => at.length > 0);

/** Returns the languages of the product's names and texts. A product without texts is offered in the first language. */
export function offeredLanguages({ names, summary, description }: ProductDraft): PartnerLanguage[] {
  const offered = partnerLanguages.filter((lang) => [names, summary, description].some((texts) => texts[lang]?.trim()));
  return offered.length > 0 ? offered : partnerLanguages.slice(0, 1);
}

/** Returns pointers to the texts that are missing in a language in which the product is offered. */
const lacking = (at: string, texts: TextsDraft, draft: ProductDraft): string[] =>
  offeredLanguages(draft)
    .filter((lang) => !texts[lang]?.trim())
    .map((lang) => `${at}/${lang}`);

const blank = (at: string, typed: string): string[] => (typed.trim() === "" ? [at] : []);

/**
 * Finds the places without a map position. A map needs the position of each meeting point, or of the location for points without their
 * own address.
 */
function placesWithoutPosition({ meetingPoints, places, latitude, longitude }: ProductDraft): string[] {
  const isPlaced = (place: { latitude?: unknown; longitude?: unknown }) => !!place.latitude && !!place.longitude;
  const location = isPlaced({ latitude: latitude.trim(), longitude: longitude.trim() }) ? [] : ["/location/latitude"];
  // Travellers who are picked up need no meeting point.
  if (meetingPoints.length === 0) return places.length > 0 ? [] : location;
  const own = (point: RecordDraft, n: number) =>
    isPlaced(point) ? [] : point.address ? [`/meetingPoints/${n}/latitude`] : location;
  return [...new Set(meetingPoints.flatMap(own))];
}

/** `missing`: the languages that a text lacks, if it has any language. `given`: the languages that it has. */
export function missingLanguages(texts: TextsDraft): { missing: PartnerLanguage[]; given: PartnerLanguage[] } {
  const present = fieldTexts(texts) ?? {};
  const given = partnerLanguages.filter((lang) => present[lang] !== undefined);
  return { given, missing: given.length > 0 ? partnerLanguages.filter((lang) => !given.includes(lang)) : [] };
}
