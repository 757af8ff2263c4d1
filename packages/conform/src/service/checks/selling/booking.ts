import { randomUUID } from "node:crypto";
import { type Form, type Order, operations, orderStatuses } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { type Booking, bookingOf, firstBooking, orderIn, placedOrder, withReference } from "../../bookings.ts";
import type { Check, Findings } from "../../check.ts";
import { anySale } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { forms, mediaTypes, type Site, valueIn } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

type OrderEvent = Order["event"];

/** Orders: placed as test orders, and read back. */

const shapeChecks = (form: Form): Check[] => [
  {
    id: `booking.shape.${form}`,
    says: `eventbook answers in ${form === "json" ? "JSON" : "XML"} with exactly the contract's fields, when placed and when refused`,
    clause: "interface, Order",
    needs: "booking",
    run: async (site, findings) => {
      const { request } = await placedOrder(site);
      // A retry of an order that was placed: the answer is that order, in another form, and no second one.
      checkDocument("eventbook", form, await site.book(request, { sends: form, reads: form }), findings);
      const refused = {
        ...withReference(request),
        totalUsd: { ...request.totalUsd, value: request.totalUsd.value + 1 },
      };
      checkDocument("eventbook", form, await site.book(refused, { sends: form, reads: form }), findings);
    },
  },
  {
    id: `booking.order-shape.${form}`,
    says: `order answers in ${form === "json" ? "JSON" : "XML"} with exactly the contract's fields`,
    clause: "interface, GET order",
    needs: "booking",
    run: async (site, findings) => {
      const { order } = await placedOrder(site);
      checkDocument("order", form, await readOrder(site, order.id!, form), findings);
    },
  },
  {
    id: `booking.read-back.${form}`,
    says: `An order is read back in ${form === "json" ? "JSON" : "XML"} as it was placed, with its partner's key`,
    clause: "interface, GET order: the same shape; decision 13",
    needs: "booking",
    run: async (site, findings) => {
      const { order } = await placedOrder(site);
      const exchange = await readOrder(site, order.id!, form);
      if (!findings.status(exchange, 200)) return;
      const read = valueIn(operations.order.response, exchange);
      if (!read) throw new Skipped("the order cannot be read, see the checks booking.order-shape");
      // Time may have passed for the supplier, and nothing else.
      const { status, confirmation } = order;
      findings.equal({ ...read, status, confirmation }, order, "the order read back", exchange);
      const control = exchange.headers["cache-control"] ?? "";
      findings.holds(/\bno-store\b/.test(control), `Cache-Control is "${control}", not no-store`, exchange);
    },
  },
  {
    id: `booking.read-keyless.${form}`,
    says: `An order read in ${form === "json" ? "JSON" : "XML"} without a key is whole, has its personal data masked in the same shape, or is a 401`,
    clause: "decision 13",
    needs: "booking",
    run: async (site, findings) => {
      const { order } = await placedOrder(site);
      const exchange = await site.send("GET", site.path("order", { id: order.id! }), { accept: mediaTypes[form] });
      if (exchange.status === 401) {
        checkProblem(exchange, 401, findings, { form });
        return;
      }
      checkDocument("order", form, exchange, findings);
      const read = valueIn(operations.order.response, exchange);
      if (!read) throw new Skipped("the order cannot be read, see the checks booking.order-shape");
      const { status, confirmation } = order;
      const event = { ...read.event, ...Object.fromEntries(personal.map((field) => [field, order.event[field]])) };
      findings.equal({ ...read, status, confirmation, event }, order, "the order without personal data", exchange);
      const codes = ({ event }: typeof order) => event.answers.map(({ code }) => code);
      findings.equal(codes(read), codes(order), "the codes of the answers", exchange);
      checkMasking(read.event, order.event, findings, exchange);
    },
  },
];

/** All of the personal data are as they were sent, or none: half of them is neither open nor masked. */
function checkMasking(read: OrderEvent, sent: OrderEvent, findings: Findings, exchange: Exchange): void {
  const same = (["email", "phoneNumber", "remoteHost"] as const).filter((field) => read[field] === sent[field]);
  const answers = sent.answers.filter(({ value }, n) => value !== "" && read.answers[n]?.value === value);
  if (same.length === 3 && answers.length === sent.answers.length) return;
  for (const field of same) findings.wrong(`Event.${field} is not masked, though other personal data are`, exchange);
  if (answers.length > 0)
    findings.wrong("the values of answers are not masked, though other personal data are", exchange);
}

/** Without the key a service may mask personal data. */
const readOrder = (site: Site, id: string, form: Form) =>
  site.get(site.path("order", { id }), form, { "x-api-key": site.key! });

/** What a read without the key may mask. */
const personal = ["email", "phoneNumber", "remoteHost", "callbackUrl", "answers"] as const;

/** What the order must say of the request, field by field. */
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

export const booking: Check[] = [
  {
    id: "booking.placed",
    says: "A booking at the validated price is placed as the test order that it is: IsValid, no Errors, an Id and a status",
    clause: "interface, eventbook; decision 20",
    needs: "booking",
    run: async (site, findings) => {
      const { exchange } = await firstBooking(site);
      if (!findings.status(exchange, 200)) return;
      const order = valueIn(operations.eventbook.response, exchange);
      if (!findings.holds(order !== undefined, "the order cannot be read", exchange)) return;
      const { id, isValid, errors, status, event } = order!;
      findings.equal([isValid, errors], [true, null], "IsValid and Errors", exchange);
      findings.holds(id !== null, "the order has no Id", exchange);
      findings.holds(
        orderStatuses.some((known) => known === status),
        `the status is ${status}`,
        exchange,
      );
      findings.equal(event.testMode, true, "TestMode of an order that was sent as a test", exchange);
    },
  },
  {
    id: "booking.test-reference",
    says: "The reference of a test order is TEST-<number>-<LANG>",
    clause: "decision 19",
    needs: "booking",
    run: async (site, findings) => {
      const { order, exchange } = await placedOrder(site);
      const fits = new RegExp(`^TEST-\\d+-${site.lang.toUpperCase()}$`).test(order.reference ?? "");
      findings.holds(fits, `Reference is ${order.reference}, not TEST-<number>-${site.lang.toUpperCase()}`, exchange);
    },
  },
  {
    id: "booking.event",
    says: "The order's Event is what was sent, without the key and without tickets of quantity 0",
    clause: "interface, Order.Event",
    needs: "booking",
    run: async (site, findings) => {
      const placed = await placedOrder(site);
      const event = placed.order.event as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(echoed(placed)))
        findings.equal(event[field], value, `Event.${field}`, placed.exchange);
    },
  },
  {
    id: "booking.retry",
    says: "The same content with the same ExternalReference is the first order again",
    clause: "decision 17",
    needs: "booking",
    run: async (site, findings) => {
      const { request, order } = await placedOrder(site);
      const exchange = await site.book(request);
      findings.equal(orderIn(exchange).id, order.id, "Id of the order, sent again", exchange);
    },
  },
  {
    id: "booking.retry-in-xml",
    says: "The same content sent in the other form is the first order again",
    clause: "decisions 4 and 17",
    needs: "booking",
    run: async (site, findings) => {
      const { request, order } = await placedOrder(site);
      const exchange = await site.book(request, { sends: "xml", reads: "xml" });
      findings.equal(orderIn(exchange).id, order.id, "Id of the order, sent again in XML", exchange);
    },
  },
  {
    id: "booking.other-content",
    says: "The same ExternalReference with other content is another order",
    clause: "decision 17",
    needs: "booking",
    run: async (site, findings) => {
      const { request, order } = await placedOrder(site);
      const exchange = await site.book({ ...request, phoneNumber: "+34 600 000 001" });
      const other = orderIn(exchange);
      if (!findings.holds(other.isValid, "the second event of a cart is refused", exchange)) return;
      findings.holds(other.id !== order.id, "the order is the first one again, though its content is other", exchange);
    },
  },
  {
    id: "booking.idempotency-key",
    says: "An Idempotency-Key gives its first answer again, and is a 422 with other content",
    clause: "decisions 5 and 17",
    needs: "booking",
    run: async (site, findings) => {
      await placedOrder(site);
      const request = { ...bookingOf(site, await anySale(site)), externalReference: null };
      const headers = { "idempotency-key": `"${randomUUID()}"` };
      const first = await site.book(request, { headers });
      const order = orderIn(first);
      if (!findings.holds(order.isValid, "the booking is refused", first)) return;
      const again = await site.book(request, { headers });
      findings.equal(orderIn(again), order, "the order, sent again with its Idempotency-Key", again);
      const other = await site.book({ ...request, phoneNumber: "+34 600 000 001" }, { headers });
      findings.status(other, 422, "the Idempotency-Key was used with other content");
    },
  },
  ...forms.flatMap(shapeChecks),
];
