import type DataLoader from "dataloader";
import { sql } from "kysely";
import { yearOf, yearTable } from "../../catalogue/event-years.ts";
import { batchLoader } from "../../database/batch-loader.ts";
import type { Db } from "../../database/database.ts";
import { type Statement, statement } from "../../database/statement.ts";
import {
  asNoSeats,
  canBeSold,
  type NewOrder,
  NoSeats,
  newRow,
  type OrderRow,
  orderInserted,
  tooLate,
} from "../orders.ts";

/**
 * Orders of concurrent requests are placed in one statement, so in one round trip and one commit. A batch places each order whose event
 * has seats to spare, with the guard of `insertOrder`, or none at all. Whatever it does not place is placed alone, which decides.
 */

type Alone = () => Promise<OrderRow | null>;

interface Waiting {
  order: NewOrder;
  alone: Alone;
}

/** The order as it was placed, or null; `not-decided`: the batch did not place it, and it must be placed alone. */
type Outcome = OrderRow | null | "not-decided";

interface Batches {
  loader: DataLoader<Waiting, Outcome | undefined>;
  /** By performance.now(). */
  pausedUntil: number;
}

const batchesOf = new WeakMap<Db, Batches>();

/** A batch failed: other writers have locked a row, or sell the same event. For so long orders are placed one by one. */
const pauseMs = 1_000;

/** A batch waits no longer for a lock. An order that is placed alone waits as long as the store's limit allows. */
const lockTimeout = "25ms";

/** Places an order that leaves a seat, together with those of other requests. `alone` places it by itself. */
export async function placeInBatches(db: Db, order: NewOrder, alone: Alone): Promise<OrderRow | null> {
  let batches = batchesOf.get(db);
  if (!batches) {
    const made: Batches = { loader: batchLoader((waiting) => place(db, made, waiting)), pausedUntil: 0 };
    batches = made;
    batchesOf.set(db, made);
  }
  if (performance.now() < batches.pausedUntil) return alone();
  const outcome = await batches.loader.load({ order, alone });
  return outcome === "not-decided" || outcome === undefined ? alone() : outcome;
}

async function place(db: Db, batches: Batches, waiting: Waiting[]): Promise<Map<Waiting, Outcome>> {
  const [first, ...others] = waiting;
  if (others.length === 0) return new Map([[first!, await first!.alone()]]);
  const byYear = Map.groupBy(waiting, ({ order }) => yearOf(order.eventOn));
  const placed = await Promise.all([...byYear].map(([year, ofYear]) => placeOfYear(db, year, ofYear)));
  if (placed.includes(null)) batches.pausedUntil = performance.now() + pauseMs;
  const rows = new Map(placed.flatMap((found) => [...(found ?? [])]));
  return new Map(waiting.map((one) => [one, rows.get(one.order.id) ?? "not-decided"]));
}

/** The orders that were placed, by id. Null: the statement failed, so none was. */
async function placeOfYear(db: Db, year: number, waiting: Waiting[]): Promise<Map<string, OrderRow> | null> {
  // Two batches with the same orders wait for each other's unless both insert them in one sequence.
  const orders = waiting
    .map(({ order }) => order)
    .sort((a, b) => ((a.retryDigest ?? a.id) < (b.retryDigest ?? b.id) ? -1 : 1));
  const values = {
    orders: JSON.stringify(orders.map((order, place) => ({ ...order, place }))),
    eventIds: [...new Set(orders.map(({ eventId }) => eventId))],
  };
  try {
    const rows = await placingOf(year).run(db, values).catch(asNoSeats);
    const numbers = new Map(rows.map(({ id, number }) => [id, number]));
    const placed = orders.filter(({ id }) => numbers.has(id));
    return new Map(placed.map((order) => [order.id, newRow(order, numbers.get(order.id)!)]));
  } catch (error) {
    if (wasRolledBack(error)) return null;
    throw error;
  }
}

/** Whether nothing was written for certain. A connection that failed leaves that open. */
const wasRolledBack = (error: unknown): boolean =>
  error instanceof NoSeats || /^(22|23|40|55)...$/.test((error as { code?: string } | null)?.code ?? "");

interface Sent {
  /** JSON of `NewOrder`s with their `place` in the batch. */
  orders: string;
  eventIds: string[];
}

type Placed = { id: string; number: number; refused: null };

const placings = new Map<number, Statement<Sent, Placed>>();

/**
 * All orders are inserted before the first event is locked, as in `insertOrder`: no transaction waits for an order while it holds an
 * event. Events are locked in the sequence of their ids.
 */
function placingOf(year: number): Statement<Sent, Placed> {
  const known = placings.get(year);
  if (known) return known;
  const event = yearTable(year);
  const made = statement<Sent, Placed>(`place-orders-${year}`, (value) => {
    const field = (name: string) => sql.ref(`o.${name}`);
    const { onSale, enough } = canBeSold((name) => (name === "seats" ? field("seatsUpTo") : field(name)), "spare");
    const ofBatch = sql`e.id = any(${value("eventIds")}::uuid[])`;
    const still = canBeSold(field, "spare");
    return sql`
      with placed as (
        ${orderInserted(
          field,
          sql`from (
            select sent.*, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo"
            from json_to_recordset(${value("orders")}::json) as sent (${columns})
            where set_config('lock_timeout', ${sql.lit(lockTimeout)}, true) is not null
            order by place offset 0
          ) o join ${event} e on ${ofBatch} and ${onSale} and ${enough}`,
        )}
      ), taken as (
        update ${event} e set capacity_left = e.capacity_left - o.seats
        from (
          select event_id as "eventId", event_on as "eventOn", sum(seats)::int as seats, max(created_at) as "createdAt"
          from placed group by 1, 2 order by 1
        ) o
        where ${ofBatch} and ${still.onSale} and ${still.enough}
        returning e.id
      )
      select id, number,
        case when not exists (select from taken where taken.id = event_id) then (${sql.lit(tooLate)} || event_id)::int end as refused
      from placed`;
  });
  placings.set(year, made);
  return made;
}

/** The fields of an order in the JSON of a batch. */
const columns = sql.raw(
  Object.entries({
    place: "int",
    id: "uuid",
    lang: "text",
    partnerId: "uuid",
    eventId: "uuid",
    eventOn: "timestamp",
    test: "boolean",
    tickets: "jsonb",
    seats: "int",
    email: "text",
    phoneNumber: "text",
    remoteHost: "text",
    callbackUrl: "text",
    externalReference: "text",
    whiteLabelCode: "text",
    totalUsd: "numeric",
    answers: "jsonb",
    agreed: "jsonb",
    cancelPurchaseHour: "int",
    cancelUntil: "timestamptz",
    createdAt: "timestamptz",
    retryDigest: "text",
    idempotencyKey: "text",
    status: "text",
    atDesk: "boolean",
    supplierDueIn: "float8",
  } satisfies Record<keyof NewOrder | "place", string>)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", "),
);
