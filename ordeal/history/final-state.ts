import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { type RawBuilder, sql } from "kysely";
import { attemptLeaseSeconds } from "../../packages/service/src/store/callbacks/callbacks.ts";
import type { Db } from "../../packages/service/src/store/database/database.ts";
import { leaseSeconds } from "../../packages/service/src/store/database/due-work.ts";
import type { Amendment, FinalEvent, FinalOrder, FinalState } from "./history.ts";

/** Reads these events and all orders from the store, in one snapshot. */
export async function readFinalState(db: Db, events: string[]): Promise<FinalState> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const sold = await sql<FinalEvent>`
        select id, capacity, capacity_left as left, (
            select coalesce(sum(h.seats), 0)::int from hold h where h.event_id = e.id and h.status = 'open' and not h.test
          ) + (
            select coalesce(sum(c.seats), 0)::int from amendment c where c.event_id = e.id and c.status = 'waitsupplier'
          ) as reserved
        from event e where id = any(${events}::uuid[])`.execute(tx);
      const orders = await sql<FinalOrder & { number: number; lang: Language }>`
        select o.id, o.number, o.lang,
          o.event_id as event, o.seats, (o.total_usd * 100)::float8 as total, o.status, o.test,
          o.external_reference as "externalReference", (select trim(a.key) from answer a where a.ref = o.id and a.key not like ' content %') as key,
          o.callback_url is not null as notifies,
          array(select t.status from order_timeline t where t.order_id = o.id and t.kind = 'status' order by t.id) as changes,
          array(select c.sequence from callback c where c.order_id = o.id and c.amended = 0 and c.state <> 'delivered') as undelivered
        from orders o`.execute(tx);
      const amendments = await sql<Amendment & { order: string }>`
        select h.order_id as order, h.id, h.revision, h.status, h.event_id as event, (h.content ->> 'seats')::int as seats,
          (h.total_usd * 100)::float8 as total, (h.difference_usd * 100)::float8 as difference, (h.refund_usd * 100)::float8 as refund,
          o.callback_url is not null and p.notify_changes as notifies,
          exists (select from callback c where c.order_id = o.id and c.state <> 'delivered' and c.body like '%' || h.id || '%') as undelivered
        from amendment h join orders o on o.id = h.order_id join partner p on p.id = o.partner_id
        where h.status <> 'quoted' order by h.revision`.execute(tx);
      const byOrder = Map.groupBy(amendments.rows, ({ order }) => order);
      return {
        events: sold.rows,
        orders: orders.rows.map(({ number, lang, ...order }) => ({
          ...order,
          reference: orderReference({ number, lang, test: order.test }),
          amendments: byOrder.get(order.id) ?? [],
        })),
      };
    });
}

/** Calls to suppliers that are due within minutes, and undelivered callbacks. A supplier's own time limit is longer. */
export async function countWorkLeft(db: Db): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from orders where supplier_due_at < now() + interval '5 minutes')
      + (select count(*) from callback where state = 'waiting') as left`.execute(db);
  return Number(rows[0]!.left);
}

/** Seconds that a call never takes unless a fault delays it. */
const callSeconds = 3;

/**
 * Makes calls to suppliers and callbacks that are due within minutes due now. Makes "not received" of a supplier final, as it is after 20
 * seconds. Calls whose lease has just begun are in flight, and do not change.
 */
export async function makeWorkDueNow(db: Db): Promise<void> {
  const isOld = (due: RawBuilder<unknown>, lease: number) =>
    sql`${due} not between now() + ${lease - callSeconds} * interval '1 second' and now() + ${lease} * interval '1 second'`;
  await sql`
    update orders set supplier_due_at = now(), supplier_called_at = case when supplier_called_at is not null
      then least(supplier_called_at, now() - interval '20 seconds') end
    where supplier_due_at < now() + interval '5 minutes' and ${isOld(sql`supplier_due_at`, leaseSeconds)}`.execute(db);
  await sql`
    update callback set next_at = now()
    where state = 'waiting' and next_at > now() and ${isOld(sql`next_at`, attemptLeaseSeconds)}`.execute(db);
}
