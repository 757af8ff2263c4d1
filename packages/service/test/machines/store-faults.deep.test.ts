import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { type FaultProxy, openFaultProxy } from "../../../../ordeal/faults/proxy/proxy.ts";
import { checkHistory } from "../../../../ordeal/history/checker.ts";
import { readFinalState } from "../../../../ordeal/history/final-state.ts";
import { Recorder } from "../../../../ordeal/history/recorder.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { counted } from "../support/samples/counts.ts";
import { cloneDatabase, startPostgres, type TestServer } from "../support/servers/postgres.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { lostOrders, type SalesUnderFaults, startSelling } from "../support/servers/store-faults.ts";
import { until } from "../support/until.ts";

/** Two processes sell while the connection to their store, or the store itself, fails. */

describe("two processes behind a proxy", () => {
  let server: TestServer;
  let line: FaultProxy;
  let database: Database;
  let services: ServiceProcess[];
  let key: string;
  let events: string[];
  /** An event whose orders are not in the history. */
  let apart: string;
  let selling: SalesUnderFaults;
  const recorder = new Recorder();

  before(async () => {
    server = await startPostgres();
    const clone = await cloneDatabase(server.url);
    line = await openFaultProxy(Number(new URL(clone.url).port));
    database = openServer(clone.url, { poolSize: 2 });
    const planted = await plantComingShow(database.db, 7, 100_000);
    key = planted.key;
    [apart, ...events] = planted.events as [string, ...string[]];
    const address = new URL(clone.url);
    address.port = `${line.port}`;
    services = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: address.href })));
  });
  after(async () => {
    await Promise.all((services ?? []).map((service) => service.kill()));
    await database?.close();
    line?.close();
    await server?.stop();
  });

  const bothAnswer = (wanted: number) =>
    until(async () => {
      const answers = await Promise.all(services.map(({ url }) => fetch(`${url}/readyz`)));
      return answers.every(({ status }) => status === wanted);
    }, `both to answer /readyz with ${wanted}`);
  /** Waits for an order that is placed a while after this moment. */
  const nextOrder = () => {
    const now = performance.now();
    return until(() => selling.times.some((at) => at > now + 200), "an order");
  };
  const onServer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  /** Books during `fault` and until bookings work again. All answers are 200 or 503, and no order is lost. */
  async function during(fault: () => Promise<void>): Promise<{ gapMs: number; selling: SalesUnderFaults }> {
    await bothAnswer(200);
    selling = startSelling({ urls: services.map(({ url }) => url), key, events, recorder });
    await until(() => selling.times.length > 10, "orders before");
    const started = performance.now();
    await fault();
    await nextOrder();
    const gapMs = selling.longestGapMs(started);
    await selling.stop();
    assert.deepEqual(selling.wrong, []);
    assert.deepEqual(await lostOrders(database.db, selling.orders), []);
    return { gapMs, selling };
  }

  test("existing connections stop answering, new ones work: bookings continue", async (t) => {
    const silent = async () =>
      (await counted(services[0]!.url, "paseo_store_connection_errors_total", "kind")).silent ?? 0;
    const { gapMs, selling } = await during(async () => {
      line.silenceExisting();
      await until(async () => (await silent()) > 0, "silent connections to be counted");
      await nextOrder();
    });
    line.cut();
    t.diagnostic(`${Math.round(gapMs)} ms without an order; ${JSON.stringify([...selling.statuses])}`);
  });

  test("every connection is cut, several times: all answers are 200 or 503", async (t) => {
    const { gapMs } = await during(async () => {
      for (let n = 0; n < 5; n++) {
        line.cut();
        await pause(700);
      }
    });
    t.diagnostic(`${Math.round(gapMs)} ms without an order`);
  });

  test("the server refuses connections for a while", async (t) => {
    const { gapMs, selling } = await during(async () => {
      line.refuse(true);
      line.cut();
      await bothAnswer(503);
      await pause(2_000);
      line.refuse(false);
    });
    t.diagnostic(`${Math.round(gapMs)} ms without an order`);
    assert.ok((selling.statuses.get("503") ?? 0) > 0);
  });

  const hanging: Record<string, () => () => void> = {
    "no connection answers, new ones included": () => {
      line.silence();
      return () => line.resume();
    },
    "PostgreSQL is frozen": () => server.freeze(),
  };
  for (const [what, begin] of Object.entries(hanging))
    test(`${what}: /readyz is 503, and bookings continue afterwards`, async (t) => {
      const { gapMs } = await during(async () => {
        const end = begin();
        await bothAnswer(503);
        await pause(4_000);
        end();
      });
      t.diagnostic(`${Math.round(gapMs)} ms without an order`);
    });

  test("PostgreSQL restarts", async (t) => {
    const { gapMs } = await during(() => server.whileStopped(() => pause(1_500)));
    t.diagnostic(`${Math.round(gapMs)} ms without an order`);
  });

  test("a primary that refuses writes: /readyz is 503, reads continue, and one outage is one log line", async (t) => {
    await bothAnswer(200);
    // The last line about an earlier loss of connections counts those of ten seconds.
    await pause(10_500);
    const output = services.map(({ output }) => output.stdout.length);
    const { selling } = await during(async () => {
      await onServer("alter system set default_transaction_read_only = on", "select pg_reload_conf()");
      await bothAnswer(503);
      const reads = await fetch(`${services[0]!.url}/api/products`);
      assert.equal(reads.status, 200, "reads continue");
      await reads.arrayBuffer();
      await pause(2_000);
      await onServer(
        "set default_transaction_read_only = off",
        "alter system reset default_transaction_read_only",
        "select pg_reload_conf()",
      );
    });
    t.diagnostic(JSON.stringify([...selling.statuses]));
    assert.ok((selling.statuses.get("503") ?? 0) > 0, "orders were refused");
    await bothAnswer(200);
    // The outage ends with the first success after a second without a failure, and lines are written within another one.
    const ofService = (n: number) => services[n]!.output.stdout.slice(output[n]);
    await until(() => [0, 1].every((n) => ofService(n).includes("store available again")), "both ends of the outage");
    for (const n of services.keys()) {
      const lines = ofService(n)
        .split("\n")
        .filter((line) => /"level":"(warn|error)"/.test(line));
      assert.equal(
        lines.filter((line) => line.includes('"store unavailable"')).length,
        1,
        lines.map((line) => line.slice(0, 400)).join("\n"),
      );
      assert.equal(
        lines.filter((line) => line.includes("store available again")).length,
        1,
        lines.map((line) => line.slice(0, 400)).join("\n"),
      );
      assert.equal(lines.length, 2, lines.join("\n"));
    }
  });

  test("an Idempotency-Key of a request that failed in the store is free again as soon as the store answers", async () => {
    await bothAnswer(200);
    const event = apart;
    const send = async ({ url }: ServiceProcess, idempotencyKey: string) => {
      const answer = await fetch(`${url}/api/es/eventbook`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
        body: JSON.stringify(bookRequest(key, event, 1)),
      });
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
    };
    const [first, second] = services as [ServiceProcess, ServiceProcess];
    for (const again of [first, second]) {
      const idempotencyKey = randomUUID();
      const holder = await database.db.startTransaction().execute();
      await sql`select from event where id = ${event} for update`.execute(holder);
      const failing = send(first, idempotencyKey);
      line.refuse(true);
      line.cut();
      assert.equal((await failing).status, 503);
      await holder.rollback().execute();
      line.refuse(false);
      const answer = await until(async () => {
        const { status, text } = await send(again, idempotencyKey);
        return status === 200 && text;
      }, "the order");
      assert.match(answer, /"isValid":true/);
    }
  });

  test("the whole history violates no guarantee", async (t) => {
    const final = await readFinalState(database.db, events);
    const orders = final.orders.filter(({ event }) => event !== apart);
    t.diagnostic(`${recorder.entries.length} bookings, ${orders.length} orders`);
    assert.deepEqual(checkHistory(recorder.history, { ...final, orders }), []);
  });
});
