import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { type ClientOptions, PaseoClient, RateLimited, TimedOut } from "../src/index.ts";
import { json, problem, quick, startScripted } from "./support/scripted.ts";

/** The wait between attempts, and how calls end. */

describe("waiting", () => {
  /** The waits between attempts, which are mocked. All other timers, including those of fetch, are real. */
  function waits(t: TestContext, timeoutMs: number): number[] {
    const { setTimeout } = globalThis;
    const seen: number[] = [];
    t.mock.method(Math, "random", () => 0.5);
    t.mock.method(globalThis, "setTimeout", ((then: () => void, ms: number) => {
      if (ms === timeoutMs || !new Error().stack!.includes("/sending.ts")) return setTimeout(then, ms);
      seen.push(ms);
      return setTimeout(then, 0);
    }) as typeof setTimeout);
    return seen;
  }

  async function waitsFor(t: TestContext, headers: () => Record<string, string>, options: Partial<ClientOptions> = {}) {
    const seen = waits(t, 12_345);
    let calls = 0;
    const fetch = async () => {
      calls++;
      const body = JSON.stringify({ type: "t", title: "t", status: 429, detail: "d", code: "too-many-requests" });
      return new Response(body, { status: 429, headers: { "content-type": "application/problem+json", ...headers() } });
    };
    const client = new PaseoClient({ baseUrl: "http://localhost", fetch, timeoutMs: 12_345, ...options });
    const error = await client.currencies().catch((error: RateLimited) => error);
    assert.ok(error instanceof RateLimited);
    return { seen, calls, error };
  }

  test("doubles with full jitter, up to the limit", async (t) => {
    const { seen, calls } = await waitsFor(t, () => ({}), { retries: 5, backoff: { maxMs: 1500 } });
    assert.deepEqual(seen, [125, 250, 500, 750, 750]);
    assert.equal(calls, 6);
  });

  test("follows Retry-After in seconds", async (t) => {
    const { seen, error } = await waitsFor(t, () => ({ "retry-after": "7" }), { retries: 2 });
    assert.deepEqual(seen, [7125, 7125]);
    assert.equal(error.retryAfterMs, 7000);
  });

  test("follows Retry-After as a date", async (t) => {
    const { seen } = await waitsFor(t, () => ({ "retry-after": new Date(Date.now() + 30_000).toUTCString() }), {
      retries: 1,
    });
    assert.ok(seen[0]! > 28_000 && seen[0]! < 31_000, `${seen}`);
  });

  test("is left to the caller when Retry-After is too long", async (t) => {
    const { seen, calls, error } = await waitsFor(t, () => ({ "retry-after": "61" }));
    assert.deepEqual([seen, calls, error.retryAfterMs], [[], 1, 61_000]);
  });

  test("follows Retry-After up to the limit that was set", async (t) => {
    const options = { retries: 1, backoff: { retryAfterMostMs: 90_000 } };
    const { seen } = await waitsFor(t, () => ({ "retry-after": "61" }), options);
    assert.deepEqual(seen, [61_125]);
  });

  test("ignores an invalid Retry-After", async (t) => {
    const { seen } = await waitsFor(t, () => ({ "retry-after": "soon" }), { retries: 1 });
    assert.deepEqual(seen, [125]);
  });
});

describe("a call ends", () => {
  test("at its time limit, also during the body", async (t) => {
    const { url, requests } = await startScripted(t, () => ({ silent: true }));
    const client = new PaseoClient({ baseUrl: url, timeoutMs: 400, retries: 1, backoff: quick });
    await assert.rejects(client.currencies(), (error: TimedOut) => {
      assert.ok(error instanceof TimedOut);
      assert.equal(error.timeoutMs, 400);
      return true;
    });
    assert.equal(requests.length, 2);

    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const signal = init!.signal!;
      const slow = body.pipeThrough(new TransformStream(), { signal });
      return new Response(slow, { headers: { "content-type": "application/json" } });
    };
    const trickled = new PaseoClient({ baseUrl: url, timeoutMs: 400, retries: 0, fetch });
    await assert.rejects(trickled.currencies(), TimedOut);
  });

  test("at the caller's signal, before, during and between attempts, with the signal's reason", async (t) => {
    const { url, requests } = await startScripted(t, () => ({ silent: true }));
    const client = new PaseoClient({ baseUrl: url, retries: 3 });
    const reason = new Error("enough");
    await assert.rejects(client.currencies({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(requests.length, 0);

    const during = new AbortController();
    const waiting = assert.rejects(client.currencies({ signal: during.signal }), reason);
    await until(() => requests.length === 1);
    during.abort(reason);
    await waiting;
    assert.equal(requests.length, 1);

    const between = new AbortController();
    const failed = await startScripted(t, () => problem(503, "overloaded", { "retry-after": "50" }));
    const resting = assert.rejects(
      new PaseoClient({ baseUrl: failed.url }).currencies({ signal: between.signal }),
      reason,
    );
    await until(() => failed.requests.length === 1);
    between.abort(reason);
    await resting;
    assert.equal(failed.requests.length, 1);
  });

  test("and a list ends at the signal, to which no listener remains", async (t) => {
    const page = (count: number) => ({
      currentPage: count,
      pageSize: 500,
      totalCount: 9999,
      totalPages: 20,
      hasPreviousPage: count > 1,
      hasNextPage: true,
      values: [],
    });
    const { url, requests } = await startScripted(t, (count) => json(page(count)));
    const { signal, ...controller } = listenedTo();
    const pages = new PaseoClient({ baseUrl: url }).deletedProducts({}, { signal }).pages();
    for (let n = 0; n < 5; n++) await pages.next();
    assert.equal(controller.listeners(), 0);
    controller.abort();
    await assert.rejects(pages.next(), { name: "AbortError" });
    assert.equal(requests.length, 5);
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, "the condition never came true");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A signal that counts its listeners. */
function listenedTo() {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    count++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    count--;
    removeEventListener.apply(signal, given);
  };
  return { signal, abort: () => controller.abort(), listeners: () => count };
}
