import { sql } from "kysely";
import { changedStops, type Offer, type OfferTerms } from "../../records/partners/offer.ts";
import { itemIsSold, productIsSold } from "../catalogue/offers.ts";
import type { Tx } from "../database/database.ts";
import { onlyRow, run } from "../database/rows.ts";

/**
 * Publishes a change of what a partner sees and sells. The caller has locked the counter, so the items before and after are those of one
 * state of the catalogue: docs/decisions/0068-offers.md.
 */

export interface OfferChange {
  before: Offer;
  after: Offer;
  terms: OfferTerms;
}

const item = { product: sql`i.product_id`, item: sql`i.id` };

/** Products and items that a change moves: `left` and `entered` are whole products, `parts` products of which some items moved. */
const moves = ({ before, after }: Pick<OfferChange, "before" | "after">) => sql`
    item_moved as (
      select i.id, i.product_id, ${itemIsSold(after, item)} as entered from item i
      where ${itemIsSold(before, item)} <> ${itemIsSold(after, item)}
    ), product_moved as (
      select p.id, s.pos, ${productIsSold(before, sql`p.id`)} as was_sold, ${productIsSold(after, sql`p.id`)} as is_sold
      from product p join product_state s on s.product_id = p.id
      where s.pos is not null and (${productIsSold(before, sql`p.id`)} <> ${productIsSold(after, sql`p.id`)}
        or p.id in (select product_id from item_moved))
    )`;

/**
 * Writes the offer with its version, and what it moved. `deletedSeq`: the last position among deletions. Returns how many products left the
 * set: each has a position among deletions.
 */
export async function publishOffer(
  tx: Tx,
  { before, after, terms }: OfferChange,
  { version, deletedSeq }: { version: number; deletedSeq: number },
): Promise<number> {
  const { partnerId } = after;
  const { left } = await onlyRow(tx)<{ left: number }>`
    with ${moves({ before, after })}, written as (
      insert into partner_offer (partner_id, terms, key, version)
      values (${partnerId}, ${JSON.stringify(terms)}::jsonb, ${after.key}, ${version})
      on conflict (partner_id) do update
        set terms = excluded.terms, key = excluded.key, version = excluded.version, revision = partner_offer.revision + 1
    ), items as (
      insert into partner_offer_item (partner_id, item_id, version)
      select ${partnerId}, id, ${version} from item_moved
      on conflict (partner_id, item_id) do update set version = excluded.version
    ), numbered as (
      select id, is_sold, case when was_sold and not is_sold
        then ${deletedSeq} + row_number() over (partition by was_sold and not is_sold order by pos) end as deleted_seq
      from product_moved
    ), products as (
      insert into partner_offer_product as m (partner_id, product_id, version, deleted_seq)
      select ${partnerId}, id, ${version}, deleted_seq from numbered
      on conflict (partner_id, product_id) do update set version = excluded.version, deleted_seq = excluded.deleted_seq
    )
    select count(deleted_seq) as left from numbered`;
  const stops = changedStops(before.stops, after.stops);
  if (stops.length > 0)
    await run(tx)`
      insert into partner_offer_days (partner_id, version, product_id, item_id, first_day, last_day)
      select ${partnerId}, ${version}, x."productId", x."itemId", x."from", x."to"
      from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as x("productId" uuid, "itemId" uuid, "from" date, "to" date)`;
  return left;
}

/** What a change of an offer would do: names of products, and how many items of others. */
export interface OfferEffect {
  leaves: string[];
  enters: string[];
  /** Items that leave and enter of products that stay. */
  itemsLeave: string[];
  itemsEnter: string[];
}

/** Reads what a change would move, each list by name. Products and items that are not published count too: they come back. */
export const offerEffect = (tx: Tx, change: Pick<OfferChange, "before" | "after">): Promise<OfferEffect> =>
  onlyRow(tx)`
    with ${moves(change)}
    select
      coalesce((select jsonb_agg(p.name order by p.name) from product_moved m join product p on p.id = m.id where m.was_sold and not m.is_sold), '[]') as leaves,
      coalesce((select jsonb_agg(p.name order by p.name) from product_moved m join product p on p.id = m.id where m.is_sold and not m.was_sold), '[]') as enters,
      ${itemNames(false)} as "itemsLeave", ${itemNames(true)} as "itemsEnter"`;

const itemNames = (enters: boolean) => sql`coalesce((
  select jsonb_agg(p.name || ': ' || i.name order by p.name, i.position) from item_moved x join item i on i.id = x.id
  join product_moved m on m.id = x.product_id and m.was_sold and m.is_sold join product p on p.id = x.product_id
  where x.entered = ${enters}), '[]')`;

/** Writes new reasons of stop-sales: no partner reads them, so they have no version. */
export const writeOfferTerms = (tx: Tx, partnerId: string, terms: OfferTerms): Promise<void> =>
  run(tx)`
    update partner_offer set terms = ${JSON.stringify(terms)}::jsonb, revision = revision + 1 where partner_id = ${partnerId}`;
