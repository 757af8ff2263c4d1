import { encode, type Format, type Language, languages, type Operation, operations } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { eventId, productId } from "../../support/partner.ts";
import { addressOf, formats, mediaTypes, namespace, send } from "../../support/wire.ts";
import { catalogue, day } from "./catalogue.ts";

/** Requests of the ten published operations, with refusals, and their answers byte for byte. Ids and references are numbered in order of appearance. */

/** The answer to each request, by its name, format and language: `200 application/json; charset=utf-8 {…}`. */
export type Corpus = Record<string, string>;

/** Languages whose answers the contract fixed first, and which are recorded. */
export const recordedLanguages: readonly Language[] = languages.filter((lang) => ["es", "pt"].includes(lang));

interface Exchange {
  name: string;
  operation: Operation;
  params?: Record<string, string | number>;
  body?: object | string;
  headers?: Record<string, string>;
}

/** Sends every request to a new service and returns the answers. */
export async function exchangeAll(langs: readonly Language[]): Promise<Corpus> {
  const app = await startApp({ catalogue, jobs: false });
  // At this time the first evening has begun.
  app.clock.now = new Date("2026-06-15T19:00:00Z");
  const corpus: Corpus = {};
  const numbered = numbering();
  const record = async (exchange: Exchange, format: Format, suffix = "") => {
    const answer = await ask(app, exchange, format);
    corpus[`${exchange.name} ${format}${suffix}`] = numbered(answer);
    return answer;
  };
  try {
    for (const format of formats) {
      for (const exchange of await withoutLanguage(app)) await record(exchange, format);
      for (const lang of langs) {
        for (const exchange of await inLanguage(app, lang, format)) {
          const answer = await record(exchange, format, ` ${lang}`);
          if (exchange.name !== "book open") continue;
          const params = { lang, id: guid.exec(answer)![0] };
          const keyed = { name: "order", operation: operations.order, params, headers: { "x-api-key": app.key } };
          await record(keyed, format, ` ${lang}`);
          await record({ name: "order without key", operation: operations.order, params }, format, ` ${lang}`);
        }
      }
    }
    await changeCatalogue(app);
    for (const format of formats) {
      for (const exchange of await increments(app)) await record(exchange, format);
      for (const lang of langs)
        await record(
          { name: "pages since 1", operation: operations.pages, params: { lang, version: 1 } },
          format,
          ` ${lang}`,
        );
    }
    return corpus;
  } finally {
    await app.stop();
  }
}

const guid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const unknownId = "00000000-0000-4000-8000-000000000000";

async function withoutLanguage(app: TestApp): Promise<Exchange[]> {
  const { product, products, productversion, productsdeleted, events, currencies } = operations;
  const id = await productId(app, "boat");
  return [
    { name: "products", operation: products },
    { name: "products found", operation: products, params: { query: "flamenco" } },
    { name: "products page 2", operation: products, params: { page: 2 } },
    { name: "products page 0", operation: products, params: { page: 0 } },
    { name: "product", operation: product, params: { id } },
    { name: "product unknown", operation: product, params: { id: unknownId } },
    { name: "product bad id", operation: product, params: { id: "x" } },
    { name: "productversion", operation: productversion, params: { updateversion: 0, deleteversion: 0 } },
    { name: "productsdeleted", operation: productsdeleted, params: { version: 0 } },
    { name: "events", operation: events },
    { name: "events of a product", operation: events, params: { id, fromdate: "20-06-2026", todate: "2026-06-30" } },
    { name: "events bad date", operation: events, params: { fromdate: "31-02-2026" } },
    { name: "currencies", operation: currencies },
  ];
}

async function inLanguage(app: TestApp, lang: Language, format: Format): Promise<Exchange[]> {
  const { pages, eventvalidate, eventbook, order } = operations;
  const event = (item: string, on: string) => eventId(app, item, on);
  const [past, open, blackOut, soldOut, few, removed] = await Promise.all(
    ["06-15", "06-16", "06-17", "06-18", "06-19", "06-20"].map((date) => event("show-seat", day(date))),
  );
  const trip = await event("boat-seat", "2026-06-25T09:00");
  const tooSoon = await event("boat-seat", "2026-06-16T09:00");
  const [closed, off] = [await event("closed-seat", "2026-06-22T19:00"), await event("half-off", day("06-24"))];
  const list: Exchange[] = [
    { name: "pages", operation: pages, params: { lang } },
    { name: "pages found", operation: pages, params: { lang, query: "madri", pagetypecode: "city" } },
    { name: "pages of a white label", operation: pages, params: { lang, whitelabelcode: "ACME-ES" } },
    { name: "pages bad type", operation: pages, params: { lang, pagetypecode: "x" } },
    { name: "order unknown", operation: order, params: { lang, id: unknownId } },
    { name: "order bad id", operation: order, params: { lang, id: "x" } },
  ];
  const validate = (name: string, id: string, tickets: Record<string, number>, more: object = {}) => {
    const body = { id, apiKey: app.key, tickets: ticketsOf(tickets), ...more };
    list.push({ name: `validate ${name}`, operation: eventvalidate, params: { lang }, body });
  };
  validate("open", open!, { ADULT: 2, CHILD: 2 }, { whiteLabelCode: "ACME-ES" });
  validate("with questions", trip, { ADULT: 2 });
  validate("unknown event", unknownId, { ADULT: 2 });
  validate("removed", removed!, { ADULT: 2 });
  validate("black-out", blackOut!, { ADULT: 2 });
  validate("sold out", soldOut!, { ADULT: 2 });
  validate("few seats", few!, { ADULT: 4 });
  validate("too late", tooSoon, { ADULT: 1 });
  validate("past", past!, { ADULT: 1 });
  validate("unpublished product", closed, { ADULT: 1 });
  validate("unpublished item", off, { ADULT: 1 });
  validate("no tickets", open!, {});
  validate("unknown and required tickets", open!, { SENIOR: 1 });
  validate("above maximum", open!, { ADULT: 11 });
  validate("off increment", open!, { ADULT: 1, CHILD: 1 });
  validate("duplicate", open!, {}, { tickets: [...ticketsOf({ ADULT: 1 }), ...ticketsOf({ ADULT: 2 })] });
  validate("unknown white label", open!, { ADULT: 1 }, { whiteLabelCode: "OTHER" });
  validate("bad key", open!, { ADULT: 1 }, { apiKey: "pk_unknown" });
  validate("bad quantity", open!, { ADULT: -1 });
  list.push({ name: "validate malformed", operation: eventvalidate, params: { lang }, body: "{<" });
  list.push({
    name: "validate not acceptable",
    operation: eventvalidate,
    params: { lang },
    body: "{}",
    headers: { accept: "text/html" },
  });

  const customer = {
    email: "customer@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "192.0.2.1",
    externalReference: `CART ${lang} ${format}`,
    testMode: false,
  };
  const book = (name: string, id: string, tickets: Record<string, number>, total: number, more: object = {}) => {
    const body = {
      id,
      apiKey: app.key,
      tickets: ticketsOf(tickets),
      ...customer,
      totalUsd: { currencyCode: "USD", value: total },
      ...more,
    };
    list.push({ name: `book ${name}`, operation: eventbook, params: { lang }, body });
  };
  const answers = (weight: string, time: string, date: string) =>
    Object.entries({
      "passenger-first-name": "Ana & Cía",
      "passenger-last-name": "Pérez «P» <1>",
      "passenger-weight": weight,
      "hotel-name": "Hotel",
      "hotel-address": "Calle 1",
      "flight-number": "IB 1",
      "flight-date": date,
      "flight-time": time,
    }).map(([code, value]) => ({ code, value }));
  book("open", open!, { ADULT: 2, CHILD: 0 }, 100);
  book("again", open!, { ADULT: 2, CHILD: 0 }, 100);
  book("wrong price", open!, { ADULT: 2 }, 99, { externalReference: "WRONG" });
  book("without answers", trip, { ADULT: 1 }, 34.29, { externalReference: "NONE" });
  const bad = {
    externalReference: "BAD",
    answers: [...answers("501", "24:00", "2026-02-30"), { code: "x", value: "y" }],
  };
  book("bad answers", trip, { ADULT: 1 }, 34.29, bad);
  const good = { externalReference: `TRIP ${lang} ${format}`, answers: answers("70", "18:05", "2026-06-24") };
  book("with answers", trip, { ADULT: 1 }, 34.29, good);
  book("sold out", soldOut!, { ADULT: 2 }, 100, { externalReference: "SOLD" });
  book("test mode", open!, { ADULT: 1 }, 50, { externalReference: `TEST ${lang} ${format}`, testMode: true });
  book("bad fields", open!, { ADULT: 1 }, 50, { email: "x".repeat(257), remoteHost: "nowhere" });
  return list;
}

const ticketsOf = (tickets: Record<string, number>) =>
  Object.entries(tickets).map(([code, quantity]) => ({ code, quantity }));

async function changeCatalogue(app: TestApp): Promise<void> {
  app.clock.now = new Date("2026-06-15T20:00:00Z");
  await app.import({
    products: [
      { ...catalogue.products[2]!, deleted: true },
      { ...catalogue.products[4]!, name: "Tablao con cena" },
    ],
    pages: [
      { ...catalogue.pages![0]!, es: { name: "Madrid en verano", url: "//www.example.com/es/madrid" } },
      { ...catalogue.pages![1]!, published: false },
    ],
  });
}

async function increments(app: TestApp): Promise<Exchange[]> {
  const { product, products, productversion, productsdeleted, events } = operations;
  return [
    { name: "productversion since 1", operation: productversion, params: { updateversion: 1, deleteversion: 0 } },
    { name: "products since 1", operation: products, params: { version: 1 } },
    { name: "productsdeleted since 0", operation: productsdeleted, params: { version: 0 } },
    { name: "events since 1", operation: events, params: { version: 1 } },
    { name: "product deleted", operation: product, params: { id: await productId(app, "museum") } },
  ];
}

async function ask(
  app: TestApp,
  { operation, params = {}, body, headers = {} }: Exchange,
  format: Format,
): Promise<string> {
  const text = typeof body === "object" ? encode(operation.request!, body as never, format, { namespace }) : body;
  const {
    status,
    headers: received,
    text: answer,
  } = await send(app.url + addressOf(operation, params), {
    method: operation.method,
    headers: {
      accept: mediaTypes[format],
      ...(text !== undefined && { "content-type": mediaTypes[format] }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  return `${status} ${received["content-type"]} ${answer}`;
}

const reference = /\b(?:[0-9A-Z]{3}-){2}[0-9A-Z]{3}(?=-(?:ES|PT)\b)|(?<=\bSIM-)(?:[0-9A-Z]{3}-){2}[0-9A-Z]{3}/g;

/** Replaces each GUID and each reference by its number in order of appearance. */
function numbering(): (text: string) => string {
  const [ids, references] = [new Map<string, number>(), new Map<string, number>()];
  const numberIn = (known: Map<string, number>, text: string): number => {
    if (!known.has(text)) known.set(text, known.size + 1);
    return known.get(text)!;
  };
  return (text) =>
    text
      .replace(new RegExp(guid, "g"), (id) => `id-${numberIn(ids, id)}`)
      .replace(reference, (code) => `reference-${numberIn(references, code)}`);
}
