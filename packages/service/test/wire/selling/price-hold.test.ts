import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { CatalogueFile } from "../../../src/records/catalogue-file.ts";
import { lockCatalogueFiles } from "../../../src/store/catalogue/files-lock.ts";
import { anyRow } from "../../../src/store/database/rows.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { codesOf, eventId, Partner } from "../../support/partner.ts";
import { museum, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";

/**
 * A validated price is valid for 30 minutes after any change of price or rate, and no other total is. Each test has its own
 * product and currency. The clock only goes forward, so tests do not affect each other.
 */

const day = "2026-06-30";
let made = 0;

/** A product whose price, rate and currency change; times are minutes since its creation. */
class Offer {
  readonly #app: TestApp;
  readonly #start: number;
  readonly #name = `offer-${++made}`;
  currency = `${String.fromCharCode(64 + made)}XX`;

  constructor(app: TestApp) {
    this.#app = app;
    this.#start = app.clock.now.getTime();
  }

  at(minutes: number): void {
    this.#app.clock.now = new Date(this.#start + minutes * 60_000);
  }

  /**
   * Imports a price, a rate, or both at once. Returns the minutes for which the import ran, during which the former price was still valid.
   */
  async set({ price, rate }: { price?: string; rate?: string }): Promise<number> {
    const began = performance.now();
    const file: CatalogueFile = {};
    if (rate) file.currencies = [{ code: this.currency, name: "Money", displaySymbol: "¤", rate }];
    if (price) {
      const schedules = [{ from: day, to: day, capacity: null, prices: [{ code: "ADULT", amount: price }] }];
      file.products = [
        variant(museum, { externalId: this.#name, currencyCode: this.currency }, { externalId: this.#name, schedules }),
      ];
    }
    await this.#app.import(file);
    return (Math.ceil(performance.now() - began) + 1) / 60_000;
  }

  /** Returns the total that validate answers for one adult. */
  async validate(): Promise<number> {
    const { totalUsd } = await new Partner(this.#app).validate(await this.#event(), { ADULT: 1 });
    return totalUsd!.value;
  }

  /** Books at this total. Returns `booked`, or the code of the refusal. */
  async book(total: number): Promise<string> {
    const order = await new Partner(this.#app).book(await this.#event(), { ADULT: 1 }, total);
    if (order.isValid) assert.deepEqual(order.event.totalUsd, { currencyCode: "USD", value: total });
    return order.isValid ? "booked" : codesOf(order).join(" ");
  }

  #event(): Promise<string> {
    return eventId(this.#app, this.#name, `${day}T00:00`);
  }
}

onPostgres("the price hold", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app.stop());

  const start = async (price: string, rate: string): Promise<Offer> => {
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    const offer = new Offer(app);
    await offer.set({ price, rate });
    return offer;
  };

  for (const [what, change, changed] of [
    ["price", { price: "120.00" }, 60],
    ["rate", { rate: "4" }, 25],
    ["price and rate", { price: "120.00", rate: "4" }, 30],
  ] as const) {
    test(`after a new ${what}, the validated total is valid for 30 minutes, and the new one from now on`, async () => {
      const offer = await start("100.00", "2");
      assert.equal(await offer.validate(), 50);
      offer.at(1);
      await offer.set(change);
      assert.equal(await offer.validate(), changed);
      assert.deepEqual([await offer.book(50), await offer.book(changed)], ["booked", "booked"]);
      offer.at(30);
      assert.deepEqual([await offer.book(50), await offer.book(changed)], ["booked", "booked"]);
    });
  }

  test("the hold ends 30 minutes after the price was last valid", async () => {
    const offer = await start("100.00", "2");
    offer.at(10);
    const longer = await offer.set({ price: "120.00" });
    offer.at(40 - 1 / 60_000);
    assert.equal(await offer.book(50), "booked");
    offer.at(40 + longer);
    assert.deepEqual([await offer.book(50), await offer.book(60)], ["price-changed", "booked"]);
  });

  test("after a simultaneous change of price and rate, no mixed total is valid", async () => {
    const offer = await start("100.00", "2");
    offer.at(5);
    await offer.set({ price: "120.00", rate: "4" });
    offer.at(10);
    assert.deepEqual([await offer.book(50), await offer.book(30)], ["booked", "booked"]);
    assert.deepEqual([await offer.book(25), await offer.book(60)], ["price-changed", "price-changed"]);
  });

  test("after a change of price, then of rate, the three former totals are valid and the fourth is not", async () => {
    const offer = await start("100.00", "2");
    offer.at(5);
    const first = await offer.set({ price: "120.00" });
    offer.at(10 + first);
    const second = await offer.set({ rate: "4" });
    offer.at(20);
    assert.deepEqual(
      [await offer.book(50), await offer.book(60), await offer.book(30)],
      ["booked", "booked", "booked"],
    );
    assert.equal(await offer.book(25), "price-changed");
    // The first hold ends 30 minutes after the change of price, the second 30 minutes after the change of rate.
    offer.at(35 + first);
    assert.deepEqual(
      [await offer.book(50), await offer.book(60), await offer.book(30)],
      ["price-changed", "booked", "booked"],
    );
    offer.at(40 + first + second);
    assert.deepEqual([await offer.book(60), await offer.book(30)], ["price-changed", "booked"]);
  });

  test("two changes within one hold, and a change back", async () => {
    const offer = await start("100.00", "2");
    offer.at(5);
    const first = await offer.set({ price: "120.00" });
    offer.at(10 + first);
    const second = await offer.set({ price: "140.00" });
    offer.at(15 + first + second);
    await offer.set({ price: "100.00" });
    offer.at(34);
    assert.deepEqual(
      [await offer.book(50), await offer.book(60), await offer.book(70)],
      ["booked", "booked", "booked"],
    );
    offer.at(40 + first + second);
    assert.deepEqual(
      [await offer.book(50), await offer.book(60), await offer.book(70)],
      ["booked", "price-changed", "booked"],
    );
  });

  test("a product that changes its currency: amounts use the rate of their own currency", async () => {
    const offer = await start("100.00", "2");
    offer.at(5);
    offer.currency = `${offer.currency[0]}YY`;
    await offer.set({ price: "100.00", rate: "8" });
    assert.equal(await offer.validate(), 12.5);
    offer.at(10);
    await offer.set({ price: "160.00" });
    offer.at(15);
    assert.deepEqual(
      [await offer.book(50), await offer.book(12.5), await offer.book(20)],
      ["booked", "booked", "booked"],
    );
    // The new amount at the old currency's rate.
    assert.equal(await offer.book(80), "price-changed");
  });

  test("a total that differs by a cent is another price", async () => {
    const offer = await start("100.00", "2");
    assert.deepEqual([await offer.book(49.99), await offer.book(50.01)], ["price-changed", "price-changed"]);
    assert.deepEqual([await offer.book(50.001), await offer.book(0)], ["price-changed", "price-changed"]);
  });
});

onPostgres("the price hold of a long import", (open) => {
  for (const [what, change] of [
    ["price", { price: "120.00" }],
    ["rate", { rate: "4" }],
  ] as const)
    test(`a ${what} that is validated while an import replaces it is valid for 30 minutes from then`, async () => {
      const app = await startApp({ open });
      const { db } = app.store.database;
      try {
        const offer = new Offer(app);
        await offer.set({ price: "100.00", rate: "2" });
        offer.at(1);
        const blocking = await db.startTransaction().execute();
        await lockCatalogueFiles(blocking);
        const importing = offer.set(change);
        await until(
          () => anyRow(db)`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`,
          "the import to wait",
        );
        const began = performance.now();
        await pause(400);
        const waited = (performance.now() - began) / 60_000;
        offer.at(1 + waited);
        assert.equal(await offer.validate(), 50);
        await blocking.rollback().execute();
        const longer = await importing;
        offer.at(31 + waited);
        assert.equal(await offer.book(50), "booked");
        offer.at(31 + longer);
        assert.equal(await offer.book(50), "price-changed");
      } finally {
        await app.stop();
      }
    });
});

test("PRICE_HOLD_MINUTES of 0 holds nothing", async () => {
  const app = await startApp({ config: { priceHoldMinutes: 0 }, catalogue: testCatalogue });
  try {
    const offer = new Offer(app);
    await offer.set({ price: "100.00", rate: "2" });
    assert.equal(await offer.book(50), "booked");
    offer.at(1);
    await offer.set({ price: "120.00" });
    assert.deepEqual([await offer.book(50), await offer.book(60)], ["price-changed", "booked"]);
  } finally {
    await app.stop();
  }
});
