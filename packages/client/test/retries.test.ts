import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BadRequest,
  type BookingRequest,
  Conflict,
  ConnectionFailed,
  Overloaded,
  PaseoClient,
  ProblemError,
  TimedOut,
} from "../src/index.ts";
import { booking, currencies, failing, id, order, priced } from "./support/failing.ts";
import { problem, quick, type Reply, startScripted } from "./support/scripted.ts";

/** Which requests are retried after a failure. */

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

describe("a read is retried", () => {
  for (const [name, failure] of passing) {
    test(`after ${name}`, async (t) => {
      const { client, requests } = await failing(t, 2, failure, currencies);
      assert.deepEqual(await client.currencies(), currencies);
      assert.equal(requests.length, 3);
    });
  }

  test("up to the limit, and then the last failure is thrown", async (t) => {
    const { client, requests } = await failing(t, 99, problem(503, "overloaded"), currencies, { retries: 2 });
    await assert.rejects(client.currencies(), Overloaded);
    assert.equal(requests.length, 3);
    await assert.rejects(client.currencies({ retries: 0 }), Overloaded);
    assert.equal(requests.length, 4);
  });

  test("and a refused connection is a ConnectionFailed with the host and the reason", async (t) => {
    const { url, requests } = await startScripted(t, () => ({ silent: true }));
    const unused = await unusedAddress();
    assert.notEqual(unused, url);
    const client = new PaseoClient({ baseUrl: unused, backoff: quick, retries: 1 });
    await assert.rejects(client.currencies(), (error: ConnectionFailed) => {
      assert.ok(error instanceof ConnectionFailed);
      assert.equal(error.message, `currencies: no answer from ${unused} (ECONNREFUSED)`);
      assert.ok(error.cause instanceof TypeError);
      return true;
    });
    assert.equal(requests.length, 0);
  });

  for (const status of [400, 401, 403, 404, 406, 410, 422]) {
    test(`but not after ${status}`, async (t) => {
      const { client, requests } = await failing(t, 99, problem(status, "some-code"), currencies);
      await assert.rejects(client.currencies(), ProblemError);
      assert.equal(requests.length, 1);
    });
  }
});

describe("a POST", () => {
  test("a validation is retried", async (t) => {
    const { client, requests } = await failing(t, 2, { cut: "before" }, priced);
    assert.deepEqual(await client.validate({ id, tickets: [] }), priced);
    assert.equal(requests.length, 3);
  });

  for (const [name, failure] of passing) {
    test(`a booking without a reference is sent once, also after ${name}`, async (t) => {
      const { client, requests } = await failing(t, 2, failure, order);
      const failed = (error: unknown) => error instanceof ConnectionFailed || error instanceof ProblemError;
      await assert.rejects(client.book(booking), failed);
      await assert.rejects(client.book({ ...booking, externalReference: "" }), failed);
      assert.equal(requests.length, 2);
    });

    test(`a booking with an ExternalReference is retried after ${name}`, async (t) => {
      const { client, requests } = await failing(t, 2, failure, order);
      assert.deepEqual(await client.book({ ...booking, externalReference: "cart-1" }), order);
      assert.equal(requests.length, 3);
      assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
      assert.equal(requests[0]!.headers["idempotency-key"], undefined);
    });
  }

  test("a cancellation is retried", async (t) => {
    const { client, requests } = await failing(
      t,
      2,
      { cut: "before" },
      {
        ...order,
        status: "cancelled",
        refundUsd: { currencyCode: "USD", value: 0 },
      },
    );
    assert.equal((await client.cancel(id)).status, "cancelled");
    assert.deepEqual(
      requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
      Array(3).fill(["POST", "/api/es/ordercancel", { id, apiKey: "pk_live_x" }]),
    );
  });

  test("a booking with an idempotency key is retried, also while the first request is in flight", async (t) => {
    const { client, requests } = await failing(t, 2, problem(409, "in-flight"), order);
    assert.deepEqual(await client.book(booking, { idempotencyKey: "k-1" }), order);
    assert.deepEqual(
      requests.map(({ headers }) => headers["idempotency-key"]),
      ["k-1", "k-1", "k-1"],
    );
    const once = await failing(t, 99, problem(409, "in-flight"), order);
    await assert.rejects(once.client.book(booking), Conflict);
    assert.equal(once.requests.length, 1);
  });

  test("a booking that times out is retried only with a reference", async (t) => {
    const { url, requests } = await startScripted(t, () => ({ silent: true }));
    const client = new PaseoClient({ baseUrl: url, apiKey: "k", backoff: quick, timeoutMs: 1_000, retries: 2 });
    await assert.rejects(client.book(booking), TimedOut);
    assert.equal(requests.length, 1);
    await assert.rejects(client.book({ ...booking, externalReference: "cart-2" }), TimedOut);
    assert.equal(requests.length, 4);
  });

  test("an invalid body is refused before it is sent, with its fields", async (t) => {
    const { client, requests } = await failing(t, 0, {}, order);
    const { email: _, ...nameless } = { ...booking, tickets: [{ code: "ADULT", quantity: Number.NaN }] };
    await assert.rejects(client.book(nameless as BookingRequest), (error: BadRequest) => {
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
    assert.equal(requests.length, 0);
  });
});

/** An address of this machine on which nothing listens. */
async function unusedAddress(): Promise<string> {
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
