import { eventsToRelease } from "../../store/allotments/allotted-events.ts";
import type { Db } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { runForEach } from "../../store/database/parts.ts";
import { endExpiredHolds, eventsOfExpiredHolds, hasExpiredHolds } from "../../store/orders/holds.ts";
import { type EventReference, moveSeats, returnSeats } from "../../store/orders/order-writes.ts";
import { nullIfNoSeats } from "../../store/sale/orders.ts";

/** Seats that time returns: of holds that have expired, and of guarantees that have ended. */

/** The number of events that one run of the jobs handles. */
const batch = 200;

/**
 * Returns the seats that time has returned to an event, and publishes the event when it can be sold again. A request that
 * finds too few seats calls this and then counts again, so no sale waits for a job. It counts again even when this
 * process returned no seats, because another process may have returned some meanwhile. Locks the holds, then the event,
 * then the version counter.
 */
export async function returnExpiredSeats(db: Db, event: EventReference, now: Date): Promise<void> {
  if (await hasExpiredHolds(db, event.eventId, now)) await endHoldsOf(db, event, now);
  const { eventId } = event;
  for (const ended of await eventsToRelease(db, now, { most: batch, eventId })) await releaseGuarantees(db, ended, now);
}

/**
 * Takes seats of an event. If too few are free, returns the seats of expired holds and tries once more. Null: too few are free then, too.
 * `take` throws `NoSeatsLeft` when too few are free.
 */
export async function withReturnedSeats<Taken>(
  db: Db,
  event: EventReference,
  now: Date,
  take: () => Promise<Taken>,
): Promise<Taken | null> {
  const first = await take().catch(nullIfNoSeats);
  if (first !== null) return first;
  await returnExpiredSeats(db, event, now);
  return take().catch(nullIfNoSeats);
}

/**
 * Returns the seats of all expired holds, so that copies of the catalogue and the back office show the seats soon. The
 * result says whether more expired holds may remain.
 */
export async function returnAllExpiredSeats(db: Db, now: Date): Promise<boolean> {
  const events = await eventsOfExpiredHolds(db, now, batch);
  await runForEach(events, (event) => endHoldsOf(db, event, now));
  return events.length === batch;
}

/** Releases the seats of all guarantees that have ended. The result says whether more may remain. */
export async function releaseAllGuarantees(db: Db, now: Date): Promise<boolean> {
  const events = await eventsToRelease(db, now, { most: batch });
  await runForEach(events, (event) => releaseGuarantees(db, event, now));
  return events.length === batch;
}

/** Counts the seats of an event again, without the guarantees that have ended. Locks the resources, the event, then the version counter. */
const releaseGuarantees = (db: Db, event: EventReference, now: Date): Promise<void> =>
  repeatAfterConflict(() => db.transaction().execute((tx) => moveSeats(tx, { give: [event] }, now)));

const endHoldsOf = (db: Db, event: EventReference, now: Date): Promise<void> =>
  repeatAfterConflict(() =>
    db.transaction().execute(async (tx) => {
      const ended = await endExpiredHolds(tx, event.eventId, now);
      // Another request may have returned the seats meanwhile.
      const live = ended.filter(({ test }) => !test);
      if (live.length > 0)
        await returnSeats(
          tx,
          event,
          live.reduce((sum, { seats }) => sum + seats, 0),
          now,
        );
    }),
  );
