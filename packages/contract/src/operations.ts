import Type from "typebox";
import { limits } from "./limits.ts";
import * as s from "./schemas.ts";

/**
 * The operations of the partner interface. The router, the OpenAPI document, the docs and the tests read this list.
 * `cache`: `catalogue` answers have an ETag; `private` ones are never stored.
 */

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: Type.TSchema;
}

export interface Operation {
  id: string;
  method: "GET" | "POST";
  path: string;
  summary: string;
  parameters: Parameter[];
  request?: Type.TSchema;
  response: Type.TSchema;
  cache: "catalogue" | "private";
}

const path = (name: string, schema: Type.TSchema, description: string): Parameter => ({
  name,
  in: "path",
  required: true,
  description,
  schema,
});
const query = (name: string, schema: Type.TSchema, description: string, required = false): Parameter => ({
  name,
  in: "query",
  required,
  description,
  schema,
});

const lang = path("lang", Type.Enum([...s.languages]), "Language of names, titles and messages.");
const page = query("page", Type.Integer({ minimum: 1, default: 1 }), "Page to read, from 1.");
const version = query(
  "version",
  Type.Integer({ minimum: 0 }),
  "Only records changed since this version; 0 reads everything.",
);
const search = query("query", Type.String({ maxLength: limits.query }), "Only records that match this text.");
const storedVersion = (name: string) =>
  query(name, Type.Integer({ minimum: 0, default: 0 }), "The client's last stored version.");
const date = (
  name: string,
  description: string,
  format = "ISO 8601 date or date-time, or dd-MM-yyyy, also with HH:mm.",
) => query(name, Type.String(), `${description} ${format}`);

export const operations = {
  product: {
    id: "product",
    method: "GET",
    path: "/api/product/{id}",
    summary: "One product, with its items and ticket rules",
    parameters: [path("id", s.Id, "Product to read.")],
    response: s.Product,
    cache: "catalogue",
  },
  products: {
    id: "products",
    method: "GET",
    path: "/api/products",
    summary: "Paged list of products",
    parameters: [page, version, search],
    response: s.PagedProducts,
    cache: "catalogue",
  },
  productversion: {
    id: "productversion",
    method: "GET",
    path: "/api/productversion",
    summary: "Latest versions; 0 where the client is current",
    parameters: [storedVersion("updateversion"), storedVersion("deleteversion")],
    response: s.VersionResponse,
    cache: "catalogue",
  },
  productsdeleted: {
    id: "productsdeleted",
    method: "GET",
    path: "/api/productsdeleted",
    summary: "Paged list of the identifiers of deleted products",
    parameters: [page, version],
    response: s.PagedDeletedProducts,
    cache: "catalogue",
  },
  events: {
    id: "events",
    method: "GET",
    path: "/api/events",
    summary: "Paged list of events with their ticket prices",
    parameters: [
      query("id", s.Id, "Only events of this product."),
      page,
      version,
      date("fromdate", "Start of the date range, included."),
      date("todate", "End of the date range, included; a date without a time means the whole day."),
    ],
    response: s.PagedEvents,
    cache: "catalogue",
  },
  pages: {
    id: "pages",
    method: "GET",
    path: "/api/{lang}/pages",
    summary: "Paged list of content pages",
    parameters: [
      lang,
      page,
      version,
      search,
      query("pagetypecode", Type.Enum([...s.pageTypeCodes]), "Kind of page."),
      query("whitelabelcode", Type.String({ maxLength: limits.whiteLabelCode }), "Only pages of this white label."),
    ],
    response: s.PagedPages,
    cache: "catalogue",
  },
  currencies: {
    id: "currencies",
    method: "GET",
    path: "/api/currencies",
    summary: "Active currencies with their rates",
    parameters: [],
    response: s.Currencies,
    cache: "catalogue",
  },
  catalogdigest: {
    id: "catalogdigest",
    method: "GET",
    path: "/api/catalogdigest",
    summary: "Counts and hashes of the catalogue at a version, to verify a copy",
    parameters: [
      query("version", Type.Integer({ minimum: 0 }), "Version of the catalogue; the newest by default."),
      date(
        "fromdate",
        "First local day of the events that count; all stored events by default.",
        "ISO 8601 date, or dd-MM-yyyy.",
      ),
    ],
    response: s.CatalogDigest,
    cache: "catalogue",
  },
  eventvalidate: {
    id: "eventvalidate",
    method: "POST",
    path: "/api/{lang}/eventvalidate",
    summary: "Check that an event can be sold; get its price and its questions",
    parameters: [lang],
    request: s.ValidateRequest,
    response: s.ValidateResponse,
    cache: "private",
  },
  eventbook: {
    id: "eventbook",
    method: "POST",
    path: "/api/{lang}/eventbook",
    summary: "Place an order",
    parameters: [lang],
    request: s.BookRequest,
    response: s.Order,
    cache: "private",
  },
  order: {
    id: "order",
    method: "GET",
    path: "/api/{lang}/order/{id}",
    summary: "Read an order",
    parameters: [lang, path("id", s.Id, "Order to read.")],
    response: s.Order,
    cache: "private",
  },
  ordercancel: {
    id: "ordercancel",
    method: "POST",
    path: "/api/{lang}/ordercancel",
    summary: "Cancel an order",
    parameters: [lang],
    request: s.CancelRequest,
    response: s.Order,
    cache: "private",
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
