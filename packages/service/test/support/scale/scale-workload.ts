import assert from "node:assert/strict";
import pg from "pg";
import type { CatalogueProduct } from "../../../src/domain/editing/catalogue-file.ts";
import { dropYears } from "../../../src/domain/editing/dropped-years.ts";
import { erasePersonalData } from "../../../src/domain/orders/personal-data.ts";
import { sweepAvailability, sweepHistory } from "../../../src/store/catalogue/cleanup.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { looksToBooks } from "../../../src/store/orders/dashboard.ts";
import { callbackHealth } from "../../../src/store/orders/dashboard-health.ts";
import { claimDueOrder, dueOrders } from "../../../src/store/orders/dispatch.ts";
import { answerKey, claimKey } from "../../../src/store/orders/idempotency.ts";
import { testNow } from "../app.ts";
import { eventId, productId } from "../partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../samples/catalogue.ts";
import { cancelling, type Ordering, partnerId } from "../samples/ordering.ts";
import { until } from "../until.ts";

/** What the service asks of PostgreSQL when it does all that it does. */

export interface Recorded {
  text: string;
  /** Of the last time that it was run. */
  values: unknown[];
}

/** Records every statement of every connection of this process, by its text, until `stop`. */
export function recordStatements(): { statements: Map<string, Recorded>; stop(): void } {
  const statements = new Map<string, Recorded>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, asked: unknown, ...rest: unknown[]) {
    const given = typeof asked === "string" ? { text: asked, values: rest[0] } : (asked as Partial<Recorded>);
    if (given.text !== undefined) {
      const values = Array.isArray(given.values) ? given.values : [];
      statements.set(given.text, { text: given.text, values });
    }
    return (query as (...words: unknown[]) => unknown).call(this, asked, ...rest);
  } as typeof query;
  return {
    statements,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

const yearBefore = (products: CatalogueProduct[]): CatalogueProduct[] =>
  JSON.parse(JSON.stringify(products).replaceAll('"2026-', '"2024-'));

/** A catalogue of two years, read, sold from, changed, swept, and the first year dropped. The store begins without products. */
export async function runEverything(shop: Ordering): Promise<void> {
  const { app, partner } = shop;
  const { db } = app.app.service;
  await migrate(db);
  app.clock.now = new Date(testNow.toISOString().replace("2026", "2024"));
  await app.import({ products: yearBefore([show, boat, museum]) });
  await shop.buy(await eventId(app, "show-seat", "2024-07-01T20:00"));
  app.clock.now = testNow;
  await app.import(testCatalogue);
  await readEverything(app.url, await productId(app, "show"));

  const seats = await eventId(app, "show-seat", "2026-07-01T20:00");
  const first = await shop.buy(seats, { externalReference: "first" }, { ADULT: 10 });
  const last = await shop.buy(seats, {}, { ADULT: 10 });
  await shop.change(first.id!, { trigger: "confirmed", actor: "operator", confirmation: "T-1" });
  await until(() => shop.notified(first.id!).length > 0, "the notification");
  await cancelling(app)(last.id!);
  await partner.wire.ask("order", { lang: "es", id: first.id! });
  const acme = await partnerId(app);
  await claimKey(db, acme, "a key", "a digest", app.clock.now);
  await answerKey(db, acme, "a key", { id: first.id! });
  for (const { orderId } of await dueOrders(db, 10, [])) await claimDueOrder(db, orderId);

  const larger = { schedules: [{ ...show.items[0]!.schedules![0]!, capacity: 30 }] };
  await app.import({
    currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.8" }],
    products: [variant(show, { name: "Noche larga" }, larger), { ...boat, deleted: true }],
  });
  await readEverything(app.url, await productId(app, "show"));
  const { from, to } = { from: "2024-01-01", to: "2026-12-31" };
  await looksToBooks(db, { from, to });
  await callbackHealth(db, { from, to }, false);
  const later = new Date("2026-07-02T10:00:00Z");
  await sweepAvailability(db, later);
  await sweepHistory(db, later, 30);
  assert.equal(await erasePersonalData(db, later, 90), 1);
  assert.equal((await dropYears(db, 2026, app.clock.now)).length, 1);
}

/** Every list in every form: whole, since a version, of a search, of days, of one product. */
async function readEverything(url: string, product: string): Promise<void> {
  const { version } = (await (await fetch(`${url}/api/catalogdigest`)).json()) as { version: number };
  const since = `version=${version - 1}`;
  for (const path of [
    `product/${product}`,
    ...["", "query=noche", "query=MAD", since].map((form) => `products?${form}`),
    "productsdeleted?version=0",
    `productversion?updateversion=${version - 1}&deleteversion=0`,
    ...["", "version=0", since, "fromdate=2026-06-20T12:00:00&todate=2026-06-25"].map((form) => `events?${form}`),
    ...["", "&version=0", `&${since}`].map((form) => `events?id=${product}${form}`),
    ...["", "query=rio", since, "whitelabelcode=ACME-ES"].map((form) => `es/pages?${form}`),
    "currencies",
    `catalogdigest?version=${version}&fromdate=2026-06-20`,
  ])
    assert.equal((await fetch(`${url}/api/${path}`)).status, 200, path);
}
