import * as Type from "typebox";
import { languages, orderDates, pageTypeCodes } from "./codes.ts";
import { limits } from "./limits.ts";
import * as s from "./schemas.ts";

/**
 * The operations of the partner interface. The router, the OpenAPI document, the docs and the tests read this list.
 * `cache`: `catalogue` answers have an ETag; `private` ones are never stored. operation-texts.ts describes them.
 */

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Type.TSchema;
}

export interface Operation {
  /**
   * The contract's name: the last part of the path that is not a parameter. `hold` reads a hold that `eventhold` made.
   */
  id: string;
  /** The name of a generated client's function. No schema has it, in any letter case: files of both names would collide. */
  operationId: string;
  method: "GET" | "POST";
  path: string;
  parameters: Parameter[];
  request?: Type.TSchema;
  response: Type.TSchema;
  cache: "catalogue" | "private";
}

const path = (name: string, schema: Type.TSchema): Parameter => ({ name, in: "path", required: true, schema });
const query = (name: string, schema: Type.TSchema): Parameter => ({ name, in: "query", required: false, schema });

const lang = path("lang", Type.Enum([...languages]));
const nameLanguage = query("lang", Type.Enum([...languages]));
const page = query("page", Type.Integer({ minimum: 1, default: 1 }));
const version = query("version", Type.Integer({ minimum: 0 }));
const search = query("query", Type.String({ maxLength: limits.query }));
const storedVersion = (name: string) => query(name, Type.Integer({ minimum: 0, default: 0 }));
const [fromDate, toDate] = [query("fromdate", Type.String()), query("todate", Type.String())];

export const operations = {
  product: {
    id: "product",
    operationId: "getProduct",
    method: "GET",
    path: "/api/product/{id}",
    parameters: [path("id", s.Id), nameLanguage],
    response: s.Product,
    cache: "catalogue",
  },
  products: {
    id: "products",
    operationId: "listProducts",
    method: "GET",
    path: "/api/products",
    parameters: [page, version, search, nameLanguage],
    response: s.PagedProducts,
    cache: "catalogue",
  },
  productversion: {
    id: "productversion",
    operationId: "getProductVersion",
    method: "GET",
    path: "/api/productversion",
    parameters: [storedVersion("updateversion"), storedVersion("deleteversion")],
    response: s.VersionResponse,
    cache: "catalogue",
  },
  productsdeleted: {
    id: "productsdeleted",
    operationId: "listDeletedProducts",
    method: "GET",
    path: "/api/productsdeleted",
    parameters: [page, version],
    response: s.PagedDeletedProducts,
    cache: "catalogue",
  },
  events: {
    id: "events",
    operationId: "listEvents",
    method: "GET",
    path: "/api/events",
    parameters: [query("id", s.Id), page, version, fromDate, toDate],
    response: s.PagedEvents,
    cache: "catalogue",
  },
  pages: {
    id: "pages",
    operationId: "listPages",
    method: "GET",
    path: "/api/{lang}/pages",
    parameters: [
      lang,
      page,
      version,
      search,
      query("pagetypecode", Type.Enum([...pageTypeCodes])),
      query("whitelabelcode", Type.String({ maxLength: limits.whiteLabelCode })),
    ],
    response: s.PagedPages,
    cache: "catalogue",
  },
  contents: {
    id: "contents",
    operationId: "listContents",
    method: "GET",
    path: "/api/{lang}/contents",
    parameters: [lang, query("id", s.Id), page, version],
    response: s.PagedContents,
    cache: "catalogue",
  },
  currencies: {
    id: "currencies",
    operationId: "listCurrencies",
    method: "GET",
    path: "/api/currencies",
    parameters: [],
    response: s.Currencies,
    cache: "catalogue",
  },
  catalogdigest: {
    id: "catalogdigest",
    operationId: "getCatalogDigest",
    method: "GET",
    path: "/api/catalogdigest",
    parameters: [version, fromDate],
    response: s.CatalogDigest,
    cache: "catalogue",
  },
  availability: {
    id: "availability",
    operationId: "listAvailability",
    method: "GET",
    path: "/api/availability",
    parameters: [query("id", s.Id), page, version, fromDate, toDate],
    response: s.PagedAvailability,
    cache: "catalogue",
  },
  eventvalidate: {
    id: "eventvalidate",
    operationId: "validateEvent",
    method: "POST",
    path: "/api/{lang}/eventvalidate",
    parameters: [lang],
    request: s.ValidateRequest,
    response: s.ValidateResponse,
    cache: "private",
  },
  eventbook: {
    id: "eventbook",
    operationId: "bookEvent",
    method: "POST",
    path: "/api/{lang}/eventbook",
    parameters: [lang],
    request: s.BookRequest,
    response: s.Order,
    cache: "private",
  },
  order: {
    id: "order",
    operationId: "getOrder",
    method: "GET",
    path: "/api/{lang}/order/{id}",
    parameters: [lang, path("id", s.Id)],
    response: s.Order,
    cache: "private",
  },
  orders: {
    id: "orders",
    operationId: "listOrders",
    method: "GET",
    path: "/api/{lang}/orders",
    parameters: [
      lang,
      query("by", Type.Enum([...orderDates])),
      query("from", Type.String()),
      query("to", Type.String()),
      query("reference", Type.String({ maxLength: limits.externalReference })),
      query("testmode", Type.Boolean()),
      query("cursor", Type.String({ maxLength: limits.cursor })),
    ],
    response: s.Orders,
    cache: "private",
  },
  terms: {
    id: "terms",
    operationId: "getPartnerTerms",
    method: "GET",
    path: "/api/{lang}/terms",
    parameters: [lang],
    response: s.Terms,
    cache: "private",
  },
  statements: {
    id: "statements",
    operationId: "listStatements",
    method: "GET",
    path: "/api/{lang}/statements",
    parameters: [lang, query("cursor", Type.String({ maxLength: limits.cursor }))],
    response: s.Statements,
    cache: "private",
  },
  statement: {
    id: "statement",
    operationId: "getStatement",
    method: "GET",
    path: "/api/{lang}/statement/{id}",
    parameters: [lang, path("id", s.Id)],
    response: s.Statement,
    cache: "private",
  },
  orderamend: {
    id: "orderamend",
    operationId: "changeOrder",
    method: "POST",
    path: "/api/{lang}/orderamend",
    parameters: [lang],
    request: s.AmendmentRequest,
    response: s.Amendment,
    cache: "private",
  },
  ordercancel: {
    id: "ordercancel",
    operationId: "cancelOrder",
    method: "POST",
    path: "/api/{lang}/ordercancel",
    parameters: [lang],
    request: s.CancelRequest,
    response: s.CancelledOrder,
    cache: "private",
  },
  eventhold: {
    id: "eventhold",
    operationId: "holdEvent",
    method: "POST",
    path: "/api/{lang}/eventhold",
    parameters: [lang],
    request: s.HoldRequest,
    response: s.Hold,
    cache: "private",
  },
  hold: {
    id: "hold",
    operationId: "getHold",
    method: "GET",
    path: "/api/{lang}/eventhold/{id}",
    parameters: [lang, path("id", s.Id)],
    response: s.Hold,
    cache: "private",
  },
  eventpay: {
    id: "eventpay",
    operationId: "payHold",
    method: "POST",
    path: "/api/{lang}/eventpay",
    parameters: [lang],
    request: s.PaymentRequest,
    response: s.Payment,
    cache: "private",
  },
  payment: {
    id: "payment",
    operationId: "getPayment",
    method: "GET",
    path: "/api/{lang}/eventpay/{id}",
    parameters: [lang, path("id", s.Id)],
    response: s.Payment,
    cache: "private",
  },
  holdextend: {
    id: "holdextend",
    operationId: "extendHold",
    method: "POST",
    path: "/api/{lang}/holdextend",
    parameters: [lang],
    request: s.HoldChangeRequest,
    response: s.Hold,
    cache: "private",
  },
  holdrelease: {
    id: "holdrelease",
    operationId: "releaseHold",
    method: "POST",
    path: "/api/{lang}/holdrelease",
    parameters: [lang],
    request: s.HoldChangeRequest,
    response: s.Hold,
    cache: "private",
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** Whether a retry of an operation can be recognised by its Idempotency-Key header. */
export const takesIdempotencyKey = (id: string): boolean => ["eventbook", "eventhold", "orderamend"].includes(id);
