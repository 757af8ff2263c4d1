import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { latencyLimits } from "../../src/octo/checks/latency.ts";
import {
  changeJson,
  everyAnswer,
  type Fault,
  type FaultTable,
  inBody,
  instead,
  type ProxiedAnswer,
  type ProxiedRequest,
} from "./broken-service.ts";

/** How an OCTO supplier is broken: the requests that a fault concerns, and what it does to them. */

// A fault may do anything to an answer, whatever its shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Anything = any;

const reserve = /^POST \/octo\/bookings$/;
const confirm = /^POST .*\/confirm$/;
const extend = /^POST .*\/extend$/;
const cancel = /^POST .*\/cancel$/;
const update = /^PATCH /;
const readOne = /^GET \/octo\/bookings\/[^/]+$/;
const list = /^GET \/octo\/bookings\?/;
const products = /^GET \/octo\/products$/;
const times = /^POST \/octo\/availability$/;
const calendar = /^POST \/octo\/availability\/calendar$/;

/** Changes the answer of an error. */
const inError = (where: RegExp, change: (body: Anything) => void): Fault =>
  changeJson(where, (body) => body.error && change(body));

const answerOf = (value: object, status = 200): ProxiedAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Changes the body of every request at a path from the second request on, among the requests with the same content. */
function repeatedBody(where: RegExp, change: (body: Anything) => void): Fault {
  const seen = new Set<string>();
  return {
    onRequest: (request: ProxiedRequest) => {
      if (!where.test(`${request.method} ${request.path}`)) return undefined;
      const before = request.path + request.body;
      if (seen.has(before)) {
        const body = JSON.parse(request.body);
        change(body);
        request.body = JSON.stringify(body);
      }
      seen.add(before);
      return undefined;
    },
  };
}

/** Answers repeated requests at a path with an error. */
function refusedAgain(where: RegExp): Fault {
  const seen = new Set<string>();
  return instead(where, ({ path, body }) => {
    const isAgain = seen.has(path + body);
    seen.add(path + body);
    return isAgain ? answerOf({ error: "UNPROCESSABLE_ENTITY", errorMessage: "It is done." }, 400) : undefined;
  });
}

const newUuid = (body: Anything) => {
  body.uuid = randomUUID();
};

const slow = (where: RegExp, ms: number): Fault => ({
  onRequest: async ({ method, path }) => {
    if (where.test(`${method} ${path}`)) await pause(ms);
    return undefined;
  },
});

/** Faults of a supplier that speaks OCTO. */
export const octoFaults: FaultTable = {
  "supplier.shape: a supplier without a contact": changeJson(/supplier/, (one) => delete one.contact),
  "capabilities.list: a revision that is a text": changeJson(/capabilities/, (all) => (all[0].revision = "1")),
  "capabilities.header: an answer that names every capability": everyAnswer(
    /supplier/,
    ({ headers }) => (headers["octo-capabilities"] = "octo/pricing, octo/content"),
  ),
  "products.list: two products with one id": changeJson(products, (all) => (all[1].id = all[0].id)),
  "products.options: a product without options": changeJson(products, (all) => (all[0].options = [])),
  "products.units: a unit of an unknown type": changeJson(products, (all) => (all[0].options[0].units[0].type = "DOG")),
  "products.product: a product with one unit less": changeJson(/products\/./, (one) => one.options[0].units.pop()),
  "products.core: prices that nobody asked for": changeJson(products, (all) => (all[0].pricingPer = "UNIT")),
  "times.shape: a local time without its offset": changeJson(times, (all) => {
    all[0].localDateTimeStart = all[0].localDateTimeStart.slice(0, 19);
  }),
  "times.range: a day more than was asked for": inBody(times, (body) => {
    if (body.localDateEnd)
      body.localDateEnd = new Date(Date.parse(body.localDateEnd) + 86_400_000).toISOString().slice(0, 10);
  }),
  "times.status: a sold-out availability that is available": changeJson(times, (all) => (all[2].status = "SOLD_OUT")),
  "times.ids: an answer without the asked id": changeJson(
    times,
    (all, { body }) => body.includes("availabilityIds") && all.pop(),
  ),
  "times.units: units that are ignored": inBody(times, (body) => delete body.units),
  "calendar.shape: a day that occurs twice": changeJson(calendar, (all) => all.push(all[0])),
  "calendar.agrees: a calendar in which every day is open": changeJson(calendar, (all) => {
    for (const day of all) day.available = true;
  }),
  "errors.product: the code of another error": inError(/products\/./, (body) => (body.error = "BAD_REQUEST")),
  "errors.option: an error without its field": inError(times, (body) => delete body.optionId),
  "errors.days: an error without a message": inError(times, (body) => delete body.errorMessage),
  "errors.json: a 500 for a body that is not JSON": instead(times, ({ body }) =>
    body.endsWith("}") ? undefined : answerOf({ error: "INTERNAL_SERVER_ERROR", errorMessage: "No." }, 500),
  ),
  "errors.key: a list of products for everybody": instead(products, ({ headers }) =>
    headers.authorization?.includes("unknown") ? answerOf([]) : undefined,
  ),
  "errors.booking: 404 for an unknown booking": everyAnswer(readOne, (answered) => (answered.status = 404)),
  "errors.unit: another unit in the error": inError(reserve, (body) => (body.unitId = "x")),
  "errors.availability: another code for an availability": inError(
    reserve,
    (body) => (body.error = "UNPROCESSABLE_ENTITY"),
  ),
  "errors.units: a reservation of nobody": inBody(reserve, (body) => {
    if (body.unitItems.length === 0) body.unitItems = [{ unitId: "ADULT" }];
  }),
  "reservation.placed: a booking without the sent reference": changeJson(
    reserve,
    (one) => (one.resellerReference = null),
  ),
  "reservation.read: another booking than was answered": changeJson(readOne, (one) => (one.notes = "Other")),
  "reservation.extended: an extension that shortens": changeJson(extend, (one) => {
    one.utcExpiresAt = one.utcCreatedAt;
  }),
  "reservation.changed: an update that is ignored": inBody(update, (body) => {
    delete body.unitItems;
    delete body.notes;
  }),
  "reservation.cancelled: a cancellation that does nothing": instead(cancel, () => answerOf({ status: "EXPIRED" })),
  "booking.confirmed: a booking without the contact": changeJson(confirm, (one) => (one.contact.fullName = null)),
  "booking.delivered: a booking without a voucher": changeJson(confirm, (one) => (one.voucher.deliveryOptions = [])),
  "booking.read: a booking that changes when it is read": changeJson(readOne, (one) => (one.utcConfirmedAt = null)),
  "booking.list: a list that does not find by reference": instead(list, () => answerOf([])),
  "booking.changed: a confirmed booking that keeps its units": inBody(update, (body) => delete body.unitItems),
  "booking.cancelled: a cancellation without its refund": changeJson(cancel, (one) => delete one.cancellation.refund),
  "retry.reserve: a second booking for a repeated uuid": repeatedBody(reserve, newUuid),
  "retry.reserve-cut: a second booking after a lost answer": repeatedBody(reserve, newUuid),
  "retry.reused: a second booking for other units": (() => {
    const seen = new Set<string>();
    return inBody(reserve, (body) => (seen.has(body.uuid) ? newUuid(body) : seen.add(body.uuid)));
  })(),
  "retry.extend: a repeated extension that is refused": refusedAgain(extend),
  "retry.update: a repeated update that drops units": repeatedBody(update, (body) =>
    body.unitItems.push({ unitId: "ADULT" }),
  ),
  "retry.confirm: a repeated confirmation that is refused": refusedAgain(confirm),
  "retry.confirm-cut: a confirmation that is refused after a lost answer": refusedAgain(confirm),
  "retry.cancel: a repeated cancellation that is refused": refusedAgain(cancel),
  "pricing.products: a currency that is not available": changeJson(
    products,
    (all) => (all[0].availableCurrencies = ["XXX"]),
  ),
  "pricing.availability: a party at the price of one": changeJson(times, ([one]) => {
    if (one.pricing) one.pricing.retail = one.unitPricing[0].retail;
  }),
  "pricing.booking: a booking at another price": changeJson(reserve, (one) => (one.pricing.retail += 1)),
  "pricing.calendar: an open day without a price": changeJson(calendar, (all) => {
    for (const day of all) delete day.unitPricingFrom;
  }),
  "content.products: a product without a title": changeJson(products, (all) => delete all[0].title),
  "pickups.options: an option that is silent about pickups": changeJson(products, (all) => {
    delete all[0].options[0].pickupPoints;
  }),
  "latency.availability: slow availability": slow(times, latencyLimits.reads + 100),
  "latency.bookings: slow confirmations": slow(confirm, latencyLimits.bookings + 100),
};
