import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { PaseoClient } from "@paseo/client";
import type { Content, Event, Language, Page, ProductSummary } from "@paseo/contract";

/** The catalogue as the service returns it and as the copy contains it, in the same form. */
export interface Catalogue {
  products: Record<string, unknown>[];
  events: Record<string, unknown>[];
  pages: Record<string, unknown>[];
  contents: Record<string, unknown>[];
  currencies: Record<string, unknown>[];
}

/** Everything that the service has: reads all lists from version 0. */
export async function serviceCatalogue(url: string, languages: Language[] = ["es", "pt"]): Promise<Catalogue> {
  const client = new PaseoClient({ baseUrl: url });
  const products = await all<ProductSummary>(client.products({ version: 0 }));
  const events = await all<Event>(client.events({ version: 0 }));
  const pages: Record<string, unknown>[] = [];
  const contents: Record<string, unknown>[] = [];
  for (const lang of languages) {
    const list = await all<Page>(client.pages({ version: 0 }, { lang }));
    pages.push(...list.map((page) => ({ lang, ...page })));
    const ofProducts = await all<Content>(client.contents({ version: 0 }, { lang }));
    contents.push(...ofProducts.map((content) => ({ lang, ...content })));
  }
  const { values: currencies } = await client.currencies();
  return sorted({
    products: products.map(plain),
    events: events.map(plain),
    pages,
    contents,
    currencies: currencies.map(plain),
  });
}

/** All rows in the documented tables of a copy. */
export async function tablesCatalogue(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<Catalogue> {
  const products = await query(`
    select id, product_type_code, name, city_code, immediate_booking, has_availability from product`);
  const events = await query("select id, item_id, event_on, availability_code from event");
  const prices = await query(`
    select event_id, code, currency_code, unit_price, unit_usd_price from ticket_price order by event_id, position`);
  const tickets = Map.groupBy(prices, (price) => price.event_id);
  const pages = await query("select lang, id, name, page_type_code, city_code, published, url from page");
  const contents = await query("select lang, record from content");
  const currencies = await query("select code, name, rate, display_symbol from currency");
  return sorted({
    products: products.map((row) => ({
      id: row.id,
      productTypeCode: row.product_type_code,
      name: row.name,
      cityCode: row.city_code,
      immediateBooking: Boolean(row.immediate_booking),
      hasAvailability: Boolean(row.has_availability),
    })),
    events: events.map((row) => ({
      id: row.id,
      itemId: row.item_id,
      eventOn: row.event_on,
      availabilityCode: row.availability_code,
      tickets: (tickets.get(row.id) ?? []).map((ticket) => ({
        code: ticket.code,
        unitPrice: { currencyCode: ticket.currency_code, value: Number(ticket.unit_price) },
        unitUsdPrice: { currencyCode: "USD", value: Number(ticket.unit_usd_price) },
      })),
    })),
    pages: pages.map((row) => ({
      lang: row.lang,
      id: row.id,
      name: row.name,
      pageTypeCode: row.page_type_code,
      cityCode: row.city_code,
      published: Boolean(row.published),
      url: row.url,
    })),
    contents: contents.map((row) => ({ lang: row.lang, ...JSON.parse(row.record as string) })),
    currencies: currencies.map((row) => ({
      code: row.code,
      name: row.name,
      rate: Number(row.rate),
      displaySymbol: row.display_symbol,
    })),
  });
}

/** Applies the lines of a change stream to an empty copy. */
export function replayed(lines: Record<string, unknown>[]): Catalogue {
  const kinds = { product: new Map(), event: new Map(), page: new Map(), content: new Map(), currency: new Map() };
  for (const { kind, action, id, lang, record } of lines) {
    const records = kinds[kind as keyof typeof kinds];
    const key = lang === undefined ? id : `${lang} ${id}`;
    if (action === "upsert") records.set(key, lang === undefined ? record : { lang, ...(record as object) });
    else records.delete(key);
  }
  return sorted({
    products: [...kinds.product.values()].map(summaryOf),
    events: [...kinds.event.values()],
    pages: [...kinds.page.values()],
    contents: [...kinds.content.values()],
    currencies: [...kinds.currency.values()],
  });
}

/** The fields of a product in lists. details.test.ts compares the whole product. */
export const summaryOf = ({
  id,
  productTypeCode,
  name,
  cityCode,
  immediateBooking,
  hasAvailability,
}: Record<string, unknown>) => ({
  ...{ id, productTypeCode, name, cityCode, immediateBooking, hasAvailability },
});

/** Fails with the first records that differ: Node's comparison of two large catalogues takes all memory. */
export function assertSame(actual: Catalogue, expected: Catalogue, what = "the copy"): void {
  for (const list of ["products", "events", "pages", "contents", "currencies"] as const) {
    const n = expected[list].findIndex((record, n) => !isDeepStrictEqual(actual[list][n], record));
    if (n >= 0) assert.deepEqual(actual[list][n], expected[list][n], `${what}: ${list}[${n}]`);
    assert.equal(actual[list].length, expected[list].length, `${what}: ${list}`);
  }
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

const plain = (record: object): Record<string, unknown> => ({ ...record });

export function sorted(catalogue: Catalogue): Catalogue {
  const key = (record: Record<string, unknown>) => `${record.lang ?? ""} ${record.id ?? record.code}`;
  const inOrder = (records: Record<string, unknown>[]) => records.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const { products, events, pages, contents, currencies } = catalogue;
  return {
    products: inOrder(products),
    events: inOrder(events),
    pages: inOrder(pages),
    contents: inOrder(contents),
    currencies: inOrder(currencies),
  };
}
