import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../packages/service/test/support/until.ts";
import { Connection } from "../shedding/connection.ts";
import { watchHealth } from "../shedding/health.ts";
import { run } from "../shedding/index.ts";
import { quantile } from "../shedding/load.ts";

/** A small run of the load shedding part. Its times say nothing on a busy machine, so only what does not depend on them is checked. */

test("a small run: no failures, everything measured, and the rush sells each seat once", async () => {
  const { figures, findings } = await run({ seed: 14, minutes: 0.4, scale: 0.06 });
  const untimed = findings.filter(({ title }) => !/takes more than|recover|cannot say/.test(title));
  assert.deepEqual(untimed, []);
  assert.equal(figures["rush: orders, refused for lack of seats, seats left"], "200, 100, 0");
  assert.ok(Number(figures["capacity, mixed requests/s with 48 connections"]) > 0, JSON.stringify(figures));
});

test("control: a server that answers late is seen", async (t) => {
  let calls = 0;
  const server = createServer(async (_request, response) => {
    if (++calls === 2) await pause(300);
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const watch = watchHealth((server.address() as AddressInfo).port);
  await until(() => calls > 2, "a call after the late one");
  assert.ok(Math.max(...(await watch.stop())) >= 299);
});

test("a connection reads answers one after another, also in pieces", async (t) => {
  const server = createServer((request, response) => {
    const body = request.url === "/long" ? "x".repeat(300_000) : "short";
    response.writeHead(request.url === "/busy" ? 503 : 200, { "content-length": body.length, "retry-after": "1" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const connection = new Connection((server.address() as AddressInfo).port);
  const ask = (path: string) => connection.ask(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  assert.equal((await ask("/long"))?.status, 200);
  assert.deepEqual(await ask("/busy"), { status: 503, retryAfter: true, body: "short" });
  server.closeAllConnections();
  assert.equal(await ask("/"), undefined);
});

test("a quantile is a value below which that part of the sorted times is", () => {
  assert.deepEqual([quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 0.99)], [3, 4]);
  assert.ok(Number.isNaN(quantile([], 0.5)));
});
