import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canonicalTerms,
  changedStops,
  isStopped,
  type OfferTerms,
  offeredEvent,
  offeredProduct,
  offerKey,
  offerOf,
  wholeOffer,
} from "../../../src/records/partners/offer.ts";

/** What a partner sees and sells, as a rule. */

const offer = (terms: Partial<OfferTerms>) =>
  offerOf({ partnerId: "p", version: 1, key: "" }, { ...wholeOffer, ...terms });
const stop = { productId: null, itemId: null, from: "2026-07-01", to: "2026-07-03", reason: "" };
const product = { id: "show", items: [{ id: "stalls" }, { id: "box" }] };
const itemsOf = (terms: Partial<OfferTerms>) =>
  offeredProduct(offer(terms), product)?.items.map(({ id }) => id) ?? null;

test("products and items are sold as the terms name them", () => {
  const whole = [{ productId: "show", itemIds: null }];
  const part = [{ productId: "show", itemIds: ["box"] }];
  assert.deepEqual(
    [
      itemsOf({}),
      itemsOf({ sells: "only", products: whole }),
      itemsOf({ sells: "only", products: part }),
      itemsOf({ sells: "only", products: [{ productId: "boat", itemIds: null }] }),
      itemsOf({ sells: "except", products: whole }),
      itemsOf({ sells: "except", products: part }),
    ],
    [["stalls", "box"], ["stalls", "box"], ["box"], null, null, ["stalls"]],
  );
});

test("a stop-sale closes the events of its days, and what is removed stays removed", () => {
  const event = { productId: "show", itemId: "box", eventOn: "2026-07-03T23:30:00", availability: "available" };
  const closes = (more: object, at = event) => offeredEvent(offer({ stops: [{ ...stop, ...more }] }), at)?.availability;
  assert.equal(closes({}), "black-out");
  assert.equal(closes({}, { ...event, eventOn: "2026-07-04T00:00:00" }), "available");
  assert.equal(closes({}, { ...event, availability: "removed" }), "removed");
  assert.equal(closes({ productId: "show", itemId: "stalls" }), "available");
  assert.equal(closes({ productId: "boat" }), "available");
  assert.equal(isStopped(offer({}), { productId: "show", itemId: "box", day: "2026-07-01" }), false);
});

test("equal sets have one key, whatever the order, the letter case and the reasons", () => {
  const terms: OfferTerms = {
    sells: "except",
    products: [
      { productId: "B", itemIds: ["Y", "x"] },
      { productId: "a", itemIds: null },
      { productId: "b", itemIds: ["x", "z"] },
    ],
    stops: [stop, { ...stop, from: "2026-06-01" }],
  };
  const canonical = canonicalTerms(terms);
  assert.deepEqual(canonical.products, [
    { productId: "a", itemIds: null },
    { productId: "b", itemIds: ["x", "y", "z"] },
  ]);
  const other = canonicalTerms({
    ...terms,
    products: terms.products.toReversed(),
    stops: terms.stops.map((one) => ({ ...one, reason: "another" })).toReversed(),
  });
  assert.equal(offerKey(other), offerKey(canonical));
  assert.deepEqual(changedStops(canonical.stops, other.stops), []);
  assert.equal(changedStops(canonical.stops, []).length, 2);
  assert.equal(offerKey(canonicalTerms({ ...wholeOffer, products: terms.products })), "", "the public set");
});
