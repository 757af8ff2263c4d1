import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { catalogueProblems } from "../../../src/domain/editing/catalogue-rules.ts";
import { checkValue } from "../../../src/domain/editing/files/shapes.ts";
import { plainMarkdown, productOfOffer } from "../../../src/domain/import/supplier-products.ts";
import { readSupplierSeats } from "../../../src/domain/import/supplier-seats.ts";
import { CatalogueFile, type CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import type { OctoRecord } from "../../../src/suppliers/octo/calls.ts";
import { offeredProduct } from "../../../src/suppliers/octo/offered.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId } from "../../support/partner.ts";
import { photoBytes } from "../../support/samples/photos.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { product } from "./octo-server.ts";
import { evening, later, OctoShops } from "./octo-shops.ts";

/** Products of a supplier that speaks OCTO become ours, with texts, photos, dates and prices. */

const terms = { supplier: "agency", lang: "en", cityCode: "MAD", currencyCode: "EUR", photos: [] } as const;

const imported = (record: OctoRecord) => productOfOffer(offeredProduct(record)!, { ...terms, photos: [] });

const problemsOf = (made: CatalogueProduct) => [
  ...checkValue(CatalogueFile, { products: [made] }),
  ...catalogueProblems({ products: [made] }),
];

describe("a product of a supplier as ours", () => {
  test("texts, tickets, terms and the time zone", () => {
    const made = imported(product);
    assert.deepEqual(problemsOf(made), []);
    const { externalId, name, published, type, highlights, included, notIncluded, description, summary } = made;
    assert.deepEqual(
      { externalId, name, published, type, highlights, included, notIncluded, description, summary },
      {
        ...{ externalId: "agency:tour", name: "Tour of the old town", published: false, type: "scheduled" },
        ...{ highlights: [{ en: "The cathedral" }], included: [{ en: "Guide" }], notIncluded: [{ en: "Lunch" }] },
        ...{ description: { en: "Two hours on foot." }, summary: { en: "On foot." } },
      },
    );
    assert.deepEqual(
      [made.timeZone, made.location.address, made.currencyCode, made.cancelPurchaseHour, made.immediateBooking],
      ["Europe/Madrid", "Madrid", "EUR", 24, true],
    );
    assert.deepEqual(
      made.items[0]!.ticketRules.map(({ code, maxQuantity, defaultQuantity }) => [code, maxQuantity, defaultQuantity]),
      [
        ["ADULT", 9, 1],
        ["CHILD", 9, 0],
      ],
    );
  });

  test("values that a supplier should not send are left out or cut, and the product stays valid", () => {
    const long = "word ".repeat(4_000);
    const hostile: OctoRecord[] = [
      { title: long, shortDescription: long, description: long },
      { description: "<script>alert(1)</script><p>One</p><p>Two & *three*</p>" },
      { description: "# Title\n\n1. first\n2. second\n\n| a | b |\n\n![x](http://a.example/x.png)" },
      {
        features: [
          { type: "HIGHLIGHT", shortDescription: 7 },
          { type: "INCLUSION", shortDescription: long },
        ],
      },
      { features: "none", media: 3, locations: {}, commentary: [{ language: "no language" }, { language: "es" }] },
      { durationMinutesFrom: -1, defaultCurrency: null, instantConfirmation: "yes", timeZone: null },
      { locations: [{ place: { latitude: 95, longitude: 0 } }, { place: { latitude: 40.4, longitude: -3.7 } }] },
      { media: [{ src: "https://a.example/a.mp4", type: "video/mp4" }] },
      { internalName: "a\u0000b\nc", title: "  " },
    ];
    for (const more of hostile) {
      const made = imported({ ...product, ...more });
      assert.deepEqual(problemsOf(made), [], JSON.stringify(more).slice(0, 120));
    }
    assert.equal(offeredProduct({ title: "No id" }), null);
    assert.equal(offeredProduct({ ...product, availabilityRequired: false })!.obstacle, "no-dates");
    assert.equal(offeredProduct({ ...product, options: [] })!.obstacle, "no-tickets");
  });

  test("markup becomes plain paragraphs", () => {
    const html = "<style>p{}</style><p>One <b>bold</b></p><ul><li>Two</li></ul>1. Three < four";
    assert.equal(plainMarkdown(html), "One bold\n\nTwo\n\n1\\. Three < four");
  });
});

onPostgres("the import from a supplier that speaks OCTO", (open) => {
  const shops = new OctoShops(open);
  let office: Operator;
  let owner: Operator;
  const stored = { lang: "en", answerWithinMinutes: 60, secrets: [] } as const;
  before(async () => {
    office = await signedIn(shops.buyer, "catalogue");
    owner = await signedIn(shops.buyer, "owner");
    const seller = await signedIn(shops.seller, "owner");
    const photo = await seller.call("POST", "/photos", await photoBytes(), { "content-type": "image/png" });
    const { data } = await seller.ask("GET", "/products?q=tour");
    const { source, revision } = await seller.ask("GET", `/products/${data[0].id}`);
    await seller.ask("PUT", `/products/${data[0].id}`, {
      source: {
        ...source,
        description: { en: "Two hours **on foot**." },
        highlights: [{ en: "The cathedral" }],
        photos: [{ id: JSON.parse(photo.text).id, alt: { en: "The square" }, credit: "Ana" }],
      },
      revision,
    });
    // The settings of the supplier change, so that its products are another list.
    const { data: suppliers } = await owner.ask("GET", "/suppliers");
    const { externalId: _id, id, products: _n, ...agency } = suppliers[0];
    const { key } = shops.seller;
    const settings = { ...agency.settings, key, endpoint: `${agency.settings.endpoint}/`, followDates: true };
    await owner.ask("PUT", `/suppliers/${id}`, { ...agency, settings });
  });

  test("the list of its products names our product where we have imported one", async () => {
    const { data, total } = await office.ask("GET", "/suppliers/agency/products");
    assert.equal(total, 1);
    const [{ name, options, currency, obstacle, productId }] = data;
    assert.deepEqual(
      { name, options, currency, obstacle },
      { name: "Tour", options: 1, currency: "EUR", obstacle: null },
    );
    assert.match(productId, /^[0-9a-f-]{36}$/);
    const again = await office.call("POST", "/suppliers/agency/products", { product: data[0].id, cityCode: "MAD" });
    assert.deepEqual([again.status, JSON.parse(again.text).code], [409, "external-id-taken"]);
    const wrong = await office.call("POST", "/suppliers/agency/products", { product: "nothing", cityCode: "MAD" });
    assert.equal(wrong.status, 404);
    const desk = await office.call("GET", "/suppliers/none/products");
    assert.equal(desk.status, 404);
  });

  test("an imported product has content, photos, and soon dates and prices, and is booked there", async () => {
    const settings = { endpoint: `${shops.seller.url}/octo/`, key: shops.seller.key };
    // A second supplier at the same address: its product is not yet ours.
    const made = { externalId: "second", name: "Second", kind: "octo", settings, lang: "en", answerWithinMinutes: 60 };
    await owner.ask("POST", "/suppliers", made);
    const { data } = await office.ask("GET", "/suppliers/second/products");
    assert.equal(data[0].productId, null);
    const body = { product: data[0].id, cityCode: "MAD" };
    const dry = await office.ask("POST", "/suppliers/second/products?dryRun=true", body);
    assert.equal(dry.changes.counts.products.added, 1);
    const bad = await office.call("POST", "/suppliers/second/products", { ...body, cityCode: "Málaga" });
    assert.equal(bad.status, 400, bad.text);
    assert.equal(JSON.parse(bad.text).errors[0].pointer, "/cityCode");
    const { id } = await office.ask("POST", "/suppliers/second/products", body);
    const { source, revision } = await office.ask("GET", `/products/${id}`);
    assert.deepEqual(
      [source.description, source.highlights, source.photos[0].alt, source.photos[0].credit, source.published],
      [{ en: "Two hours **on foot**." }, [{ en: "The cathedral" }], { en: "The square" }, "Ana", false],
    );
    const supplier = { ...stored, ...made, settings: { ...settings, followDates: true } } as never;
    const poll = () => readSupplierSeats(shops.buyer.app.service.orderContext, supplier);
    assert.equal(await readSupplierSeats(shops.buyer.app.service.orderContext, { ...stored, ...made } as never), 0);
    assert.equal(await poll(), 2);
    assert.equal(await poll(), 0);
    await office.ask("POST", `/products/${id}/publish`, { revision: revision + 1 });
    const item = source.items[0].externalId;
    const event = await eventId(shops.buyer, item, evening);
    const order = await shops.partner.buy(event, { ADULT: 2 });
    assert.equal((await shops.booking(order.id!)).status, "CONFIRMED");
    assert.ok(await eventId(shops.buyer, item, later));
  });

  test("a new price there is our price after the next poll", async () => {
    const seller = await signedIn(shops.seller, "owner");
    const { data } = await seller.ask("GET", "/products?q=tour");
    const { source, revision } = await seller.ask("GET", `/products/${data[0].id}`);
    source.items[0].events[1].prices = [{ code: "ADULT", amount: "52.50" }];
    source.items[0].events.push({
      eventOn: "2026-07-02T20:00",
      capacity: 7,
      prices: [{ code: "ADULT", amount: "40.00" }],
    });
    await seller.ask("PUT", `/products/${data[0].id}`, { source, revision });
    const settings = { endpoint: `${shops.seller.url}/octo/`, key: shops.seller.key, followDates: true };
    const supplier = { ...stored, externalId: "second", name: "Second", kind: "octo", settings };
    assert.ok((await readSupplierSeats(shops.buyer.app.service.orderContext, supplier as never)) >= 2);
    const { data: offered } = await office.ask("GET", "/suppliers/second/products");
    const { source: own } = await office.ask("GET", `/products/${offered[0].productId}`);
    assert.deepEqual(
      own.items[0].events.map(({ eventOn, capacity, prices }: Record<string, unknown>) => [eventOn, capacity, prices]),
      [
        [evening, 10, [{ code: "ADULT", amount: "45.00" }]],
        [later, 10, [{ code: "ADULT", amount: "52.50" }]],
        ["2026-07-02T20:00", 7, [{ code: "ADULT", amount: "40.00" }]],
      ],
    );
    const changed = await seller.ask("GET", `/products/${data[0].id}`);
    changed.source.items[0].events[1].capacity = 9;
    await seller.ask("PUT", `/products/${data[0].id}`, { source: changed.source, revision: changed.revision });
    assert.equal(await readSupplierSeats(shops.buyer.app.service.orderContext, supplier as never), 1, "only seats");
    const { data: audit } = await owner.ask("GET", "/audit?operation=suppliers.copyPrices");
    assert.deepEqual(
      audit.map(({ operator, before, after }: Record<string, object>) => [operator, before, after]),
      [
        [
          "supplier second",
          { prices: [{ code: "ADULT", amount: "45.00" }], currencyCode: "EUR" },
          { dates: 1, first: later, prices: [{ code: "ADULT", amount: "52.50" }], currencyCode: "EUR" },
        ],
      ],
    );
  });

  test("a price that changes too much, or becomes 0, waits for a person, and its seats are read", async () => {
    const seller = await signedIn(shops.seller, "owner");
    const { data: tours } = await seller.ask("GET", "/products?q=tour");
    const offer = async (prices: string[], capacity: number) => {
      const { source, revision } = await seller.ask("GET", `/products/${tours[0].id}`);
      for (const [n, amount] of prices.entries()) source.items[0].events[n].prices = [{ code: "ADULT", amount }];
      source.items[0].events[1].capacity = capacity;
      if (!source.items[0].events[3])
        source.items[0].events.push({
          ...source.items[0].events[2],
          eventOn: "2026-07-03T20:00",
          prices: [{ code: "ADULT", amount: "0.40" }],
        });
      await seller.ask("PUT", `/products/${tours[0].id}`, { source, revision });
    };
    const settings = { endpoint: `${shops.seller.url}/octo/`, key: shops.seller.key, followDates: true };
    const supplier = { ...stored, externalId: "second", name: "Second", kind: "octo", settings } as never;
    const poll = () => readSupplierSeats(shops.buyer.app.service.orderContext, supplier);
    const ours = async () => {
      const { data: offered } = await office.ask("GET", "/suppliers/second/products");
      const { source } = await office.ask("GET", `/products/${offered[0].productId}`);
      return source.items[0].events.map(({ capacity, prices }: { capacity: number; prices: { amount: string }[] }) => [
        ...[prices[0]!.amount, capacity],
      ]);
    };
    await offer(["0", "0.52", "47.00"], 9);
    await poll();
    assert.deepEqual(await ours(), [
      ["45.00", 10],
      ["52.50", 9],
      ["47.00", 7],
    ]);
    const { data: waiting } = await office.ask("GET", "/supplier-prices");
    assert.deepEqual(
      waiting.map((one: { before: { amount: string }[] | null; after: { amount: string }[] }) => [
        ...[one.before?.[0]?.amount ?? null, one.after[0]!.amount],
      ]),
      [
        ["45.00", "0.00"],
        ["52.50", "0.52"],
        [null, "0.40"],
      ],
    );
    await poll();
    assert.deepEqual((await office.ask("GET", "/supplier-prices")).data, waiting, "nothing is asked twice");
    const { data: audit } = await owner.ask("GET", "/audit?operation=suppliers.offerPrices");
    assert.deepEqual([audit.length, audit[0].operator, audit[0].after.dates], [1, "supplier second", 3]);
    const decide = (ids: string[], accept: boolean) => office.ask("POST", "/supplier-prices", { ids, accept });
    await decide([waiting[1].id], true);
    await decide([waiting[0].id, waiting[2].id], false);
    await poll();
    await poll();
    assert.deepEqual(await ours(), [
      ["45.00", 10],
      ["0.52", 9],
      ["47.00", 7],
    ]);
    assert.deepEqual((await office.ask("GET", "/supplier-prices")).data, []);
    // Small steps in a day add up: the price was 40.00 at first.
    await offer(["0", "0.52", "47.50"], 9);
    await poll();
    await offer(["0", "0.52", "52.00"], 9);
    await poll();
    assert.equal((await ours())[2][0], "47.50");
    const { data: steps } = await office.ask("GET", "/supplier-prices");
    assert.deepEqual(
      steps.map(({ before, after }: Record<string, { amount: string }[]>) => [before![0]!.amount, after![0]!.amount]),
      [["47.50", "52.00"]],
    );
    const { data: copies } = await owner.ask("GET", "/audit?operation=suppliers.copyPrices");
    assert.deepEqual(
      copies.map(({ after }: { after: { prices: { amount: string }[] } }) => after.prices[0]!.amount),
      ["47.50", "47.00", "52.50"],
      "the price that a person accepted is the person's change",
    );
  });
});
