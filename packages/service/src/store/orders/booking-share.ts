import { StoreUnavailable, storeFault } from "../database/faults.ts";

/**
 * Bookings' share of the pool. One that waits for rows which an import holds keeps its connection while it waits: without a bound
 * the bookings of one event could take every connection from reads and from other events.
 */
export interface BookingShare {
  /** Runs a booking's write when its event and the whole have room. Rejects when that takes too long. */
  run<T>(eventId: string, write: () => Promise<T>): Promise<T>;
}

export interface ShareLimits {
  /** Writes at once. */
  atOnce: number;
  /** Writes of one event at once. */
  ofOneEvent: number;
  /** Writes at once of events whose rows somebody holds; of each of them there is one. */
  ofHeldEvents: number;
  /** Milliseconds to wait for room. */
  waitMs: number;
}

/** Two thirds of the connections for bookings. One connection is left out, which reads the version. */
export function shareOf(poolSize: number, waitMs: number): ShareLimits {
  const atOnce = Math.max(1, Math.floor(((poolSize - 1) * 2) / 3));
  return { atOnce, ofOneEvent: Math.ceil(atOnce / 2), ofHeldEvents: Math.max(1, Math.floor(atOnce / 2)), waitMs };
}

/** A write takes milliseconds. One that takes longer than this waits for rows that another transaction holds. */
const heldAfterMs = 250;
/** After a write gave up, its event counts as held for this long. */
const heldForMs = 2_000;

interface EventWrites {
  running: number;
  heldUntil: number;
  waiting: Set<() => void>;
}

export function createBookingShare(limits: ShareLimits): BookingShare {
  const events = new Map<string, EventWrites>();
  let running = 0;

  const isHeld = (event: EventWrites): boolean => event.heldUntil > performance.now();

  function hasRoom(event: EventWrites): boolean {
    if (running >= limits.atOnce) return false;
    if (!isHeld(event)) return event.running < limits.ofOneEvent;
    if (event.running > 0) return false;
    let held = 0;
    for (const other of events.values()) if (isHeld(other)) held += other.running;
    return held < limits.ofHeldEvents;
  }

  function begin(event: EventWrites): void {
    running++;
    event.running++;
  }

  /** Starts what fits. An event that starts a write goes to the end. */
  function advance(): void {
    for (const [eventId, event] of events) {
      if (running >= limits.atOnce) return;
      const [next] = event.waiting;
      if (next === undefined || !hasRoom(event)) continue;
      events.delete(eventId);
      events.set(eventId, event);
      event.waiting.delete(next);
      begin(event);
      next();
    }
  }

  function room(event: EventWrites): Promise<void> {
    return new Promise((resolve, reject) => {
      const begun = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        event.waiting.delete(begun);
        reject(new StoreUnavailable("other writes hold the event's rows", { fault: "busy" }));
      }, limits.waitMs);
      event.waiting.add(begun);
    });
  }

  return {
    async run(eventId, write) {
      let event = events.get(eventId);
      if (!event) {
        event = { running: 0, heldUntil: 0, waiting: new Set() };
        events.set(eventId, event);
      }
      const here = event;
      if (here.waiting.size === 0 && hasRoom(here)) begin(here);
      else await room(here);
      const held = setTimeout(() => {
        here.heldUntil = Number.POSITIVE_INFINITY;
      }, heldAfterMs);
      try {
        const written = await write();
        here.heldUntil = 0;
        return written;
      } catch (error) {
        here.heldUntil = storeFault(error) === "busy" ? performance.now() + heldForMs : 0;
        throw error;
      } finally {
        clearTimeout(held);
        running--;
        here.running--;
        advance();
        if (here.running === 0 && here.waiting.size === 0 && !isHeld(here)) events.delete(eventId);
      }
    },
  };
}
