import assert from "node:assert/strict";
import { sql } from "kysely";
import type { RecordingClient } from "../history/client.ts";
import { fewSeats, nthSeatPrice } from "./catalogue.ts";
import type { FaultEnvironment } from "./world.ts";

interface HoldConversation {
  /** Orders of `few` wait for their supplier, and orders of `own` are complete at once. */
  product: "few" | "own";
  /** Free seats of the event at the end. All others are sold, and none is held. */
  left: number;
  go: (buyer: HoldBuyer) => Promise<unknown>;
}

/** Steps of a buyer, and what the store must have afterwards, whichever statement the process was killed after. */
export const holdConversations: Record<string, HoldConversation> = {
  "hold, extend, book": {
    product: "few",
    left: fewSeats - 2,
    go: async (buyer) => {
      const hold = await buyer.hold(2);
      await buyer.change("extend", hold);
      await buyer.book(2, hold);
    },
  },
  "hold all seats, book at once": {
    product: "own",
    left: 0,
    go: async (buyer) => buyer.book(fewSeats, await buyer.hold(fewSeats)),
  },
  "hold all seats, release": {
    product: "few",
    left: fewSeats,
    go: async (buyer) => buyer.change("release", await buyer.hold(fewSeats)),
  },
  "hold all seats, expire, book without the hold": {
    product: "few",
    left: 0,
    go: async (buyer) => {
      await buyer.hold(fewSeats);
      await buyer.expire();
      await buyer.book(fewSeats);
    },
  },
  "hold, expire, book the expired hold, hold all seats, release": {
    product: "few",
    left: fewSeats,
    go: async (buyer) => {
      const hold = await buyer.hold(1);
      await buyer.expire();
      await buyer.refused(1, hold, "hold-expired");
      await buyer.change("release", await buyer.hold(fewSeats));
    },
  },
};

/** A buyer of one event who repeats each request until it is answered. */
export class HoldBuyer {
  readonly #world: FaultEnvironment;
  readonly #event: string;
  readonly #client: RecordingClient;

  constructor(world: FaultEnvironment, event: string, url: () => string) {
    this.#world = world;
    this.#event = event;
    this.#client = world.client({ url });
  }

  async hold(seats: number): Promise<string> {
    const request = { event: this.#event, seats, key: this.#world.newReference() };
    const { hold } = await this.#client.insist(() => this.#client.hold(request));
    assert.ok(hold, "the seats are held");
    return hold.id;
  }

  async change(op: "extend" | "release", id: string): Promise<void> {
    const { outcome, expiresAt } = await this.#client.insist(() => this.#client.changeHold(op, id));
    assert.deepEqual([outcome, expiresAt !== null], ["ok", op === "extend"], `the hold has changed: ${op}`);
  }

  async book(seats: number, hold?: string): Promise<void> {
    const { order, codes } = await this.#book(seats, hold);
    assert.ok(order, `booked: ${codes}`);
  }

  async refused(seats: number, hold: string, code: string): Promise<void> {
    assert.deepEqual((await this.#book(seats, hold)).codes, [code]);
  }

  /** Makes the event's holds expire, in the store and in the history. */
  async expire(): Promise<void> {
    const { database, recorder } = this.#world;
    await sql`
      update hold set expires_at = now() - interval '1 second'
      where event_id = ${this.#event} and status = 'open'`.execute(database.db);
    for (const entry of recorder.entries)
      if (entry.op === "hold" && entry.event === this.#event && entry.hold) entry.hold.expiresAt = recorder.clock.now();
  }

  close(): void {
    this.#client.close();
  }

  #book(seats: number, hold?: string) {
    const total = seats * nthSeatPrice(0);
    const purchase = { event: this.#event, seats, total, reference: this.#world.newReference(), ...(hold && { hold }) };
    return this.#client.insist(() => this.#client.book(purchase));
  }
}
