import { randomUUID } from "node:crypto";
import { type BookRequest, limits, type Order } from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { answersTo, anySale, findSale, type Sale } from "./sales.ts";
import { Skipped } from "./skipped.ts";
import { read, type Site } from "./tested-service.ts";

/** An order that was placed. */
export interface Booking {
  request: BookRequest;
  order: Order;
  exchange: Exchange;
}

/**
 * A booking of a sale, always as a test order, with a reference of its own as long as one may be. It has a ticket of
 * quantity 0, which no order takes.
 */
export function bookingOf(site: Site, { item, tickets, event, answer }: Sale): BookRequest {
  const unchosen = item.ticketRules.find(
    ({ code, minQuantity }) => minQuantity === 0 && !tickets.some((one) => one.code === code),
  );
  return withReference({
    id: event.id,
    apiKey: site.key!,
    tickets: unchosen ? [...tickets, { code: unchosen.code, quantity: 0 }] : tickets,
    email: "conformance@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "203.0.113.24",
    totalUsd: answer.totalUsd ?? { currencyCode: "USD", value: 0 },
    answers: answersTo(answer.questions),
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

/** The order in an answer. Throws Unreadable when there is none. */
export const orderIn = (exchange: Exchange): Order => read("eventbook", exchange);

/** The answer to the booking that most checks are about, sent once: with questions where the service asks any. */
export const firstBooking = (site: Site): Promise<Omit<Booking, "order">> =>
  site.once("booking", async () => {
    const sale = await findSale(site, {
      what: "event with questions",
      product: ({ questionConfiguration }) => Object.values(questionConfiguration).includes(true),
    }).catch((error) => {
      if (error instanceof Skipped) return anySale(site);
      throw error;
    });
    const request = bookingOf(site, sale);
    return { request, exchange: await site.book(request) };
  });

/** The order of that booking. Throws Skipped when there is none, or it is no test order: then no other is placed. */
export async function placedOrder(site: Site): Promise<Booking> {
  const { request, exchange } = await firstBooking(site);
  const order = orderIn(exchange);
  if (!order.isValid || order.id === null) throw new Skipped("no order was placed, see booking.placed");
  if (!order.event.testMode) throw new Skipped("the service does not place test orders, see booking.placed");
  return { request, exchange, order };
}
