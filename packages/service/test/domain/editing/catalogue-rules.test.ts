import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { catalogueProblems } from "../../../src/domain/editing/catalogue-rules.ts";
import { CatalogueFile, type CatalogueItem, type CatalogueProduct } from "../../../src/records/catalogue-file.ts";

const rule = { code: "adult", minQuantity: 0, maxQuantity: 8, defaultQuantity: 2, incrementQuantity: 2 };
const item: CatalogueItem = {
  externalId: "standard",
  name: "Recorrido",
  partNumber: "R-1",
  ticketRules: [rule],
  schedules: [
    { from: "2026-03-01", to: "2026-03-31", times: ["10:00"], capacity: 20, prices: [{ code: "adult", amount: "45" }] },
  ],
};
const product: CatalogueProduct = {
  externalId: "walk",
  type: "scheduled",
  name: "Paseo por el centro",
  cityCode: "MAD",
  immediateBooking: true,
  leadPurchaseDay: 0,
  cancelPurchaseHour: 24,
  currencyCode: "EUR",
  timeZone: "Europe/Madrid",
  location: { venue: "Plaza Mayor", address: "Plaza Mayor 1", latitude: 40.4, longitude: -3.7 },
  questions: { allPassengerNames: false, allPassengerWeights: false, hotel: false, airportFlight: false },
  items: [item],
};
const currency = (code: string, rate: string) => ({ code, name: code, displaySymbol: "$", rate });
const partner = (externalId: string, ...codes: string[]) => ({
  externalId,
  name: externalId,
  whiteLabels: codes.map((code) => ({ code, name: code })),
});
const called = (url: string) => ({ externalId: "http", name: "System", kind: "http" as const, settings: { url } });
const page = (externalId: string) => ({
  externalId,
  type: "city" as const,
  es: { name: "Madrid", url: "//example.com/madrid" },
});

const file: CatalogueFile = {
  currencies: [currency("USD", "1.00"), currency("EUR", "0.85")],
  partners: [partner("one", "shop"), partner("two", "store", "kiosk")],
  products: [product, { ...product, externalId: "night" }],
  pages: [page("p1"), page("p2")],
};

const tiers = (...pairs: [hours: number, percent: number][]) => pairs.map(([hours, percent]) => ({ hours, percent }));

type Questions = NonNullable<CatalogueProduct["ownQuestions"]>;
const note: Questions[number] = { code: "note", scope: "order", kind: "text", required: true, title: { es: "Nota" } };
const menu: Questions[number] = { ...note, code: "menu", kind: "choice" };
const one = (code: string, es: string) => ({ code, text: { es } });
const asking = (ownQuestions: Questions): CatalogueFile => ({ products: [{ ...product, ownQuestions }] });

const withRule = (fields: Partial<typeof rule>): CatalogueFile => ({
  products: [{ ...product, items: [item, { ...item, externalId: "second", ticketRules: [{ ...rule, ...fields }] }] }],
});

for (const [why, content, ...pointers] of [
  ["a good file", file],
  ["an empty file", {}],
  [
    "refund tiers that end one after the other",
    { products: [{ ...product, refundTiers: tiers([72, 100], [24, 50], [0, 50]) }] },
  ],
  [
    "own questions with choices that differ",
    asking([{ ...menu, choices: [one("fish", "Pescado"), one("veg", "Sin carne")] }]),
  ],
  ["own questions with the same code", asking([note, { ...note, kind: "date" }]), "/products/0/ownQuestions/1/code"],
  [
    "a choice with one choice",
    asking([{ ...menu, choices: [one("fish", "Pescado")] }]),
    "/products/0/ownQuestions/0/choices",
  ],
  ["choices of a text", asking([{ ...note, choices: [one("fish", "Pescado")] }]), "/products/0/ownQuestions/0/choices"],
  ["a longest date", asking([{ ...note, kind: "date", maxLength: 9 }]), "/products/0/ownQuestions/0/maxLength"],
  [
    "choices that an answer cannot tell apart: the code of one is the text of another, without accents",
    asking([{ ...menu, choices: [one("cafe", "Solo"), one("milk", "Café"), one("milk", "Té")] }]),
    "/products/0/ownQuestions/0/choices/1",
    "/products/0/ownQuestions/0/choices/2",
  ],
  [
    "a refund tier that ends with the one before it",
    { products: [{ ...product, refundTiers: tiers([24, 100], [24, 50]) }] },
    "/products/0/refundTiers/1/hours",
  ],
  [
    "a refund tier that ends later and refunds more",
    { products: [product, { ...product, externalId: "night", refundTiers: tiers([48, 50], [24, 20], [72, 30]) }] },
    "/products/1/refundTiers/2/hours",
    "/products/1/refundTiers/2/percent",
  ],
  [
    "a currency twice",
    { currencies: [currency("EUR", "1"), currency("USD", "1"), currency("EUR", "2")] },
    "/currencies/2/code",
  ],
  ["a rate of 0", { currencies: [currency("EUR", "0.000")] }, "/currencies/0/rate"],
  ["a dollar that is not one", { currencies: [currency("USD", "1.01")] }, "/currencies/0/rate"],
  ["a dollar of 0", { currencies: [currency("USD", "0")] }, "/currencies/0/rate"],
  ["a partner twice", { partners: [partner("one"), partner("one")] }, "/partners/1/externalId"],
  [
    "a white label of two partners",
    { partners: [partner("one", "shop"), partner("two", "kiosk", "shop")] },
    "/partners/1/whiteLabels/1/code",
  ],
  ["a white label twice", { partners: [partner("one", "shop", "shop")] }, "/partners/0/whiteLabels/1/code"],
  ["a product twice", { products: [product, { ...product, deleted: true }] }, "/products/1/externalId"],
  ["an item twice in a product", { products: [{ ...product, items: [item, item] }] }, "/products/0/items/1/externalId"],
  ["no such zone", { products: [{ ...product, timeZone: "Europe/Atlantis" }] }, "/products/0/timeZone"],
  ["an offset for a zone", { products: [{ ...product, timeZone: "+01:00" }] }, "/products/0/timeZone"],
  [
    "a ticket rule twice",
    { products: [{ ...product, items: [{ ...item, ticketRules: [rule, rule] }] }] },
    "/products/0/items/0/ticketRules/1/code",
  ],
  [
    "a maximum below the minimum",
    withRule({ minQuantity: 9, defaultQuantity: 9 }),
    "/products/0/items/1/ticketRules/0/maxQuantity",
  ],
  ["a maximum equal to the minimum", withRule({ minQuantity: 8, defaultQuantity: 8 })],
  ["a default of 0 with a minimum of 0", withRule({ defaultQuantity: 0 })],
  [
    "a default of 0 of a required ticket",
    withRule({ minQuantity: 2, defaultQuantity: 0 }),
    "/products/0/items/1/ticketRules/0/defaultQuantity",
  ],
  ["a default off the step", withRule({ defaultQuantity: 3 }), "/products/0/items/1/ticketRules/0/defaultQuantity"],
  ["a default on a step from an odd minimum", withRule({ minQuantity: 1, defaultQuantity: 3 })],
  [
    "a default above the maximum",
    withRule({ defaultQuantity: 10 }),
    "/products/0/items/1/ticketRules/0/defaultQuantity",
  ],
  [
    "a mistake in a schedule",
    { products: [product, { ...product, externalId: "night", type: "timeless" }] },
    "/products/1/items/0/schedules/0/times",
  ],
  [
    "decimals that the currency lacks",
    {
      products: [
        {
          ...product,
          currencyCode: "CLP",
          items: [
            {
              ...item,
              events: [{ eventOn: "2026-05-01T10:00", capacity: null, prices: [{ code: "adult", amount: "1.5" }] }],
            },
          ],
        },
      ],
    },
    "/products/0/items/0/events/0/prices/0/amount",
  ],
  [
    "good suppliers",
    {
      suppliers: [
        { externalId: "own", name: "Own", kind: "desk" },
        { externalId: "desk", name: "Desk", kind: "desk", lang: "pt", settings: { email: "reservas@example.com" } },
        called("http://supplier.example:8080/paseo?shop=1"),
        { externalId: "demo", name: "Demo", kind: "simulator", answerWithinMinutes: 1 },
      ],
    },
  ],
  [
    "a supplier twice",
    { suppliers: [called("https://a.example"), called("https://b.example")] },
    "/suppliers/1/externalId",
  ],
  [
    "a setting of another kind",
    { suppliers: [{ externalId: "desk", name: "Desk", kind: "desk", settings: { url: "https://supplier.example" } }] },
    "/suppliers/0/settings/url",
  ],
  [
    "a setting of another kind beside its own",
    {
      suppliers: [
        { ...called(""), settings: { url: "https://supplier.example", email: "reservas@example.com" } },
        { externalId: "demo", name: "Demo", kind: "simulator", settings: { seed: 1 } },
      ],
    },
    "/suppliers/0/settings/email",
    "/suppliers/1/settings/seed",
  ],
  ["an unknown kind", { suppliers: [{ externalId: "fax", name: "Fax", kind: "fax" }] }, "/suppliers/0/kind"],
  [
    "settings of another type",
    { suppliers: [{ externalId: "desk", name: "Desk", kind: "desk", settings: { email: 1 } }] },
    "/suppliers/0/settings/email",
  ],
  ...["Ana <ana@example.com>", "ana@example.com,eva@example.com", "ana", "ana@", "a@b@c", "a b@example.com"].map(
    (email) =>
      [
        `${email} for an e-mail address`,
        { suppliers: [{ externalId: "desk", name: "Desk", kind: "desk" as const, settings: { email } }] },
        "/suppliers/0/settings/email",
      ] as [string, CatalogueFile, string],
  ),
  [
    "no address for what is called",
    { suppliers: [{ externalId: "http", name: "H", kind: "http" }] },
    "/suppliers/0/settings/url",
  ],
  ...(
    [
      ["relative", "/paseo"],
      ["of another protocol", "ftp://supplier.example"],
      ["with a user's name", "https://user@supplier.example"],
      ["with a password", "https://user:word@supplier.example"],
      ["with a fragment", "https://supplier.example/#paseo"],
      ["with a space in it", "https://supplier.example/a b"],
      ["without a host", "https://"],
    ] as const
  ).map(
    ([how, url]) =>
      [`an address ${how}`, { suppliers: [called(url)] }, "/suppliers/0/settings/url"] as [
        string,
        CatalogueFile,
        string,
      ],
  ),
  ["a page twice", { pages: [page("p1"), page("p1")] }, "/pages/1/externalId"],
  ["a page in no language", { pages: [page("p1"), { externalId: "p2", type: "category" }] }, "/pages/1"],
] as const satisfies [string, CatalogueFile, ...string[]][]) {
  test(`${why}: ${pointers.join(", ") || "fine"}`, () => {
    assert.ok(Value.Check(CatalogueFile, content), "the schema must accept it");
    const problems = catalogueProblems(content);
    assert.deepEqual(
      problems.map((problem) => problem.pointer),
      pointers,
    );
    // A sentence, or the end of a sentence that begins with the field.
    for (const { detail } of problems) assert.match(detail, /\.$|^(is|must be) /);
  });
}

test("the same external id may be used in different kinds of records and in items of different products", () => {
  const content: CatalogueFile = {
    partners: [partner("same")],
    products: [{ ...product, externalId: "same" }, product],
    pages: [page("same")],
  };
  assert.deepEqual(catalogueProblems(content), []);
});
