import type { BookRequest, Language, TicketSelection } from "@paseo/contract";
import type {
  BookableEvent,
  EventPriceState,
  NamesByLanguage,
  TicketPrice,
} from "../../store/catalogue/bookable-event.ts";
import { pricesSince } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import type { AgreedTerms, OrderRow, SoldTicket } from "../../store/orders/orders.ts";
import { findPricesOfTotal, pricedTickets } from "../selling/validate-sale.ts";

/** Terms of the sale as agreed when the order was placed. */
export type TermsOfSale = Pick<AgreedTerms, "tickets"> & Pick<OrderRow, "cancelPurchaseHour" | "cancelUntil">;

/**
 * Finds the prices and rate that give the total of the request: the current prices, else the latest prices within the price hold, else
 * null. At the desk, an operator can set other prices than the catalogue's.
 */
export async function findSentPrice(
  db: Db,
  { tickets, totalUsd }: BookRequest,
  event: BookableEvent,
  {
    desk,
    now,
    priceHoldMinutes,
  }: { desk?: { prices: readonly TicketPrice[] } | undefined; now: Date; priceHoldMinutes: number },
): Promise<EventPriceState | null> {
  const fits = (states: readonly EventPriceState[]) => findPricesOfTotal(totalUsd.value, tickets, states) ?? null;
  if (desk && desk.prices.length > 0) return fits([replacePrices(event, desk.prices)]);
  const present = fits([event]);
  if (present || priceHoldMinutes === 0) return present;
  return fits(await pricesSince(db, event, new Date(now.getTime() - priceHoldMinutes * 60_000)));
}

/** Replaces the prices of some tickets. */
export function replacePrices(
  { currencyCode, rate, prices }: EventPriceState,
  others: readonly TicketPrice[],
): EventPriceState {
  const byCode = new Map(others.map((one) => [one.code, one]));
  return { currencyCode, rate, prices: prices.map((one) => byCode.get(one.code) ?? one) };
}

/** Returns the terms of a sale at this price, as the order stores them. */
export function agreedTermsOf(
  { tickets }: Pick<BookRequest, "tickets">,
  { event, price }: { event: BookableEvent; price: EventPriceState },
): AgreedTerms {
  const { productName, itemName, productNames, itemNames, refundTiers, taxRate, ownQuestions } = event;
  const further = {
    ...(Object.keys(productNames).length > 0 && { productNames }),
    ...(Object.keys(itemNames).length > 0 && { itemNames }),
    ...(refundTiers && { refundTiers }),
    ...(taxRate !== null && { taxRate }),
    ...(ownQuestions.length > 0 && { questions: ownQuestions }),
  };
  return { productName, itemName, ...further, tickets: soldTickets(tickets, price) };
}

/** Returns the tickets, with their prices. */
export const soldTickets = (tickets: readonly TicketSelection[], price: EventPriceState): SoldTicket[] =>
  (pricedTickets(tickets, price) ?? []).map(({ code, ...sold }) => ({
    code,
    prices: [{ ...sold, currencyCode: price.currencyCode, rate: price.rate }],
  }));

/** Returns the name of a product or item in a language, or its own name if it has none in that language. */
export const nameInLanguage = (lang: Language, name: string, names: NamesByLanguage): string => names[lang] ?? name;

export function orderTerms({ agreed, cancelPurchaseHour, cancelUntil }: OrderRow): TermsOfSale {
  return { tickets: agreed.tickets, cancelPurchaseHour, cancelUntil };
}
