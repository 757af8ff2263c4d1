import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { exportCatalogue } from "../../../src/domain/import/exchange.ts";
import { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner, productId } from "../../support/partner.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, plantShow, rescheduled, shownProduct, worked } from "./cataloguing.ts";

/** Products in the back office: the effect of a change, before and after it. */

const renamed = (product: CatalogueProduct, name: string): CatalogueProduct => ({ ...product, name });

onPostgres("products in the back office", (open) => {
  let app: TestApp;
  let operator: Operator & { email: string };
  before(async () => {
    app = await startApp({ open });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());
  const put = async (source: CatalogueProduct, revision: number, query = "") =>
    operator.ask("PUT", `/products/${await productId(app, source.externalId)}${query}`, { source, revision });

  test("a product reads as it was imported, with derived fields", async () => {
    const { product } = await plantShow(app);
    const order = await new Partner(app).buy(await eventId(app, product.items[0]!.externalId, "2026-06-20T20:00"), {
      ADULT: 3,
    });
    assert.ok(order.isValid);
    const { source, revision, facts, items } = await operator.ask(
      "GET",
      `/products/${await productId(app, product.externalId)}`,
    );
    assert.deepEqual([source, revision], [product, 1]);
    const inOrder = Object.keys(CatalogueProduct.properties).filter((name) => name in product);
    assert.deepEqual(Object.keys(source), inOrder, "in the schema's order");
    assert.deepEqual(facts, {
      hasAvailability: true,
      comingEvents: 30,
      nextEventOn: "2026-06-16T20:00:00",
      lastEventOn: "2026-07-15T20:00:00",
      capacity: 600,
      unlimitedEvents: 0,
      soldSeats: 3,
      soldOfRemoved: 0,
      minPrice: "22.50",
      minUsdPrice: "25.00",
      updatedOn: "2026-06-15T10:00:00.000Z",
    });
    assert.deepEqual(
      items.map((item: { externalId: string; minPrice: string }) => [item.externalId, item.minPrice]),
      [[`${product.externalId}-seat`, "22.50"]],
    );
  });

  test("a change is one version, and partners get exactly its changes", async () => {
    const { product } = await plantShow(app);
    const prices = [{ code: "ADULT", amount: "60.00" }];
    const exceptions = [
      { date: "2026-06-20", prices },
      { date: "2026-06-21", availability: "black-out" as const },
    ];
    const source = rescheduled(renamed(product, "Flamenco de noche"), { to: "2026-07-14", exceptions });
    const { answer, increments } = await worked(app, () => put(source, 1));
    const seat = product.items[0]!.externalId;
    assert.deepEqual(increments, {
      ...none,
      products: [product.externalId],
      events: [
        `${seat} 2026-06-20T20:00 available`,
        `${seat} 2026-06-21T20:00 black-out`,
        `${seat} 2026-07-15T20:00 removed`,
      ],
    });
    assert.equal(answer.revision, 2);
    const { counts, partners, records, more, sold } = answer.changes;
    assert.deepEqual(counts.events, { added: 0, changed: 2, unchanged: 27, removed: 1 });
    assert.deepEqual(partners, {
      withKeys: 1,
      synced: 0,
      products: 1,
      events: 3,
      pages: 0,
      currencies: 0,
      deletedProducts: 0,
    });
    assert.deepEqual(sold, { events: 0, seats: 0, removedEvents: 0, removedSeats: 0, overbookedEvents: 0 });
    assert.equal(more, 0);
    const subject = `${product.externalId} / ${seat}`;
    assert.deepEqual(records, [
      {
        kind: "products",
        outcome: "changed",
        subject: product.externalId,
        name: "Flamenco de noche",
        fields: [{ field: "name", before: "Noche de flamenco", after: "Flamenco de noche", seen: true }],
        sold: null,
      },
      {
        kind: "events",
        outcome: "changed",
        subject: `${subject} / 2026-06-20T20:00`,
        name: "Flamenco de noche / Butaca",
        fields: [
          {
            field: "prices",
            before: [
              { code: "ADULT", amount: "45.00" },
              { code: "CHILD", amount: "22.50" },
            ],
            after: prices,
            seen: true,
          },
        ],
        sold: 0,
      },
      {
        kind: "events",
        outcome: "changed",
        subject: `${subject} / 2026-06-21T20:00`,
        name: "Flamenco de noche / Butaca",
        fields: [{ field: "availability", before: "available", after: "black-out", seen: true }],
        sold: 0,
      },
      {
        kind: "events",
        outcome: "removed",
        subject: `${subject} / 2026-07-15T20:00`,
        name: "Flamenco de noche / Butaca",
        fields: [{ field: "availability", before: "available", after: "removed", seen: true }],
        sold: 0,
      },
    ]);
    const { rows } = await listAudit(app.store.database.db, { subject: product.externalId }, { offset: 0, limit: 1 });
    assert.deepEqual([rows[0]!.operator, rows[0]!.operation], [operator.email, "products.update"]);
    assert.deepEqual(rows[0]!.before, { revision: 1 });
  });

  test("a dry run reports the same and changes nothing", async () => {
    const { product } = await plantShow(app);
    const source = rescheduled(renamed(product, "Otro"), { to: "2026-07-01", capacity: 30 });
    const before = await everything(app);
    const { answer, increments } = await worked(app, () => put(source, 1, "?dryRun=true&listed=3"));
    assert.deepEqual(increments, none);
    assert.deepEqual(await everything(app), before);
    assert.deepEqual([answer.dryRun, answer.revision, answer.changes.records.length], [true, 1, 3]);
    const real = await put(source, 1, "?listed=3");
    const { updateVersion: expectedVersion, changeId: planned, ...forecast } = answer.changes;
    const { updateVersion, changeId, ...done } = real.changes;
    assert.deepEqual([planned, typeof changeId], [null, "number"]);
    assert.deepEqual(forecast, done);
    assert.equal(updateVersion, expectedVersion + 1);
  });

  test("of two operators that read the same product, the second to save gets a conflict", async () => {
    const { product } = await plantShow(app);
    const other = await signedIn(app, "owner");
    const id = await productId(app, product.externalId);
    const { revision, source } = await shownProduct(app, other, product.externalId);
    await put(renamed(product, "First"), 1);
    const late = { source: renamed(source, "Second"), revision };
    assert.equal(await other.refused(409, "PUT", `/products/${id}`, late), "changed-meanwhile");
    assert.equal(await other.refused(409, "PUT", `/products/${id}?dryRun=true`, late), "changed-meanwhile");
    assert.equal(await other.refused(409, "DELETE", `/products/${id}?revision=${revision}`), "changed-meanwhile");
    assert.equal((await shownProduct(app, other, product.externalId)).source.name, "First");
  });

  test("of two operators that save at the same time only one succeeds", async () => {
    const { product } = await plantShow(app);
    const id = await productId(app, product.externalId);
    const statuses = await Promise.all(
      ["one", "two", "three"].map(
        async (name) =>
          (await operator.call("PUT", `/products/${id}`, { source: renamed(product, name), revision: 1 })).status,
      ),
    );
    assert.deepEqual(statuses.sort(), [200, 409, 409]);
    assert.equal((await shownProduct(app, operator, product.externalId)).revision, 2);
  });

  test("a catalogue file that changes the product makes a revision; one that does not makes none", async () => {
    const { product } = await plantShow(app);
    await app.import({ products: [product] });
    assert.equal((await shownProduct(app, operator, product.externalId)).revision, 1);
    await app.import({ products: [renamed(product, "By file")] });
    const id = await productId(app, product.externalId);
    assert.equal(
      await operator.refused(409, "PUT", `/products/${id}`, { source: product, revision: 1 }),
      "changed-meanwhile",
    );
  });

  test("refund tiers are a revision and a version, and the exported file has them", async () => {
    const { product } = await plantShow(app);
    const id = await productId(app, product.externalId);
    const refundTiers = [
      { hours: 72, percent: 100 },
      { hours: 24, percent: 50 },
    ];
    const versionOf = async () => (await new Partner(app).wire.ask("productversion", {})).updateVersion;
    const version = await versionOf();
    const saved = await operator.ask("PUT", `/products/${id}`, { source: { ...product, refundTiers }, revision: 1 });
    const [change] = saved.changes.records.filter(({ kind }: { kind: string }) => kind === "products");
    assert.deepEqual(change.fields, [{ field: "refundTiers", before: null, after: refundTiers, seen: true }]);
    assert.deepEqual([saved.revision, await versionOf()], [2, version + 1]);
    assert.deepEqual((await exportCatalogue(app.store.database.db, new Set(["products"]), [id])).products, [
      (await operator.ask("GET", `/products/${id}`)).source,
    ]);
    const stored = () =>
      sql<{ tiers: object | null }>`select record -> 'refundTiers' as tiers from product where id = ${id}`.execute(
        app.store.database.db,
      );
    assert.deepEqual((await stored()).rows, [{ tiers: refundTiers }]);
    await app.import({ products: [product] });
    assert.deepEqual((await stored()).rows, [{ tiers: null }]);
    const wrong = { ...product, refundTiers: [...refundTiers].reverse() };
    const answer = await operator.call("PUT", `/products/${id}`, { source: wrong, revision: 3 });
    assert.deepEqual(
      JSON.parse(answer.text).errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/source/refundTiers/1/hours", "/source/refundTiers/1/percent"],
    );
  });

  test("a sold event that the schedule drops is removed, and its order remains valid", async () => {
    const { product } = await plantShow(app);
    const seat = product.items[0]!.externalId;
    const partner = new Partner(app);
    const sold = await eventId(app, seat, "2026-07-15T20:00");
    const order = await partner.buy(sold, { ADULT: 2, CHILD: 2 });
    const other = await eventId(app, seat, "2026-06-18T20:00");
    await partner.buy(other, { ADULT: 5 });
    const source = rescheduled(product, { to: "2026-07-14", capacity: 4 });
    const effects = { events: 2, seats: 9, removedEvents: 1, removedSeats: 4, overbookedEvents: 1 };
    assert.deepEqual((await put(source, 1, "?dryRun=true&listed=0")).changes.sold, effects);
    assert.deepEqual((await put(source, 1, "?listed=0")).changes.sold, effects);
    const refusal = await partner.validate(sold, { ADULT: 1 });
    assert.deepEqual(
      refusal.errors.map(({ code }) => code),
      ["event-removed"],
    );
    const read = await partner.wire.ask("order", { lang: "es", id: order.id! });
    assert.deepEqual([read.isValid, read.event.id], [true, sold]);
    const { facts } = await operator.ask("GET", `/products/${await productId(app, product.externalId)}`);
    assert.deepEqual([facts.soldSeats, facts.soldOfRemoved], [5, 4]);
    // The event returns with its sold seats.
    await put(rescheduled(product, { capacity: 10 }), 2);
    const back = await operator.ask(
      "GET",
      `/events?productId=${await productId(app, product.externalId)}&from=2026-07-15`,
    );
    assert.deepEqual([back.data[0].id, back.data[0].sold, back.data[0].left], [sold, 4, 6]);
  });

  test("a product that violates the catalogue's rules is refused, with a pointer to each field in the request", async () => {
    const { product } = await plantShow(app);
    const id = await productId(app, product.externalId);
    const item = product.items[0]!;
    const [schedule] = item.schedules!;
    const refusedAt = async (source: unknown, by = operator) => {
      const answer = await by.call("PUT", `/products/${id}`, { source, revision: 1 });
      assert.equal(answer.status, 400, answer.text);
      const { code, errors } = JSON.parse(answer.text);
      assert.equal(code, "invalid-field");
      return errors.map(({ pointer }: { pointer: string }) => pointer);
    };
    const inItem = (changes: object) => ({ ...product, items: [{ ...item, ...changes }] });
    const inSchedule = (changes: object) => inItem({ schedules: [{ ...schedule, ...changes }] });
    assert.deepEqual(await refusedAt({ ...product, timeZone: "Europe/Madird" }), ["/source/timeZone"]);
    assert.deepEqual(await refusedAt({ ...product, currencyCode: "CHF" }), ["/source/currencyCode"]);
    assert.deepEqual(await refusedAt({ ...product, externalId: "other" }), ["/source/externalId"]);
    // An operator who may not move products to a supplier does not learn which suppliers exist.
    const owner = await signedIn(app, "owner");
    assert.deepEqual(await refusedAt({ ...product, supplier: "nobody" }, owner), ["/source/supplier"]);
    assert.deepEqual(await refusedAt({ ...product, colour: "red" }), ["/source/colour"]);
    assert.deepEqual(await refusedAt(inItem({ name: "" })), ["/source/items/0/name"]);
    assert.deepEqual(await refusedAt(inSchedule({ to: "2026-06-15" })), ["/source/items/0/schedules/0/to"]);
    assert.deepEqual(await refusedAt(inSchedule({ from: "2026-02-30" })), ["/source/items/0/schedules/0/from"]);
    assert.deepEqual(await refusedAt(inSchedule({ exceptions: [{ date: "2026-08-01", capacity: 1 }] })), [
      "/source/items/0/schedules/0/exceptions/0",
    ]);
    assert.deepEqual(await refusedAt(inSchedule({ prices: [{ code: "ADULT", amount: "1.005" }] })), [
      "/source/items/0/schedules/0/prices/0/amount",
    ]);
    assert.equal((await shownProduct(app, operator, product.externalId)).revision, 1);
  });
});
