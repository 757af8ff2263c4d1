import type Type from "typebox";
import { DigestSum, recordHash } from "../digest.ts";
import type { OperationId, operations } from "../operations.ts";
import type { Problem } from "../schemas.ts";
import { exampleContent } from "./example-content.ts";

/**
 * One published example of every request and every response, as plain values. Together they show one sale: two adults and a child
 * find, validate and book a night of flamenco in Madrid.
 */
type Requests = {
  [Id in OperationId]: (typeof operations)[Id] extends { request: infer S extends Type.TSchema }
    ? Type.Static<S>
    : never;
};
type WithRequest = {
  [Id in OperationId]: (typeof operations)[Id] extends { request: unknown } ? Id : never;
}[OperationId];
type Responses = { [Id in OperationId]: Type.Static<(typeof operations)[Id]["response"]> };

/** Identifiers of the examples' records. The demo has records with them. */
export const exampleIds = {
  product: "8c1f4e0a-52b7-4d3e-9a61-0f6d2b7c9e14",
  item: "2d9a7b36-1c48-4f05-8e72-6b3a90d5c1f8",
  event: "5e7c0d92-a6f1-4b38-b2d4-93c81f7e6a05",
  order: "f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770",
  change: "d95a3f08-6e1b-4c74-a2d7-8b30f4c6e192",
  hold: "b7d2e914-5c3a-4f86-9e10-7a4c8d6f2b53",
} as const;
const { product: productId, item: itemId, event: eventId, order: orderId, hold: holdId, change: changeId } = exampleIds;
const paymentId = "6e1d3c58-90a4-4b27-8f1e-2c5d7a9b0e43";

const termsId = "3f6a1d58-9b27-4c0e-8d41-5e7c92b0a6f3";
const statementId = "a90c4e71-6d35-4b82-9f1a-2c8e5d7b3046";

const euros = (value: number) => ({ currencyCode: "EUR", value });
const dollars = (value: number) => ({ currencyCode: "USD" as const, value });

const summary = {
  id: productId,
  productTypeCode: "scheduled" as const,
  name: "Noche de flamenco en Madrid",
  cityCode: "madrid",
  immediateBooking: true,
  hasAvailability: true,
};

const selection = {
  id: eventId,
  apiKey: "pk_demo",
  whiteLabelCode: "DEMO-ES",
  tickets: [
    { code: "ADULT", quantity: 2 },
    { code: "CHILD", quantity: 1 },
  ],
};

const customer = {
  email: "traveller@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.24",
  callbackUrl: "https://partner.example.com/paseo/notifications",
  externalReference: "CART-20418",
  totalUsd: dollars(120.4),
};

const answers = [
  { code: "hotel-name", value: "Hotel Plaza Ejemplo" },
  { code: "hotel-address", value: "Calle de Ejemplo, 12, Madrid" },
];

const order: Responses["order"] = {
  id: orderId,
  reference: "K7Q-M3X-HP4-ES",
  confirmation: null,
  status: "waitsupplier",
  isValid: true,
  errors: null,
  event: { id: eventId, apiKey: null, tickets: selection.tickets, ...customer, testMode: false, answers },
};

const questions: Responses["eventvalidate"]["questions"] = [
  { code: "hotel-name", title: "Nombre del hotel", type: "string" },
  { code: "hotel-address", title: "Dirección del hotel", type: "string" },
];

const hold: Responses["eventhold"] = {
  id: holdId,
  eventId,
  status: "open",
  tickets: selection.tickets,
  totalUsd: dollars(120.4),
  expiresAt: "2026-03-02T09:56:20Z",
  extensionsLeft: 2,
  testMode: false,
  isValid: true,
  errors: [],
  questions,
};

const payment: Responses["eventpay"] = {
  id: paymentId,
  state: "open",
  orderId: null,
  page: { method: "GET", url: "https://pay.example.com/c/7f3e9b21", fields: [] },
  expiresAt: "2026-03-02T10:11:20Z",
  amount: { minor: 11000, currencyCode: "EUR" },
  errors: [],
};

const product: Responses["product"] = {
  ...summary,
  leadPurchaseDay: 1,
  cancelPurchaseHour: 24,
  minPrice: euros(22.5),
  minUsdPrice: dollars(25),
  location: {
    venue: "Tablao La Plaza",
    address: "Calle de Ejemplo, 3, 28012 Madrid",
    latitude: 40.4145,
    longitude: -3.7004,
  },
  items: [
    {
      id: itemId,
      name: "Espectáculo con una bebida",
      partNumber: "FLAM-MAD-01",
      minPrice: euros(22.5),
      minUsdPrice: dollars(25),
      published: true,
      ticketRules: [
        { code: "ADULT", minQuantity: 1, maxQuantity: 10, defaultQuantity: 2, incrementQuantity: 1 },
        { code: "CHILD", minQuantity: 0, maxQuantity: 6, defaultQuantity: 0, incrementQuantity: 1 },
      ],
      description: null,
    },
  ],
  questionConfiguration: { allPassengerNames: false, allPassengerWeights: false, hotel: true, airportFlight: false },
  updatedOn: "2026-03-02T09:41:07Z",
  description: null,
};

const event: Responses["events"]["values"][number] = {
  id: eventId,
  itemId,
  eventOn: "2026-05-16T20:30:00",
  availabilityCode: "available",
  tickets: [
    { code: "ADULT", unitPrice: euros(42.93), unitUsdPrice: dollars(47.7) },
    { code: "CHILD", unitPrice: euros(22.5), unitUsdPrice: dollars(25) },
  ],
};

const page: Responses["pages"]["values"][number] = {
  id: "a90e6f13-4b7d-4c25-9f81-3d6c5e7b2a40",
  name: "Qué hacer en Madrid",
  pageTypeCode: "city",
  cityCode: "madrid",
  published: true,
  url: "//www.example.com/es/madrid",
};

const statement: Responses["statements"]["values"][number] = {
  id: statementId,
  number: "A-0012",
  firstOn: "2026-03-01",
  lastOn: "2026-03-31",
  issuedOn: "2026-04-01T08:00:00Z",
  dueOn: "2026-05-01",
  balanceBefore: euros(0),
  paid: euros(0),
  retail: euros(110),
  commission: euros(22),
  net: euros(88),
  total: euros(88),
  balanceAfter: euros(88),
};

const day: Responses["availability"]["values"][number] = {
  productId,
  date: "2026-05-16",
  events: 2,
  openEvents: 1,
  soldOut: false,
  minPrice: euros(22.5),
  minUsdPrice: dollars(25),
  seats: [{ eventId, seatsLeft: 7 }],
};

const content = exampleContent({ product, itemId });

const currencies: Responses["currencies"]["values"] = [
  { code: "EUR", name: "Euro", rate: 0.9, displaySymbol: "€" },
  { code: "USD", name: "US dollar", rate: 1, displaySymbol: "US$" },
];

function digest(...records: object[]): { count: number; hash: string } {
  const sum = new DigestSum();
  for (const record of records) sum.add(recordHash(record));
  return { count: sum.count, hash: sum.hash };
}

const onePage = { currentPage: 1, totalCount: 1, totalPages: 1, hasPreviousPage: false, hasNextPage: false };

export const exampleRequests: Pick<Requests, WithRequest> = {
  eventvalidate: selection,
  eventbook: { ...selection, ...customer, answers, testMode: false },
  orderamend: {
    id: orderId,
    apiKey: "pk_demo",
    tickets: [{ code: "ADULT", quantity: 2 }],
    email: "other.traveller@example.com",
  },
  ordercancel: { id: orderId, apiKey: "pk_demo" },
  eventhold: { ...selection, testMode: false },
  eventpay: {
    holdId,
    returnUrl: "https://partner.example.com/paid?cart=20418",
    booking: { ...selection, ...customer, answers, testMode: false },
  },
  holdextend: { id: holdId, apiKey: "pk_demo" },
  holdrelease: { id: holdId, apiKey: "pk_demo" },
};

export const exampleResponses: Responses = {
  product,
  products: { ...onePage, pageSize: 100, values: [summary] },
  productversion: { updateVersion: 18740, deleteVersion: 0 },
  productsdeleted: { ...onePage, pageSize: 500, values: ["c3d5f7a9-1b24-4c68-8e0f-7a9b2c4d6e81"] },
  events: {
    ...onePage,
    pageSize: 500,
    values: [event],
  },
  pages: {
    ...onePage,
    pageSize: 100,
    values: [page],
  },
  contents: { ...onePage, pageSize: 100, values: [content] },
  currencies: {
    totalCount: 2,
    values: currencies,
  },
  // The digest of the records above, for comparison with an implementation.
  catalogdigest: {
    version: 18740,
    deleteVersion: 31,
    fromDate: "2026-03-02",
    products: { ...digest(summary), detailHash: digest(product).hash },
    events: digest(event),
    pages: { es: digest(page), pt: digest() },
    currencies: digest(...currencies),
    contents: { es: digest(content), pt: digest() },
  },
  availability: { ...onePage, pageSize: 500, values: [day] },
  eventvalidate: {
    id: eventId,
    totalUsd: dollars(120.4),
    isValid: true,
    errors: [],
    questions,
  },
  eventbook: order,
  order: { ...order, confirmation: "TLP-77031", status: "complete" },
  orders: {
    values: [
      {
        ...order,
        confirmation: "TLP-77031",
        status: "complete",
        eventOn: event.eventOn,
        bookedOn: "2026-03-02T09:57:41Z",
        changedOn: "2026-03-02T09:58:03Z",
        revision: 2,
        voucherUrl: "https://tickets.example.com/voucher/Zk3v9QxT0yHq7uJmB4cWnL8sD2e",
        passes: [{ code: "K7QM-3XHP", ticketCode: null, people: 2 }],
        refundUsd: null,
        endedBy: null,
        reason: null,
        termsId,
        retail: euros(110),
        commission: euros(22),
        net: euros(88),
      },
    ],
    hasNextPage: false,
    cursor: "eyJoaXN0b3J5IjowfQ",
  },
  terms: {
    id: termsId,
    basis: "commission",
    collects: "partner",
    percent: 20,
    percentOf: "price",
    extras: false,
    dueOn: "event",
    afterCancellation: "share",
    noShow: "as-sold",
    paymentDays: 30,
    period: "month",
    currencyCode: null,
    limit: { kind: "credit", amount: euros(5000), owed: euros(1240.5), left: euros(3759.5) },
    lines: [
      {
        productId,
        itemId: null,
        ticketCode: "CHILD",
        firstOn: null,
        lastOn: "2026-09-30",
        percent: 15,
        fixed: null,
        net: null,
      },
    ],
  },
  statements: { values: [statement], hasNextPage: false, cursor: "eyJoaXN0b3J5IjowfQ" },
  statement: {
    ...statement,
    state: "issued",
    openAmount: euros(88),
    invoiceNumber: "2026/118",
    lines: [
      {
        orderId,
        reference: order.reference!,
        externalReference: order.event.externalReference,
        kind: "sale",
        eventOn: event.eventOn,
        tickets: order.event.tickets,
        noShows: 0,
        retail: euros(110),
        commission: euros(22),
        net: euros(88),
        owed: euros(88),
      },
    ],
  },
  orderamend: {
    id: orderId,
    quoteId: changeId,
    status: "quoted",
    revision: 2,
    eventId,
    tickets: [{ code: "ADULT", quantity: 2 }],
    totalUsd: dollars(95.4),
    differenceUsd: dollars(-25),
    refundUsd: dollars(25),
    expiresAt: "2026-03-02T10:11:07Z",
    testMode: false,
    isValid: true,
    errors: [],
    questions,
  },
  ordercancel: { ...order, confirmation: "TLP-77031", status: "waitcancel", refundUsd: dollars(120.4) },
  eventhold: hold,
  hold,
  eventpay: payment,
  payment: { ...payment, state: "booked", orderId, page: null, expiresAt: null },
  holdextend: { ...hold, expiresAt: "2026-03-02T10:06:20Z", extensionsLeft: 1 },
  holdrelease: { ...hold, status: "released", extensionsLeft: 0, questions: [] },
};

/** Examples of parameters, by operation. */
export const exampleParameters: { [operation: string]: { [parameter: string]: string } | undefined } = {
  product: { id: productId },
  events: { id: productId },
  availability: { id: productId },
  pages: { lang: "es" },
  contents: { lang: "es", id: productId },
  eventvalidate: { lang: "es" },
  eventbook: { lang: "es" },
  order: { lang: "es", id: orderId },
  orders: { lang: "es", reference: order.event.externalReference! },
  terms: { lang: "es" },
  statements: { lang: "es" },
  statement: { lang: "es", id: statementId },
  hold: { lang: "es", id: holdId },
  payment: { lang: "es", id: paymentId },
  orderamend: { lang: "es" },
  ordercancel: { lang: "es" },
  eventhold: { lang: "es" },
  eventpay: { lang: "es" },
  holdextend: { lang: "es" },
  holdrelease: { lang: "es" },
};

/** A failed request: the body of a 400. */
export const exampleProblem: Problem = {
  type: "urn:paseo:problem:invalid-field",
  title: "Bad Request",
  status: 400,
  detail: "quantity must be an integer from 0 to 9999.",
  code: "invalid-field",
  errors: [{ pointer: "/tickets/0/quantity", detail: "quantity must be an integer from 0 to 9999" }],
};
