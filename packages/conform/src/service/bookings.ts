import { randomUUID } from "node:crypto";
import { type BookRequest, limits, type Order } from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { findAnySale, findSale, makeAnswers, type Sale } from "./sales.ts";
import { SkippedCheckError, UnreadableAnswerError } from "./skipped.ts";
import type { TestedService } from "./tested-service.ts";

/** A booking and its order. */
export interface Booking {
  request: BookRequest;
  order: Order;
  exchange: Exchange;
}

/** A test booking of a sale, with a unique reference of the greatest length and a ticket of quantity 0. */
export function bookingRequestFor(service: TestedService, { item, tickets, event, answer, own }: Sale): BookRequest {
  const unchosen = item.ticketRules.find(
    ({ code, minQuantity }) => minQuantity === 0 && !tickets.some((one) => one.code === code),
  );
  return withNewReference({
    id: event.id,
    apiKey: service.key!,
    tickets: unchosen ? [...tickets, { code: unchosen.code, quantity: 0 }] : tickets,
    email: "conformance@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "203.0.113.24",
    totalUsd: answer.totalUsd ?? { currencyCode: "USD", value: 0 },
    answers: makeAnswers(answer.questions, own),
    testMode: true,
  });
}

export const withNewReference = (request: BookRequest): BookRequest => ({
  ...request,
  externalReference: `conformance-${randomUUID()}-${"x".repeat(limits.externalReference)}`.slice(
    0,
    limits.externalReference,
  ),
});

/** The order in an answer. Throws UnreadableAnswerError. */
export const readOrderAnswer = (service: TestedService, exchange: Exchange): Order =>
  service.read("eventbook", exchange);

/** Sends once the booking that most checks use. It has questions if any product has them. */
export const firstBooking = (service: TestedService): Promise<Omit<Booking, "order">> =>
  service.once("booking", async () => {
    const sale = await findSale(service, {
      what: "event with questions",
      product: ({ questionConfiguration }) => Object.values(questionConfiguration).includes(true),
    }).catch((error) => {
      if (error instanceof SkippedCheckError) return findAnySale(service);
      throw error;
    });
    const request = bookingRequestFor(service, sale);
    return { request, exchange: await service.book(request) };
  });

/**
 * Returns a test order. The first booking places it, or a second booking if the service did not answer the first with 200. Throws SkippedCheckError
 * when the service refused the order. It also throws SkippedCheckError when the order is not a test order, so that the checks place no further order.
 */
export const placeSharedOrder = (service: TestedService): Promise<Booking> =>
  service.once("order", async () => {
    const first = await firstBooking(service);
    try {
      return placedIn(service, first);
    } catch (error) {
      // An answer of 200 may be a real order.
      if (!(error instanceof UnreadableAnswerError) || first.exchange.status === 200) throw error;
      const request = withNewReference(first.request);
      return placedIn(service, { request, exchange: await service.book(request) });
    }
  });

/** Places a separate order for a check that changes it. Skips a service without the operation, or a service that makes no test orders. */
export async function placeSeparateOrder(
  service: TestedService,
  operation: "orderamend" | "ordercancel",
  without: string,
): Promise<Order> {
  await placeSharedOrder(service);
  // A service with the operation answers that the fields are missing.
  const { status } = await service.once(operation, () => service.post(operation, "{}"));
  if (status === 404 || status === 405) throw new SkippedCheckError(without);
  return readOrderAnswer(
    service,
    await service.book({ ...bookingRequestFor(service, await findAnySale(service)), externalReference: null }),
  );
}

function placedIn(service: TestedService, booking: Omit<Booking, "order">): Booking {
  const order = readOrderAnswer(service, booking.exchange);
  if (!order.isValid || order.id === null) throw new SkippedCheckError("no order was placed; see booking.placed");
  if (!order.event.testMode) throw new SkippedCheckError("the service does not place test orders; see booking.placed");
  return { ...booking, order };
}
