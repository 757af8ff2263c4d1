import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { PageWork } from "../../src/http/cache/page-work.ts";
import { run } from "../../src/store/database/rows.ts";
import type { ProblemError } from "../../src/web/problems.ts";
import { startApp } from "../support/app.ts";
import { productId } from "../support/partner.ts";
import { onWidePostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { assertProblem, send } from "../support/wire.ts";

/** The work on pages is bounded, and callers without a key have a share of it. */

onWidePostgres("shares of the work on pages", (open) => {
  test("calendars that nobody's key asks for leave room for the uncached pages of partners", async (t) => {
    // With any `databaseUrl`, the app builds as many pages at once as with a database server.
    const app = await startApp({ open, jobs: false, config: { databaseUrl: "postgres://127.0.0.1/" } });
    t.after(() => app.stop());
    const { db } = app.store.database;
    const strangers = 16;
    let asked: Promise<number>[] = [];
    await db.transaction().execute(async (tx) => {
      // The limit holds, however long the statements of the requests take.
      await run(tx)`lock table product_day in access exclusive mode`;
      asked = Array.from(
        { length: strangers },
        async (_, n) => (await send(`${app.url}/api/availability?todate=2026-06-${15 + n}`)).status,
      );
      const blocked = sql<{ n: number }>`
        select count(*)::int as n from pg_locks where relation = 'product_day'::regclass and not granted`;
      await until(async () => (await blocked.execute(tx)).rows[0]!.n >= 6, "the strangers' statements wait");
      for (const list of ["products", "events", "es/pages", "currencies"]) {
        const page = await send(`${app.url}/api/${list}`, { headers: { "x-api-key": app.key } });
        // Behind the strangers it would have waited longer than a page may wait.
        assert.equal(page.status, 200, list);
      }
    });
    // The service refused the requests that waited too long.
    for (const status of await Promise.all(asked)) assert.ok(status === 200 || status === 503, `${status}`);
  });

  test("reads of assistants are limited as pages are, in the share of partners", async (t) => {
    const app = await startApp({ open, jobs: false, config: { databaseUrl: "postgres://127.0.0.1/" } });
    t.after(() => app.stop());
    const { db } = app.store.database;
    const id = await productId(app, "show");
    const headers = {
      ...{ authorization: `Bearer ${app.key}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    };
    const refused: string[] = [];
    const calendar = async (n: number) => {
      const days = { id, fromdate: "2026-06-15", todate: `2026-06-${15 + n}` };
      const params = { name: "read_calendar", arguments: days };
      const body = JSON.stringify({ jsonrpc: "2.0", id: n, method: "tools/call", params });
      const { text } = await send(`${app.url}/mcp`, { method: "POST", headers, body });
      if (text.includes('"isError":true')) refused.push(text);
      return text;
    };
    let asked: Promise<string>[] = [];
    await db.transaction().execute(async (tx) => {
      await run(tx)`lock table product_day in access exclusive mode`;
      asked = Array.from({ length: 14 }, (_, n) => calendar(n));
      await until(() => refused.length === 8, "those that waited too long are refused");
      // Readers without a key have slots of their own.
      assert.equal((await send(`${app.url}/api/currencies`)).status, 200);
    });
    for (const text of refused) assert.match(text, /overloaded/);
    await Promise.all(asked);
    assert.equal(refused.length, 8, "six calendars were read at the same time");
  });
});

test("a fixed number of pages is built in parallel for each share, some wait, and the next is refused", async () => {
  let refused = 0;
  const work = new PageWork({ maxConcurrent: 4, waiting: 3, waitMs: 600_000, onRefused: () => refused++ });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const page = async (n: number) => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return n;
  };
  const six = Promise.all([0, 1, 2, 3, 4, 5].map((n) => work.run("anonymous", () => page(n))));
  await assert.rejects(
    work.run("anonymous", () => page(6)),
    ({ status, headers }: ProblemError) => status === 503 && headers["retry-after"] === "1",
  );
  assert.equal(most, 3);
  assert.equal(await work.run("partners", async () => "a partner's page"), "a partner's page");
  gate.resolve();
  assert.deepEqual(await six, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([most, refused], [3, 1]);
  assert.equal(await work.run("anonymous", () => page(7)), 7);
  await assert.rejects(
    work.run("anonymous", () => Promise.reject(new Error("no page"))),
    /no page/,
  );
  assert.equal(await work.run("anonymous", () => page(8)), 8);
});

test("of a thousand concurrent uncached pages some are refused with 503 and Retry-After, and none fails", async () => {
  const app = await startApp();
  const { db } = app.store.database;
  let early = 0;
  try {
    const read = async (n: number) => {
      const answer = await send(`${app.url}/api/products?query=none${n}`);
      if (answer.status === 503) early++;
      return answer;
    };
    let pages: ReturnType<typeof read>[] = [];
    await db.transaction().execute(async (tx) => {
      await run(tx)`lock table product in access exclusive mode`;
      pages = Array.from({ length: 1000 }, (_, n) => read(n));
      await until(() => early > 0, "a page is refused");
    });
    const answers = await Promise.all(pages);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < 1000, `${refused.length} refused`);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
    assertProblem(refused[0]!, 503, "overloaded");
    assert.equal(refused[0]!.headers["retry-after"], "1");
    assert.equal((await send(`${app.url}/healthz`)).status, 200);
    assert.equal((await send(`${app.url}/api/products?query=another`)).status, 200);
    const { body } = await app.app.service.metrics.text();
    const dropped = body.matchAll(/paseo_requests_dropped_total\{reason="(?:too-many-pages|overloaded)"\} (\d+)/g);
    assert.equal(
      [...dropped].reduce((sum, [, n]) => sum + Number(n), 0),
      refused.length,
    );
  } finally {
    await app.stop();
  }
});
