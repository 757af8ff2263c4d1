import type { OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { seatsForPartner } from "../../records/partners/allotments.ts";
import {
  type AllottedEvent,
  isDivided,
  leftByCapacity,
  readAllotted,
  writeSeatsLeft,
} from "../allotments/allotted-events.ts";
import { isEmptyEvent } from "../catalogue/empty-events.ts";
import type { Tx } from "../database/database.ts";
import { leaseSeconds } from "../database/due-work.ts";
import { StoreUnavailable } from "../database/faults.ts";
import { allRows, anyRow, firstRow, onlyRow } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { publishChanges } from "../publishing/publishing.ts";
import { lockResourcesOf, noRecount, type Recounted, recountResources } from "../resources/plan.ts";
import { markChanged, NoSeatsLeft, type OrderRow } from "../sale/orders.ts";
import { unavailableSeats } from "../sale/seats-taken.ts";
import { requireStock } from "../sale/stock.ts";
import { type NewTimelineEntry, newEntry } from "../sale/timeline.ts";
import { isFull } from "../versions/digest.ts";

/** Status changes of orders, and the seats that they move. */

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
  const lease = sql`now() + ${sql.lit(leaseSeconds)} * interval '1 second'`;
  return sql`status = ${change.status}, confirmation = coalesce(${change.confirmation}, o.confirmation), changes = o.changes + 1,
    flagged_at = null, flag = null, supplier_tries = 0,
    supplier_due_at = case when ${due} < o.supplier_due_at and o.supplier_due_at <= ${lease} then o.supplier_due_at else ${due} end`;
}

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
    where id = ${event.eventId} and capacity_left >= least_seats and not needs_resources and not allotted returning 1`;
  if (!returned) await moveSeats(tx, { give: [event] }, now);
}

/** Seats that an order takes in addition to its own. */
export interface TakenSeats extends EventReference {
  seats: number;
  /** Who takes them: allotments can give its partner more or fewer seats than others. */
  partnerId: string;
  /** The order that takes the whole event, and the capacity that it was sold. Missing: it takes these seats alone. */
  whole?: { orderId: string; capacity: number } | undefined;
}

/**
 * Takes seats of one event and recounts others, and publishes events that are sold out now or can be sold again. The caller has
 * written the order, hold or amendment that has the seats. `adds`: the event of which it sold further tickets. Locks the resources, the events by id, then the version counter. Throws
 * NoSeatsLeft when there are too few: the transaction must be rolled back.
 */
export async function moveSeats(
  tx: Tx,
  { take, give, adds }: { take?: TakenSeats | undefined; give: EventReference[]; adds?: EventReference | undefined },
  now: Date,
): Promise<void> {
  const ids = [...(take ? [take] : []), ...give, ...(adds ? [adds] : [])].map(({ eventId }) => eventId);
  const { needing, stocked, allotted } = await lockEvents(tx, ids);
  const changed: EventReference[] = [];
  if (take && needing.has(take.eventId)) await requireCapacity(tx, take, now);
  else if (take && (await takeSeats(tx, take, now))) changed.push(take);
  if (adds && stocked.has(adds.eventId)) await requireStock(tx, adds.eventId);
  for (const event of give)
    if (!needing.has(event.eventId) && !allotted.has(event.eventId) && (await canBeSoldAgain(tx, event)))
      changed.push(event);
  const recounted = await recountSeats(tx, { needing, allotted }, now);
  if (take && recounted.clashing.has(take.eventId))
    throw new NoSeatsLeft("the resources of the event have too few units, or it cannot run");
  if (take && !allotmentsLeaveSeats(recounted, take, now)) throw new NoSeatsLeft(notLeftByAllotments);
  if (adds && recounted.short.has(adds.eventId)) throw new NoSeatsLeft("the resources have too few units of a ticket");
  if (changed.length + recounted.products.length > 0) await publishEvents(tx, changed, now, recounted.products);
}

/** The locked events that need resources, that have a stock, and to which allotments apply. */
export interface LockedEvents {
  needing: Set<string>;
  stocked: Set<string>;
  allotted: Set<string>;
}

/** Locks the resources if one of these events needs them, then the events by id. */
export async function lockEvents(tx: Tx, ids: readonly string[]): Promise<LockedEvents> {
  const areLocked = await lockResourcesOf(tx, [...ids]);
  const rows = await allRows(tx)<{ id: string; needs: boolean; stocked: boolean; allotted: boolean }>`
    select id, needs_resources as needs, has_stock as stocked, ${isDivided} as allotted
    from event e where id = any(${[...ids]}::uuid[]) order by id for update`;
  const needing = new Set(rows.flatMap(({ id, needs }) => (needs ? [id] : [])));
  // The item got its first requirement meanwhile. Resources must be locked before events.
  if (needing.size > 0 && !areLocked)
    throw new StoreUnavailable("the event has begun to need resources", { fault: "busy" });
  return {
    needing,
    stocked: new Set(rows.flatMap(({ id, stocked }) => (stocked ? [id] : []))),
    allotted: new Set(rows.flatMap(({ id, allotted }) => (allotted ? [id] : []))),
  };
}

/** Counts the seats left of locked events that need resources or to which allotments apply, and of the events that share the resources. */
export async function recountSeats(
  tx: Tx,
  { needing, allotted }: Pick<LockedEvents, "needing" | "allotted">,
  now: Date,
): Promise<Recounted> {
  const recounted = needing.size > 0 ? await recountResources(tx, { eventIds: [...needing] }, now) : noRecount;
  const others = await readAllotted(tx, [...allotted.difference(needing)]);
  if (others.size === 0) return recounted;
  const counted = [...others.values()].map((event) => ({ event, left: leftByCapacity(event) }));
  const products = await writeSeatsLeft(tx, counted, now);
  return {
    ...recounted,
    products: [...new Set([...recounted.products, ...products])],
    allotted: new Map([...recounted.allotted, ...counted.map((one) => [one.event.id, one] as const)]),
  };
}

/**
 * Whether allotments leave its partner the seats that this transaction has taken and counted. A sale without seats needs one that is left.
 * False: the transaction must be rolled back.
 */
export function allotmentsLeaveSeats(
  { allotted, clashing }: Pick<Recounted, "allotted" | "clashing">,
  { eventId, partnerId, seats }: Pick<TakenSeats, "eventId" | "partnerId" | "seats">,
  now: Date,
): boolean {
  const counted = allotted.get(eventId);
  if (!counted) return true;
  const own = seatsForPartner(counted.left, counted.event, partnerId, now);
  return !clashing.has(eventId) && !isOversold(counted.event) && (own === null || own >= (seats === 0 ? 1 : 0));
}

export const notLeftByAllotments = "the allotments of the event leave this partner too few seats";

const isOversold = ({ capacity, taken }: AllottedEvent): boolean =>
  capacity !== null && Object.values(taken).reduce((sum, seats) => sum + seats, 0) > capacity;

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

/** Whether an order can have the whole of locked event `e`. */
const isFreeFor = ({ whole }: TakenSeats) =>
  whole ? sql`e.capacity = ${whole.capacity}::int and ${isEmptyEvent({ except: whole.orderId })}` : sql`true`;

/** Takes seats of a locked event that is on sale. Returns whether it is sold out now: `recountSeats` says it of events with allotments. */
async function takeSeats(tx: Tx, take: TakenSeats, now: Date): Promise<boolean> {
  const { eventId, seats } = take;
  const row = await firstRow(tx)<{ soldOut: boolean }>`${take.whole ? sql`` : prepareAs("take-seats")}
    update event e set capacity_left = case when ${isDivided} then e.capacity_left else e.capacity_left - ${seats}::int end
    where e.id = ${eventId} and ${isOnSale(now)} and (e.capacity_left is null or e.capacity_left + e.guaranteed >= ${seats}::int)
      and ${isFreeFor(take)}
    returning coalesce(not ${isDivided} and ${isFull}, false) as "soldOut"`;
  if (!row) throw new NoSeatsLeft(notSold);
  return row.soldOut;
}

/**
 * Requires the capacity of an event that needs resources. Its seats left can be the seats that this transaction returns, so its capacity is
 * compared with its guests. The recount that follows judges its resources.
 */
async function requireCapacity(tx: Tx, take: TakenSeats, now: Date): Promise<void> {
  const isSold = await anyRow(tx)`${take.whole ? sql`` : prepareAs("require-capacity")}
    select 1 from event e where e.id = ${take.eventId} and ${isOnSale(now)} and (e.capacity is null or e.capacity >= ${unavailableSeats})
      and ${isFreeFor(take)}`;
  if (!isSold) throw new NoSeatsLeft(notSold);
}

/** Recounts a locked event. True: it was sold out and sells again. */
async function canBeSoldAgain(tx: Tx, { eventId }: EventReference): Promise<boolean> {
  const row = await firstRow(tx)<{ sellsAgain: boolean }>`
    update event e set capacity_left = greatest(0, e.capacity - ${unavailableSeats})
    from (select id, capacity_left from event where id = ${eventId}) b
    where e.id = b.id and e.capacity_left is not null
    returning b.capacity_left < e.least_seats and e.capacity_left >= e.least_seats as "sellsAgain"`;
  return row?.sellsAgain ?? false;
}
