import { Limiter, LimiterBusy } from "../../limiter.ts";
import { StoreUnavailable, storeFault } from "../database/faults.ts";

/**
 * Limits the connections of bookings. A booking that waits for rows locked by an import keeps its connection. Without a limit, the
 * bookings of one event could take every connection from reads and other events.
 */
export type BookingShare = ReturnType<typeof createBookingShare>;

export interface ShareLimits {
  /** Concurrent writes. */
  atOnce: number;
  /** Concurrent writes to one event. */
  ofOneEvent: number;
  /** Concurrent writes to events whose rows another transaction locks, at most one for each event. */
  ofHeldEvents: number;
  /** Milliseconds that a write may wait. */
  waitMs: number;
}

/** Two thirds of the connections, without the one that reads the version. */
export function shareOf(poolSize: number, waitMs: number): ShareLimits {
  const atOnce = Math.max(1, Math.floor(((poolSize - 1) * 2) / 3));
  return { atOnce, ofOneEvent: Math.ceil(atOnce / 2), ofHeldEvents: Math.max(1, Math.floor(atOnce / 2)), waitMs };
}

/** A write takes milliseconds. One that takes longer than this waits for rows that another transaction has locked. */
const heldAfterMs = 250;
/** After a write timed out, its event counts as locked for this long. */
const heldForMs = 2_000;

export function createBookingShare({ atOnce, ofOneEvent, ofHeldEvents, waitMs }: ShareLimits) {
  /** Events whose rows another transaction locks, and until when they count as locked. */
  const held = new Map<string, number>();
  const limiter = new Limiter({ total: atOnce, perKey: ofOneEvent, waitMs, mayStart });

  function mayStart(eventId: string, running: number): boolean {
    for (const [other, until] of held) if (until <= performance.now()) held.delete(other);
    if (!held.has(eventId)) return true;
    const writes = [...held.keys()].reduce((sum, other) => sum + limiter.runningOf(other), 0);
    return running === 0 && writes < ofHeldEvents;
  }

  async function watched<T>(eventId: string, write: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => held.set(eventId, Number.POSITIVE_INFINITY), heldAfterMs);
    let heldUntil = 0;
    try {
      return await write();
    } catch (error) {
      if (storeFault(error) === "busy") heldUntil = performance.now() + heldForMs;
      throw error;
    } finally {
      clearTimeout(timer);
      if (heldUntil > 0) held.set(eventId, heldUntil);
      else held.delete(eventId);
    }
  }

  return {
    /** Whether another transaction has locked the event's row for long. */
    isHeld: (eventId: string) => (held.get(eventId) ?? 0) > performance.now(),
    /** Runs a booking's write when both limits allow it. Rejects after `waitMs`. */
    run: <T>(eventId: string, write: () => Promise<T>): Promise<T> =>
      limiter
        .run(eventId, () => watched(eventId, write))
        .catch((error) => {
          if (!(error instanceof LimiterBusy)) throw error;
          throw new StoreUnavailable("other writes hold the event's rows", { fault: "busy" });
        }),
  };
}
