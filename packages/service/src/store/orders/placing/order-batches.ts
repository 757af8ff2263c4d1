import { sql } from "kysely";
import { statementOfYear } from "../../catalogue/event-years.ts";
import { type Db, inTransaction, type Tx } from "../../database/database.ts";
import { asNoSeats, type NewOrder, newRow, type OrderRow, orderInserted } from "../orders.ts";
import { attemptsWritten, unlessRefusedBefore } from "./attempts.ts";
import { field, hasSpareSeats, refusedWithout, saleColumns, salesSent, spareSeatsTaken } from "./batch-statements.ts";
import { inBatches } from "./batches.ts";

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

/** The fields of an order in the JSON of a batch. */
const columns = {
  ...saleColumns,
  email: "text",
  phoneNumber: "text",
  remoteHost: "text",
  callbackUrl: "text",
  externalReference: "text",
  answers: "jsonb",
  retryDigest: "text",
  status: "text",
  atDesk: "boolean",
  supplierDueIn: "float8",
} satisfies Record<keyof NewOrder | "place", string>;

/**
 * All orders are inserted before the first event is locked, as in `insertOrder`: no transaction waits for an order while it holds an
 * event.
 */
const placingOf = statementOfYear<Sent, Placed>(
  "place-orders",
  (value, event) => sql`
    with placed as (
      ${orderInserted(
        field,
        sql`from (${salesSent(value("orders"), columns)}) o join ${event} e on ${hasSpareSeats(value("eventIds"))}`,
      )}
    ), taken as (
      ${spareSeatsTaken(event, value("eventIds"), "placed")}
    ), attempted as (
      ${attemptsWritten}
    )
    select id, number, ${unlessRefusedBefore}, ${refusedWithout("taken")} from placed`,
);
