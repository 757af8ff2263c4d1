import { latencyLimits } from "../../src/octo/checks/latency.ts";
import { changeJson, everyAnswer, inBody, instead } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";
import {
  answerOf,
  calendar,
  cancel,
  confirm,
  error,
  extend,
  fault,
  list,
  newUuid,
  products,
  readOne,
  refusedAgain,
  repeatedBody,
  reserve,
  slow,
  times,
  update,
} from "./octo-fault.ts";

/** Faults of a supplier that speaks OCTO. */

const catalogueFaults = [
  fault(
    "supplier.shape",
    "a supplier without a contact",
    changeJson(/supplier/, (one) => delete one.contact),
  ),
  fault(
    "capabilities.list",
    "a revision that is a text",
    changeJson(/capabilities/, (all) => (all[0].revision = "1")),
  ),
  fault(
    "capabilities.header",
    "an answer that names every capability",
    everyAnswer(/supplier/, ({ headers }) => (headers["octo-capabilities"] = "octo/pricing, octo/content")),
  ),
  fault(
    "products.list",
    "two products with one id",
    changeJson(products, (all) => (all[1].id = all[0].id)),
  ),
  fault(
    "products.options",
    "a product without options",
    changeJson(products, (all) => (all[0].options = [])),
  ),
  fault(
    "products.units",
    "a unit of an unknown type",
    changeJson(products, (all) => (all[0].options[0].units[0].type = "DOG")),
  ),
  fault(
    "products.product",
    "a product with one unit less",
    changeJson(/products\/./, (one) => one.options[0].units.pop()),
  ),
  fault(
    "products.core",
    "prices that nobody asked for",
    changeJson(products, (all) => (all[0].pricingPer = "UNIT")),
  ),
];

const timeFaults = [
  fault(
    "times.shape",
    "a local time without its offset",
    changeJson(times, (all) => {
      all[0].localDateTimeStart = all[0].localDateTimeStart.slice(0, 19);
    }),
  ),
  fault(
    "times.range",
    "a day more than was asked for",
    inBody(times, (body) => {
      if (body.localDateEnd)
        body.localDateEnd = new Date(Date.parse(body.localDateEnd) + 86_400_000).toISOString().slice(0, 10);
    }),
  ),
  fault(
    "times.status",
    "a sold-out availability that is available",
    changeJson(times, (all) => (all[2].status = "SOLD_OUT")),
  ),
  fault(
    "times.ids",
    "an answer without the asked id",
    changeJson(times, (all, { body }) => body.includes("availabilityIds") && all.pop()),
  ),
  fault(
    "times.units",
    "units that are ignored",
    inBody(times, (body) => delete body.units),
  ),
  fault(
    "calendar.shape",
    "a day that occurs twice",
    changeJson(calendar, (all) => all.push(all[0])),
  ),
  fault(
    "calendar.agrees",
    "a calendar in which every day is open",
    changeJson(calendar, (all) => {
      for (const day of all) day.available = true;
    }),
  ),
];

const errorFaults = [
  error("errors.product", "the code of another error", /products\/./, (body) => (body.error = "BAD_REQUEST")),
  error("errors.option", "an error without its field", times, (body) => delete body.optionId),
  error("errors.days", "an error without a message", times, (body) => delete body.errorMessage),
  fault(
    "errors.json",
    "a 500 for a body that is not JSON",
    instead(times, ({ body }) =>
      body.endsWith("}") ? undefined : answerOf({ error: "INTERNAL_SERVER_ERROR", errorMessage: "No." }, 500),
    ),
  ),
  fault(
    "errors.key",
    "a list of products for everybody",
    instead(products, ({ headers }) => (headers.authorization?.includes("unknown") ? answerOf([]) : undefined)),
  ),
  fault(
    "errors.booking",
    "404 for an unknown booking",
    everyAnswer(readOne, (answered) => (answered.status = 404)),
  ),
  error("errors.unit", "another unit in the error", reserve, (body) => (body.unitId = "x")),
  error(
    "errors.availability",
    "another code for an availability",
    reserve,
    (body) => (body.error = "UNPROCESSABLE_ENTITY"),
  ),
  fault(
    "errors.units",
    "a reservation of nobody",
    inBody(reserve, (body) => {
      if (body.unitItems.length === 0) body.unitItems = [{ unitId: "ADULT" }];
    }),
  ),
];

const bookingFaults = [
  fault(
    "reservation.placed",
    "a booking without the sent reference",
    changeJson(reserve, (one) => (one.resellerReference = null)),
  ),
  fault(
    "reservation.read",
    "another booking than was answered",
    changeJson(readOne, (one) => (one.notes = "Other")),
  ),
  fault(
    "reservation.extended",
    "an extension that shortens",
    changeJson(extend, (one) => {
      one.utcExpiresAt = one.utcCreatedAt;
    }),
  ),
  fault(
    "reservation.changed",
    "an update that is ignored",
    inBody(update, (body) => {
      delete body.unitItems;
      delete body.notes;
    }),
  ),
  fault(
    "reservation.cancelled",
    "a cancellation that does nothing",
    instead(cancel, () => answerOf({ status: "EXPIRED" })),
  ),
  fault(
    "booking.confirmed",
    "a booking without the contact",
    changeJson(confirm, (one) => (one.contact.fullName = null)),
  ),
  fault(
    "booking.delivered",
    "a booking without a voucher",
    changeJson(confirm, (one) => (one.voucher.deliveryOptions = [])),
  ),
  fault(
    "booking.read",
    "a booking that changes when it is read",
    changeJson(readOne, (one) => (one.utcConfirmedAt = null)),
  ),
  fault(
    "booking.list",
    "a list that does not find by reference",
    instead(list, () => answerOf([])),
  ),
  fault(
    "booking.changed",
    "a confirmed booking that keeps its units",
    inBody(update, (body) => delete body.unitItems),
  ),
  fault(
    "booking.cancelled",
    "a cancellation without its refund",
    changeJson(cancel, (one) => delete one.cancellation.refund),
  ),
];

const retryFaults = [
  fault("retry.reserve", "a second booking for a repeated uuid", repeatedBody(reserve, newUuid)),
  fault("retry.reserve-cut", "a second booking after a lost answer", repeatedBody(reserve, newUuid)),
  fault(
    "retry.reused",
    "a second booking for other units",
    (() => {
      const seen = new Set<string>();
      return inBody(reserve, (body) => (seen.has(body.uuid) ? newUuid(body) : seen.add(body.uuid)));
    })(),
  ),
  fault("retry.extend", "a repeated extension that is refused", refusedAgain(extend)),
  fault(
    "retry.update",
    "a repeated update that drops units",
    repeatedBody(update, (body) => body.unitItems.push({ unitId: "ADULT" })),
  ),
  fault("retry.confirm", "a repeated confirmation that is refused", refusedAgain(confirm)),
  fault("retry.confirm-cut", "a confirmation that is refused after a lost answer", refusedAgain(confirm)),
  fault("retry.cancel", "a repeated cancellation that is refused", refusedAgain(cancel)),
];

const extraFaults = [
  fault(
    "pricing.products",
    "a currency that is not available",
    changeJson(products, (all) => (all[0].availableCurrencies = ["XXX"])),
  ),
  fault(
    "pricing.availability",
    "a party at the price of one",
    changeJson(times, ([one]) => {
      if (one.pricing) one.pricing.retail = one.unitPricing[0].retail;
    }),
  ),
  fault(
    "pricing.booking",
    "a booking at another price",
    changeJson(reserve, (one) => (one.pricing.retail += 1)),
  ),
  fault(
    "pricing.calendar",
    "an open day without a price",
    changeJson(calendar, (all) => {
      for (const day of all) delete day.unitPricingFrom;
    }),
  ),
  fault(
    "content.products",
    "a product without a title",
    changeJson(products, (all) => delete all[0].title),
  ),
  fault(
    "pickups.options",
    "an option that is silent about pickups",
    changeJson(products, (all) => {
      delete all[0].options[0].pickupPoints;
    }),
  ),
  fault("latency.availability", "slow availability", slow(times, latencyLimits.reads + 100)),
  fault("latency.bookings", "slow confirmations", slow(confirm, latencyLimits.bookings + 100)),
];

export const octoFaults: ServiceFault[] = [
  ...catalogueFaults,
  ...timeFaults,
  ...errorFaults,
  ...bookingFaults,
  ...retryFaults,
  ...extraFaults,
];
