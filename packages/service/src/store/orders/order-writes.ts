import { type OrderStatus, orderStatuses } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import type { Db, Tx } from "../database/database.ts";
import { StoreUnavailable } from "../database/faults.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { supplierLeaseSeconds } from "../dispatch/dispatch.ts";
import { publishChanges } from "../publishing/publishing.ts";
import { lockResourcesOf, noRecount, recountResources } from "../resources/plan.ts";
import { decimal, instant, nullable, text } from "../schemas.ts";
import { markChanged, NoSeatsLeft, type OrderRow, orderColumns, unlessErased } from "./orders.ts";
import { differencePayments, refundMethods } from "./payment.ts";
import { unavailableSeats } from "./seats-taken.ts";

/** Status changes of orders, and the timeline that records an order's history. */

const AmendedState = Type.Object({
  eventOn: Type.String({ description: "Local date and time at the location." }),
  itemName: Type.Optional(Type.String({ description: "Only where the amendment changes the item." })),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  total: decimal,
});
const currencyCode = Type.String({ description: "The store's currency when the entry was written, of the amounts." });

/** Details contain no personal data: erasure leaves them unchanged. */
const EntryDetails = Type.Union([
  Type.Object(
    {
      ...{ before: AmendedState, after: AmendedState, currencyCode },
      paidBy: Type.Optional(
        Type.Enum([...differencePayments], { description: "How the guest pays the difference at the desk." }),
      ),
    },
    { description: "The order before and after an amendment, of the entry that accepted its quote." },
  ),
  Type.Object(
    { forPartner: Type.Literal(true) },
    { description: "Of the kind `status`: the operator wrote the message for the partner." },
  ),
  Type.Object(
    { amount: decimal, currencyCode, method: Type.Enum([...refundMethods]) },
    { description: "Of the kinds `paid` and `refunded`." },
  ),
  Type.Object(
    { byTerms: decimal, chosen: decimal, currencyCode },
    {
      description:
        "The refund by the terms and the refund that the operator chose instead, of the kind `refund-chosen`.",
    },
  ),
]);

/** An entry of kind `status` has the new status. Messages are cut to 2,000 characters. */
export const TimelineEntry = Type.Object({
  at: instant,
  kind: Type.Enum([
    ...["status", "dispatched", "answered", "flagged", "voucher", "redeemed", "admission-undone", "admission-conflict"],
    ...[
      "change-requested",
      "changed",
      "change-declined",
      "callback",
      "note",
      "paid",
      "refunded",
      "refund-chosen",
      "erased",
    ],
  ] as const),
  status: nullable(Type.Enum([...orderStatuses]), "The new status, of an entry of kind `status`."),
  actor: Type.Enum(["partner", "supplier", "operator", "service"]),
  operator: nullable(
    text,
    "The operator's e-mail address, or the name of the command line. Null: no operator acted, or none is known.",
  ),
  why: nullable(text, "A code of the service: a trigger, a flag, an outcome, a conflict."),
  message: nullable(
    text,
    "Free text: the words of the supplier or the partner's endpoint, an operator's reason or note, or the address to which an operator sent the voucher. Erased with the personal data.",
  ),
  details: nullable(EntryDetails),
});
export type TimelineEntry = Type.Static<typeof TimelineEntry>;
export type TimelineActor = TimelineEntry["actor"];

/** The author of an entry, and the author's own words. */
export type EntryAuthor = Pick<TimelineEntry, "actor"> & Partial<Pick<TimelineEntry, "operator" | "message">>;

/** Locks the order until the transaction ends. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | null> =>
  firstRow(tx)`${prepareAs("lock-order")} select ${orderColumns} from orders where id = ${id} for update`;

type NewTimelineEntry = Pick<TimelineEntry, "at" | "kind" | "actor"> & Partial<TimelineEntry>;

/**
 * Writes a locked order's new status with its entry in the timeline, and returns its number of status changes. Clears the operator's
 * flag. `dueIn`: seconds until the next supplier call, or null. A call in flight keeps its lease, so that a cancellation cannot overtake
 * the request.
 */
export async function writeStatus(
  tx: Tx,
  id: string,
  change: { status: OrderStatus; confirmation: string | null; dueIn: number | null },
  entry: NewTimelineEntry,
): Promise<number> {
  const rows = await allRows(tx)<{ changes: number }>`${prepareAs("write-status")}
    with entry as (${newEntry(id, entry)})
    update orders o set ${statusWritten(change)}, ${markChanged(entry.at)} where id = ${id} returning changes`;
  return rows[0]!.changes;
}

type ValueOrColumn<T> = T | RawBuilder<T>;

/** The new values of order `o`. */
function statusWritten(change: {
  status: ValueOrColumn<OrderStatus>;
  confirmation: string | null;
  dueIn: ValueOrColumn<number | null>;
}) {
  const due = sql`now() + ${change.dueIn}::float8 * interval '1 second'`;
  const lease = sql`now() + ${sql.lit(supplierLeaseSeconds)} * interval '1 second'`;
  return sql`status = ${change.status}, confirmation = coalesce(${change.confirmation}, o.confirmation), changes = o.changes + 1,
    flagged_at = null, flag = null, supplier_tries = 0,
    supplier_due_at = case when ${due} < o.supplier_due_at and o.supplier_due_at <= ${lease} then o.supplier_due_at else ${due} end`;
}

export const addToTimeline = (db: Db | Tx, orderId: string, entry: NewTimelineEntry): Promise<void> =>
  run(db)`${prepareAs("add-to-timeline")} ${newEntry(orderId, entry)}`;

/** Adds entries to the timelines of several orders. The entries of one order are in sequence. */
export async function addAllToTimeline(
  db: Db | Tx,
  entries: (NewTimelineEntry & { orderId: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  const sent = entries.map((entry) => ({ ...entry, message: entry.message?.slice(0, 2000) }));
  await run(db)`${prepareAs("add-all-to-timeline")}
    insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
    select "orderId", at, kind, status, actor, operator, why, ${unlessErased(sql`"orderId"`, sql`message`)}, details from json_to_recordset(${JSON.stringify(sent)}::json)
      as x("orderId" uuid, at timestamptz, kind text, status text, actor text, operator text, why text, message text, details jsonb)`;
}

const newEntry = (orderId: string, entry: NewTimelineEntry) => sql`
  insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
  values (${orderId}, ${entry.at}, ${entry.kind}, ${entry.status ?? null}, ${entry.actor}, ${entry.operator ?? null},
    ${entry.why ?? null}, ${unlessErased(sql`${orderId}::uuid`, sql`${entry.message?.slice(0, 2000) ?? null}::text`)}, ${entry.details ? JSON.stringify(entry.details) : null}::jsonb)`;

/** Reads the history of an order after it was placed, oldest first. */
export const orderTimeline = (db: Db, orderId: string): Promise<TimelineEntry[]> =>
  allRows(db)`
    select at, kind, status, actor, operator, why, message, details from order_timeline where order_id = ${orderId} order by id`;

/** The fields with which an event's row is found. */
export type EventReference = Pick<OrderRow, "eventId">;

/**
 * Returns seats of an ended order or of ended holds, and publishes the event when it can be sold again. An event
 * without seats left is recounted, orders and holds: `capacity_left` stops at 0 when the capacity falls below the seats
 * taken. An event of a dropped year has no seats to return. Locks the resources, the event, then the version counter.
 */
export async function returnSeats(tx: Tx, event: EventReference, seats: number, now: Date): Promise<void> {
  const returned = await anyRow(tx)`${prepareAs("return-seats")}
    update event set capacity_left = capacity_left + ${seats}::int
    where id = ${event.eventId} and capacity_left > 0 and not needs_resources returning 1`;
  if (!returned) await moveSeats(tx, { give: [event] }, now);
}

/**
 * Takes seats of one event and recounts others, and publishes events that are sold out now or can be sold again. The caller has
 * written the order, hold or amendment that has the seats. Locks the resources, the events by id, then the version counter. Throws
 * NoSeatsLeft when there are too few: the transaction must be rolled back.
 */
export async function moveSeats(
  tx: Tx,
  { take, give }: { take?: (EventReference & { seats: number }) | undefined; give: EventReference[] },
  now: Date,
): Promise<void> {
  const ids = [...(take ? [take] : []), ...give].map(({ eventId }) => eventId);
  const { needing } = await lockEvents(tx, ids);
  const changed: EventReference[] = [];
  if (take && needing.has(take.eventId)) await requireCapacity(tx, take, now);
  else if (take && (await takeSeats(tx, take, now)) === 0) changed.push(take);
  for (const event of give) if (!needing.has(event.eventId) && (await canBeSoldAgain(tx, event))) changed.push(event);
  const recounted = needing.size > 0 ? await recountResources(tx, { eventIds: [...needing] }, now) : noRecount;
  if (take && recounted.clashing.has(take.eventId))
    throw new NoSeatsLeft("the resources of the event have too few units, or it cannot run");
  if (changed.length + recounted.products.length > 0) await publishEvents(tx, changed, now, recounted.products);
}

/** Locks the resources if one of these events needs them, then the events by id. Returns the events that need resources. */
export async function lockEvents(tx: Tx, ids: string[]): Promise<{ needing: Set<string> }> {
  const areLocked = await lockResourcesOf(tx, ids);
  const rows = await allRows(tx)<{ id: string; needs: boolean }>`
    select id, needs_resources as needs from event where id = any(${ids}::uuid[]) order by id for update`;
  const needing = new Set(rows.flatMap(({ id, needs }) => (needs ? [id] : [])));
  // The item got its first requirement meanwhile. Resources must be locked before events.
  if (needing.size > 0 && !areLocked)
    throw new StoreUnavailable("the event has begun to need resources", { fault: "busy" });
  return { needing };
}

/** Gives changed events a new version, and updates their products and `products`. Locks the version counter. */
export async function publishEvents(
  tx: Tx,
  events: EventReference[],
  now: Date,
  products: readonly string[] = [],
): Promise<void> {
  const touched = new Set(products);
  for (const { eventId } of events) {
    const { id } = await onlyRow(tx)<{ id: string }>`
      update event set seq = null where id = ${eventId} returning product_id as id`;
    touched.add(id);
  }
  await publishChanges(tx, { touched: [...touched] }, now);
}

const isOnSale = (now: Date) =>
  sql`e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}::timestamptz`;
const notSold = "the event has too few seats, or is not on sale";

/** Takes seats of a locked event that is on sale. Returns how many are left; null: no limit. */
async function takeSeats(
  tx: Tx,
  { eventId, seats }: EventReference & { seats: number },
  now: Date,
): Promise<number | null> {
  const row = await firstRow(tx)<{ left: number | null }>`${prepareAs("take-seats")}
    update event e set capacity_left = e.capacity_left - ${seats}::int
    where e.id = ${eventId} and ${isOnSale(now)} and (e.capacity_left is null or e.capacity_left >= ${seats}::int)
    returning e.capacity_left as left`;
  if (!row) throw new NoSeatsLeft(notSold);
  return row.left;
}

/**
 * Requires the capacity of an event that needs resources. Its seats left can be the seats that this transaction returns, so its capacity is
 * compared with its guests. The recount that follows judges its resources.
 */
async function requireCapacity(tx: Tx, { eventId }: EventReference, now: Date): Promise<void> {
  const isSold = await anyRow(tx)`${prepareAs("require-capacity")}
    select 1 from event e where e.id = ${eventId} and ${isOnSale(now)} and (e.capacity is null or e.capacity >= ${unavailableSeats})`;
  if (!isSold) throw new NoSeatsLeft(notSold);
}

/** Recounts a locked event. True: it had no free seats and has some now. */
async function canBeSoldAgain(tx: Tx, { eventId }: EventReference): Promise<boolean> {
  const row = await firstRow(tx)<{ before: number | null; left: number | null }>`
    update event e set capacity_left = greatest(0, e.capacity - ${unavailableSeats})
    from (select id, capacity_left from event where id = ${eventId}) b
    where e.id = b.id and e.capacity_left is not null
    returning b.capacity_left as before, e.capacity_left as left`;
  return row !== null && row.before === 0 && row.left! > 0;
}
