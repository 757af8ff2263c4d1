import assert from "node:assert/strict";
import { test } from "node:test";
import { PaseoClient, UnexpectedAnswer } from "../src/index.ts";
import { booking, id, order, priced } from "./support/failing.ts";

/** Answers of sales are unions on `isValid`, and the client holds a service to them. */

/** A client whose service always answers with this value. */
const answeredWith = (value: object): PaseoClient =>
  new PaseoClient({
    baseUrl: "https://partners.example.com",
    apiKey: "k",
    fetch: async () => Response.json(value),
  });

for (const [field, value] of [
  ["totalUsd", { ...priced, totalUsd: null }],
  ["id", { ...order, id: null }],
  ["reference", { ...order, reference: null }],
  ["status", { ...order, status: null }],
] as const) {
  test(`a valid answer without ${field} is an UnexpectedAnswer that names it, and a refusal without it is an answer`, async () => {
    const isOrder = "event" in value;
    const ask = (answer: object) => {
      const client = answeredWith(answer);
      return isOrder ? client.book(booking) : client.validate({ id, tickets: booking.tickets });
    };
    const named = (error: unknown) => error instanceof UnexpectedAnswer && error.message.includes(` no ${field} `);
    await assert.rejects(ask(value), named);
    assert.equal((await ask({ ...value, isValid: false })).isValid, false);
  });
}

test("errors are null in a valid order and a list in a refused one, whichever of the two the service sends", async () => {
  const errors = [{ code: "capacity", message: "No" }];
  assert.equal((await answeredWith({ ...order, errors: [] }).order(id)).errors, null);
  assert.deepEqual((await answeredWith({ ...order, isValid: false }).order(id)).errors, []);
  assert.deepEqual((await answeredWith({ ...order, isValid: false, errors }).order(id)).errors, errors);
});
