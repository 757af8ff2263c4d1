import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listProducts, readProduct } from "../../src/domain/catalogue/lists.ts";
import type { Db } from "../../src/store/database/database.ts";
import type { CatalogueFile, CatalogueProduct } from "../../src/store/editing/catalogue-file.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type Increments, importing, none, tallies } from "../support/samples/importing.ts";
import { onBothStores } from "../support/servers/stores.ts";

/** An import into an existing catalogue: partners receive exactly its changes. */

const evenings = ["2026-06-20T20:00", "2026-06-21T20:00", "2026-06-22T20:00"] as const;
const prices = (adult: string) => [{ code: "ADULT", amount: adult }];

/** Two products in their own currency, and a page. Each test has its own ones with other names. */
function shop(name: string) {
  const currency = { code: `${name}`, name: "Money", displaySymbol: "¤", rate: "2" };
  const schedule = { from: "2026-06-20", to: "2026-06-22", times: ["20:00"], capacity: 20, prices: prices("45.00") };
  const seat = { externalId: `${name}-seat`, schedules: [schedule] };
  const other = variant(
    show,
    { externalId: `${name}-other`, currencyCode: name },
    { ...seat, externalId: `${name}-other` },
  );
  const product = variant(show, { externalId: name, name, currencyCode: name }, seat);
  const page = { externalId: name, type: "city", es: { name, url: `//www.example.com/${name}` } } as const;
  const file: CatalogueFile = { currencies: [currency], products: [product, other], pages: [page] };
  /** The events of a product with this code; of the first one unless another is named. */
  const events = (code: string, item = seat.externalId, days: readonly string[] = evenings) =>
    days.map((eventOn) => `${item} ${eventOn} ${code}`);
  return { currency, schedule, seat, product, other, page, file, events };
}

/** The product with its schedule changed. */
const rescheduled = (product: CatalogueProduct, changes: object): CatalogueProduct =>
  variant(product, {}, { schedules: [{ ...product.items[0]!.schedules![0]!, ...changes }] });

onBothStores("import", (open) => {
  let app: TestApp;
  let db: Db;
  let made = 0;
  before(async () => {
    app = await startApp({ open, catalogue: { partners: testCatalogue.partners! } });
    db = app.app.service.db;
  });
  after(() => app.stop());

  /** A service with an imported catalogue. */
  const opened = async () => {
    const made_ = shop(`Q${String.fromCharCode(65 + Math.floor(made / 26))}${String.fromCharCode(65 + (made++ % 26))}`);
    await importing(db, made_.file);
    return made_;
  };

  test("the first import adds everything, the second changes nothing", async () => {
    const { events, file, product } = shop("AAA");
    const first = await importing(db, file);
    assert.equal(
      tallies(first.summary),
      "currencies 1 added; products 2 added; items 2 added; events 6 added; pages 1 added",
    );
    assert.deepEqual(first.increments, {
      products: ["AAA", "AAA-other"],
      events: [...events("available", "AAA-other"), ...events("available")],
      pages: ["AAA"],
      deleted: [],
    });
    const again = await importing(db, structuredClone(file));
    assert.equal(
      tallies(again.summary),
      "currencies 1 unchanged; products 2 unchanged; items 2 unchanged; events 6 unchanged; pages 1 unchanged",
    );
    assert.equal(again.summary.updateVersion, first.summary.updateVersion);
    assert.deepEqual(again.increments, none);
    // Products that a file does not contain do not change.
    const part = await importing(db, { products: [product] });
    assert.equal(tallies(part.summary), "products 1 unchanged; items 1 unchanged; events 3 unchanged");
    assert.equal(part.summary.updateVersion, first.summary.updateVersion);
  });

  for (const [what, change, expected, tally] of [
    [
      "a product's name",
      ({ product }) => ({ products: [{ ...product, name: "Renamed" }] }),
      ({ product }) => ({ products: [product.externalId] }),
      "products 1 changed; items 1 unchanged; events 3 unchanged",
    ],
    [
      "its questions",
      ({ product }) => ({ products: [{ ...product, questions: { ...product.questions, hotel: true } }] }),
      ({ product }) => ({ products: [product.externalId] }),
      "products 1 changed; items 1 unchanged; events 3 unchanged",
    ],
    [
      "an item's name",
      ({ product }) => ({ products: [variant(product, {}, { name: "Palco" })] }),
      ({ product }) => ({ products: [product.externalId] }),
      "products 1 unchanged; items 1 changed; events 3 unchanged",
    ],
    [
      "a ticket rule",
      ({ product }) => {
        const [adult, child] = product.items[0]!.ticketRules;
        return { products: [variant(product, {}, { ticketRules: [{ ...adult!, maxQuantity: 12 }, child!] })] };
      },
      ({ product }) => ({ products: [product.externalId] }),
      "products 1 unchanged; items 1 changed; events 3 unchanged",
    ],
    [
      "the price of a schedule, and MinPrice with it",
      ({ product }) => ({ products: [rescheduled(product, { prices: prices("50.00") })] }),
      ({ product, events }) => ({ products: [product.externalId], events: events("available") }),
      "products 1 unchanged; items 1 unchanged; events 3 changed",
    ],
    [
      "the price of one evening that is not the cheapest",
      ({ product }) => ({
        products: [rescheduled(product, { exceptions: [{ date: "2026-06-21", prices: prices("60.00") }] })],
      }),
      ({ events, seat }) => ({ events: events("available", seat.externalId, [evenings[1]]) }),
      "products 1 unchanged; items 1 unchanged; events 1 changed, 2 unchanged",
    ],
    [
      "the availability of one evening",
      ({ product }) => ({
        products: [rescheduled(product, { exceptions: [{ date: "2026-06-21", availability: "black-out" }] })],
      }),
      ({ events, seat }) => ({ events: events("black-out", seat.externalId, [evenings[1]]) }),
      "products 1 unchanged; items 1 unchanged; events 1 changed, 2 unchanged",
    ],
    [
      "an evening that the schedule no longer has",
      ({ product }) => ({ products: [rescheduled(product, { to: "2026-06-21" })] }),
      ({ events, seat }) => ({ events: events("removed", seat.externalId, [evenings[2]]) }),
      "products 1 unchanged; items 1 unchanged; events 1 removed, 2 unchanged",
    ],
    [
      "a page's name",
      ({ page }) => ({ pages: [{ ...page, es: { ...page.es, name: "Renamed" } }] }),
      ({ page }) => ({ pages: [page.externalId] }),
      "pages 1 changed",
    ],
    [
      "a page that is no longer published",
      ({ page }) => ({ pages: [{ ...page, published: false }] }),
      ({ page }) => ({ pages: [page.externalId] }),
      "pages 1 changed",
    ],
    [
      "a currency's name",
      ({ currency }) => ({ currencies: [{ ...currency, name: "Other money" }] }),
      () => ({}),
      "currencies 1 changed",
    ],
    [
      "a currency's rate, in its last digit",
      ({ currency }) => ({ currencies: [{ ...currency, rate: "2.0000000001" }] }),
      ({ product, other, events }) => ({
        products: [product.externalId, other.externalId],
        events: [...events("available", other.externalId), ...events("available")],
      }),
      "currencies 1 changed",
    ],
  ] as [
    string,
    (given: ReturnType<typeof shop>) => CatalogueFile,
    (given: ReturnType<typeof shop>) => Partial<Increments>,
    string,
  ][]) {
    test(`a change of ${what} makes one version with exactly this change`, async () => {
      const given = await opened();
      const file = change(given);
      const before = await listProducts(db, { page: 1 }, testNow);
      const { summary, increments } = await importing(db, file);
      assert.deepEqual(increments, { ...none, ...expected(given) });
      assert.equal(tallies(summary), tally);
      assert.deepEqual(
        before.values.map(({ id }) => id),
        (await listProducts(db, { page: 1 }, testNow)).values.map(({ id }) => id),
      );

      const again = await importing(db, file);
      assert.deepEqual([again.increments, again.summary.updateVersion], [none, summary.updateVersion]);
    });
  }

  test("a rate with additional zeros is the same rate", async () => {
    const { currency } = await opened();
    const { summary } = await importing(db, { currencies: [{ ...currency, rate: "2.000" }] });
    assert.equal(tallies(summary), "currencies 1 unchanged");
  });

  test("an event that returns keeps its id", async () => {
    const { product, seat, events } = await opened();
    const id = await eventId(app, seat.externalId, evenings[2]);
    await importing(db, { products: [rescheduled(product, { to: "2026-06-21" })] });
    const partner = new Partner(app);
    const listed = async () =>
      (await partner.wire.ask("events", { id: await productId(app, product.externalId) })).values.map(
        (event) => event.id,
      );
    assert.deepEqual([(await listed()).length, (await listed()).includes(id)], [2, false]);

    const { increments, summary } = await importing(db, { products: [product] });
    assert.deepEqual(increments, { ...none, events: events("available", seat.externalId, [evenings[2]]) });
    assert.equal(tallies(summary), "products 1 unchanged; items 1 unchanged; events 1 changed, 2 unchanged");
    assert.equal((await listed())[2], id);
  });

  test("an item that the file no longer has is unpublished with its events, until it returns", async () => {
    const { product, seat, events } = await opened();
    const second = { ...product.items[0]!, externalId: `${seat.externalId}-2`, name: "Palco" };
    await importing(db, { products: [{ ...product, items: [...product.items, second] }] });
    const id = await productId(app, product.externalId);
    const published = async () => (await readProduct(db, id))!.items.map((item) => [item.name, item.published]);
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", true],
    ]);

    const gone = await importing(db, { products: [product] });
    assert.deepEqual(gone.increments, {
      ...none,
      products: [product.externalId],
      events: events("removed", second.externalId),
    });
    assert.equal(
      tallies(gone.summary),
      "products 1 unchanged; items 1 removed, 1 unchanged; events 3 removed, 3 unchanged",
    );
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", false],
    ]);
    assert.deepEqual((await importing(db, { products: [product] })).increments, none);

    const back = await importing(db, { products: [{ ...product, items: [...product.items, second] }] });
    assert.deepEqual(back.increments, {
      ...none,
      products: [product.externalId],
      events: events("available", second.externalId),
    });
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", true],
    ]);
  });

  for (const [how, away] of [
    ["deleted", { deleted: true }],
    ["unpublished", { published: false }],
  ] as const) {
    test(`a product that is ${how} appears in productsdeleted with its events, and returns with its id`, async () => {
      const { product, events } = await opened();
      const { wire } = new Partner(app);
      const id = await productId(app, product.externalId);
      const whole = await wire.ask("product", { id });
      const deletedBefore = (await wire.ask("productversion", {})).deleteVersion;

      const gone = await importing(db, { products: [{ ...product, ...away }] });
      assert.deepEqual(gone.increments, { ...none, events: events("removed"), deleted: [product.externalId] });
      assert.equal((await wire.ask("productversion", {})).deleteVersion, deletedBefore + 1);
      await wire.refused(404, "product", { id });
      assert.equal((await wire.ask("products", { query: product.name })).values.length, 0);
      assert.deepEqual((await importing(db, { products: [{ ...product, ...away }] })).increments, none);
      // Changes during the deletion make no version.
      assert.deepEqual((await importing(db, { products: [{ ...product, ...away, name: "Away" }] })).increments, none);

      const back = await importing(db, { products: [product] });
      assert.deepEqual(back.increments, { ...none, products: [product.externalId], events: events("available") });
      assert.ok(
        !(await wire.ask("productsdeleted", {})).values.includes(id),
        "it is no longer in the list of deleted products",
      );
      assert.deepEqual({ ...(await wire.ask("product", { id })), updatedOn: "" }, { ...whole, updatedOn: "" });
    });
  }

  test("a new product that is imported as deleted makes no version", async () => {
    const { currency, product } = shop("BBB");
    const { increments } = await importing(db, { currencies: [currency], products: [{ ...product, deleted: true }] });
    assert.deepEqual(increments, none);
  });

  test("a product that changes its currency is counted and priced in the new one", async () => {
    const { product, events } = await opened();
    const { currency } = await opened();
    const { wire } = new Partner(app);
    const id = await productId(app, product.externalId);
    const whole = { fromdate: "2026-06-22", todate: "2026-06-22" };
    await importing(db, { currencies: [{ ...currency, rate: "4" }] });
    const { totalCount } = await wire.ask("events", whole);
    const { increments } = await importing(db, {
      products: [{ ...product, currencyCode: currency.code }],
    });
    assert.deepEqual(
      increments.events.filter((event) => event.startsWith(product.externalId)),
      events("available"),
    );
    const { minPrice, minUsdPrice } = await wire.ask("product", { id });
    assert.deepEqual(
      [minPrice, minUsdPrice],
      [
        { currencyCode: currency.code, value: 45 },
        { currencyCode: "USD", value: 11.25 },
      ],
    );
    const listed = await wire.ask("events", whole);
    assert.deepEqual([listed.totalCount, listed.values.length], [totalCount, totalCount]);
    // From now on only this product uses the new currency's rate.
    const repriced = await importing(db, { currencies: [{ ...currency, rate: "5" }] });
    assert.ok(repriced.increments.products.includes(product.externalId));
  });

  test("the last possible event date can be sold in every zone, and stays unchanged", async () => {
    const { product, other, currency } = shop("END");
    const last = { from: "9999-12-31", to: "9999-12-31", times: ["23:59"] };
    const file = {
      currencies: [currency],
      products: [
        { ...rescheduled(product, last), timeZone: "Pacific/Pago_Pago" },
        { ...rescheduled(other, last), timeZone: "Pacific/Kiritimati" },
      ],
    };
    await importing(db, file);
    assert.deepEqual((await importing(db, file)).increments, none);
    for (const item of ["END-seat", "END-other"]) {
      const id = await eventId(app, item, "9999-12-31T23:59");
      const { isValid, errors } = await new Partner(app).validate(id, { ADULT: 1 });
      assert.equal(isValid, true, JSON.stringify(errors));
    }
  });

  test("past days stay unchanged, and today counts until it ends at the location", async () => {
    const { product, events, seat } = await opened();
    // 21 June, an hour before midnight in Madrid.
    const now = new Date("2026-06-21T21:00:00Z");
    const later = rescheduled(product, { from: "2026-06-22", prices: prices("50.00") });
    const { increments, summary } = await importing(db, { products: [later] }, now);
    assert.deepEqual(increments.events, [
      ...events("removed", seat.externalId, [evenings[1]]),
      ...events("available", seat.externalId, [evenings[2]]),
    ]);
    assert.equal(tallies(summary), "products 1 unchanged; items 1 unchanged; events 1 changed, 1 removed");
    const { values } = await new Partner(app).wire.ask("events", {
      id: await productId(app, product.externalId),
      fromdate: "2026-06-20",
    });
    assert.deepEqual(
      values.map(({ eventOn, tickets }) => [eventOn.slice(0, 16), tickets[0]!.unitPrice.value]),
      [
        [evenings[0], 45],
        [evenings[2], 50],
      ],
    );
  });

  test("partners and white labels: added, changed, unchanged", async () => {
    const partner = { externalId: "agency", name: "Agency", whiteLabels: [{ code: "AGENCY", name: "Agency" }] };
    const tally = async (partners: CatalogueFile["partners"]) =>
      tallies((await importing(db, { partners: partners! })).summary);
    assert.equal(await tally([partner]), "partners 1 added");
    assert.equal(await tally([partner, ...testCatalogue.partners!]), "partners 3 unchanged");
    assert.equal(await tally([{ ...partner, name: "Travel agency" }]), "partners 1 changed");
    assert.equal(await tally([{ ...partner, name: "Travel agency", active: false }]), "partners 1 changed");
    const renamed = {
      ...partner,
      name: "Travel agency",
      active: false,
      whiteLabels: [{ code: "AGENCY", name: "Shop" }],
    };
    assert.equal(await tally([renamed]), "partners 1 changed");
    assert.equal(await tally([{ externalId: "agency", name: "Travel agency", active: false }]), "partners 1 unchanged");
    assert.equal(await tally([{ ...renamed, whiteLabels: [{ code: "SHOP", name: "Shop" }] }]), "partners 1 changed");
    // A file without `active` neither deactivates a partner nor activates it.
    assert.equal(await tally([{ externalId: "agency", name: "Agency again" }]), "partners 1 changed");
    assert.equal(await tally([{ externalId: "agency", name: "Agency again" }]), "partners 1 unchanged");
    assert.equal(await tally([{ externalId: "agency", name: "Agency again", active: false }]), "partners 1 unchanged");
    // A code that was removed from one partner is free for another.
    const heir = { externalId: "heir", name: "Heir", whiteLabels: [{ code: "AGENCY", name: "Agency" }] };
    assert.equal(await tally([heir]), "partners 1 added");
  });
});
