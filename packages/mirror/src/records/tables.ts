import type { Content, Currency, Event, Page } from "@paseo/contract";
import { columns, defineMapping, type RecordMapping } from "./mapping.ts";
import { productTables } from "./product-tables.ts";
import { decimalText, type RecordKind } from "./records.ts";

/** The tables of the copy. Partners query them (docs/reference/mirror.md), so a column may be added but not renamed. */

const eventTables = defineMapping<"event">({
  table: "event",
  key: "id",
  columns: columns({ id: "id", item_id: "id", event_on: "text", availability_code: "text" }),
  indexes: [["item_id", "event_on"], ["event_on"]],
  parts: [
    {
      table: "ticket_price",
      columns: columns({ code: "text", currency_code: "text", unit_price: "amount", unit_usd_price: "amount" }),
      indexes: [],
    },
  ],
  rowsOf: ({ id, itemId, eventOn, availabilityCode, tickets }) => ({
    cells: [id, itemId, eventOn, availabilityCode],
    parts: [
      tickets.map(({ code, unitPrice, unitUsdPrice }) => [
        code,
        unitPrice.currencyCode,
        decimalText(unitPrice.value),
        decimalText(unitUsdPrice.value),
      ]),
    ],
  }),
  recordOf: (row, [tickets]) =>
    ({
      id: row.id,
      itemId: row.item_id,
      eventOn: row.event_on,
      availabilityCode: row.availability_code,
      tickets: tickets!.map((ticket) => ({
        code: ticket.code,
        unitPrice: { currencyCode: ticket.currency_code, value: Number(ticket.unit_price) },
        unitUsdPrice: { currencyCode: "USD", value: Number(ticket.unit_usd_price) },
      })),
    }) as Event,
});

const pageTables = defineMapping<"page">({
  table: "page",
  key: "id",
  perLanguage: true,
  columns: columns({
    id: "id",
    name: "text",
    page_type_code: "text",
    city_code: "text?",
    published: "flag",
    url: "text",
  }),
  indexes: [["city_code"]],
  parts: [],
  rowsOf: (page) => ({
    cells: [page.id, page.name, page.pageTypeCode, page.cityCode, page.published, page.url],
    parts: [],
  }),
  recordOf: (row) =>
    ({
      id: row.id,
      name: row.name,
      pageTypeCode: row.page_type_code,
      cityCode: row.city_code,
      published: Boolean(row.published),
      url: row.url,
    }) as Page,
});

/** A content is one text in JSON: programs show it and do not query it. */
const contentTables = defineMapping<"content">({
  table: "content",
  key: "id",
  perLanguage: true,
  columns: columns({ id: "id", name: "text", updated_on: "text", record: "text" }),
  indexes: [],
  parts: [],
  rowsOf: (content) => ({ cells: [content.id, content.name, content.updatedOn, JSON.stringify(content)], parts: [] }),
  recordOf: (row) => JSON.parse(String(row.record)) as Content,
});

const currencyTables = defineMapping<"currency">({
  table: "currency",
  key: "code",
  columns: columns({ code: "text", name: "text", rate: "amount", display_symbol: "text" }),
  indexes: [],
  parts: [],
  rowsOf: ({ code, name, rate, displaySymbol }) => ({
    cells: [code, name, decimalText(rate), displaySymbol],
    parts: [],
  }),
  recordOf: (row) =>
    ({ code: row.code, name: row.name, rate: Number(row.rate), displaySymbol: row.display_symbol }) as Currency,
});

export const tables: Record<RecordKind, RecordMapping> = {
  currency: currencyTables,
  product: productTables,
  page: pageTables,
  content: contentTables,
  event: eventTables,
};
