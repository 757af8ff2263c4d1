import assert from "node:assert/strict";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { PageCacheFastPath } from "../../src/http/cache/fast-path.ts";
import { type LoadLimitOptions, limitLoad } from "../../src/http/load-limit.ts";
import { startHttp } from "../support/http.ts";
import { until } from "../support/until.ts";

/** A service with one route of each kind. The test ends the requests. */
async function start(t: TestContext, options: Partial<LoadLimitOptions> = {}) {
  let refused = 0;
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  const { port, ask } = await startHttp(t, (app) => {
    limitLoad(app, { maxConcurrent: 4, waiting: 2, slotMs: 60_000, onRefused: () => refused++, ...options });
    const held = async ({ url }: { url: string }) => {
      started.push(url);
      await gate.promise;
      return { done: true };
    };
    app.get("/api/read", { config: { load: "reads" } }, held);
    app.post("/api/order", { config: { load: "orders" } }, held);
    app.get("/admin/api/list", { config: { load: "admin" } }, held);
    app.get("/healthz", { config: { load: "none" } }, async () => "ok");
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

test("a route that does not declare its load ends the start, and a channel is refused in its own words", async (t) => {
  let refused = 0;
  const { ask } = await startHttp(t, (app) => {
    limitLoad(app, { maxConcurrent: 1, waiting: 0, slotMs: 60_000, onRefused: () => refused++ });
    assert.throws(() => app.get("/new", async () => "ok"), /\/new does not declare its load/);
    app.answerFailuresBelow("/channel", (problem, _request, reply) =>
      reply.code(problem.status).send("busy, my friend"),
    );
    app.post("/channel/calendar", { config: { load: "channels" } }, () => new Promise(() => {}));
  });
  void ask("/channel/calendar", { method: "POST" }).catch(() => {});
  await until(async () => {
    const answer = await Promise.race([ask("/channel/calendar", { method: "POST" }), pause(100)]);
    return answer?.status === 503 && answer.text === "busy, my friend";
  }, "a calendar is refused");
  assert.ok(refused > 0);
});

test("a request that waits for something else frees its slot", async (t) => {
  const { ask, started } = await start(t, { slotMs: 20 });
  for (let n = 0; n < 5; n++) void ask("/api/read").catch(() => {});
  await until(() => started.length === 5, "all five begin");
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

test("cached pages and health checks are answered while too many other requests wait", async (t) => {
  const { ask } = await startHttp(t, (app) => {
    app.useFastPath({
      take: (request: IncomingMessage, response: ServerResponse, route: (...both: unknown[]) => void) =>
        request.url === "/api/cached" ? response.end("cached") : route(request, response),
    } as unknown as PageCacheFastPath);
    limitLoad(app, { maxConcurrent: 1, waiting: 0, slotMs: 60_000, onRefused: () => {} });
    app.get("/api/read", { config: { load: "reads" } }, () => new Promise(() => {}));
    app.get("/healthz", { config: { load: "none" } }, async () => "ok");
  });
  void ask("/api/read").catch(() => {});
  await until(async () => (await Promise.race([ask("/api/read"), pause(100)]))?.status === 503, "a request is refused");
  const statuses = await Promise.all(["/api/cached", "/healthz"].map(async (path) => (await ask(path)).status));
  assert.deepEqual(statuses, [200, 200]);
});
