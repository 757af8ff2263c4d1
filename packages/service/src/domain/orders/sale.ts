import type { BookRequest, Language, TicketSelection, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { BookableEvent, EventPriceState } from "../../records/bookable-event.ts";
import { ownSeatsLeft } from "../../records/partners/allotments.ts";
import { offeredEvent } from "../../records/partners/offer.ts";
import { keptSteps, type TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { partyOf, soldSizeOf, soldSizes, type TicketSizes, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import { isEventEmpty } from "../../store/catalogue/empty-events.ts";
import { bookableEvent, pricesSince } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import type { HoldRow } from "../../store/orders/holds.ts";
import { ownsWhiteLabel } from "../../store/partners/partners.ts";
import { ticketsLeftByResources } from "../../store/resources/plan.ts";
import type { AgreedTerms, OrderRow, SoldPrice, SoldTicket } from "../../store/sale/orders.ts";
import { stockLeftOf } from "../../store/sale/stock.ts";
import type { Caller } from "../partners/keys.ts";
import { usdPrice } from "../selling/money.ts";
import { requiredQuestions } from "../selling/questions.ts";
import {
  findPricesOfTotal,
  hasTooFewSeats,
  pricedLines,
  type Sale,
  ticketsOverStock,
  validateSale,
} from "../selling/validate-sale.ts";
import { type Buyer, termsSince, withTerms } from "../terms/event-terms.ts";
import { returnExpiredSeats } from "./expired-holds.ts";
import type { OrderContext } from "./transitions.ts";

/** Reads the event that a request wants to buy, validates the sale, and finds the prices and terms that the order stores. */

/** Carries out the operation eventvalidate. */
export async function validateEvent(
  context: SaleContext,
  request: ValidateRequest,
  call: { lang: Language; caller: Caller; now: Date },
): Promise<ValidateResponse> {
  const { sale } = await validateRequest(context, request, { ...call, test: context.sandbox || call.caller.test });
  return {
    id: request.id,
    totalUsd: sale.totalUsd === null ? null : { currencyCode: "USD", value: sale.totalUsd },
    isValid: sale.errors.length === 0,
    errors: sale.errors,
    questions: requiredQuestions(sale.questions, call.lang),
  };
}

type SaleContext = Pick<OrderContext, "db" | "sandbox" | "liveSeats">;

interface SaleCall {
  lang: Language;
  /** Null: nobody with terms, white labels or an offer of its own. */
  caller: (Buyer & Pick<Caller, "offer">) | null;
  now: Date;
  /** Whether the sale is a test: it reaches no supplier. */
  test: boolean;
  /** Whether the operator's desk sells. */
  isDesk?: boolean;
}

/**
 * Loads the event of a request and validates the sale. The seats and questions of a hold are fixed when it is placed.
 */
export async function validateRequest(
  { db, liveSeats }: Pick<SaleContext, "db" | "liveSeats">,
  request: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">,
  { lang, caller, now, test, isDesk = false }: SaleCall,
  hold: Pick<HoldRow, "agreed"> | null = null,
): Promise<{ event: BookableEvent | null; sale: Sale }> {
  const isHeld = hold !== null;
  const buyer = { partnerId: caller?.partnerId ?? null, now };
  const known = await readEventToSell(db, request.id, buyer, (found) => !isHeld && isShort(found, request.tickets));
  const stored = offeredEvent(caller?.offer, known);
  const isLive = stored !== null && liveSeats !== undefined && !isHeld && !test;
  const found = isLive ? await liveSeats(stored, partyOf(request.tickets, stored).seats) : stored;
  const event = found && (hold ? asSold(found, hold.agreed) : await withTerms(db, found, caller, now));
  const whiteLabelKnown =
    !request.whiteLabelCode ||
    (caller !== null && (await ownsWhiteLabel(db, caller.partnerId, request.whiteLabelCode)));
  return { event, sale: validateSale({ event, tickets: request.tickets, lang, now, whiteLabelKnown, isHeld, isDesk }) };
}

/** Returns an event with the questions and the ticket sizes of a sale. Tickets that the sale does not have keep the event's sizes. */
export const asSold = (event: BookableEvent, agreed: AgreedTerms): BookableEvent => ({
  ...event,
  ownQuestions: agreed.questions ?? [],
  ticketSizes: { ...event.ticketSizes, ...soldSizes(agreed.tickets) },
  leadPerTicket: agreed.leadPerTicket ?? false,
});

/** Who buys, and when. `partnerId` null: the seats that every partner can buy. */
interface SeatBuyer {
  partnerId: string | null;
  now: Date;
}

/**
 * Reads the event of a sale, with the seats that its partner can buy. If the event is short of seats, it first returns the seats of expired
 * holds and ended guarantees.
 */
export async function readEventToSell(
  db: Db,
  id: string,
  buyer: SeatBuyer,
  isShort: (event: BookableEvent) => boolean,
): Promise<BookableEvent | null> {
  const event = await eventWithGuests(db, id, buyer);
  if (!event || !isShort(event)) return event;
  await returnExpiredSeats(db, { eventId: event.id }, buyer.now);
  return eventWithGuests(db, id, buyer);
}

/** Whether an event has too few seats, or too few of a ticket with a stock, for these tickets. */
export const isShort = (event: BookableEvent, tickets: readonly TicketSelection[]): boolean =>
  hasTooFewSeats(event, tickets) || ticketsOverStock(event, tickets).length > 0;

/** Returns the event with the seats that a partner can buy. */
function withOwnSeats(event: BookableEvent, partnerId: string | null): BookableEvent {
  const capacityLeft = ownSeatsLeft(event, partnerId);
  const inAll = event.capacityLeft === null ? null : event.capacityLeft + event.withheld;
  return { ...event, capacityLeft, withheld: inAll === null ? 0 : inAll - (capacityLeft ?? inAll) };
}

/**
 * Reads an event. Only if one of its tickets is for the whole event or has a stock, it also reads the event's orders: whether it is empty, and
 * what is left of the stock.
 */
async function eventWithGuests(db: Db, id: string, { partnerId, now }: SeatBuyer): Promise<BookableEvent | null> {
  const stored = (await bookableEvent(db, id)) ?? null;
  if (!stored) return null;
  const event = stored.partnersLeft ? withOwnSeats(stored, partnerId) : stored;
  const hasPrivate = event.ticketSizes && Object.values(event.ticketSizes).some(({ wholeEvent }) => wholeEvent);
  const stockLeft = await ticketsLeft(db, event, now);
  if (!hasPrivate && !stockLeft) return event;
  return {
    ...event,
    ...(hasPrivate && { isEmpty: await isEventEmpty(db, event.id) }),
    ...(stockLeft && { stockLeft }),
  };
}

/** Adds an order's own tickets to what is left of them, because they count as free for its amendment. */
export function withOwnTickets(event: BookableEvent, tickets: readonly TicketSelection[]): BookableEvent {
  if (!event.stockLeft) return event;
  const own = new Map(tickets.map(({ code, quantity }) => [code, quantity]));
  const stockLeft = new Map([...event.stockLeft].map(([code, left]) => [code, left + (own.get(code) ?? 0)]));
  return { ...event, stockLeft };
}

/** Returns how many are left of tickets with a stock, or that a resource limits; null: there are no such tickets. */
async function ticketsLeft(db: Db, event: BookableEvent, now: Date): Promise<ReadonlyMap<string, number> | null> {
  const hasStock = event.prices.some(({ stock }) => stock !== undefined);
  const own = hasStock ? await stockLeftOf(db, event.id) : null;
  const shared = event.needsResources ? await ticketsLeftByResources(db, event, now) : null;
  if (!own || !shared) return own ?? shared;
  const least = new Map(own);
  for (const [code, left] of shared) least.set(code, Math.min(left, own.get(code) ?? left));
  return least;
}

/** Terms of the sale as agreed when the order was placed. */
export type TermsOfSale = Pick<AgreedTerms, "tickets"> & Pick<OrderRow, "cancelPurchaseHour" | "cancelUntil">;

/**
 * Finds the prices, rate and partner's terms that give the total of the request: the current ones, else the latest within the price hold, else
 * null. At the desk, an operator can set other prices than the catalogue's.
 */
export async function findSentPrice(
  db: Db,
  { tickets, totalUsd }: BookRequest,
  event: BookableEvent,
  {
    caller,
    desk,
    now,
    priceHoldMinutes,
  }: {
    caller: Buyer | null;
    desk?: { prices: readonly TicketPrice[] } | undefined;
    now: Date;
    priceHoldMinutes: number;
  },
): Promise<EventPriceState | null> {
  const fits = (states: readonly EventPriceState[]) =>
    findPricesOfTotal(totalUsd.value, { tickets, ticketSizes: event.ticketSizes }, states) ?? null;
  if (desk && desk.prices.length > 0) return fits([replacePrices(event, desk.prices)]);
  const present = fits([event]);
  if (present || priceHoldMinutes === 0) return present;
  const since = new Date(now.getTime() - priceHoldMinutes * 60_000);
  const terms = await termsSince(db, event, caller, { since, now });
  const states = await pricesSince(db, event, since);
  return fits(terms.flatMap((one) => states.map((state) => (one ? { ...state, terms: one } : state))));
}

/** Replaces the prices of some tickets. */
export function replacePrices(
  { currencyCode, rate, prices, terms }: EventPriceState,
  others: readonly TicketPrice[],
): EventPriceState {
  const byCode = new Map(others.map((one) => [one.code, one]));
  return { currencyCode, rate, prices: prices.map((one) => byCode.get(one.code) ?? one), ...(terms && { terms }) };
}

/** Returns the terms of a sale at this price, as the order stores them. */
export function agreedTermsOf(
  { tickets }: Pick<BookRequest, "tickets">,
  { event, price }: { event: BookableEvent; price: EventPriceState },
): AgreedTerms {
  const { productName, itemName, productNames, itemNames, refundTiers, ownQuestions, ticketSizes } = event;
  const further = {
    ...(Object.keys(productNames).length > 0 && { productNames }),
    ...(Object.keys(itemNames).length > 0 && { itemNames }),
    ...(refundTiers && { refundTiers }),
    ...taxOf(event),
    ...(ownQuestions.length > 0 && { questions: ownQuestions }),
    ...(event.leadPerTicket && { leadPerTicket: true as const }),
    ...(price.terms && { terms: price.terms.sold }),
  };
  return { productName, itemName, ...further, tickets: soldTickets(tickets, price, ticketSizes) };
}

const taxOf = ({ taxRate, taxScheme }: BookableEvent): Pick<AgreedTerms, "taxRate" | "taxScheme"> => ({
  ...(taxRate !== null && { taxRate }),
  ...(taxScheme !== null && taxScheme !== "rate" && { taxScheme }),
});

/** Returns the tickets, with their sizes and prices. */
export function soldTickets(
  tickets: readonly TicketSelection[],
  state: EventPriceState,
  sizes: TicketSizes,
): SoldTicket[] {
  const { prices, rate, currencyCode } = state;
  const lines = pricedLines(tickets, state, sizes) ?? [];
  return [...Map.groupBy(lines, ({ code }) => code)].map(([code, ofCode]) => ({
    code,
    ...soldSizeOf(ticketSizeOf(sizes, code)),
    prices: ofCode.map(({ price, quantity, partner }) =>
      soldPrice({
        ...{ price, quantity, currencyCode, rate, ...(partner && { partner }) },
        ...keptSteps(prices.find((one) => one.code === code)!),
      }),
    ),
  }));
}

export const soldPrice = ({
  price,
  ...sold
}: Omit<SoldPrice, "unitPrice" | "unitUsdPrice"> & { price: string }): SoldPrice => ({
  ...sold,
  unitPrice: price,
  unitUsdPrice: usdPrice(price, sold.rate).toFixed(2),
});

export function orderTerms({ agreed, cancelPurchaseHour, cancelUntil }: OrderRow): TermsOfSale {
  return { tickets: agreed.tickets, cancelPurchaseHour, cancelUntil };
}
