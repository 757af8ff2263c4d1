import { StoreUnavailable, storeFault } from "./faults.ts";

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

/** Two thirds of the connections for bookings, of which the glance has taken one. */
export function shareOf(poolSize: number, waitMs: number): ShareLimits {
  const atOnce = Math.max(1, Math.floor(((poolSize - 1) * 2) / 3));
  return { atOnce, ofOneEvent: Math.ceil(atOnce / 2), ofHeldEvents: Math.max(1, Math.floor(atOnce / 2)), waitMs };
}

/** A write takes milliseconds: after this its event's rows are held by somebody. */
const heldAfterMs = 250;
/** For so long they are taken to be held still after a write gave up. */
const heldForMs = 2_000;

interface Lane {
  running: number;
  heldUntil: number;
  line: Set<() => void>;
}

export function createBookingShare(limits: ShareLimits): BookingShare {
  const lanes = new Map<string, Lane>();
  let running = 0;

  const isHeld = (lane: Lane): boolean => lane.heldUntil > performance.now();

  function hasRoom(lane: Lane): boolean {
    if (running >= limits.atOnce) return false;
    if (!isHeld(lane)) return lane.running < limits.ofOneEvent;
    if (lane.running > 0) return false;
    let held = 0;
    for (const other of lanes.values()) if (isHeld(other)) held += other.running;
    return held < limits.ofHeldEvents;
  }

  function begin(lane: Lane): void {
    running++;
    lane.running++;
  }

  /** Starts what fits. A lane that starts one goes to the end. */
  function advance(): void {
    for (const [eventId, lane] of lanes) {
      if (running >= limits.atOnce) return;
      const [next] = lane.line;
      if (next === undefined || !hasRoom(lane)) continue;
      lanes.delete(eventId);
      lanes.set(eventId, lane);
      lane.line.delete(next);
      begin(lane);
      next();
    }
  }

  function room(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const begun = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.line.delete(begun);
        reject(new StoreUnavailable("other writes hold the event's rows", { fault: "busy" }));
      }, limits.waitMs);
      lane.line.add(begun);
    });
  }

  return {
    async run(eventId, write) {
      let lane = lanes.get(eventId);
      if (!lane) {
        lane = { running: 0, heldUntil: 0, line: new Set() };
        lanes.set(eventId, lane);
      }
      const here = lane;
      if (here.line.size === 0 && hasRoom(here)) begin(here);
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
        if (here.running === 0 && here.line.size === 0 && !isHeld(here)) lanes.delete(eventId);
      }
    },
  };
}
