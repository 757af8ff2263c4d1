import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { type Db, inTransaction, type Tx } from "../database/database.ts";
import { isRolledBack, repeatAfterConflict, StoreUnavailable } from "../database/faults.ts";
import { GivenUp, type HasGivenUp } from "../database/given-up.ts";
import type { NewHold } from "../orders/holds.ts";
import {
  allotmentsLeaveSeats,
  type LockedEvents,
  lockEvents,
  notLeftByAllotments,
  publishEvents,
  recountSeats,
} from "../orders/order-writes.ts";
import { LimitExceeded, type NewOrder, NoSeatsLeft, newOrderRow, type OrderRow } from "../sale/orders.ts";
import { requireStock } from "../sale/stock.ts";
import { deleteUnwrittenKeys } from "./answers.ts";
import { type PlacedHold, placeHolds } from "./place-holds.ts";
import { type PlacedOrder, placeOrders } from "./place-orders.ts";
import type { SaleOutcome, StatementOutcome } from "./seats.ts";

/**
 * Writes sales, which are orders and holds. One transaction writes the sales of concurrent requests, because a round trip and a commit cost
 * far more than a row. New sales wait for the next batch meanwhile. docs/decisions/0006-booking.md has the reasons.
 */

/** Writes the consequences for orders that are complete when they are placed, in the same transaction. */
export type WriteCompletedOrders = (tx: Tx, orders: OrderRow[]) => Promise<void>;

/** An order to place. `record` writes further rows, such as an audit entry, in its transaction. */
export interface OrderToPlace {
  order: NewOrder;
  completing: WriteCompletedOrders;
  record?: ((tx: Tx, order: OrderRow) => Promise<void>) | undefined;
}

interface Waiting {
  sale: OrderToPlace | { hold: NewHold };
  hasGivenUp: HasGivenUp;
  /** The time by performance.now(). */
  until: number;
  decide: (decided: PlacedOrder | PlacedHold) => void;
  fail: (error: unknown) => void;
}

/** Places an order, in one statement with the orders of other requests. */
export async function writeOrder(
  db: Db,
  sale: OrderToPlace,
  patience: SaleWait,
): Promise<{ outcome: SaleOutcome; row: OrderRow | null }> {
  const { outcome, number } = (await write(db, sale, patience)) as PlacedOrder;
  return { outcome: outcome as SaleOutcome, row: number === null ? null : newOrderRow(sale.order, number) };
}

/** Places a hold, in one statement with the holds of other requests. */
export async function writeHold(
  db: Db,
  hold: NewHold,
  patience: SaleWait,
): Promise<Omit<PlacedHold, "outcome"> & { outcome: SaleOutcome }> {
  return (await write(db, { hold }, patience)) as PlacedHold & { outcome: SaleOutcome };
}

/** Maximum number of sales in one batch. */
const maxTogether = 100;

/** How long after an attempt a sale is tried again, if another transaction has locked its event. */
const lockedPauseMs = 10;

/** The time until which a sale is tried. */
interface SaleWait {
  hasGivenUp: HasGivenUp;
  /** Milliseconds that a sale waits for an event that another transaction has locked. */
  lockMs?: number | undefined;
}
const defaultLockMs = 3_000;

/**
 * The queue of sales of a process, and the queue of its sales whose events are locked first. The second queue waits for other
 * transactions, such as those that change the plan of resources, so the first queue must not wait for it.
 */
const queues = new WeakMap<Db, SaleQueue>();

function write(
  db: Db,
  sale: Waiting["sale"],
  { hasGivenUp, lockMs = defaultLockMs }: SaleWait,
): Promise<PlacedOrder | PlacedHold> {
  const queue = queues.get(db) ?? new SaleQueue(db);
  queues.set(db, queue);
  return new Promise((decide, fail) => {
    queue.add({ sale, hasGivenUp, until: performance.now() + lockMs, decide, fail });
  });
}

/** A queue of sales that wait for their batch. It writes one batch at a time. */
class SaleQueue {
  readonly #db: Db;
  /** The queue for sales whose events are locked first. Null: this is that queue. */
  readonly #lockingFirst: SaleQueue | null;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Db, lockingFirst = new SaleQueue(db, null) as SaleQueue | null) {
    this.#db = db;
    this.#lockingFirst = lockingFirst;
  }

  add(one: Waiting): void {
    this.#waiting.push(one);
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#writeBatch(this.#next());
      // The first turn of the event loop answers the requests of the batch, and the second turn brings new requests.
      await turn();
      await turn();
    }
    this.#isWriting = false;
  }

  /** Takes the next batch. No two of its sales have the same key. A batch of sales whose event is locked first has one event only. */
  #next(): Waiting[] {
    const keys = new Set<string>();
    const batch: Waiting[] = [];
    this.#waiting = this.#waiting.filter((one) => {
      const sale = saleOf(one);
      const own = sale.keys.map((key) => `${sale.partnerId} ${key}`);
      const fits =
        batch.length < maxTogether &&
        !own.some((key) => keys.has(key)) &&
        (this.#lockingFirst !== null || batch.length === 0 || saleOf(batch[0]!).eventId === sale.eventId);
      if (!fits) return true;
      for (const key of own) keys.add(key);
      batch.push(one);
      return false;
    });
    return batch;
  }

  async #writeBatch(batch: Waiting[]): Promise<void> {
    try {
      const locksFirst = this.#lockingFirst === null;
      const decided = await repeatAfterConflict(() => writeBatch(this.#db, batch, locksFirst));
      for (const one of batch) {
        const result = decided.get(one);
        if (!result) one.fail(new GivenUp("the client has given up"));
        else if (result.outcome === "lock-first") this.#lockingFirst!.add(one);
        else if (result.outcome !== "locked") one.decide(result);
        else if (performance.now() < one.until) void pause(lockedPauseMs).then(() => this.add(one));
        else one.fail(new StoreUnavailable("another transaction has locked the event", { fault: "busy" }));
      }
    } catch (error) {
      // After another error the database may have committed the batch, so the queue does not repeat it.
      if (batch.length > 1 && (isRolledBack(error) || error instanceof NoSeatsLeft || error instanceof LimitExceeded))
        for (const one of batch) await this.#writeBatch([one]);
      else if (error instanceof NoSeatsLeft) for (const one of batch) one.decide(shortOf(one));
      else for (const { fail } of batch) fail(error);
    }
  }
}

const nothingLocked: LockedEvents = { needing: new Set(), stocked: new Set(), allotted: new Set() };

/** The outcome of a sale whose transaction was rolled back because too few resources were free. */
const shortOf = (one: Waiting): PlacedOrder | PlacedHold => ({
  ...{ id: saleOf(one).id, outcome: "short", number: null, soldOut: false, open: 0, openSeats: 0 },
});

const saleOf = ({ sale }: Waiting): NewOrder | NewHold => ("order" in sale ? sale.order : sale.hold);

/** Writes sales in one transaction. A sale whose client has given up has no result. */
async function writeBatch(
  db: Db,
  batch: Waiting[],
  locksFirst: boolean,
): Promise<Map<Waiting, PlacedOrder | PlacedHold>> {
  return inTransaction(db, async (tx) => {
    const awaited = new Map(batch.filter(({ hasGivenUp }) => !hasGivenUp()).map((one) => [saleOf(one).id, one]));
    const orders = [...awaited.values()].flatMap(({ sale }) => ("order" in sale ? [sale] : []));
    const holds = [...awaited.values()].flatMap(({ sale }) => ("hold" in sale ? [sale.hold] : []));
    const locked = locksFirst
      ? await lockEvents(tx, [...new Set([...awaited.values()].map((one) => saleOf(one).eventId))])
      : nothingLocked;
    const placedOrders =
      orders.length > 0
        ? await placeOrders(
            tx,
            orders.map(({ order }) => order),
            locksFirst,
          )
        : [];
    const placedHolds = holds.length > 0 ? await placeHolds(tx, holds, locksFirst) : [];
    const results = new Map([...placedOrders, ...placedHolds].map((row) => [awaited.get(row.id)!, row]));
    await follow(tx, results, locked);
    return results;
  });
}

/**
 * Whether the statement wrote keys of a sale that it did not place. The id of a retry can equal the id of the first
 * request, whose keys must stay. The statement wrote no key if the retry's only key is known or in flight.
 */
const mayHaveWrittenKeys = ({ keys }: { keys: string[] }, outcome: StatementOutcome): boolean =>
  outcome !== "placed" && outcome !== "in-flight" && (outcome !== "known" || keys.length > 1);

/** Whether a sale takes seats of its event. A hold already has the seats of its order, and test sales take none. */
const takesSeats = (sale: NewOrder | NewHold): boolean => !sale.test && !("holdId" in sale && sale.holdId !== null);

/** Writes the consequences of sales in their transaction. Publishing is the last step, because it locks the counter. */
async function follow(tx: Tx, results: Map<Waiting, PlacedOrder | PlacedHold>, locked: LockedEvents): Promise<void> {
  const all = [...results];
  const unwritten = all.flatMap(([one, { outcome }]) =>
    mayHaveWrittenKeys(saleOf(one), outcome) ? [saleOf(one)] : [],
  );
  if (unwritten.some(({ keys }) => keys.length > 0))
    await deleteUnwrittenKeys(
      tx,
      unwritten.map(({ partnerId, keys, id }) => ({ partnerId, keys, id })),
    );
  const placed = all.filter(([, { outcome }]) => outcome === "placed");
  const complete = placed.flatMap(([{ sale }, row]) =>
    "order" in sale && sale.order.status === "complete"
      ? [{ sale, row: newOrderRow(sale.order, (row as PlacedOrder).number!) }]
      : [],
  );
  if (complete.length > 0)
    await complete[0]!.sale.completing(
      tx,
      complete.map(({ row }) => row),
    );
  for (const [{ sale }, row] of placed)
    if ("order" in sale) await sale.record?.(tx, newOrderRow(sale.order, (row as PlacedOrder).number!));
  const soldOut = new Map(placed.filter(([, row]) => row.soldOut).map(([one]) => [saleOf(one).eventId, saleOf(one)]));
  if (placed.length === 0) return;
  const [{ eventId, createdAt: now }] = placed.map(([one]) => saleOf(one)) as [NewOrder | NewHold];
  if (locked.stocked.has(eventId)) await requireStock(tx, eventId);
  const recounted = await recountSeats(tx, locked, now);
  const { products, short } = recounted;
  // The seats left are an estimate where resources count people: the plan decides.
  if (short.has(eventId)) throw new NoSeatsLeft("the resources have too few units");
  if (placed.some(([one]) => takesSeats(saleOf(one)) && !allotmentsLeaveSeats(recounted, saleOf(one), now)))
    throw new NoSeatsLeft(notLeftByAllotments);
  if (soldOut.size + products.length > 0) await publishEvents(tx, [...soldOut.values()], now, products);
}
