import { randomUUID } from "node:crypto";
import { type Format, type Order, operations, orderStatuses } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { decodeAnswer } from "../../../wire/value.ts";
import {
  type Booking,
  bookingRequestFor,
  firstBooking,
  placeSharedOrder,
  readOrderAnswer,
  withNewReference,
} from "../../bookings.ts";
import { type Check, defineChecks, type Findings } from "../../check.ts";
import { findAnySale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, mediaTypes, type TestedService } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

type OrderEvent = Order["event"];

/** Test orders: placed and read. */

const shapeChecks = (format: Format): Check[] => [
  {
    id: `booking.shape.${format}`,
    says: `eventbook answers in ${format === "json" ? "JSON" : "XML"} with exactly the contract's fields, when placed and when refused`,
    clause: "interface, Order",
    needs: "booking",
    run: async (service, findings) => {
      const { request } = await placeSharedOrder(service);
      // A retry: the answer is the placed order in another format, not a second order.
      checkDocument("eventbook", format, await service.book(request, { sends: format, reads: format }), findings);
      const refused = {
        ...withNewReference(request),
        totalUsd: { ...request.totalUsd, value: request.totalUsd.value + 1 },
      };
      checkDocument("eventbook", format, await service.book(refused, { sends: format, reads: format }), findings);
    },
  },
  {
    id: `booking.order-shape.${format}`,
    says: `order answers in ${format === "json" ? "JSON" : "XML"} with exactly the contract's fields`,
    clause: "interface, GET order",
    needs: "booking",
    run: async (service, findings) => {
      const { order } = await placeSharedOrder(service);
      checkDocument("order", format, await readOrder(service, order.id!, format), findings);
    },
  },
  {
    id: `booking.read-back.${format}`,
    says: `An order read in ${format === "json" ? "JSON" : "XML"} with the partner's key is the order that was placed`,
    clause: "interface, GET order: the same shape; decision 13",
    needs: "booking",
    run: async (service, findings) => {
      const { order } = await placeSharedOrder(service);
      const exchange = await readOrder(service, order.id!, format);
      if (!findings.status(exchange, 200)) return;
      const read = decodeAnswer(operations.order.response, exchange);
      if (!read) throw new SkippedCheckError("the order cannot be read; see booking.order-shape");
      // The supplier may have answered meanwhile; nothing else may change.
      const { status, confirmation } = order;
      findings.equal({ ...read, status, confirmation }, order, "the order that was read", exchange);
      const control = exchange.headers["cache-control"] ?? "";
      findings.holds(/\bno-store\b/.test(control), `Cache-Control is "${control}", not no-store`, exchange);
    },
  },
  {
    id: `booking.read-keyless.${format}`,
    says: `An order read in ${format === "json" ? "JSON" : "XML"} without a key is complete, has masked personal data in the same shape, or is a 401`,
    clause: "decision 13",
    needs: "booking",
    run: async (service, findings) => {
      const { order } = await placeSharedOrder(service);
      const exchange = await service.send("GET", service.path("order", { id: order.id! }), {
        accept: mediaTypes[format],
      });
      if (exchange.status === 401) {
        checkProblem(exchange, 401, findings, { format });
        return;
      }
      checkDocument("order", format, exchange, findings);
      const read = decodeAnswer(operations.order.response, exchange);
      if (!read) throw new SkippedCheckError("the order cannot be read; see booking.order-shape");
      const { status, confirmation } = order;
      const event = { ...read.event, ...Object.fromEntries(personal.map((field) => [field, order.event[field]])) };
      findings.equal({ ...read, status, confirmation, event }, order, "the order without personal data", exchange);
      const codes = ({ event }: typeof order) => event.answers.map(({ code }) => code);
      findings.equal(codes(read), codes(order), "the codes of the answers", exchange);
      checkMasking(read.event, order.event, findings, exchange);
    },
  },
];

/** A service must mask all personal data or none. */
function checkMasking(read: OrderEvent, sent: OrderEvent, findings: Findings, exchange: Exchange): void {
  const same = (["email", "phoneNumber", "remoteHost"] as const).filter((field) => read[field] === sent[field]);
  const answers = sent.answers.filter(({ value }, n) => value !== "" && read.answers[n]?.value === value);
  if (same.length === 3 && answers.length === sent.answers.length) return;
  for (const field of same) findings.wrong(`Event.${field} is not masked, though other personal data are`, exchange);
  if (answers.length > 0)
    findings.wrong("the values of answers are not masked, though other personal data are", exchange);
}

/** Reads with the key; without it a service may mask personal data. */
const readOrder = (service: TestedService, id: string, format: Format) =>
  service.get(service.path("order", { id }), format, { "x-api-key": service.key! });

/** Fields that a read without the key may mask. */
const personal = ["email", "phoneNumber", "remoteHost", "callbackUrl", "answers"] as const;

/** The fields of the request that the order must contain. */
function echoed({ request }: Booking): Record<string, unknown> {
  return {
    id: request.id,
    apiKey: null,
    tickets: request.tickets.filter(({ quantity }) => quantity > 0),
    email: request.email,
    phoneNumber: request.phoneNumber,
    remoteHost: request.remoteHost,
    callbackUrl: request.callbackUrl ?? null,
    externalReference: request.externalReference ?? null,
    totalUsd: request.totalUsd,
    testMode: true,
    answers: request.answers ?? [],
  };
}

export const bookingChecks: Check[] = defineChecks({ needs: "booking" }, [
  {
    id: "booking.placed",
    says: "A test booking at the validated price is placed as a test order with IsValid, no Errors, an Id and a status",
    clause: "interface, eventbook; decision 20",
    run: async (service, findings) => {
      const { exchange } = await firstBooking(service);
      if (!findings.status(exchange, 200)) return;
      const order = decodeAnswer(operations.eventbook.response, exchange);
      if (!findings.holds(order !== undefined, "the order cannot be read", exchange)) return;
      const { id, isValid, errors, status, event } = order!;
      findings.equal([isValid, errors], [true, null], "IsValid and Errors", exchange);
      findings.holds(id !== null, "the order has no Id", exchange);
      findings.holds(
        orderStatuses.some((known) => known === status),
        `the status is ${status}`,
        exchange,
      );
      findings.equal(event.testMode, true, "TestMode of a test booking", exchange);
    },
  },
  {
    id: "booking.test-reference",
    says: "The reference of a test order is TEST-, three groups of three characters, and the language",
    clause: "decision 19",
    run: async (service, findings) => {
      const { order, exchange } = await placeSharedOrder(service);
      const reference = order.reference ?? "";
      const lang = service.lang.toUpperCase();
      // The alphabet of decision 19: no I, L, O and U.
      const fits = new RegExp(`^TEST(-[0-9A-HJKMNP-TV-Z]{3}){3}-${lang}$`).test(reference);
      findings.holds(fits, `Reference is ${reference}, not TEST-K7Q-M3X-HP4-${lang} or the like`, exchange);
    },
  },
  {
    id: "booking.event",
    says: "Event of the order is the booking without the key and without tickets of quantity 0",
    clause: "interface, Order.Event",
    run: async (service, findings) => {
      const placed = await placeSharedOrder(service);
      const event = placed.order.event as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(echoed(placed)))
        findings.equal(event[field], value, `Event.${field}`, placed.exchange);
    },
  },
  {
    id: "booking.retry",
    says: "A second booking with the same content and ExternalReference returns the first order",
    clause: "decision 17",
    run: async (service, findings) => {
      const { request, order } = await placeSharedOrder(service);
      const exchange = await service.book(request);
      findings.equal(readOrderAnswer(service, exchange).id, order.id, "Id of the order, sent again", exchange);
    },
  },
  {
    id: "booking.retry-in-xml",
    says: "A second booking with the same content in the other format returns the first order",
    clause: "decisions 4 and 17",
    run: async (service, findings) => {
      const { request, order } = await placeSharedOrder(service);
      const exchange = await service.book(request, { sends: "xml", reads: "xml" });
      findings.equal(readOrderAnswer(service, exchange).id, order.id, "Id of the order, sent again in XML", exchange);
    },
  },
  {
    id: "booking.other-content",
    says: "The same ExternalReference with other content places another order",
    clause: "decision 17",
    run: async (service, findings) => {
      const { request, order } = await placeSharedOrder(service);
      const exchange = await service.book({ ...request, phoneNumber: "+34 600 000 001" });
      const other = readOrderAnswer(service, exchange);
      if (!findings.holds(other.isValid, "the second event of a cart is refused", exchange)) return;
      findings.holds(other.id !== order.id, "the answer is the first order, although the content differs", exchange);
    },
  },
  {
    id: "booking.idempotency-key",
    says: "A repeated Idempotency-Key returns the first answer, or a 422 if the content differs",
    clause: "decisions 5 and 17",
    run: async (service, findings) => {
      await placeSharedOrder(service);
      const request = { ...bookingRequestFor(service, await findAnySale(service)), externalReference: null };
      const headers = { "idempotency-key": `"${randomUUID()}"` };
      const first = await service.book(request, { headers });
      const order = readOrderAnswer(service, first);
      if (!findings.holds(order.isValid, "the booking is refused", first)) return;
      const again = await service.book(request, { headers });
      findings.equal(readOrderAnswer(service, again), order, "the order, sent again with its Idempotency-Key", again);
      const other = await service.book({ ...request, phoneNumber: "+34 600 000 001" }, { headers });
      findings.status(other, 422, "the Idempotency-Key was used with other content");
    },
  },
  ...formats.flatMap(shapeChecks),
]);
