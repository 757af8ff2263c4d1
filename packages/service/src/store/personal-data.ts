import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** Personal data of travellers: who they are and how they are reached, which an order loses in time. The order stays. */

/** Takes the personal data out of orders and of what was said about them. */
export async function eraseOrders(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update orders set email = '', phone_number = '', remote_host = '', answers = '[]', erased_at = ${now}
    where id = any(${ids}::uuid[])`.execute(tx);
  await sql`update order_timeline set said = null where order_id = any(${ids}::uuid[]) and said is not null`.execute(
    tx,
  );
  // The first answer to an Idempotency-Key repeats the order.
  await sql`delete from idempotency where answer ->> 'id' = any(${ids}::text[])`.execute(tx);
  await sql`
    insert into order_timeline (order_id, at, kind, actor)
    select id, ${now}, 'erased', 'service' from unnest(${ids}::uuid[]) as id`.execute(tx);
}

/**
 * Locks up to so many orders whose event's day was over before `before` and that still have personal data. By the order's own
 * EventOn, for the event may be gone; the day ends where the product is.
 */
export async function ordersToErase(tx: Tx, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join product p on p.id = o.product_id
    where o.erased_at is null and o.event_on < ${before}::timestamptz at time zone 'UTC' + interval '1 day'
      and (o.event_on::date + 1)::timestamp at time zone p.time_zone < ${before} limit ${most} for update of o skip locked`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
