import { limits, type Problem } from "@paseo/contract";
import {
  type PlainRefusalCode,
  type RefusalCode,
  type RefusalParams,
  refusalMessage,
  refusalValues,
} from "../../../texts/refusals.ts";
import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { texts } from "../../../texts/texts.ts";
import {
  badRequest,
  conflict,
  databaseUnavailable,
  forbidden,
  gone,
  methodNotAllowed,
  notAcceptable,
  notFound,
  overloaded,
  ProblemError,
  payloadTooLarge,
  problemFrom,
  requestTimeout,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unsupportedMediaType,
  versionExpired,
} from "../../../web/problems.ts";

/** The message of a refusal as a traveller would read it: with an example's ticket, question or limit. */

type WithParams = { [Code in Exclude<RefusalCode, PlainRefusalCode>]: RefusalParams[Code] };

export function exampleMessage(code: RefusalCode, lang: SiteLanguage): string {
  const params = (exampleParams(lang) as Partial<Record<RefusalCode, RefusalParams[RefusalCode]>>)[code] ?? null;
  return refusalMessage(texts[lang], code, refusalValues(params));
}

function exampleParams(lang: SiteLanguage): WithParams {
  const { "passenger-weight": title, "hotel-name": hotel } = texts[lang].questions;
  return {
    "too-late": { until: null },
    "ticket-unknown": { ticket: "SENIOR" },
    "ticket-duplicate": { ticket: "ADULT" },
    "ticket-required": { ticket: "ADULT", minimum: 1 },
    "quantity-below-minimum": { ticket: "ADULT", minimum: 2 },
    "quantity-above-maximum": { ticket: "ADULT", maximum: 8 },
    "ticket-above-people": { ticket: "TEACHER", people: 10, maximum: 2 },
    "ticket-sold-out": { ticket: "WINE" },
    "quantity-off-increment": { ticket: "GROUP", minimum: 1, increment: 2 },
    "answer-missing": { question: "passenger-weight", title, passenger: 1 },
    "answer-invalid": {
      question: "passenger-weight",
      title,
      passenger: 1,
      expected: { type: "integer", minimum: 1, maximum: 500 },
    },
    "answer-unknown": { question: hotel },
    "hold-limit-open": { maximum: 50 },
    "hold-limit-seats": { maximum: 200 },
  };
}

/**
 * An answer with each problem code, and the request that causes it if one request is enough. A test sends these
 * requests.
 */

export interface ExampleRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface ProblemExample {
  problem: Problem;
  request?: ExampleRequest;
}

const json = { "Content-Type": "application/json" };
const xml = { "Content-Type": "application/xml", Accept: "application/json" };
const unknownId = "00000000-0000-4000-8000-000000000000";
const validation = "/api/es/eventvalidate";
const post = (headers: Record<string, string>, body: string): ExampleRequest => ({
  ...{ method: "POST", path: validation, headers, body },
});
const selection = (apiKey: string) =>
  JSON.stringify({ id: unknownId, apiKey, tickets: [{ code: "ADULT", quantity: 2 }] });

const examples: { error: ProblemError; request?: ExampleRequest }[] = [
  {
    error: badRequest("invalid-field", "2 fields of the body are not valid.", [
      { pointer: "/id", detail: "id must be a unique identifier (GUID)" },
      { pointer: "/tickets/0/quantity", detail: "quantity must be an integer from 0 to 9999" },
    ]),
    request: post(json, JSON.stringify({ id: "42", apiKey: "pk_demo", tickets: [{ code: "ADULT", quantity: -1 }] })),
  },
  {
    error: badRequest("invalid-parameter", "page must be a whole number from 1 to 9007199254740991.", [
      { pointer: "page", detail: "page must be a whole number from 1 to 9007199254740991" },
    ]),
    request: { method: "GET", path: "/api/products?page=0" },
  },
  {
    error: badRequest("invalid-header", "Idempotency-Key must be 1 to 255 printable ASCII characters.", [
      { pointer: "Idempotency-Key", detail: "Idempotency-Key must be 1 to 255 printable ASCII characters" },
    ]),
  },
  { error: badRequest("malformed-body", "The request has no body."), request: post(json, "") },
  {
    error: badRequest("bad-encoding", "The body is not in the encoding utf-8."),
  },
  {
    error: badRequest("wrong-root", "The root element must be Event in the namespace urn:paseo:partner, not Order."),
    request: post(xml, '<Order xmlns="urn:paseo:partner"/>'),
  },
  {
    error: badRequest(
      "wrong-namespace",
      "The root element must be Event in the namespace urn:paseo:partner; this one is in no namespace.",
    ),
    request: post(xml, "<Event/>"),
  },
  {
    error: badRequest("malformed-request", "The path has a malformed percent-encoding."),
    request: { method: "GET", path: "/api/product/%zz" },
  },
  {
    error: unauthorized("The key is not valid."),
    request: post(json, selection("pk_unknown")),
  },
  { error: forbidden("This key may read and validate, but not place orders.") },
  {
    error: notFound(`There is no product ${unknownId}.`),
    request: { method: "GET", path: `/api/product/${unknownId}` },
  },
  {
    error: methodNotAllowed("DELETE", ["GET", "HEAD"]),
    request: { method: "DELETE", path: "/api/products" },
  },
  {
    error: notAcceptable(),
    request: { method: "GET", path: "/api/products", headers: { Accept: "text/html" } },
  },
  { error: requestTimeout() },
  {
    error: conflict(
      "in-flight",
      "A request with this Idempotency-Key is in flight. Repeat the request in a second.",
      1,
    ),
  },
  {
    error: conflict("no-payment-provider", "No such provider is set up, or it does not take the store's currency."),
  },
  {
    error: conflict("nothing-payable", "There is no such order, nothing is due of it, or no provider is set up."),
  },
  { error: conflict("revision-stale", "The order has revision 3 now. Ask for a new quote.") },
  { error: versionExpired(), request: { method: "GET", path: "/api/products?version=999999999999" } },
  {
    error: gone(
      "cursor-expired",
      "The database was restored or replaced after this cursor: list the orders again without cursor.",
    ),
  },
  { error: gone("voucher-void", "The order of this voucher was cancelled.") },
  { error: gone("voucher-replaced", "A change of its order replaced this voucher.") },
  { error: payloadTooLarge(limits.bodyBytes) },
  {
    error: unsupportedMediaType(
      "Bodies are read in application/json or application/xml; the Content-Type must say which.",
      {},
    ),
    request: post({ "Content-Type": "text/plain" }, "hello"),
  },
  { error: unprocessable("idempotency-key-reused", "This Idempotency-Key was used with other content.") },
  { error: tooManyRequests(60) },
  { error: new ProblemError(431, "headers-too-large", "The request line and headers are too long.") },
  { error: problemFrom(new Error()) },
  { error: overloaded(1) },
  { error: databaseUnavailable(5) },
  {
    error: new ProblemError(
      503,
      "payment-unavailable",
      "The provider did not answer. Repeat the request: it finds the payment that was started.",
    ),
  },
];

export const problemExamples: ReadonlyMap<string, ProblemExample> = new Map(
  examples.map(({ error, ...request }) => [error.code, { problem: error.toProblem(), ...request }]),
);
