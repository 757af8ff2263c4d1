import { sql } from "kysely";
import { orderTimeline } from "../../packages/service/src/store/sale/timeline.ts";
import type { FaultEnvironment } from "./world.ts";

/** Checks after a run, beside the rules of its history: e-mails, the supplier and imports. */

/**
 * Finds orders of a supplier by e-mail that sent no e-mail and have no timeline entry about it. If a mail server received the
 * whole e-mail and did not confirm it, the timeline has an entry and no second e-mail is sent.
 */
export async function findMissingLetters({ database, mailbox, events }: FaultEnvironment): Promise<string[]> {
  const { db } = database;
  const { rows } = await sql<{ id: string }>`
    select id from orders where event_id = any(${events.mail}::uuid[]) and status = 'waitsupplier'`.execute(db);
  const arrived = new Set(
    mailbox.received.map(({ headers }) => /<([^.]+)\./.exec(headers.get("message-id") ?? "")?.[1]),
  );
  const missing: string[] = [];
  for (const { id } of rows.filter((row) => !arrived.has(row.id))) {
    const timeline = await orderTimeline(db, id);
    if (!timeline.some(({ kind, why, message }) => kind === "answered" && why === "unknown" && message))
      missing.push(id);
  }
  return missing;
}

/** Checks that the supplier and the service agree on every order, and that no request arrived twice. */
export async function findSupplierDisagreements({ database, supplier }: FaultEnvironment): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`select id, status from orders`.execute(database.db);
  const status = new Map(rows.map((row) => [row.id, row.status]));
  const requests = Map.groupBy(supplier.server.of("order.request"), ({ orderId }) => orderId);
  return [
    ...[...requests]
      .filter(([, calls]) => calls.length > 1)
      .map(([id, calls]) => `${id} was requested ${calls.length} times`),
    ...[...supplier.booked]
      .filter(([id, state]) => (status.get(id) === "complete") !== (state === "confirmed"))
      .map(([id, state]) => `${id} is ${status.get(id)} here and ${state} there`),
  ];
}

/** Checks that all events have the price of the same import: no import was stored in part. */
export async function findPartlyStoredPrices({ database }: FaultEnvironment): Promise<string[]> {
  const { rows } = await sql<{ price: string }>`select distinct tickets -> 0 ->> 'price' as price from event`.execute(
    database.db,
  );
  return rows.length === 1 ? [] : rows.map(({ price }) => `a price in force: ${price}`);
}

/** Finds complete orders without a voucher, or without the line of their timeline. */
export async function findUnfinishedOrders({ database }: FaultEnvironment): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders o where status = 'complete'
      and (not exists (select from voucher where order_id = o.id)
        or not exists (select from order_timeline where order_id = o.id and status = 'complete'))`.execute(database.db);
  return rows.map(({ id }) => id);
}
