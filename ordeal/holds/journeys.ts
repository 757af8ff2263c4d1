import type { HoldBuyer } from "./buyer.ts";

/** Number of seats of every event in these journeys. */
export const seatsPerEvent = 4;

export interface JourneyEnd {
  /** Number of the event's orders, all of them acknowledged, and of its free seats. No seat is held at the end. */
  orders: number;
  left: number;
}

export interface HoldJourney extends JourneyEnd {
  product: "desk" | "own";
  go: (buyer: HoldBuyer) => Promise<void>;
}

/** Steps of a buyer, and what the store must have afterwards, whichever statement the process was killed after. */
export const holdJourneys: Record<string, HoldJourney> = {
  "hold, extend, book": {
    product: "desk",
    orders: 1,
    left: seatsPerEvent - 2,
    go: async (buyer) => {
      const hold = await buyer.hold(2);
      await buyer.extend(hold);
      await buyer.book(2, hold);
    },
  },
  "hold all seats, book at once": {
    product: "own",
    orders: 1,
    left: 0,
    go: async (buyer) => buyer.book(seatsPerEvent, await buyer.hold(seatsPerEvent)),
  },
  "hold all seats, release": {
    product: "desk",
    orders: 0,
    left: seatsPerEvent,
    go: async (buyer) => buyer.release(await buyer.hold(seatsPerEvent)),
  },
  "hold all seats, expire, book without the hold": {
    product: "desk",
    orders: 1,
    left: 0,
    go: async (buyer) => {
      await buyer.hold(seatsPerEvent);
      await buyer.expire();
      await buyer.book(seatsPerEvent);
    },
  },
  "hold, expire, book the expired hold, hold all seats, release": {
    product: "desk",
    orders: 0,
    left: seatsPerEvent,
    go: async (buyer) => {
      const hold = await buyer.hold(1);
      await buyer.expire();
      await buyer.refused(1, hold, "hold-expired");
      await buyer.release(await buyer.hold(seatsPerEvent));
    },
  },
};
