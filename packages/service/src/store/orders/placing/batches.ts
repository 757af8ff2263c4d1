import type DataLoader from "dataloader";
import { yearOf } from "../../catalogue/event-years.ts";
import { batchLoader } from "../../database/batch-loader.ts";
import type { Db } from "../../database/database.ts";
import { isRolledBack } from "../../database/faults.ts";
import type { HasGivenUp } from "../../database/given-up.ts";
import { NoSeats, type OrderRow } from "../orders.ts";

/**
 * Writes of concurrent requests that take or return seats are one statement, so one round trip and one commit:
 * docs/decisions/0006-booking.md. A batch writes what is plain, with the guards of the statements for one, or nothing at all. Whatever
 * it does not write is written alone, which decides.
 */

/** What leads to the event. */
type EventRef = Pick<OrderRow, "eventId" | "eventOn">;

/** Writes these to the events of one year. Returns the results of those that it wrote. */
type WriteBatch<W, R> = (db: Db, year: number, batch: W[]) => Promise<Map<W, R>>;

interface Waiting<W, R> {
  one: W;
  alone: () => Promise<R>;
  hasGivenUp: HasGivenUp;
}

/** `not-decided`: the batch did not write it. */
type Outcome<R> = { result: R } | "not-decided";

interface Batches<W, R> {
  loader: DataLoader<Waiting<W, R>, Outcome<R> | undefined>;
  /** Events whose batch failed, and until when they are written alone, by performance.now(). */
  paused: Map<string, number>;
}

/** A batch failed: another writer has locked a row of its events, or sells their last seats. So long they are written one by one. */
const pauseMs = 1_000;

/** A batch waits no longer for a lock. A write that is alone waits as long as the store's limit allows. */
const lockWaitMs = 25;
export const lockTimeout = `${lockWaitMs}ms`;

/** Writes one of the event, together with those of other requests. `alone` writes it by itself, or throws when its client has given up. */
export type WriteTogether<W, R> = (db: Db, one: W, alone: () => Promise<R>, hasGivenUp: HasGivenUp) => Promise<R>;

/** `least`: fewer than this are written alone. */
export function inBatches<W, R>(
  eventOf: (one: W) => EventRef,
  write: WriteBatch<W, R>,
  least = 2,
): WriteTogether<W, R> {
  const batchesOf = new WeakMap<Db, Batches<W, R>>();

  async function writeAll(db: Db, paused: Map<string, number>, waiting: Waiting<W, R>[]) {
    const [first] = waiting;
    if (waiting.length < least) return new Map([[first!, { result: await first!.alone() }]]);
    const results = new Map<W, R>();
    const writeYear = async (year: number, batch: Waiting<W, R>[]) => {
      try {
        await db.connection().execute(async (own) => {
          const awaited = batch.filter(({ hasGivenUp }) => !hasGivenUp()).map(({ one }) => one);
          if (awaited.length === 0) return;
          for (const [one, result] of await write(own, year, awaited)) results.set(one, result);
        });
      } catch (error) {
        // After another error the batch may have been written: it is not repeated.
        if (!(error instanceof NoSeats) && !isRolledBack(error)) throw error;
        const now = performance.now();
        for (const [eventId, until] of paused) if (until <= now) paused.delete(eventId);
        for (const { one } of batch) paused.set(eventOf(one).eventId, now + pauseMs);
      }
    };
    const byYear = Map.groupBy(waiting, ({ one }) => yearOf(eventOf(one).eventOn));
    await Promise.all([...byYear].map(([year, batch]) => writeYear(year, batch)));
    const outcomeOf = ({ one }: Waiting<W, R>): Outcome<R> =>
      results.has(one) ? { result: results.get(one)! } : "not-decided";
    return new Map(waiting.map((of) => [of, outcomeOf(of)]));
  }

  return async (db, one, alone, hasGivenUp) => {
    let batches = batchesOf.get(db);
    if (!batches) {
      const made: Batches<W, R> = {
        loader: batchLoader((waiting) => writeAll(db, made.paused, waiting), lockWaitMs),
        paused: new Map(),
      };
      batches = made;
      batchesOf.set(db, made);
    }
    if ((batches.paused.get(eventOf(one).eventId) ?? 0) > performance.now()) return alone();
    const outcome = await batches.loader.load({ one, alone, hasGivenUp });
    return outcome === "not-decided" || outcome === undefined ? alone() : outcome.result;
  };
}
