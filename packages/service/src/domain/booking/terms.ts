import type { BookRequest, Language, TicketSelection } from "@paseo/contract";
import type { BookableEvent, Names, PriceState, TicketPrice } from "../../store/catalogue/bookable-event.ts";
import type { Agreed, OrderRow, SoldTicket } from "../../store/orders/orders.ts";
import { pricedTickets } from "../selling/validate-sale.ts";

/** Terms of the sale as agreed when the order was placed. */
export type Terms = Pick<Agreed, "tickets"> & Pick<OrderRow, "cancelPurchaseHour" | "cancelUntil">;

/** Replaces the prices of some tickets. */
export function withPrices({ currencyCode, rate, prices }: PriceState, others: readonly TicketPrice[]): PriceState {
  const byCode = new Map(others.map((one) => [one.code, one]));
  return { currencyCode, rate, prices: prices.map((one) => byCode.get(one.code) ?? one) };
}

/** Terms of a sale at this price, as the order stores them. */
export function agreedOf(
  { tickets }: Pick<BookRequest, "tickets">,
  { event, price }: { event: BookableEvent; price: PriceState },
): Agreed {
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

/** The tickets, with their prices. */
export const soldTickets = (tickets: readonly TicketSelection[], price: PriceState): SoldTicket[] =>
  (pricedTickets(tickets, price) ?? []).map(({ code, ...sold }) => ({
    code,
    prices: [{ ...sold, currencyCode: price.currencyCode, rate: price.rate }],
  }));

/** The name of a product or item in a language, or its own name if it has none in that language. */
export const nameIn = (lang: Language, name: string, names: Names): string => names[lang] ?? name;

export function orderTerms({ agreed, cancelPurchaseHour, cancelUntil }: OrderRow): Terms {
  return { tickets: agreed.tickets, cancelPurchaseHour, cancelUntil };
}
