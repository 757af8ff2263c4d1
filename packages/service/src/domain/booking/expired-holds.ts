import { endExpiredHolds, eventsOfExpiredHolds, hasExpiredHolds } from "../../store/booking/holds.ts";
import type { BookableEvent } from "../../store/catalogue/bookable-event.ts";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import { unlessLost } from "../../store/database/faults.ts";
import { eachAlone } from "../../store/database/parts.ts";
import { type EventRef, giveSeatsBack } from "../../store/orders/order-writes.ts";

/**
 * Returns the seats of an event's expired holds, and publishes the event when it can be sold again. A request that finds too few seats
 * calls this and then looks again, so no sale waits for a job. It looks again also when there are none: another process may have returned
 * them between its first look and this one. Locks the holds, then the event, then the version counter.
 */
export async function returnExpiredSeats(db: Db, event: EventRef, now: Date): Promise<void> {
  if (await hasExpiredHolds(db, event.eventId, now)) await endHoldsOf(db, event, now);
}

/** The event of a sale. When it is short of seats, the seats of its expired holds are returned first. */
export async function eventToSell(
  db: Db,
  id: string,
  now: Date,
  isShort: (event: BookableEvent) => boolean,
): Promise<BookableEvent | null> {
  const event = await bookableEvent(db, id);
  if (!event || !isShort(event)) return event ?? null;
  await returnExpiredSeats(db, { eventId: event.id }, now);
  return (await bookableEvent(db, id)) ?? null;
}

/** Events of one run of the job. */
const batch = 200;

/**
 * Returns the seats of all expired holds, so that copies of the catalogue and the back office see them soon. Returns whether there may
 * be more.
 */
export async function returnAllExpiredSeats(db: Db, now: Date): Promise<boolean> {
  const events = await eventsOfExpiredHolds(db, now, batch);
  await eachAlone(events, (event) => endHoldsOf(db, event, now));
  return events.length === batch;
}

const endHoldsOf = (db: Db, event: EventRef, now: Date): Promise<void> =>
  unlessLost(() =>
    db.transaction().execute(async (tx) => {
      const ended = await endExpiredHolds(tx, event.eventId, now);
      // Another request may have returned them meanwhile.
      const live = ended.filter(({ test }) => !test);
      if (live.length > 0)
        await giveSeatsBack(
          tx,
          event,
          live.reduce((sum, { seats }) => sum + seats, 0),
          now,
        );
    }),
  );
