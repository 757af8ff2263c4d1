import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import type { Product } from "@paseo/contract";
import { listProducts, productVersion, readProduct } from "../../src/domain/catalogue/lists.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import type { Db } from "../../src/store/database/database.ts";
import { publishEndedSales } from "../../src/store/publishing/cleanup.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { onWidePostgres } from "../support/servers/stores.ts";
import { book, bookRequest, eventIds, refusalOf } from "./booking.ts";

/** Decision 9: changes of HasAvailability and MinPrice count as updates, also when time or sales cause them. */

const [item] = show.items;
const { schedules: _schedules, ...seat } = item!;
const evening = (day: number, amount: string) => ({
  eventOn: `2026-06-${day}T20:00`,
  capacity: 4,
  prices: [{ code: "ADULT", amount }],
});
/** A catalogue of two evenings in Madrid, the cheaper evening first. Sales end at 18:00 UTC. */
const catalogue: CatalogueFile = {
  ...testCatalogue,
  products: [
    { ...show, items: [{ ...seat, events: [evening(16, "45.00"), evening(18, "90.00")] }] },
    { ...show, externalId: "away", items: [{ ...seat, events: [evening(20, "45.00")] }] },
  ],
};

onWidePostgres("changes that follow from time and orders", (open) => {
  let app: TestApp;
  let db: Db;
  let product: string;
  let events: string[];
  let version: number;

  beforeEach(async () => {
    await app?.stop();
    app = await startApp({ open, catalogue });
    db = app.store.database.db;
    const { values } = await listProducts(db, { page: 1 }, testNow);
    product = values[0]!.id;
    events = await eventIds(db, "show");
    version = await newest();
  });
  after(() => app?.stop());

  const newest = async () => (await productVersion(db, { updateversion: -1, deleteversion: -1 })).updateVersion;
  const shown = async (): Promise<Product> => (await readProduct(db, product))!;
  const at = (day: number, time: string) => (app.clock.now = new Date(`2026-06-${day}T${time}:00Z`));
  /** Returns the products that changed after `version`, and the number of versions since then. */
  const update = async () => {
    const { values } = await listProducts(db, { page: 1, version }, app.clock.now);
    return { ids: values.map(({ id }) => id), versions: (await newest()) - version };
  };

  test("the end of a sale changes MinPrice, in one new version", async () => {
    assert.deepEqual((await shown()).minPrice, { currencyCode: "EUR", value: 45 });
    await publishEndedSales(db, at(16, "17:59"));
    assert.deepEqual(await update(), { ids: [], versions: 0 });

    await publishEndedSales(db, at(16, "18:00"));
    const { minPrice, minUsdPrice, hasAvailability, items, updatedOn } = await shown();
    assert.deepEqual(minPrice, { currencyCode: "EUR", value: 90 });
    assert.deepEqual(minUsdPrice, { currencyCode: "USD", value: 100 });
    assert.deepEqual(items[0]!.minPrice, minPrice);
    assert.equal(hasAvailability, true);
    assert.equal(updatedOn, "2026-06-16T18:00:00.000Z");
    assert.deepEqual(await update(), { ids: [product], versions: 1 });

    await publishEndedSales(db, at(17, "00:00"));
    assert.equal((await update()).versions, 1, "nothing has changed since");
  });

  test("the end of the last sale ends HasAvailability, in one new version", async () => {
    await publishEndedSales(db, at(16, "18:00"));
    version = await newest();
    await publishEndedSales(db, at(18, "18:00"));
    const { hasAvailability, minPrice, minUsdPrice } = await shown();
    assert.deepEqual(
      { hasAvailability, minPrice, minUsdPrice },
      { hasAvailability: false, minPrice: null, minUsdPrice: null },
    );
    assert.deepEqual(await update(), { ids: [product], versions: 1 });
  });

  test("a late run of the cleanup job publishes all sales that ended since the last run", async () => {
    await publishEndedSales(db, at(19, "00:00"));
    assert.equal((await shown()).hasAvailability, false);
    assert.deepEqual(await update(), { ids: [product], versions: 1 });
    assert.equal(await publishEndedSales(db, at(19, "00:00")), 0);
  });

  test("an order makes a new version only if it takes the last seats", async () => {
    const some = await book(app.url, bookRequest(app.key, events[0]!, 3));
    assert.equal(some.order.isValid, true);
    assert.deepEqual(await update(), { ids: [], versions: 0 });

    const last = await book(app.url, bookRequest(app.key, events[0]!, 1));
    assert.equal(last.order.isValid, true);
    assert.deepEqual((await shown()).minPrice, { currencyCode: "EUR", value: 90 });
    assert.deepEqual(await update(), { ids: [product], versions: 1 });
    const answer = await fetch(`${app.url}/api/events?version=${version}`);
    const { values } = (await answer.json()) as { values: { id: string; availabilityCode: string }[] };
    assert.deepEqual(
      values.map(({ id, availabilityCode }) => [id, availabilityCode]),
      [[events[0], "sold-out"]],
    );

    const late = await book(app.url, bookRequest(app.key, events[0]!, 1));
    assert.equal(refusalOf(late), "event-sold-out");
    assert.equal((await update()).versions, 1, "a refusal changes nothing");
  });

  test("the last seat of the last event ends HasAvailability", async () => {
    for (const [index, each] of [50, 100].entries()) {
      const totalUsd = { currencyCode: "USD", value: 4 * each } as const;
      const sold = await book(app.url, bookRequest(app.key, events[index]!, 4, { totalUsd }));
      assert.equal(sold.order.isValid, true, refusalOf(sold));
    }
    assert.equal((await shown()).hasAvailability, false);
    assert.deepEqual(await update(), { ids: [product], versions: 2 });
  });

  test("publishing without a change makes no version", async () => {
    const nothing = await db.transaction().execute((tx) => publishChanges(tx, {}, testNow));
    const touched = await db.transaction().execute((tx) => publishChanges(tx, { touched: [product] }, testNow));
    assert.deepEqual(touched, nothing);
    await app.import(catalogue);
    assert.deepEqual(await update(), { ids: [], versions: 0 });
  });
});
