import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { callerAddress, isLocalRequest } from "../../src/web/access.ts";
import { startHttp } from "../support/http.ts";
import { until } from "../support/until.ts";

/** A client that resets its connection: no answer, no error line, one count. */

const count = async (text: () => Promise<{ body: string }>): Promise<number> =>
  Number(/paseo_requests_dropped_total\{reason="client-gone"\} (\d+)/.exec((await text()).body)?.[1] ?? 0);

test("a request whose client resets the connection is counted once, and is not an error", async (t) => {
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const after = Promise.withResolvers<{ address: string; local: boolean }>();
  const { port, lines, metrics } = await startHttp(t, (app) => {
    app.get("/slow", async (request) => {
      request.raw.socket.once("close", () => gone.resolve());
      arrived.resolve();
      await gone.promise;
      // The fields that sign-in, keys and limits read of a request after its client is gone.
      const service = { config: { host: "127.0.0.1", trustProxy: undefined } };
      after.resolve({ address: callerAddress(request), local: isLocalRequest(service, request) });
      return { ok: true };
    });
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  await arrived.promise;
  socket.resetAndDestroy();
  assert.deepEqual(await after.promise, { address: "unknown", local: false });
  await until(async () => (await count(() => metrics.text())) === 1, "the reset is counted");
  assert.deepEqual(
    lines.filter((line) => /"level":"error"|"status":500/.test(line)),
    [],
  );
  assert.doesNotMatch((await metrics.text()).body, /status="500"/);
});

test("a client that resets during its body is counted too, and is not an error", async (t) => {
  const { port, lines, metrics } = await startHttp(t, (app) => {
    app.post("/take", async () => ({ ok: true }));
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /take HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await until(async () => (await count(() => metrics.text())) === 1, "the reset is counted");
  assert.deepEqual(
    lines.filter((line) => /"level":"error"/.test(line)),
    [],
  );
});
