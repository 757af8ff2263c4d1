import assert from "node:assert/strict";
import { test } from "node:test";
import { contentPreview } from "../../../src/domain/editing/content-preview.ts";
import { contentJson } from "../../../src/records/content-json.ts";
import { usualTicketType } from "../../../src/records/tickets/ticket-types.ts";
import { listed } from "../../support/samples/listing.ts";
import { ownQuestions } from "../../support/samples/own-questions.ts";

/** The content of a product that an operator is still writing. */

const now = new Date("2026-06-15T10:00:00Z");
const noId = "00000000-0000-0000-0000-000000000000";
const photos = [{ id: `${"a".repeat(64)}-800x600`, alt: { es: "Un tablao" } }];
const preview = (source: object) => contentPreview(source, "pt", { typeOf: usualTicketType, now });

test("a valid record has the content that partners read", () => {
  const { items, ...record } = { ...listed, photos, ownQuestions };
  const rows = items.map((item) => ({ id: noId, record: item, published: true, ticketSizes: null }));
  const content = contentJson({ id: noId, record, items: rows }, "pt", { typeOf: usualTicketType, updatedOn: now });
  assert.deepEqual(preview({ ...record, items }), content);
  assert.ok(content.ownQuestions.length > 0 && content.photos.length > 0 && content.meetingPoints.length > 0);
});

test("a record without anything has an empty content", () => {
  const { name, items, meetingPoints, refundTiers } = preview({});
  assert.deepEqual({ name, items, meetingPoints }, { name: "", items: [], meetingPoints: [] });
  assert.deepEqual(refundTiers, [{ hours: 0, percent: 100 }]);
});

test("values that are not valid yet are left out, and the others remain", () => {
  const content = preview({
    ...listed,
    currencyCode: "EU",
    durationMinutes: null,
    videoUrl: "http://x",
    photos: [{ id: "../../admin" }, ...photos],
    highlights: [{}, { pt: "Vista" }, { fr: "Vue" }],
    meetingPoints: [
      { externalId: "", name: {} },
      { externalId: "", name: { pt: "Porta" }, latitude: 91 },
    ],
    refundTiers: [{ hours: 48, percent: null }],
    unknown: true,
  });
  assert.equal(content.durationMinutes, null);
  assert.equal(content.videoUrl, null);
  assert.deepEqual(
    content.photos.map(({ id }) => id),
    photos.map(({ id }) => id),
  );
  assert.deepEqual(content.highlights, ["Vista"]);
  assert.deepEqual(
    content.meetingPoints.map(({ name, latitude }) => [name, latitude]),
    [["Porta", null]],
  );
  assert.deepEqual(content.refundTiers, [{ hours: listed.cancelPurchaseHour, percent: 100 }]);
  assert.equal(content.summary, "Cante y baile en el centro.");
});
