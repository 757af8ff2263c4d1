import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { subscribeAtServer } from "../../src/store/database/announcements.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { show, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { send } from "../support/wire.ts";

/** New versions are announced, and stale cached pages are removed before the next request. */

const limits = { answerMs: 5_000, onError: () => {} };

const bytesOf = async ({ app }: TestApp): Promise<number> =>
  Number(/^paseo_page_cache_bytes (\d+)$/m.exec((await app.service.metrics.text()).body)?.[1]);

onPostgres("an announcement", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());

  test("removes pages that a change has made stale, and no others", async () => {
    await send(`${app.url}/api/products`);
    await send(`${app.url}/api/es/pages`);
    const before = await bytesOf(app);
    const pages = (await send(`${app.url}/api/es/pages`)).bytes.length;
    await app.import({ products: [variant(show, { name: "Another name" })] });
    await until(async () => (await bytesOf(app)) < before, "the products' page to go");
    assert.ok((await bytesOf(app)) > pages, "the content pages did not change");
  });
});

onPostgres("an announcement", (open) => {
  test("can be unsubscribed from while the connection is being made", async (t) => {
    const store = await open();
    t.after(() => store.close());
    for (const ms of [0, 0, 1, 2, 4, 8, 16]) {
      const deaf = subscribeAtServer(store.url!, () => {}, limits);
      if (ms > 0) await pause(ms);
      await deaf();
    }
  });

  test("reaches every process, and again after its connection broke", async (t) => {
    const store = await open();
    const { db } = store.database;
    const setRate = (rate: string) =>
      importCatalogue(db, { currencies: [{ code: "EUR", name: "Euro", rate, displaySymbol: "€" }] }, { now: testNow });
    let announced = 0;
    const deaf = subscribeAtServer(store.url!, () => announced++, limits);
    t.after(async () => {
      await deaf();
      await store.close();
    });
    await until(() => announced > 0, "the connection");
    const seen = announced;
    await setRate("0.9");
    await until(() => announced > seen, "the first change");
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`.execute(db);
    const cut = announced;
    await until(() => announced > cut, "another connection");
    const back = announced;
    await setRate("0.8");
    await until(() => announced > back, "the second change");
  });
});
