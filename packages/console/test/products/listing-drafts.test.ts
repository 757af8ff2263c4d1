import assert from "node:assert/strict";
import { test } from "node:test";
import { show } from "../../../service/test/support/samples/catalogue.ts";
import { listed } from "../../../service/test/support/samples/listing.ts";
import { draftErrors } from "../../src/products/model/checks.ts";
import { draftFromSource, sourceFromDraft } from "../../src/products/model/draft.ts";
import type { ProductSource } from "../../src/products/product.ts";

/** The product form's model keeps lists: texts by language, choices, codes and records. */

const source = show as ProductSource;

test("what travellers read is kept, of the product and of its items, and blank parts are reported", () => {
  const full = listed as ProductSource;
  assert.deepEqual(sourceFromDraft(draftFromSource(full), full), full);
  assert.deepEqual(draftErrors(draftFromSource(full)), []);
  const draft = draftFromSource(full);
  draft.highlights[1] = { key: "b", en: " " };
  draft.meetingPoints[0] = { ...draft.meetingPoints[0]!, externalId: "", latitude: "91" };
  draft.guideLanguages = "";
  const found = draftErrors(draft).map(({ at }) => at);
  assert.deepEqual(found, ["/highlights/1/es", "/meetingPoints/0/externalId", "/meetingPoints/0/latitude"]);
  assert.equal("guideLanguages" in sourceFromDraft(draft), false);
  assert.equal("pickups" in sourceFromDraft(draftFromSource(source)), false, "an empty group is left out");
});
