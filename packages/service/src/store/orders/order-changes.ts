import { type OrderStatus, orderStatuses } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { publish } from "../catalogue/publishing.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";
import { instant, nullable, text } from "../schemas.ts";
import { leaseSeconds } from "./dispatch.ts";
import { markEventChanged, type OrderRow, orderColumns } from "./orders.ts";

/** Status changes of orders, and the timeline that records what happened to them. */

/** An entry of kind `status` has the new status. Messages are cut to 2,000 characters. */
export const TimelineEntry = Type.Object({
  at: instant,
  kind: Type.Enum([
    ...["status", "dispatched", "answered", "flagged", "voucher", "redeemed", "admission-undone", "admission-conflict"],
    ...["callback", "note", "erased"],
  ] as const),
  status: nullable(Type.Enum([...orderStatuses]), "The new status, of an entry of kind `status`."),
  actor: Type.Enum(["partner", "supplier", "operator", "service"]),
  why: nullable(text, "A code or a sentence."),
  message: nullable(text, "The other side's message, or a note."),
});
export type TimelineEntry = Type.Static<typeof TimelineEntry>;
export type Actor = TimelineEntry["actor"];
export type TimelineKind = TimelineEntry["kind"];

/** Locks the order until the transaction ends. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | null> =>
  firstRow(tx)`${prepared("lock-order")} select ${orderColumns} from orders where id = ${id} for update`;

type NewEntry = Pick<TimelineEntry, "at" | "kind" | "actor"> & Partial<TimelineEntry>;

/**
 * Writes a locked order's new status with its entry in the timeline, and returns its number of status changes. Clears the operator's
 * flag. `dueIn`: seconds until the next supplier call, or null. A call in flight keeps its lease, so that a cancellation cannot overtake
 * the request.
 */
export async function writeStatus(
  tx: Tx,
  id: string,
  change: { status: OrderStatus; confirmation: string | null; dueIn: number | null },
  entry: NewEntry,
): Promise<number> {
  const due = sql`now() + ${change.dueIn}::float8 * interval '1 second'`;
  const lease = sql`now() + ${leaseSeconds} * interval '1 second'`;
  const rows = await allRows(tx)<{ changes: number }>`${prepared("write-status")}
    with entry as (${newEntry(id, entry)})
    update orders set status = ${change.status}, confirmation = coalesce(${change.confirmation}, confirmation),
      changes = changes + 1, flagged_at = null, flag = null, supplier_tries = 0,
      supplier_due_at = case when ${due} < supplier_due_at and supplier_due_at <= ${lease} then supplier_due_at else ${due} end
    where id = ${id} returning changes`;
  return rows[0]!.changes;
}

export const addToTimeline = (db: Db | Tx, orderId: string, entry: NewEntry): Promise<void> =>
  run(db)`${prepared("add-to-timeline")} ${newEntry(orderId, entry)}`;

const newEntry = (orderId: string, entry: NewEntry) => sql`
  insert into order_timeline (order_id, at, kind, status, actor, why, message)
  values (${orderId}, ${entry.at}, ${entry.kind}, ${entry.status ?? null}, ${entry.actor}, ${entry.why ?? null},
    ${entry.message?.slice(0, 2000) ?? null})`;

/** What happened to an order after it was placed, oldest first. */
export const orderTimeline = (db: Db, orderId: string): Promise<TimelineEntry[]> =>
  allRows(db)`
    select at, kind, status, actor, why, message from order_timeline where order_id = ${orderId} order by id`;

/**
 * Returns seats of an order or of holds that ended, and publishes the event when it can be sold again. An event without seats left is
 * recounted, orders and holds: `capacity_left` stops at 0 when the capacity falls below the seats taken. An event of a dropped year
 * has none to return. Locks the event, then the version counter.
 */
export async function giveSeatsBack(
  tx: Tx,
  { eventId, eventOn }: Pick<OrderRow, "eventId" | "eventOn">,
  seats: number,
  now: Date,
): Promise<void> {
  const returned = await anyRow(tx)`${prepared("return-seats")}
    update event set capacity_left = capacity_left + ${seats}::int
    where id = ${eventId} and event_on = ${eventOn}::timestamp and capacity_left > 0 returning 1`;
  if (returned) return;
  const rows = await allRows(tx)<{ before: number | null }>`
    select capacity_left as before from event where id = ${eventId} and event_on = ${eventOn}::timestamp for update`;
  if (rows[0] === undefined || rows[0].before === null) return;
  const after = await sql<{ left: number }>`
    update event e set capacity_left = greatest(0, e.capacity - ${seatsTaken})
    where id = ${eventId} and event_on = ${eventOn}::timestamp
    returning capacity_left as left`.execute(tx);
  if (rows[0].before > 0 || after.rows[0]!.left === 0) return;
  const productId = await markEventChanged(tx, { eventId, eventOn });
  await publish(tx, { touched: [productId] }, now);
}

/** Seats that the standing orders of event `e` take. */
export const seatsSold = sql`(select coalesce(sum(o.seats), 0)::int from orders o
  where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled'))`;

/** Seats that the open holds of event `e` take: also expired ones, until their seats are returned. */
export const seatsHeld = sql`(select coalesce(sum(h.seats), 0)::int from hold h
  where h.event_id = e.id and h.status = 'open' and not h.test)`;

/** All seats of event `e` that cannot be sold. `capacity_left` is the capacity without these. */
export const seatsTaken = sql`(${seatsSold} + ${seatsHeld})`;
