import { createHash } from "node:crypto";
import Type from "typebox";
import { givenDay, nullable } from "../schemas.ts";

/** What a partner sees and sells, as pure rules: docs/decisions/0068-offers.md. */

/** `all`: everything. `only`: nothing but the products named. `except`: everything but them. */
export const offerModes = ["all", "only", "except"] as const;

const id = Type.String({ format: "uuid" });

export const OfferTerms = Type.Object({
  sells: Type.Enum(offerModes, { description: "Everything, only the products named, or all but them." }),
  products: Type.Array(
    Type.Object({
      productId: id,
      itemIds: nullable(Type.Array(id, { minItems: 1, maxItems: 500 }), "Items of the product. Null: all of it."),
    }),
    { maxItems: 20_000 },
  ),
  stops: Type.Array(
    Type.Object({
      productId: nullable(id, "Null: every product."),
      itemId: nullable(id, "An item of the product. Null: each."),
      from: givenDay,
      to: givenDay,
      reason: Type.String({ maxLength: 200, description: "For the operator. Partners do not read it." }),
    }),
    { maxItems: 500, description: "Stop-sales: events of these local days are closed for the partner." },
  ),
});
export type OfferTerms = Type.Static<typeof OfferTerms>;
type Stop = OfferTerms["stops"][number];

export const wholeOffer: OfferTerms = { sells: "all", products: [], stops: [] };

/** The terms of a partner, prepared for questions about products, items and days. Ids are in lower case. */
export interface Offer {
  partnerId: string;
  /** The update version in which the set last changed. */
  version: number;
  /** Equal for equal sets; empty for the public set. */
  key: string;
  sells: OfferTerms["sells"];
  /** Products that are named as a whole. */
  products: ReadonlySet<string>;
  /** Products of which items are named. */
  parts: ReadonlySet<string>;
  /** Items that are named. */
  items: ReadonlySet<string>;
  stops: readonly Stop[];
}

export const offerOf = (of: Pick<Offer, "partnerId" | "version" | "key">, terms: OfferTerms): Offer => ({
  ...of,
  sells: terms.sells,
  products: new Set(terms.products.flatMap(({ productId, itemIds }) => (itemIds ? [] : [productId]))),
  parts: new Set(terms.products.flatMap(({ productId, itemIds }) => (itemIds ? [productId] : []))),
  items: new Set(terms.products.flatMap(({ itemIds }) => itemIds ?? [])),
  stops: terms.stops,
});

/** Returns the terms in one spelling: ids in lower case and in order, each once. */
export function canonicalTerms({ sells, products, stops }: OfferTerms): OfferTerms {
  const named = new Map<string, Set<string> | null>();
  for (const { productId, itemIds } of sells === "all" ? [] : products) {
    const at = productId.toLowerCase();
    const before = named.get(at);
    if (itemIds === null || before === null) named.set(at, null);
    else named.set(at, (before ?? new Set<string>()).union(new Set(itemIds.map((one) => one.toLowerCase()))));
  }
  const lower = (one: string | null) => one?.toLowerCase() ?? null;
  return {
    sells,
    products: [...named]
      .map(([productId, items]) => ({ productId, itemIds: items && [...items].sort() }))
      .sort((a, b) => (a.productId < b.productId ? -1 : 1)),
    stops: stops
      .map((stop) => ({ ...stop, productId: lower(stop.productId), itemId: lower(stop.itemId) }))
      .sort((a, b) => (stopKey(a) < stopKey(b) ? -1 : 1)),
  };
}

const stopKey = ({ productId, itemId, from, to }: Stop): string => [from, to, productId, itemId].join(" ");

/** Returns the key of canonical terms. A stop-sale's reason does not count. */
export function offerKey({ sells, products, stops }: OfferTerms): string {
  if (sells !== "only" && products.length === 0 && stops.length === 0) return "";
  const text = JSON.stringify([
    sells,
    products.map(({ productId, itemIds }) => [productId, itemIds]),
    stops.map(stopKey),
  ]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Returns the stop-sales that only one of two lists has. */
export function changedStops(before: readonly Stop[], after: readonly Stop[]): Stop[] {
  const [was, is] = [new Set(before.map(stopKey)), new Set(after.map(stopKey))];
  const differs = new Map([...before, ...after].map((stop) => [stopKey(stop), stop]));
  return [...differs].flatMap(([key, stop]) => (was.has(key) && is.has(key) ? [] : stop));
}

export function sellsProduct({ sells, products, parts }: Offer, productId: string): boolean {
  if (sells === "only") return products.has(productId) || parts.has(productId);
  return sells === "all" || !products.has(productId);
}

export function sellsItem({ sells, products, items }: Offer, productId: string, itemId: string): boolean {
  if (sells === "only") return products.has(productId) || items.has(itemId);
  return sells === "all" || !(products.has(productId) || items.has(itemId));
}

/** An event on its local day, `yyyy-MM-dd`. */
interface EventDay {
  productId: string;
  itemId: string;
  day: string;
}

export const isStopped = ({ stops }: Offer, { productId, itemId, day }: EventDay): boolean =>
  stops.some(
    (stop) =>
      stop.from <= day &&
      day <= stop.to &&
      (stop.productId === null || stop.productId === productId) &&
      (stop.itemId === null || stop.itemId === itemId),
  );

/** Whether a stop-sale has a day of some item of the product. */
export const hasStopOn = ({ stops }: Offer, { productId, day }: Omit<EventDay, "itemId">): boolean =>
  stops.some((stop) => stop.from <= day && day <= stop.to && (stop.productId === null || stop.productId === productId));

/** Returns a product with the items that the partner sells; null if it does not sell the product. */
export function offeredProduct<P extends { id: string; items: readonly { id: string }[] }>(
  offer: Offer | undefined,
  product: P,
): P | null {
  if (!offer) return product;
  if (!sellsProduct(offer, product.id)) return null;
  if (!offer.parts.has(product.id)) return product;
  return { ...product, items: product.items.filter(({ id }) => sellsItem(offer, product.id, id)) };
}

/** Returns an event as the partner may sell it: closed on the days of a stop-sale; null if it does not sell the item. */
export function offeredEvent<E extends { productId: string; itemId: string; eventOn: string; availability: string }>(
  offer: Offer | undefined,
  event: E | null,
): E | null {
  if (!offer || !event) return event;
  const { productId, itemId, eventOn, availability } = event;
  if (!sellsItem(offer, productId, itemId)) return null;
  const isClosed = availability !== "removed" && isStopped(offer, { productId, itemId, day: eventOn.slice(0, 10) });
  return isClosed ? { ...event, availability: "black-out" } : event;
}
