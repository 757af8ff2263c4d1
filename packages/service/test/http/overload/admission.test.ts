import assert from "node:assert/strict";
import { type IncomingMessage, request } from "node:http";
import { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type AdmissionOptions, admitRequests } from "../../../src/http/overload/admission.ts";
import { Turns } from "../../../src/http/overload/turns.ts";
import { startHttp } from "../../support/http.ts";
import { until } from "../../support/until.ts";

/** A service with one route of each kind. The test ends the requests. */
async function start(t: TestContext, options: Partial<AdmissionOptions> = {}) {
  let refused = 0;
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  const { port, ask } = await startHttp(t, (app) => {
    admitRequests(app, { atOnce: 4, waiting: 2, slotMs: 60_000, onRefused: () => refused++, ...options });
    const held = async ({ url }: { url: string }) => {
      started.push(url);
      await gate.promise;
      return { done: true };
    };
    app.get("/api/read", held);
    app.post("/api/order", held);
    app.get("/admin/api/list", held);
    app.get("/healthz", async () => "ok");
  });
  return { port, ask, started, open: () => gate.resolve(), refused: () => refused };
}

test("a fixed number of requests is in progress, some wait, and the others get 503 with Retry-After", async (t) => {
  const { ask, started, open, refused } = await start(t);
  const answers = Array.from({ length: 8 }, () => ask("/api/read"));
  await until(() => refused() === 3, "three are refused");
  assert.equal(started.length, 3);
  assert.equal((await ask("/healthz")).text, "ok");
  const xml = await ask("/api/read", { headers: { accept: "application/xml" } });
  assert.deepEqual([xml.status, xml.headers["content-type"]], [503, "application/problem+xml; charset=utf-8"]);
  assert.match(xml.text, /overloaded/);
  assert.equal(xml.headers["content-length"], `${xml.body.length}`);
  assert.match(`${xml.headers["x-request-id"]}`, /^[\w-]+$/);
  open();
  const all = await Promise.all(answers);
  const no = all.filter(({ status }) => status === 503);
  assert.deepEqual([no.length, all.filter(({ status }) => status === 200).length], [3, 5]);
  assert.deepEqual([no[0]!.headers["retry-after"], JSON.parse(no[0]!.text).code], ["1", "overloaded"]);
  assert.equal((await ask("/api/read")).status, 200);
});

test("in lasting overload fewer requests wait than in a burst", async (t) => {
  const { ask, open, refused } = await start(t, { waiting: 10, waitingLong: 2 });
  const burst = Array.from({ length: 8 }, () => ask("/api/read"));
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(refused(), 0);
  assert.equal((await ask("/api/read")).status, 503);
  open();
  assert.deepEqual(new Set((await Promise.all(burst)).map(({ status }) => status)), new Set([200]));
  assert.equal((await ask("/api/read")).status, 200);
});

test("requests of one kind leave a slot for other kinds", async (t) => {
  const { ask, started, open } = await start(t);
  const reads = Array.from({ length: 5 }, () => ask("/api/read"));
  await until(() => started.length === 3, "three reads");
  const order = ask("/api/order", { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
  await until(() => started.includes("/api/order"), "an order beside them");
  open();
  assert.deepEqual(
    (await Promise.all([...reads, order])).map(({ status }) => status),
    Array(6).fill(200),
  );
});

test("a request that waits for something else frees its slot", async (t) => {
  const { ask, started } = await start(t, { slotMs: 20 });
  for (let n = 0; n < 5; n++) void ask("/api/read").catch(() => {});
  await until(() => started.length === 5, "all five begin");
});

test("bodies that arrive slowly have a limit together: the one that began first gets a 503, and short ones are read", async (t) => {
  const half = Buffer.alloc(512 * 1024, "x");
  const { port, ask, metrics } = await startHttp(
    t,
    (app) => {
      app.post("/take", async (request) => ({ bytes: (request.body as Buffer).length }));
    },
    { mostBodyBytes: 3.5 * half.length },
  );
  const slow = () => {
    const headers = { "content-type": "text/plain", "content-length": `${half.length + 1}` };
    const outgoing = request({ host: "127.0.0.1", port, path: "/take", method: "POST", headers, agent: false });
    t.after(() => outgoing.destroy());
    const answer = new Promise<IncomingMessage>((resolve) => outgoing.on("response", resolve));
    outgoing.on("error", () => {}).write(half);
    return { outgoing, answer };
  };
  const first = slow();
  const others = [slow(), slow()];
  await new Promise((resolve) => setTimeout(resolve, 100));
  const beside = await ask("/take", { method: "POST", body: "short", headers: { "content-type": "text/plain" } });
  assert.equal(beside.text, '{"bytes":5}');
  const fourth = slow();
  const refused = await first.answer;
  assert.deepEqual([refused.statusCode, refused.headers["retry-after"]], [503, "1"]);
  assert.match((await metrics.text()).body, /paseo_requests_dropped_total\{reason="overloaded"\} 1\n/);
  for (const { outgoing, answer } of [...others, fourth]) {
    outgoing.end("x");
    assert.equal((await answer).statusCode, 200);
  }
});

test("a body that arrives slowly takes no slot, and no body is read for a refused request", async (t) => {
  const { port, ask, started, refused } = await start(t);
  const slow = Array.from({ length: 6 }, () => {
    const headers = { "content-type": "application/json", "content-length": "100" };
    const outgoing = request({ host: "127.0.0.1", port, path: "/api/order", method: "POST", headers, agent: false });
    outgoing.on("error", () => {}).write("{");
    t.after(() => outgoing.destroy());
    return outgoing;
  });
  const orders = Array.from({ length: 5 }, () => ask("/api/order", { method: "POST", body: "{}" }));
  for (const order of orders) order.catch(() => {});
  await until(() => started.length === 3, "orders are placed beside the slow ones");
  await new Promise<void>((resolve) => setTimeout(resolve, 50));
  const late = request({ host: "127.0.0.1", port, path: "/api/order", method: "POST", agent: false });
  late.setHeader("content-length", "1000000").on("error", () => {});
  t.after(() => late.destroy());
  const status = new Promise((resolve) => late.on("response", (response) => resolve(response.statusCode)));
  late.write("{");
  assert.equal(await status, 503);
  assert.equal(refused(), 1);
  assert.equal(slow.length, 6);
});

test("a late request that needs the store is refused, and a health check is not", async (t) => {
  let refused = 0;
  const { ask } = await startHttp(t, (app) => {
    t.mock.method(app.turns, "isLate", () => true);
    admitRequests(app, { atOnce: 4, onRefused: () => refused++ });
    app.get("/api/read", async () => "read");
    app.get("/healthz", async () => "ok");
  });
  const [late, health] = await Promise.all([ask("/api/read"), ask("/healthz")]);
  assert.deepEqual([late.status, late.headers["retry-after"], health.status, refused], [503, "1", 200, 1]);
});

test("a request that waited in its connection is late when connections have been held for a while", async () => {
  const turns = new Turns({ budget: 0 });
  const [first, second] = [new Socket(), new Socket()];
  for (const socket of [first, second]) turns.add(socket);
  /** A turn that reads too much, and takes so long that the second connection waits for 40 ms. */
  const crowdedTurn = async () => {
    turns.arrived(first, false);
    const end = performance.now() + 40;
    while (performance.now() < end);
    await setImmediate();
    // Read in the turn after its release.
    turns.arrived(second, false);
    return turns.isLate(second);
  };
  const late = [];
  for (let turn = 0; turn < 6; turn++) late.push(await crowdedTurn());
  assert.deepEqual([late[0], late.at(-1)], [false, true], "a burst is answered, and lasting crowds are not");
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  turns.arrived(second, false);
  assert.equal(turns.isLate(second), false, "without a wait");
});
