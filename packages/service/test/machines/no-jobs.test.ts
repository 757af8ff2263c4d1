import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openServer } from "../../src/store/database/database.ts";
import { startApp } from "../support/app.ts";
import { freePort } from "../support/servers/postgres.ts";
import { launchPaseo } from "../support/servers/processes.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

onPostgres("a service without jobs", (open) => {
  test("still writes the usage of its partners", async (t) => {
    const app = await startApp({ open, jobs: false });
    t.after(() => app.stop());
    const answer = await fetch(`${app.url}/api/products`, { headers: { "x-api-key": app.key } });
    assert.equal(answer.status, 200);
    await answer.text();
    // The stop closes the connections of the service.
    const { db, close } = openServer(app.store.url);
    t.after(close);
    await app.app.stop();
    const { rows } = await sql`select operation, n from partner_usage`.execute(db);
    assert.deepEqual(rows, [{ operation: "products", n: 1 }]);
  });
});

onPostgres("paseo work", (open) => {
  test("answers health and metrics at PROBE_PORT, and no requests", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const probePort = await freePort();
    const worker = launchPaseo(["work"], { DATABASE_URL: store.url!, PROBE_PORT: `${probePort}`, LOG_LEVEL: "silent" });
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${probePort}${path}`).catch(() => undefined);
      return answer && { status: answer.status, text: await answer.text() };
    };
    await until(async () => (await get("/readyz"))?.text === "ready\n", "readiness");
    assert.equal((await get("/healthz"))!.text, "ok\n");
    assert.match((await get("/metrics"))!.text, /^paseo_job_oldest_due_seconds\{job="callbacks"\} 0$/m);
    assert.equal((await get("/api/products"))!.status, 404);
    assert.equal(await worker.stop(), 0);
  });
});
