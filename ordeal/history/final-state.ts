import { sql } from "kysely";
import type { Db } from "../../packages/service/src/store/database/database.ts";
import type { FinalEvent, FinalOrder, FinalState } from "./history.ts";

/** Reads these events and all orders from the store, in one snapshot. */
export async function finalState(db: Db, events: string[]): Promise<FinalState> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const sold = await sql<FinalEvent>`
        select id, capacity, capacity_left + (
            select coalesce(sum(h.seats), 0)::int from hold h where h.event_id = e.id and h.status = 'open' and not h.test
          ) as left
        from event e where id = any(${events}::uuid[])`.execute(tx);
      const orders = await sql<FinalOrder>`
        select o.id, case when o.test then 'TEST-' else '' end || o.number || '-' || upper(o.lang) as reference,
          o.event_id as event, o.seats, (o.total_usd * 100)::float8 as total, o.status, o.test,
          o.external_reference as "externalReference", trim(o.idempotency_key) as key, o.callback_url is not null as notifies,
          array(select t.status from order_timeline t where t.order_id = o.id and t.kind = 'status' order by t.id) as changes,
          array(select c.sequence from callback c where c.order_id = o.id and c.state <> 'delivered') as undelivered
        from orders o`.execute(tx);
      return { events: sold.rows, orders: orders.rows };
    });
}

/** Calls to suppliers that are due within minutes, and undelivered callbacks. A supplier's own time limit is longer. */
export async function workLeft(db: Db): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from orders where supplier_due_at < now() + interval '5 minutes')
      + (select count(*) from callback where state = 'waiting') as left`.execute(db);
  return Number(rows[0]!.left);
}

/** Makes the calls to suppliers that are due within minutes due now. */
export async function hurrySuppliers(db: Db): Promise<void> {
  await sql`
    update orders set supplier_due_at = now() where supplier_due_at between now() and now() + interval '5 minutes'`.execute(
    db,
  );
}
