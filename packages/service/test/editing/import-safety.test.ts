import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { CatalogueError } from "../../src/domain/editing/catalogue-rules.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import type { CatalogueFile, CatalogueProduct } from "../../src/records/catalogue-file.ts";
import type { Db } from "../../src/store/database/database.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { contents, importing, tallies } from "../support/samples/importing.ts";
import { anOrder, placeInStore } from "../support/samples/new-order.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** An import never changes a part only, never loses sales, and does not depend on the order in the file. */

const rescheduled = (product: CatalogueProduct, changes: object): CatalogueProduct =>
  variant(product, {}, { schedules: [{ ...product.items[0]!.schedules![0]!, ...changes }] });

/** `count` products of three evenings. */
const many = (count: number): CatalogueProduct[] =>
  Array.from({ length: count }, (_, n) =>
    variant(rescheduled(show, { from: "2026-06-20", to: "2026-06-22" }), {
      externalId: `many-${n}`,
      name: `Product ${n}`,
    }),
  );

/** Refused files, each with a valid record that must not be written, and the place that the message names. */
const badFiles: [why: string, file: CatalogueFile, pointer: string, detail: RegExp][] = [
  [
    "a currency that nobody has",
    { products: [show, { ...boat, currencyCode: "XYZ" }] },
    "/products/1/currencyCode",
    /XYZ is no currency/,
  ],
  [
    "a white label of another partner, in other letters",
    { partners: [{ externalId: "acme", name: "Acme", whiteLabels: [{ code: "Other", name: "Mine" }] }] },
    "/partners/0/whiteLabels",
    /Other belongs to another partner/,
  ],
  [
    "a page of a white label that nobody has",
    { pages: [{ ...testCatalogue.pages![0]!, published: false, whiteLabels: ["ACME-ES", "NOBODY"] }] },
    "/pages/0/whiteLabels/1",
    /NOBODY is no white label/,
  ],
  [
    "a product twice",
    {
      products: [
        { ...show, name: "New" },
        { ...boat, externalId: "show" },
      ],
    },
    "/products/1/externalId",
    /already/,
  ],
  ["a page twice", { pages: [testCatalogue.pages![0]!, testCatalogue.pages![0]!] }, "/pages/1/externalId", /already/],
  [
    "a currency twice",
    { currencies: [testCatalogue.currencies![1]!, testCatalogue.currencies![1]!] },
    "/currencies/1/code",
    /already/,
  ],
  [
    "a ticket without a rule",
    { products: [rescheduled(show, { prices: [{ code: "DOG", amount: "1" }] })] },
    "/products/0/items/0/schedules/0/prices/0/code",
    /DOG/,
  ],
  [
    "a character that XML cannot carry",
    { products: [{ ...show, name: "Noche\u0001" }] },
    "/products/0/name",
    /U\+0001/,
  ],
  [
    "a character that the store cannot keep",
    { pages: [{ ...testCatalogue.pages![0]!, es: { name: "\u0000", url: "//x" } }] },
    "/pages/0/es/name",
    /U\+0000/,
  ],
];

onPostgres("import safety", (open) => {
  let app: TestApp;
  let db: Db;
  before(async () => {
    app = await startApp({ open });
    db = app.app.service.db;
  });
  after(() => app.stop());

  for (const [why, file, pointer, detail] of badFiles) {
    test(`a file with ${why} changes nothing and is reported with its position`, async () => {
      const before = await contents(db);
      await assert.rejects(
        importCatalogue(
          db,
          { currencies: [{ ...testCatalogue.currencies![2]!, rate: "6" }], ...file },
          { now: testNow },
        ),
        (error) => {
          assert.ok(error instanceof CatalogueError, String(error));
          assert.deepEqual(
            error.problems.map((problem) => problem.pointer),
            [pointer],
          );
          assert.match(error.problems[0]!.detail, detail);
          return true;
        },
      );
      assert.deepEqual(await contents(db), before);
    });
  }

  test("an import that fails in the middle changes nothing", async () => {
    const before = await contents(db);
    const file = { ...testCatalogue, products: [...many(60), { ...show, name: "New" }], pages: [] };
    let reports = 0;
    const progress = () => {
      reports++;
      if (reports === 2) throw new Error("the machine went away");
    };
    await assert.rejects(importCatalogue(db, file, { now: testNow, progress }), /the machine went away/);
    assert.equal(reports, 2);
    assert.deepEqual(await contents(db), before);
  });

  test("a catalogue of 200 products is the same in any order", async () => {
    const products = many(200);
    const first = await importing(db, { products });
    assert.equal(tallies(first.summary), "products 200 added; items 200 added; events 600 added");
    const before = await contents(db);
    // 77 has no divisor in common with 200: every product once.
    const shuffled = products.map((_, n) => products[(n * 77 + 5) % 200]!);
    assert.notDeepEqual(shuffled[0], products[0]);
    const again = await importing(db, { products: shuffled });
    assert.equal(tallies(again.summary), "products 200 unchanged; items 200 unchanged; events 600 unchanged");
    assert.deepEqual(await contents(db), before);
  });

  test("of two concurrent imports of one file, one adds the records and the other changes nothing", async () => {
    const file = { products: [variant(museum, { externalId: "twice" }, { externalId: "twice" })] };
    const { updateVersion } = (await importing(db, {})).summary;
    const both = await Promise.all([
      importCatalogue(db, file, { now: testNow }),
      importCatalogue(db, file, { now: testNow }),
    ]);
    assert.deepEqual(both.map(tallies).sort(), [
      "products 1 added; items 1 added; events 16 added",
      "products 1 unchanged; items 1 unchanged; events 16 unchanged",
    ]);
    assert.deepEqual(
      both.map((summary) => summary.updateVersion),
      [updateVersion + 1, updateVersion + 1],
    );
  });

  test("orders remain after any change to their event", async () => {
    const product = variant(museum, { externalId: "kept" }, { externalId: "kept" });
    await importing(db, { products: [product] });
    const partner = new Partner(app);
    const order = await partner.buy(await eventId(app, "kept", "2026-06-20T00:00"), { ADULT: 2 });
    for (const change of [rescheduled(product, { from: "2026-06-25" }), { ...product, deleted: true }, product]) {
      await importing(db, { products: [change] });
      assert.deepEqual(await partner.wire.ask("order", { lang: "es", id: order.id! }), order);
    }
  });

  test("seats sold stay sold when the capacity changes", async () => {
    const product = variant(rescheduled(museum, { capacity: 20 }), { externalId: "hall" }, { externalId: "hall" });
    const hall = rescheduled(
      { ...product, items: [{ ...product.items[0]!, schedules: museum.items[0]!.schedules! }] },
      { capacity: 20 },
    );
    await importing(db, { products: [hall] });
    const id = await eventId(app, "hall", "2026-06-20T00:00");
    const partner = new Partner(app);
    const rejected = await partner.buy(id, { ADULT: 4 });
    await sql`update orders set status = 'rejected' where id = ${rejected.id}`.execute(db);
    await sql`update event set capacity_left = capacity_left + 4 where id = ${id}`.execute(db);
    await partner.buy(id, { ADULT: 5 });
    await partner.buy(id, { ADULT: 3 }, { testMode: true });

    const availability = async () => {
      const { values } = await partner.wire.ask("events", { fromdate: "2026-06-20", todate: "2026-06-20" });
      return values.find((event) => event.id === id)!.availabilityCode;
    };
    for (const [capacity, left, code] of [
      [20, 15, "available"],
      [12, 7, "available"],
      [5, 0, "sold-out"],
      [3, 0, "sold-out"],
      // Below the sold seats, and up again: the five seats remain sold.
      [12, 7, "available"],
      [null, null, "available"],
      [12, 7, "available"],
    ] as const) {
      await importing(db, { products: [rescheduled(hall, { capacity })] });
      const { rows } = await sql<{
        left: number | null;
      }>`select capacity_left as left from event where id = ${id}`.execute(db);
      assert.deepEqual([rows[0]!.left, await availability()], [left, code], `capacity ${capacity}`);
    }
  });
});

onPostgres("an import during bookings", (open) => {
  test("an event that gets its first limit counts an order that is being placed", async () => {
    const app = await startApp({ open });
    const { db } = app.app.service;
    try {
      const id = await eventId(app, "museum-day", "2026-06-20T00:00");
      const order = await new Partner(app).buy(id, { ADULT: 2 });
      let importingNow: Promise<unknown> = Promise.resolve();
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          partner: string;
        }>`select partner_id as partner from orders where id = ${order.id}`.execute(tx);
        await placeInStore(tx, {
          ...anOrder,
          tickets: [{ code: "ADULT", quantity: 3 }],
          eventId: id,
          eventOn: "2026-06-20T00:00:00",
          partnerId: rows[0]!.partner,
          seats: 3,
        });
        importingNow = importing(db, { products: [rescheduled(museum, { capacity: 10 })] });
        await pause(300);
      });
      await importingNow;
      const { rows } = await sql<{ left: number }>`select capacity_left as left from event where id = ${id}`.execute(
        db,
      );
      assert.equal(rows[0]!.left, 5);
    } finally {
      await app.stop();
    }
  });
});
