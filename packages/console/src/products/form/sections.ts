import { type FieldName, fieldsInSection, type SectionName as PlainSection } from "../model/fields.ts";

/** The sections of the product form, in their order: what every product needs comes first. */

export type SectionTitle = PlainSection | "items";
// The type checker reports a section that the schema adds and this record lacks.
const known: Record<SectionTitle, true> = {
  basics: true,
  place: true,
  items: true,
  sale: true,
  listing: true,
  questions: true,
};
export const sections = Object.keys(known) as SectionTitle[];

/** Pointers of the parts of a section. */
export const sectionPointers = (section: SectionTitle): string[] =>
  section === "items" ? ["/items"] : fieldsInSection(section).map(({ at }) => at);

export const sectionId = (name: SectionTitle): string => `product-section-${name}`;

/** Fields that few products need, in groups that belong together. A group is collapsed while all its fields are empty. */
export const rareFields: readonly (readonly FieldName[])[] = [
  ["latitude", "longitude"],
  ["salesEndMinutes"],
  ["minimumGuests", "minimumGuestsHours"],
  ["codePerPerson"],
  ["restrictions"],
  ["accessibility"],
  ["places", "areas", "ownText"],
  ["videoUrl"],
  ["minimumAge"],
  ["groupSize"],
  ["taxScheme", "taxRate"],
  ["person", "phone", "email"],
];
