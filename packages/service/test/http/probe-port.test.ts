import assert from "node:assert/strict";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { startApp } from "../support/app.ts";
import { askAt } from "../support/http.ts";
import { freePort } from "../support/servers/postgres.ts";

/** PROBE_PORT: liveness, readiness and metrics beside the port of partners. */

async function start(t: TestContext) {
  const probePort = await freePort();
  const service = await startApp({ config: { probePort } });
  t.after(() => service.stop());
  return { service, probe: (path: string) => askAt({ port: probePort, path }) };
}

test("liveness, readiness and metrics are answered on their own port, and nothing else is", async (t) => {
  const { service, probe } = await start(t);
  assert.deepEqual([(await probe("/healthz")).text, (await probe("/readyz?x=1")).text], ["ok\n", "ready\n"]);
  assert.match((await probe("/metrics")).text, /^paseo_ready 1$/m);
  for (const path of ["/", "/api/events", "/console", "/healthzz", "/readyz/x", "/__proto__", "/toString"])
    assert.equal((await probe(path)).status, 404, path);
  assert.deepEqual(await answersAt(service.url), []);
});

test("without a port of their own they are answered at the port of partners", async (t) => {
  const service = await startApp();
  t.after(() => service.stop());
  assert.deepEqual(await answersAt(service.url), spellings);
});

/** How the router accepts their addresses. */
const spellings = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/metrics/",
  "/METRICS",
  "/Healthz",
  "/readyz/",
  "/%6detrics",
  "/metrics?x",
];

async function answersAt(url: string): Promise<string[]> {
  const port = Number(new URL(url).port);
  const answers = await Promise.all(spellings.map(async (path) => ({ path, ...(await askAt({ port, path })) })));
  return answers.filter(({ status }) => status !== 404).map(({ path }) => path);
}

test("a probe is answered before connections that arrived at the other port before it", async (t) => {
  const { service, probe } = await start(t);
  const port = Number(new URL(service.url).port);
  let answered = 0;
  const sockets = Array.from({ length: 1500 }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"));
    socket.on("error", () => {}).once("data", () => answered++);
    return socket;
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  assert.equal((await probe("/healthz")).text, "ok\n");
  assert.ok(answered < sockets.length, `${answered} were answered before it`);
});
