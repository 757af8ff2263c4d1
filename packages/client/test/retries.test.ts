import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BadRequest,
  type Booking,
  Conflict,
  ConnectionFailed,
  Overloaded,
  PaseoClient,
  ProblemError,
  TimedOut,
} from "../src/index.ts";
import { booking, currencies, failing, id, order, priced } from "./support/failing.ts";
import { problem, quick, type Reply, startScripted } from "./support/scripted.ts";

/** What is sent again after a failure, and what never is. */

const passing: [string, Reply][] = [
  ["a connection that is cut before the answer", { cut: "before" }],
  ["a connection that is cut inside the answer", { cut: "inside" }],
  ["408", problem(408, "request-timeout")],
  ["429", problem(429, "too-many-requests")],
  ["500", problem(500, "internal-error")],
  [
    "502 of a proxy, in HTML",
    { status: 502, headers: { "content-type": "text/html" }, body: "<html>Bad Gateway</html>" },
  ],
  ["503", problem(503, "overloaded")],
  ["504 without a word", { status: 504 }],
];

describe("a read is tried again", () => {
  for (const [name, failure] of passing) {
    test(`after ${name}`, async (t) => {
      const { client, asked } = await failing(t, 2, failure, currencies);
      assert.deepEqual(await client.currencies(), currencies);
      assert.equal(asked.length, 3);
    });
  }

  test("no more often than it may be, and then the last failure is thrown", async (t) => {
    const { client, asked } = await failing(t, 99, problem(503, "overloaded"), currencies, { retries: 2 });
    await assert.rejects(client.currencies(), Overloaded);
    assert.equal(asked.length, 3);
    await assert.rejects(client.currencies({ retries: 0 }), Overloaded);
    assert.equal(asked.length, 4);
  });

  test("and nobody listening is a ConnectionFailed that names the host and the reason", async (t) => {
    const { url, asked } = await startScripted(t, () => ({ silent: true }));
    const nobody = await unusedAddress();
    assert.notEqual(nobody, url);
    const client = new PaseoClient({ baseUrl: nobody, backoff: quick, retries: 1 });
    await assert.rejects(client.currencies(), (error: ConnectionFailed) => {
      assert.ok(error instanceof ConnectionFailed);
      assert.equal(error.message, `currencies: no answer from ${nobody} (ECONNREFUSED)`);
      assert.ok(error.cause instanceof TypeError);
      return true;
    });
    assert.equal(asked.length, 0);
  });

  for (const status of [400, 401, 403, 404, 406, 410, 422]) {
    test(`but not after ${status}`, async (t) => {
      const { client, asked } = await failing(t, 99, problem(status, "some-code"), currencies);
      await assert.rejects(client.currencies(), ProblemError);
      assert.equal(asked.length, 1);
    });
  }
});

describe("what is posted", () => {
  test("a validation is tried again", async (t) => {
    const { client, asked } = await failing(t, 2, { cut: "before" }, priced);
    assert.deepEqual(await client.validate({ id, tickets: [] }), priced);
    assert.equal(asked.length, 3);
  });

  for (const [name, failure] of passing) {
    test(`a booking without a reference is sent once, also after ${name}`, async (t) => {
      const { client, asked } = await failing(t, 2, failure, order);
      const failed = (error: unknown) => error instanceof ConnectionFailed || error instanceof ProblemError;
      await assert.rejects(client.book(booking), failed);
      await assert.rejects(client.book({ ...booking, externalReference: "" }), failed);
      assert.equal(asked.length, 2);
    });

    test(`a booking with its ExternalReference is tried again after ${name}`, async (t) => {
      const { client, asked } = await failing(t, 2, failure, order);
      assert.deepEqual(await client.book({ ...booking, externalReference: "cart-1" }), order);
      assert.equal(asked.length, 3);
      assert.equal(new Set(asked.map(({ body }) => body)).size, 1);
      assert.equal(asked[0]!.headers["idempotency-key"], undefined);
    });
  }

  test("a cancellation is tried again: an order that is cancelled is answered as it is", async (t) => {
    const { client, asked } = await failing(t, 2, { cut: "before" }, { ...order, status: "cancelled" });
    assert.equal((await client.cancel(id)).status, "cancelled");
    assert.deepEqual(
      asked.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
      Array(3).fill(["POST", "/api/es/ordercancel", { id, apiKey: "pk_live_x" }]),
    );
  });

  test("a booking with an idempotency key is tried again with it, also while the first is being answered", async (t) => {
    const { client, asked } = await failing(t, 2, problem(409, "in-flight"), order);
    assert.deepEqual(await client.book(booking, { idempotencyKey: "k-1" }), order);
    assert.deepEqual(
      asked.map(({ headers }) => headers["idempotency-key"]),
      ["k-1", "k-1", "k-1"],
    );
    const once = await failing(t, 99, problem(409, "in-flight"), order);
    await assert.rejects(once.client.book(booking), Conflict);
    assert.equal(once.asked.length, 1);
  });

  test("a booking that gets no answer in time is sent once without a reference, and again with one", async (t) => {
    const { url, asked } = await startScripted(t, () => ({ silent: true }));
    const client = new PaseoClient({ baseUrl: url, apiKey: "k", backoff: quick, timeoutMs: 100, retries: 2 });
    await assert.rejects(client.book(booking), TimedOut);
    assert.equal(asked.length, 1);
    await assert.rejects(client.book({ ...booking, externalReference: "cart-2" }), TimedOut);
    assert.equal(asked.length, 4);
  });

  test("a body that the service would refuse is refused before it is sent, with its fields", async (t) => {
    const { client, asked } = await failing(t, 0, {}, order);
    const { email: _, ...nameless } = { ...booking, tickets: [{ code: "ADULT", quantity: Number.NaN }] };
    await assert.rejects(client.book(nameless as Booking), (error: BadRequest) => {
      assert.ok(error instanceof BadRequest);
      assert.deepEqual(
        error.errors.map(({ pointer }) => pointer),
        ["/tickets/0/quantity", "/email"],
      );
      return true;
    });
    for (const wrong of ["", "..", "nothing", `${id}/../x`])
      await assert.rejects(client.order(wrong), BadRequest, wrong);
    await assert.rejects(client.product(undefined as unknown as string), BadRequest);
    await assert.rejects(client.cancel("nothing"), BadRequest);
    const keyless = new PaseoClient({ baseUrl: "http://127.0.0.1:9" });
    await assert.rejects(keyless.validate({ id, tickets: [] }), (error: BadRequest) => {
      assert.deepEqual(error.errors, [{ pointer: "/apiKey", detail: "apiKey is missing" }]);
      return true;
    });
    assert.equal(asked.length, 0);
  });
});

/** An address of this machine where nobody listens: its port was free a moment ago. */
async function unusedAddress(): Promise<string> {
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
