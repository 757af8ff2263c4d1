import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../packages/service/src/store/database/database.ts";
import { bookRequest } from "../../packages/service/test/concurrency/booking.ts";

interface Hold {
  id: string | null;
  isValid: boolean;
  status: string | null;
  errors: { code: string }[] | null;
}

interface BuyerOptions {
  db: Db;
  key: string;
  event: string;
  /** Addresses of the process that serves the event first, and of the process that serves it after a kill. */
  urls: [string, string];
}

/** A buyer who repeats each request until it is answered, because the first process may be killed. */
export class HoldBuyer {
  /** Ids of acknowledged orders. */
  readonly orders = new Set<string>();
  readonly #options: BuyerOptions;
  #isServed = true;

  constructor(options: BuyerOptions) {
    this.#options = options;
  }

  async hold(amount: number): Promise<string> {
    const headers = { "idempotency-key": randomUUID() };
    const { id, status } = await this.#ask("eventhold", this.#selection(amount), headers);
    assert.ok(id !== null && status === "open", "the seats are held");
    return id;
  }

  async extend(id: string): Promise<void> {
    const { isValid, status } = await this.#ask("holdextend", { id });
    assert.deepEqual([isValid, status], [true, "open"], "the hold is extended");
  }

  async release(id: string): Promise<void> {
    const { isValid, status } = await this.#ask("holdrelease", { id });
    assert.deepEqual([isValid, status], [true, "released"], "the hold is released");
  }

  async book(amount: number, hold?: string): Promise<void> {
    const { id, isValid, errors } = await this.#book(amount, hold);
    assert.ok(isValid && id !== null, `booked: ${JSON.stringify(errors)}`);
    this.orders.add(id);
  }

  async refused(amount: number, hold: string, code: string): Promise<void> {
    const { errors } = await this.#book(amount, hold);
    assert.deepEqual(
      errors?.map((error) => error.code),
      [code],
    );
  }

  /** Makes the event's holds expire. */
  async expire(): Promise<void> {
    const { db, event } = this.#options;
    await sql`update hold set expires_at = now() - interval '1 second' where event_id = ${event} and status = 'open'`.execute(
      db,
    );
  }

  #book(amount: number, hold?: string): Promise<Hold> {
    const { key, event } = this.#options;
    const body = bookRequest(key, event, amount, { externalReference: `of ${event}` });
    return this.#ask("eventbook", body, hold === undefined ? {} : { "paseo-hold": hold });
  }

  #selection(amount: number) {
    return { id: this.#options.event, tickets: [{ code: "ADULT", quantity: amount }] };
  }

  async #ask(operation: string, body: object, headers: Record<string, string> = {}): Promise<Hold> {
    const { key, urls } = this.#options;
    for (let attempt = 0; attempt < 100; attempt++) {
      const answer = await fetch(`${urls[this.#isServed ? 0 : 1]}/api/es/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close", ...headers },
        body: JSON.stringify({ apiKey: key, ...body }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      if (answer?.status === 200) return JSON.parse(answer.text) as Hold;
      assert.ok(answer === null || answer.status === 503 || answer.status === 409, `${operation}: ${answer?.text}`);
      if (answer === null) this.#isServed = false;
      await pause(10);
    }
    throw new Error(`${operation} has no answer`);
  }
}
