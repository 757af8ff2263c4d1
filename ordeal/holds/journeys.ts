import type { Buyer } from "./buyer.ts";

/** Number of seats of every event in these journeys. */
export const seats = 4;

export interface Ends {
  /** Number of the event's orders, all of them acknowledged, and of its free seats. No seat is held at the end. */
  orders: number;
  left: number;
}

export interface Journey extends Ends {
  product: "desk" | "own";
  go: (buyer: Buyer) => Promise<void>;
}

/** Steps of a buyer, and what the store must have afterwards, whichever statement the process was killed after. */
export const journeys: Record<string, Journey> = {
  "hold, extend, book": {
    product: "desk",
    orders: 1,
    left: seats - 2,
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
    go: async (buyer) => buyer.book(seats, await buyer.hold(seats)),
  },
  "hold all seats, release": {
    product: "desk",
    orders: 0,
    left: seats,
    go: async (buyer) => buyer.release(await buyer.hold(seats)),
  },
  "hold all seats, expire, book without the hold": {
    product: "desk",
    orders: 1,
    left: 0,
    go: async (buyer) => {
      await buyer.hold(seats);
      await buyer.expire();
      await buyer.book(seats);
    },
  },
  "hold, expire, book the expired hold, hold all seats, release": {
    product: "desk",
    orders: 0,
    left: seats,
    go: async (buyer) => {
      const hold = await buyer.hold(1);
      await buyer.expire();
      await buyer.refused(1, hold, "hold-expired");
      await buyer.release(await buyer.hold(seats));
    },
  },
};
