import { sql } from "kysely";
import Type from "typebox";
import { instant, nullable, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import type { SuppliedItem } from "./supplier-seats.ts";

/** Prices of suppliers that differ from ours: docs/decisions/0044-buying-through-octo.md. */

export type Amounts = { code: string; amount: string }[];

export interface PriceState {
  eventOn: string;
  state: "waiting" | "accepted" | "kept" | "copied";
  before: Amounts | null;
  after: Amounts;
  currency: string;
  seenAt: Date;
}

type ItemKey = Pick<SuppliedItem, "productId" | "itemExternalId">;

/** Reads what is known of the prices of an item's events, by event. */
export const priceStates = async (db: Db, { productId, itemExternalId }: ItemKey): Promise<Map<string, PriceState>> => {
  const rows = await allRows(db)<PriceState>`
    select to_char(event_on, 'YYYY-MM-DD"T"HH24:MI') as "eventOn", state, before, after, currency, seen_at as "seenAt"
    from supplier_price where product_id = ${productId} and item = ${itemExternalId}`;
  return new Map(rows.map((row) => [row.eventOn, row]));
};

/** Writes states of prices, and deletes the states of the events in `ended`. */
export async function writePriceStates(
  tx: Tx,
  supplier: string,
  { productId, itemExternalId }: ItemKey,
  { states, ended }: { states: readonly PriceState[]; ended: readonly string[] },
): Promise<void> {
  await run(tx)`
    delete from supplier_price where product_id = ${productId} and item = ${itemExternalId} and event_on = any(${ended}::timestamp[])`;
  await run(tx)`
    insert into supplier_price (supplier_id, product_id, item, event_on, state, before, after, currency, seen_at)
    select s.id, ${productId}, ${itemExternalId}, x."eventOn", x.state, x.before, x.after, x.currency, x."seenAt"
    from supplier s, json_to_recordset(${JSON.stringify(states)}::json)
      as x("eventOn" timestamp, state text, before jsonb, after jsonb, currency text, "seenAt" timestamptz)
    where s.external_id = ${supplier}
    on conflict (product_id, item, event_on) do update set state = excluded.state, before = excluded.before, after = excluded.after,
      currency = excluded.currency, seen_at = excluded.seen_at, decided_at = null, decided_by = null`;
}

const amounts = Type.Array(Type.Object({ code: text, amount: text }));

/** A price that waits for a person. */
export const WaitingPrice = Type.Object({
  id: text,
  supplier: text,
  supplierName: text,
  productId: text,
  productName: text,
  itemName: text,
  eventOn: Type.String({ description: "Local date and time." }),
  before: nullable(amounts, "Our prices. Null: the date is new, and not on sale."),
  currencyCode: text,
  after: Type.Array(Type.Object({ code: text, amount: text }), { description: "The supplier's prices." }),
  afterCurrency: text,
  seenAt: instant,
});
export type WaitingPrice = Type.Static<typeof WaitingPrice>;

/** Lists the prices that wait for a person, by product and date. `ids`: only these. */
export const waitingPrices = (db: Db | Tx, ids: readonly string[] | null = null): Promise<WaitingPrice[]> =>
  allRows(db)`
    select w.id, s.external_id as supplier, s.name as "supplierName", p.id as "productId", p.name as "productName",
      i.name as "itemName", w.event_on as "eventOn", w.before, p.currency_code as "currencyCode", w.after,
      w.currency as "afterCurrency", w.seen_at as "seenAt"
    from supplier_price w join supplier s on s.id = w.supplier_id join product p on p.id = w.product_id and not p.deleted
    join item i on i.product_id = p.id and i.external_id = w.item
    where w.state = 'waiting' and (${ids}::uuid[] is null or w.id = any(${ids}::uuid[]))
    order by p.name, i.external_id, w.event_on, w.id`;

/** Records a person's decision about prices that wait. */
export const decidePrices = (
  tx: Tx,
  ids: readonly string[],
  { state, by, now }: { state: "accepted" | "kept"; by: string; now: Date },
): Promise<void> =>
  run(tx)`
    update supplier_price set state = ${state}, decided_at = ${now}, decided_by = ${by}
    where id = any(${ids}::uuid[]) and state = 'waiting'`;

/** Deletes what is known of past events. */
export const purgePriceStates = (db: Db, now: Date): Promise<void> =>
  run(
    db,
  )`delete from supplier_price where event_on < (${now}::timestamptz at time zone 'UTC') - ${sql.lit("2 days")}::interval`;
