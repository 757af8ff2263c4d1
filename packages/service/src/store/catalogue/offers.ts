import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Offer, type OfferTerms, offerOf } from "../../records/partners/offer.ts";
import type { Db } from "../database/database.ts";
import { firstRow } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { shownAvailability } from "../versions/digest.ts";

/**
 * What a partner sees and sells, as conditions of statements. Without an offer a statement has its text of the public set. With one, products,
 * items and events have the same positions in full lists, and those of others are empty: docs/decisions/0068-offers.md.
 */

/** Partners' offers by id and version, for each store. An offer of a version never changes. */
const offersOf = new WeakMap<Db, LRUCache<string, Offer>>();

export interface OfferRow {
  key: string;
  version: number;
  revision: number;
  terms: OfferTerms;
}

export const partnerOffer = (db: Db, partnerId: string): Promise<OfferRow | null> =>
  firstRow(db)`
    ${prepareAs("partner-offer")} select key, version, revision, terms from partner_offer where partner_id = ${partnerId}`;

/** Reads a partner's offer that has this version, or a newer one. */
export async function offerAt(db: Db, partnerId: string, version: number): Promise<Offer | undefined> {
  const known = offersOf.get(db) ?? new LRUCache<string, Offer>({ max: 500 });
  offersOf.set(db, known);
  const found = known.get(`${partnerId} ${version}`);
  if (found) return found;
  const row = await partnerOffer(db, partnerId);
  if (!row) return undefined;
  const offer = offerOf({ ...row, partnerId }, row.terms);
  known.set(`${partnerId} ${row.version}`, offer);
  return offer;
}

type Column = RawBuilder<unknown>;

const uuids = (ids: ReadonlySet<string>): Column => sql`${[...ids]}::uuid[]`;

export function productIsSold({ sells, products, parts }: Offer, id: Column): Column {
  if (sells === "only") return sql`(${id} = any(${uuids(products.union(parts))}))`;
  return sells === "all" || products.size === 0 ? sql`true` : sql`(${id} <> all(${uuids(products)}))`;
}

export function itemIsSold(
  { sells, products, items }: Offer,
  { product, item }: { product: Column; item: Column },
): Column {
  if (sells === "all") return sql`true`;
  const named = sql`(${product} = any(${uuids(products)}) or ${item} = any(${uuids(items)}))`;
  return sells === "only" ? named : sql`(not ${named})`;
}

/** Adds `and` and the condition that the partner sells the product with this id; nothing without an offer. */
export const andSold = (offer: Offer | undefined, id: Column): Column =>
  offer ? sql`and ${productIsSold(offer, id)}` : sql``;

const ofEvent = { product: sql`e.product_id`, item: sql`e.item_id` };

/** Whether the partner sells the item of event `e`. */
export const eventIsSold = (offer: Offer): Column => itemIsSold(offer, ofEvent);

/** Whether a stop-sale of the partner has the day of event `e`. */
export const eventIsStopped = ({ stops }: Offer): Column =>
  stops.length === 0
    ? sql`false`
    : sql`exists (
      select from unnest(${stops.map(({ productId }) => productId)}::uuid[], ${stops.map(({ itemId }) => itemId)}::uuid[],
        ${stops.map(({ from }) => from)}::date[], ${stops.map(({ to }) => to)}::date[]) as stop (product_id, item_id, first_day, last_day)
      where ${isWithin(sql`stop`)})`;

/** Whether event `e` is one of the product, the item and the days of a row. Null stands for each. */
const isWithin = (row: Column): Column => sql`(${row}.product_id is null or ${row}.product_id = e.product_id)
  and (${row}.item_id is null or ${row}.item_id = e.item_id)
  and e.event_on >= ${row}.first_day and e.event_on < ${row}.last_day + 1`;

/** Whether the partner may sell event `e`. */
export const eventIsSellable = (offer: Offer | undefined): Column =>
  offer ? sql`(${eventIsSold(offer)} and not ${eventIsStopped(offer)})` : sql`true`;

/** The availability of event `e` as the partner reads it. `own`: by the seats of the partner. */
export const availabilityFor = (offer: Offer | undefined, own: Column = shownAvailability): Column =>
  offer
    ? sql`case when not ${eventIsSold(offer)} then 'removed'
        when ${eventIsStopped(offer)} and ${own} <> 'removed' then 'black-out' else ${own} end`
    : own;

/** Whether the offer changed after a version. Only then do its changes add records to a list. */
export const hasChangedSince = (offer: Offer | undefined, version: number): offer is Offer =>
  offer !== undefined && offer.version > version;

/** The products whose place in the set, or that of whose items, changed after a version. */
export const productsMoved = ({ partnerId }: Offer, version: number): Column =>
  sql`(select m.product_id from partner_offer_product m where m.partner_id = ${partnerId} and m.version > ${version})`;

/** Whether the item of event `e` entered or left the set after a version. */
export const itemMoved = ({ partnerId }: Offer, version: number): Column =>
  sql`e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = ${partnerId} and m.version > ${version})`;

/** Whether a change of the offer after a version changed event `e` for the partner. */
export const eventMoved = (offer: Offer, version: number): Column => sql`(${itemMoved(offer, version)} or exists (
  select from partner_offer_days d where d.partner_id = ${offer.partnerId} and d.version > ${version} and ${isWithin(sql`d`)}))`;

/** Whether a change of the offer after a version changed row `d` of `product_day` for the partner. */
export const dayMoved = (
  offer: Offer,
  version: number,
): Column => sql`(d.product_id in ${productsMoved(offer, version)} or exists (
  select from partner_offer_days o where o.partner_id = ${offer.partnerId} and o.version > ${version}
    and (o.product_id is null or o.product_id = d.product_id) and d.day between o.first_day and o.last_day))`;

/** Joins to page `p` the product that it is about, as `about`. A page that follows from a product has the product's external id after a word. */
export const joinPageProduct = sql`left join product about
  on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end`;

/** Whether page `p` with its product `about` is about a product that the partner does not sell. */
export const pageIsWithheld = (offer: Offer): Column =>
  sql`(about.id is not null and not ${productIsSold(offer, sql`about.id`)})`;

/** Whether the partner ever read page `p`: a page that left its set stays in the list, unpublished. */
export const pageIsKnown = (offer: Offer): Column => sql`(not ${pageIsWithheld(offer)} or exists (
  select from partner_offer_product m where m.partner_id = ${offer.partnerId} and m.product_id = about.id and m.deleted_seq is not null))`;

/** Whether a change of the offer after a version changed page `p` for the partner. */
export const pageMoved = (offer: Offer, version: number): Column => sql`about.id in ${productsMoved(offer, version)}`;
