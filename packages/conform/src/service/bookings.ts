import { randomUUID } from "node:crypto";
import { type BookRequest, limits, type Order } from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { answersTo, anySale, findSale, type Sale } from "./sales.ts";
import { Skipped, Unreadable } from "./skipped.ts";
import { read, type TestedService } from "./tested-service.ts";

/** A booking and its order. */
export interface Booking {
  request: BookRequest;
  order: Order;
  exchange: Exchange;
}

/** A test booking of a sale, with a unique reference of the greatest length and a ticket of quantity 0. */
export function bookingOf(service: TestedService, { item, tickets, event, answer, own }: Sale): BookRequest {
  const unchosen = item.ticketRules.find(
    ({ code, minQuantity }) => minQuantity === 0 && !tickets.some((one) => one.code === code),
  );
  return withReference({
    id: event.id,
    apiKey: service.key!,
    tickets: unchosen ? [...tickets, { code: unchosen.code, quantity: 0 }] : tickets,
    email: "conformance@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "203.0.113.24",
    totalUsd: answer.totalUsd ?? { currencyCode: "USD", value: 0 },
    answers: answersTo(answer.questions, own),
    testMode: true,
  });
}

export const withReference = (request: BookRequest): BookRequest => ({
  ...request,
  externalReference: `conformance-${randomUUID()}-${"x".repeat(limits.externalReference)}`.slice(
    0,
    limits.externalReference,
  ),
});

/** The order in an answer. Throws Unreadable. */
export const orderIn = (exchange: Exchange): Order => read("eventbook", exchange);

/** Sends once the booking that most checks use. It has questions if any product has them. */
export const firstBooking = (service: TestedService): Promise<Omit<Booking, "order">> =>
  service.once("booking", async () => {
    const sale = await findSale(service, {
      what: "event with questions",
      product: ({ questionConfiguration }) => Object.values(questionConfiguration).includes(true),
    }).catch((error) => {
      if (error instanceof Skipped) return anySale(service);
      throw error;
    });
    const request = bookingOf(service, sale);
    return { request, exchange: await service.book(request) };
  });

/**
 * Returns a test order. The first booking places it, or a second booking if the service did not answer the first with 200. Throws Skipped
 * when the service refused the order. It also throws Skipped when the order is not a test order, so that the checks place no further order.
 */
export const placedOrder = (service: TestedService): Promise<Booking> =>
  service.once("order", async () => {
    const first = await firstBooking(service);
    try {
      return placedIn(first);
    } catch (error) {
      // An answer of 200 may be a real order.
      if (!(error instanceof Unreadable) || first.exchange.status === 200) throw error;
      const request = withReference(first.request);
      return placedIn({ request, exchange: await service.book(request) });
    }
  });

/** Places a separate order for a check that changes it. Skips a service without the operation, or a service that makes no test orders. */
export async function ownOrder(
  service: TestedService,
  operation: "orderamend" | "ordercancel",
  without: string,
): Promise<Order> {
  await placedOrder(service);
  // A service with the operation answers that the fields are missing.
  const { status } = await service.once(operation, () => service.post(operation, "{}"));
  if (status === 404 || status === 405) throw new Skipped(without);
  return orderIn(await service.book({ ...bookingOf(service, await anySale(service)), externalReference: null }));
}

function placedIn(booking: Omit<Booking, "order">): Booking {
  const order = orderIn(booking.exchange);
  if (!order.isValid || order.id === null) throw new Skipped("no order was placed; see booking.placed");
  if (!order.event.testMode) throw new Skipped("the service does not place test orders; see booking.placed");
  return { ...booking, order };
}
