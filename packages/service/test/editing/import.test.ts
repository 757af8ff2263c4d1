import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listProducts } from "../../src/domain/catalogue/lists.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { testNow } from "../support/app.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type Increments, importing, none, tallies } from "../support/samples/importing.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { evenings, type Imports, prices, rescheduled, shop, startImports } from "./import-shop.ts";

/** An import into an existing catalogue: partners receive exactly its changes. */

onPostgres("import", (open) => {
  let app: Imports["app"];
  let db: Imports["db"];
  let opened: Imports["opened"];
  before(async () => {
    ({ app, db, opened } = await startImports(open));
  });
  after(() => app?.stop());

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
