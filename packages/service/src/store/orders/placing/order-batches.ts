import { sql } from "kysely";
import { yearTable } from "../../catalogue/event-years.ts";
import { type Db, inTransaction, type Tx } from "../../database/database.ts";
import { type Statement, statement } from "../../database/statement.ts";
import { asNoSeats, canBeSold, type NewOrder, newRow, type OrderRow, orderInserted, tooLate } from "../orders.ts";
import { inBatches, lockTimeout } from "./batches.ts";

/** Orders of concurrent requests that leave a seat of their event. */

/** Places an order that leaves a seat, together with those of other requests. `alone` places it by itself. */
export const placeInBatches = inBatches<NewOrder, OrderRow | null>((order) => order, placeOfYear);

/** An order that is complete when it is placed, and what is written for such orders in the same transaction. */
interface Complete {
  order: NewOrder;
  completing: (tx: Tx, orders: OrderRow[]) => Promise<void>;
}

/** The same for orders that are complete when they are placed. */
export const completeInBatches = inBatches<Complete, OrderRow | null>(
  ({ order }) => order,
  (db, year, batch) =>
    inTransaction(db, async (tx) => {
      const placed = await placeOfYear(
        tx,
        year,
        batch.map(({ order }) => order),
      );
      if (placed.size > 0) await batch[0]!.completing(tx, [...placed.values()]);
      return new Map(batch.flatMap((one) => (placed.has(one.order) ? [[one, placed.get(one.order)!]] : [])));
    }),
);

/** The orders that were placed. After an error none was. */
async function placeOfYear(db: Db | Tx, year: number, batch: NewOrder[]): Promise<Map<NewOrder, OrderRow>> {
  // Two batches with the same orders wait for each other's unless both insert them in one sequence.
  const orders = batch.toSorted((a, b) => ((a.retryDigest ?? a.id) < (b.retryDigest ?? b.id) ? -1 : 1));
  const values = {
    orders: JSON.stringify(orders.map((order, place) => ({ ...order, place }))),
    eventIds: [...new Set(orders.map(({ eventId }) => eventId))],
  };
  const rows = await placingOf(year).run(db, values).catch(asNoSeats);
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const placed = orders.filter(({ id }) => numbers.has(id));
  return new Map(placed.map((order) => [order, newRow(order, numbers.get(order.id)!)]));
}

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
