import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Format, Order, Question, ValidateResponse } from "@paseo/contract";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { Conformance, describedBy } from "../support/conformance.ts";
import { boat, museum, show } from "../support/samples/catalogue.ts";
import { gala, laterCatalogue, storyCatalogue } from "../support/samples/story-catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { Wire } from "../support/wire.ts";

/**
 * The documented story from end to end, over HTTP: a partner reads the catalogue, books, and synchronises while seats sell out
 * and the operator changes records. Every answer is checked against the service's own description.
 */

const hour = 3_600_000;

const ways: { sends: Format; reads: Format }[] = [
  { sends: "json", reads: "json" },
  { sends: "xml", reads: "xml" },
  { sends: "xml", reads: "json" },
];
let conformance: Conformance | undefined;

onPostgres("the documented story", (open) => {
  for (const { sends, reads } of ways) {
    test(`sent in ${sends}, answered in ${reads}`, async () => {
      const app = await startApp({ open, catalogue: storyCatalogue });
      try {
        conformance ??= new Conformance(await describedBy(app.url));
        await tell(
          app,
          new Wire(app.url, { sends, reads, key: app.key, onAnswer: (answer) => conformance!.check(answer) }),
        );
      } finally {
        await app.stop();
      }
    });
  }
});

test("libxml2 accepts every XML answer of the story against /schema.xsd", () => {
  assert.ok(conformance, "the story did not run");
  assert.ok(conformance.checked.xml > 50 && conformance.checked.json > 100, JSON.stringify(conformance.checked));
  assert.deepEqual(conformance.refusedBySchema(), []);
});

async function tell(app: TestApp, wire: Wire): Promise<void> {
  const ids = await readCatalogue(wire);
  const trip = await readTrips(wire, ids.boat);
  await readPagesAndCurrencies(wire);
  assert.deepEqual(await wire.ask("productversion", { updateversion: 0, deleteversion: 0 }), {
    updateVersion: 1,
    deleteVersion: 0,
  });

  const order = await sellTrip(app, wire, trip);
  await sellOutTrip(app, wire, ids.boat, trip);
  await sellOutGala(app, wire, ids.gala);

  app.clock.now = new Date(testNow.getTime() + hour);
  await app.import(laterCatalogue);
  await synchronise(wire, ids, trip);
  assert.deepEqual(await wire.ask("order", { lang: "pt", id: order.id! }), order);
  await letChangesExpire(app, wire);
}

interface Ids {
  show: string;
  boat: string;
  museum: string;
  gala: string;
}

async function readCatalogue(wire: Wire): Promise<Ids> {
  const list = await wire.ask("products");
  const { values, ...envelope } = list;
  assert.deepEqual(envelope, {
    currentPage: 1,
    pageSize: 100,
    totalCount: 4,
    totalPages: 1,
    hasPreviousPage: false,
    hasNextPage: false,
  });
  assert.deepEqual(
    values.map(({ name }) => name),
    [show.name, boat.name, museum.name, gala.name],
  );
  const [first, second, third, fourth] = values;
  assert.deepEqual(first, {
    id: first!.id,
    productTypeCode: "scheduled",
    name: "Noche de flamenco",
    cityCode: "MAD",
    immediateBooking: false,
    hasAvailability: true,
  });
  assert.deepEqual(await wire.ask("products", { page: 2 }), {
    ...envelope,
    currentPage: 2,
    hasPreviousPage: true,
    values: [],
  });
  for (const [query, found] of [
    ["RIO", [second]],
    ["flamenco", [first]],
    ["passeio baia", [second]],
    ["nothing of the kind", []],
  ] as const) {
    assert.deepEqual((await wire.ask("products", { query })).values, found, query);
  }
  return { show: first!.id, boat: second!.id, museum: third!.id, gala: fourth!.id };
}

/** Reads the boat and its trips; returns the trip at sunrise. */
async function readTrips(wire: Wire, id: string): Promise<Event> {
  const product = await wire.ask("product", { id });
  assert.deepEqual(product, {
    id,
    productTypeCode: "scheduled",
    name: "Passeio de barco na baía",
    cityCode: "RIO",
    immediateBooking: false,
    hasAvailability: true,
    leadPurchaseDay: 2,
    cancelPurchaseHour: 24,
    minPrice: reais(120),
    minUsdPrice: dollars(22.86),
    location: boat.location,
    items: [
      {
        id: product.items[0]!.id,
        name: "Assento",
        partNumber: "BOAT-1",
        minPrice: reais(120),
        minUsdPrice: dollars(22.86),
        published: true,
        ticketRules: boat.items[0]!.ticketRules,
        description: null,
      },
    ],
    questionConfiguration: { allPassengerNames: true, allPassengerWeights: true, hotel: true, airportFlight: true },
    updatedOn: testNow.toISOString(),
    description: null,
  });

  const trips = await wire.ask("events", { id });
  assert.deepEqual([trips.totalCount, trips.pageSize, trips.hasNextPage], [31, 500, false]);
  const day = await wire.ask("events", { id, fromdate: "25-06-2026", todate: "2026-06-25" });
  const trip = day.values[0]!;
  assert.deepEqual(trip, {
    id: trip.id,
    itemId: product.items[0]!.id,
    eventOn: "2026-06-25T06:30:00",
    availabilityCode: "available",
    tickets: [{ code: "ADULT", unitPrice: reais(120), unitUsdPrice: dollars(22.86) }],
  });
  assert.deepEqual(
    day.values.slice(1).map(({ eventOn }) => eventOn),
    ["2026-06-25T09:00:00", "2026-06-25T14:00:00"],
  );
  return trip;
}

const reais = (value: number) => ({ currencyCode: "BRL", value });
const dollars = (value: number) => ({ currencyCode: "USD" as const, value });

async function readPagesAndCurrencies(wire: Wire): Promise<void> {
  const spanish = await wire.ask("pages", { lang: "es" });
  assert.deepEqual(spanish.values.map(({ name }) => name).sort(), ["Espectáculos", "Madrid", "Río de Janeiro"]);
  const cities = await wire.ask("pages", { lang: "es", pagetypecode: "city", whitelabelcode: "OTHER" });
  const [city] = cities.values;
  assert.deepEqual(cities.values, [
    {
      id: city!.id,
      name: "Madrid",
      pageTypeCode: "city",
      cityCode: "MAD",
      published: true,
      url: "//www.example.com/es/madrid",
    },
  ]);
  const portuguese = await wire.ask("pages", { lang: "pt", query: "madri" });
  assert.deepEqual(portuguese.values, [{ ...city, name: "Madri", url: "//www.example.com/pt/madri" }]);

  assert.deepEqual(await wire.ask("currencies"), {
    totalCount: 3,
    values: [
      { code: "USD", name: "US Dollar", rate: 1, displaySymbol: "US$" },
      { code: "BRL", name: "Brazilian Real", rate: 5.25, displaySymbol: "R$" },
      { code: "EUR", name: "Euro", rate: 0.9, displaySymbol: "€" },
    ],
  });
}

/** Sells two of the trip's three seats, with every question answered, and reads the order back. */
async function sellTrip(app: TestApp, wire: Wire, trip: Event): Promise<Order> {
  const tickets = [{ code: "ADULT", quantity: 2 }];
  const sale = await wire.ask(
    "eventvalidate",
    { lang: "pt" },
    { id: trip.id, apiKey: app.key, whiteLabelCode: "ACME-ES", tickets },
  );
  assert.deepEqual(
    { ...sale, questions: [] },
    { id: trip.id, totalUsd: dollars(45.72), isValid: true, errors: [], questions: [] },
  );
  const passenger = ["passenger-first-name", "passenger-last-name", "passenger-weight"];
  assert.deepEqual(
    sale.questions.map(({ code }) => code),
    [...passenger, ...passenger, ...["hotel-name", "hotel-address", "flight-number", "flight-date", "flight-time"]],
  );
  assert.deepEqual(sale.questions[2], {
    code: "passenger-weight",
    title: "Peso do passageiro em quilogramas",
    type: "integer",
  });

  const request = bookingOf(app, sale, tickets, {
    externalReference: "CART <1> & more",
    callbackUrl: "https://partner.example.com/hook?a=1&b=2",
  });
  const order = await wire.ask("eventbook", { lang: "pt" }, request);
  const { apiKey: _, whiteLabelCode: __, ...echoed } = request;
  assert.match(order.reference!, /^[0-9A-Z-]{11}-PT$/);
  assert.deepEqual(order, {
    id: order.id,
    reference: order.reference,
    confirmation: null,
    status: "waitsupplier",
    isValid: true,
    errors: null,
    event: { ...echoed, apiKey: null, testMode: false },
  });
  assert.deepEqual(await wire.ask("order", { lang: "pt", id: order.id! }), order);
  return order;
}

function bookingOf(
  app: TestApp,
  sale: ValidateResponse,
  tickets: { code: string; quantity: number }[],
  more: object = {},
) {
  const answers = sale.questions.map(({ code, type }, index) => ({ code, value: answerTo[type](index) }));
  const customer = { email: "ana@example.com", phoneNumber: "+55 21 0000-0000", remoteHost: "2001:db8::7" };
  return {
    id: sale.id,
    apiKey: app.key,
    whiteLabelCode: "ACME-ES",
    tickets,
    ...customer,
    totalUsd: sale.totalUsd!,
    answers,
    ...more,
  };
}

const answerTo: Record<Question["type"], (index: number) => string> = {
  string: (index) => `Respuesta n.º ${index}`,
  integer: (index) => `${60 + index}`,
  date: () => "2026-06-24",
  time: () => "22:15",
};

/** Books the trip's last seat: the trip is sold out, and the boat's lowest price is now the lowest price of its other trips. */
async function sellOutTrip(app: TestApp, wire: Wire, product: string, trip: Event): Promise<void> {
  const tickets = [{ code: "ADULT", quantity: 1 }];
  const sale = await wire.ask("eventvalidate", { lang: "es" }, { id: trip.id, apiKey: app.key, tickets });
  assert.equal(sale.questions[2]!.title, "Peso del pasajero en kilogramos");
  const order = await wire.ask("eventbook", { lang: "es" }, bookingOf(app, sale, tickets));
  assert.equal(order.isValid, true);

  assert.deepEqual(await wire.ask("productversion", { updateversion: 1, deleteversion: 0 }), {
    updateVersion: 2,
    deleteVersion: 0,
  });
  assert.deepEqual((await wire.ask("events", { version: 1 })).values, [{ ...trip, availabilityCode: "sold-out" }]);
  assert.deepEqual(
    (await wire.ask("products", { version: 1 })).values.map(({ id }) => id),
    [product],
  );
  const { minPrice, minUsdPrice, hasAvailability } = await wire.ask("product", { id: product });
  assert.deepEqual([minPrice, minUsdPrice, hasAvailability], [reais(180), dollars(34.29), true]);

  const late = await wire.ask("eventvalidate", { lang: "es" }, { id: trip.id, apiKey: app.key, tickets });
  assert.deepEqual(
    [late.isValid, late.questions, late.errors],
    [false, [], [{ code: "event-sold-out", message: "Las entradas de este evento están agotadas." }]],
  );
  const tooLate = await wire.ask(
    "eventbook",
    { lang: "es" },
    bookingOf(app, sale, tickets, { externalReference: "again" }),
  );
  assert.deepEqual(
    [tooLate.id, tooLate.reference, tooLate.status, tooLate.isValid, tooLate.errors],
    [null, null, null, false, late.errors],
  );
}

/** Sells all of a product's only event: the product has no availability and no price. */
async function sellOutGala(app: TestApp, wire: Wire, product: string): Promise<void> {
  const [event] = (await wire.ask("events", { id: product })).values;
  const tickets = [{ code: "ADULT", quantity: 2 }];
  const sale = await wire.ask("eventvalidate", { lang: "es" }, { id: event!.id, apiKey: app.key, tickets });
  assert.deepEqual([sale.totalUsd, sale.questions], [dollars(200), []]);
  assert.equal((await wire.ask("eventbook", { lang: "es" }, bookingOf(app, sale, tickets))).isValid, true);

  assert.deepEqual((await wire.ask("events", { id: product })).values, [{ ...event, availabilityCode: "sold-out" }]);
  const { minPrice, minUsdPrice, hasAvailability, items } = await wire.ask("product", { id: product });
  assert.deepEqual([minPrice, minUsdPrice, hasAvailability, items[0]!.minPrice], [null, null, false, null]);
  const listed = (await wire.ask("products")).values.map(({ id, hasAvailability }) => [id, hasAvailability]);
  assert.deepEqual(listed.at(-1), [product, false]);
}

/** Synchronises the operator's import from version 3, by the contract's steps. */
async function synchronise(wire: Wire, ids: Ids, trip: Event): Promise<void> {
  assert.deepEqual(await wire.ask("productversion", { updateversion: 3, deleteversion: 0 }), {
    updateVersion: 4,
    deleteVersion: 2,
  });
  const products = await wire.ask("products", { version: 3 });
  assert.deepEqual([products.totalCount, products.values.map(({ id }) => id)], [1, [ids.show]]);
  assert.deepEqual((await wire.ask("product", { id: ids.show })).minPrice, { currencyCode: "EUR", value: 25 });
  await assertEventChanges(wire, ids);
  for (const [lang, name] of [
    ["es", "Madrid en verano"],
    ["pt", "Madri"],
  ] as const) {
    assert.deepEqual(
      (await wire.ask("pages", { lang, version: 3 })).values.map((page) => page.name),
      [name],
    );
  }

  const deleted = await wire.ask("productsdeleted", { version: 0 });
  assert.deepEqual([deleted.pageSize, deleted.totalCount, deleted.values], [500, 2, [ids.museum, ids.gala]]);
  assert.deepEqual((await wire.ask("productsdeleted", { version: 1 })).values, [ids.gala]);
  assert.equal((await wire.refused(404, "product", { id: ids.museum })).code, "not-found");
  assert.deepEqual(
    (await wire.ask("products")).values.map(({ id }) => id),
    [ids.show, ids.boat],
  );
  const atSunrise = await wire.ask("events", {
    id: ids.boat,
    fromdate: "2026-06-25T06:30",
    todate: "2026-06-25T06:30",
  });
  assert.deepEqual(
    atSunrise.values,
    [{ ...trip, availabilityCode: "sold-out" }],
    "seats sold stay sold through an import",
  );

  assert.deepEqual(await wire.ask("productversion", { updateversion: 4, deleteversion: 2 }), {
    updateVersion: 0,
    deleteVersion: 0,
  });
  assert.deepEqual(await wire.ask("productversion", { updateversion: 4, deleteversion: 1 }), {
    updateVersion: 0,
    deleteVersion: 2,
  });
  for (const list of ["products", "events", "productsdeleted"] as const) {
    const version = list === "productsdeleted" ? 2 : 4;
    const current = await wire.ask(list, { version });
    assert.deepEqual([current.totalCount, current.totalPages, current.values], [0, 0, []], list);
    assert.equal((await wire.refused(410, list, { version: 1000 })).code, "version-expired");
  }
  assert.deepEqual((await wire.ask("pages", { lang: "es", version: 4 })).values, []);
  assert.equal((await wire.refused(410, "pages", { lang: "es", version: 1000 })).code, "version-expired");
}

async function assertEventChanges(wire: Wire, ids: Ids): Promise<void> {
  const changes = (await wire.ask("events", { version: 3 })).values;
  const of = async (id: string) =>
    new Set((await wire.ask("events", { id, version: 0 })).values.map((event) => event.id));
  const [shows, trips] = [await of(ids.show), await of(ids.boat)];
  const repriced = changes.filter(({ id }) => shows.has(id));
  assert.equal(repriced.length, 30);
  assert.deepEqual(repriced[0]!.tickets, [
    { code: "ADULT", unitPrice: { currencyCode: "EUR", value: 50 }, unitUsdPrice: dollars(55.56) },
    { code: "CHILD", unitPrice: { currencyCode: "EUR", value: 25 }, unitUsdPrice: dollars(27.78) },
  ]);
  assert.deepEqual(
    changes.filter(({ id }) => trips.has(id)).map(({ eventOn, availabilityCode }) => [eventOn, availabilityCode]),
    [
      ["2026-06-30T09:00:00", "removed"],
      ["2026-06-30T14:00:00", "removed"],
    ],
  );
  const others = changes.filter(({ id }) => !shows.has(id) && !trips.has(id));
  assert.equal(others.length, 17, "the deleted products' events");
  assert.deepEqual(new Set(others.map(({ availabilityCode }) => availabilityCode)), new Set(["removed"]));
  const left = (await wire.ask("events", { id: ids.boat })).values.map(({ eventOn }) => eventOn);
  assert.equal(left.length, 29);
  assert.equal(left.at(-1), "2026-06-29T14:00:00");
}

/** Five days after the import its changes are available. An hour later, a client that missed them must start from 0. */
async function letChangesExpire(app: TestApp, wire: Wire): Promise<void> {
  app.clock.now = new Date(testNow.getTime() + hour + 5 * 24 * hour);
  assert.equal((await wire.ask("products", { version: 3 })).values.length, 1);
  assert.equal((await wire.ask("productsdeleted", { version: 1 })).values.length, 1);

  app.clock.now = new Date(app.clock.now.getTime() + hour);
  for (const [list, params] of [
    ["products", { version: 3 }],
    ["events", { version: 3 }],
    ["pages", { version: 3, lang: "es" }],
    ["productsdeleted", { version: 1 }],
  ] as const) {
    const problem = await wire.refused(410, list, params);
    assert.equal(problem.code, "version-expired", list);
    assert.match(problem.detail, /in full from version 0/);
  }
  assert.deepEqual((await wire.ask("products", { version: 4 })).values, []);
  assert.equal((await wire.ask("products", { version: 0 })).totalCount, 2);
}
