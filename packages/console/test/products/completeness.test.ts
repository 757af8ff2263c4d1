import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CompletenessRuleName,
  completenessGaps,
  completenessRuleNames,
  missingLanguages,
  offeredLanguages,
} from "../../src/products/model/completeness.ts";
import {
  draftFromSource,
  emptyProductDraft,
  type ProductDraft,
  sourceFromDraft,
} from "../../src/products/model/draft.ts";
import { productField, recordDraft } from "../../src/products/model/fields.ts";
import { newDraft } from "../../src/products/model/proposals.ts";
import type { ProductSource } from "../../src/products/product.ts";

/** Content that sales channels still need of a product. */

const record = (name: "photos" | "meetingPoints" | "places", values: object) =>
  recordDraft(productField(name).parts!, values);
const full: ProductDraft = {
  ...emptyProductDraft(),
  photos: [record("photos", { id: "a", alt: { es: "Un tablao" } })],
  summary: { es: "Cante y baile." },
  description: { es: "Una noche." },
  highlights: [{ key: "1", es: "Sin amplificar" }],
  included: [{ key: "2", es: "Bebida" }],
  categories: ["show"],
  durationMinutes: "75",
  guideLanguages: "es",
  latitude: "40.4",
  longitude: "-3.7",
  cancelPurchaseHour: "24",
};
const pointers = (changes: Partial<ProductDraft>, rule: CompletenessRuleName): string[] =>
  completenessGaps({ ...full, ...changes }).find((gap) => gap.rule === rule)?.at ?? [];

test("a complete product has no gap, and an empty one has one for each rule that it can break", () => {
  assert.deepEqual(completenessGaps(full), []);
  const broken = completenessGaps(emptyProductDraft()).map(({ rule }) => rule);
  // Without a photo there is none to describe.
  assert.deepEqual(
    broken,
    completenessRuleNames.filter((rule) => rule !== "alt"),
  );
});

test("texts are needed in every language in which the product is offered, and in no other", () => {
  assert.deepEqual(offeredLanguages(full), ["es"]);
  const names = { en: "Flamenco night" };
  assert.deepEqual(pointers({ names }, "summary"), ["/summary/en"]);
  assert.deepEqual(pointers({ names }, "description"), ["/description/en"]);
  assert.deepEqual(pointers({ names }, "alt"), ["/photos/0/alt/en"]);
  assert.deepEqual(pointers({ description: { es: " " } }, "description"), ["/description/es"]);
});

test("a place needs a position: its own, or that of the location if it has no address", () => {
  const nowhere = { latitude: "", longitude: "" };
  assert.deepEqual(pointers(nowhere, "meetingPoints"), ["/location/latitude"]);
  const door = record("meetingPoints", { externalId: "door", name: { es: "Puerta" } });
  const street = record("meetingPoints", { externalId: "street", address: "Calle Mayor 1" });
  const square = record("meetingPoints", { externalId: "square", latitude: 40, longitude: -3 });
  assert.deepEqual(pointers({ meetingPoints: [door, square] }, "meetingPoints"), []);
  assert.deepEqual(pointers({ meetingPoints: [square, street] }, "meetingPoints"), ["/meetingPoints/1/latitude"]);
  assert.deepEqual(pointers({ ...nowhere, meetingPoints: [door, door] }, "meetingPoints"), ["/location/latitude"]);
  const places = [record("places", { externalId: "hotel", name: "Hotel" })];
  assert.deepEqual(pointers({ ...nowhere, places }, "meetingPoints"), [], "travellers are picked up");
});

test("a text that lacks a language says which ones it has", () => {
  assert.deepEqual(missingLanguages({ es: "Hola", pt: " " }), { given: ["es"], missing: ["pt", "en"] });
  assert.deepEqual(missingLanguages({}), { given: [], missing: [] });
  assert.deepEqual(missingLanguages({ es: "a", pt: "b", en: "c" }).missing, []);
});

test("the listing of an item passes through the form unchanged", () => {
  const source = sourceFromDraft(newDraft("2026-06-15", { currencyCode: "EUR", timeZone: "Europe/Madrid" }));
  const listing: Partial<ProductSource["items"][number]> = {
    description: { es: "Con **vista**." },
    included: [{ es: "Butaca" }],
    notIncluded: [{ pt: "Jantar" }],
    durationMinutes: 60,
    guideLanguages: ["es", "pt-BR"],
    meetingPoints: [{ externalId: "stairs", name: { es: "Escalera" }, arriveMinutesBefore: 0 }],
  };
  const item = { ...source.items[0]!, ...listing };
  assert.deepEqual(sourceFromDraft(draftFromSource({ ...source, items: [item] })).items, [item]);
});
