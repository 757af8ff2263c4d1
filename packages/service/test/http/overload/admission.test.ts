import assert from "node:assert/strict";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { PageCacheFastPath } from "../../../src/http/cache/fast-path.ts";
import { type AdmissionOptions, admitRequests } from "../../../src/http/overload/admission.ts";
import { Lasting } from "../../../src/http/overload/lasting.ts";
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
    { tuning: { mostBodyBytes: 3.5 * half.length } },
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

test("a late request is refused, also one for a cached page, and a health check is not", async (t) => {
  let refused = 0;
  let isLate = false;
  const { ask } = await startHttp(t, (app) => {
    t.mock.method(app.turns, "isLate", () => isLate);
    t.mock.getter(app.turns, "crowdLasts", () => isLate);
    app.useFastPath({
      take: (request: IncomingMessage, response: ServerResponse, route: (...both: unknown[]) => void) =>
        request.url === "/api/cached" ? response.end("cached") : route(request, response),
    } as unknown as PageCacheFastPath);
    admitRequests(app, { atOnce: 4, waiting: 256, slotMs: 250, onRefused: () => refused++ });
    app.get("/api/read", async () => "read");
    app.get("/healthz", async () => "ok");
  });
  const statuses = async () => {
    const answers = await Promise.all(["/api/read", "/api/cached", "/healthz"].map((path) => ask(path)));
    return answers.map(({ status, headers }) => [status, headers["retry-after"]]);
  };
  const accepted = [200, undefined];
  assert.deepEqual(await statuses(), [accepted, accepted, accepted]);
  isLate = true;
  assert.deepEqual([await statuses(), refused], [[[503, "1"], [503, "1"], accepted], 2]);
});

test("in lasting overload cached pages take room beside other requests, until their answers are written", async (t) => {
  let crowdLasts = false;
  const cached: ServerResponse[] = [];
  const { ask } = await startHttp(t, (app) => {
    t.mock.getter(app.turns, "crowdLasts", () => crowdLasts);
    app.useFastPath({
      take: (_: IncomingMessage, response: ServerResponse) => cached.push(response),
    } as unknown as PageCacheFastPath);
    admitRequests(app, { atOnce: 4, waiting: 256, slotMs: 60_000, onRefused: () => {} });
  });
  const send = (n: number) => Array.from({ length: n }, () => ask("/api/cached"));
  const before = send(6);
  await until(() => cached.length === 6, "a burst has no limit for cached pages");
  crowdLasts = true;
  const during = send(4);
  await until(() => cached.length === 10, "four more begin");
  assert.equal((await ask("/api/cached")).status, 503);
  cached.at(-1)!.end();
  await until(async () => (await during.at(-1)!).status === 200, "one is answered");
  const next = send(1);
  await until(() => cached.length === 11, "another begins");
  for (const response of cached) response.end();
  const answers = await Promise.all([...before, ...during, ...next]);
  assert.ok(answers.every(({ status }) => status === 200));
});

test("a request that would wait for a slot waits in a burst, and is refused in lasting overload", async (t) => {
  let crowdLasts = false;
  let refused = 0;
  const running: (() => void)[] = [];
  const { ask } = await startHttp(t, (app) => {
    t.mock.getter(app.turns, "crowdLasts", () => crowdLasts);
    admitRequests(app, { atOnce: 4, waiting: 256, slotMs: 60_000, onRefused: () => refused++ });
    app.get("/api/read", () => new Promise((resolve) => running.push(() => resolve("read"))));
  });
  const answers = Array.from({ length: 6 }, () => ask("/api/read"));
  await until(() => running.length === 3, "three begin");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The fourth begins after a second: the fifth and the sixth would wait as long.
  running[0]!();
  await until(() => running.length === 4, "the fourth begins");
  crowdLasts = true;
  assert.equal((await ask("/api/read")).status, 503);
  crowdLasts = false;
  answers.push(ask("/api/read"));
  for (let n = 1; n < 7; n++) {
    await until(() => running.length > n, "the next begins");
    running[n]!();
  }
  assert.deepEqual([new Set((await Promise.all(answers)).map(({ status }) => status)), refused], [new Set([200]), 1]);
});

test("a request that waited in its connection is late when connections have been held for a while", async () => {
  const turns = new Turns({ budget: 0, burstMs: 100 });
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
  assert.equal(turns.crowdLasts, true, "a moment without a crowd does not end it");
});

test("a crowd lasts when it has held for longer than a burst, whatever short gaps it had", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const crowd = new Lasting(100);
  const pass = (ms: number, holds: boolean): boolean => {
    crowd.set(holds);
    for (let passed = 0; passed < ms; passed += 10) {
      now += 10;
      void crowd.lasts;
    }
    return crowd.lasts;
  };
  assert.deepEqual([pass(5000, false), pass(90, true), pass(1000, false)], [false, false, false]);
  assert.deepEqual([pass(90, true), pass(40, false), pass(60, true)], [false, false, true]);
  assert.deepEqual([pass(5000, true), pass(190, false), pass(20, false)], [true, true, false], "it ends within 200 ms");
});

test("a crowd does not last because the process stood still for one turn", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const crowd = new Lasting(100);
  crowd.set(true);
  now += 5000;
  assert.equal(crowd.lasts, false);
  for (let turn = 0; turn < 4; turn++) {
    now += 5000;
    void crowd.lasts;
  }
  assert.equal(crowd.lasts, true, "when it does so again and again");
});
