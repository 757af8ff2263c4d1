import type { BookRequest } from "@paseo/contract";
import Big from "big.js";
import type { BookableEvent, PriceState } from "../../store/catalogue/bookable-event.ts";
import { pricesSince } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import type { OrderSale } from "../../store/orders/dispatch.ts";
import type { Agreed, OrderRow } from "../../store/orders/orders.ts";
import { cancelUntil } from "../selling/lead-time.ts";
import { pricedTickets, stateOfTotal } from "../selling/validate-sale.ts";

/** Terms of the sale as agreed when the order was placed. Null where an order of an older version lacks them. */
export interface Terms {
  currencyCode: string | null;
  /** Units of the currency for one US dollar: a decimal string. */
  rate: string | null;
  /** One line for each kind of ticket. Amounts are decimal strings. */
  tickets: { code: string; quantity: number; unitPrice: string | null; unitUsdPrice: string | null }[];
  cancelPurchaseHour: number | null;
  /** The last instant at which the partner can cancel. */
  cancelUntil: Date | null;
}

/** Returns the prices and rate that give the total sent: the current ones, else the latest within the price hold, else null. */
export async function priceSent(
  db: Db,
  { tickets, totalUsd }: BookRequest,
  event: BookableEvent,
  { now, priceHoldMinutes }: { now: Date; priceHoldMinutes: number },
): Promise<PriceState | null> {
  const fits = (states: readonly PriceState[]) => stateOfTotal(totalUsd.value, tickets, states) ?? null;
  const present = fits([event]);
  if (present || priceHoldMinutes === 0) return present;
  return fits(await pricesSince(db, event, new Date(now.getTime() - priceHoldMinutes * 60_000)));
}

/** Terms of a sale at this price, as the order stores them. */
export function agreedOf(
  { tickets }: BookRequest,
  { event, price }: { event: BookableEvent; price: PriceState },
): Agreed {
  const { productName, itemName } = event;
  const { currencyCode, rate } = price;
  return { productName, itemName, currencyCode, rate, tickets: pricedTickets(tickets, price) ?? [] };
}

export function termsOf({ agreed, tickets, totalUsd, cancelPurchaseHour, cancelUntil }: OrderRow): Terms {
  return {
    currencyCode: agreed?.currencyCode ?? null,
    rate: agreed?.rate ?? null,
    tickets: agreed?.tickets ?? ticketsOfTotal(tickets, totalUsd),
    cancelPurchaseHour,
    cancelUntil,
  };
}

/** Derives the unit price from the total, which is possible when all tickets are of one kind. */
function ticketsOfTotal(tickets: OrderRow["tickets"], totalUsd: string): Terms["tickets"] {
  return tickets.map(({ code, quantity }) => ({
    code,
    quantity,
    unitPrice: null,
    unitUsdPrice: tickets.length === 1 ? new Big(totalUsd).div(quantity).toFixed(2) : null,
  }));
}

/** The last instant at which the partner can cancel: as agreed, else as the product says today. */
export const cancellableUntil = ({ order, sold }: OrderSale): Date =>
  order.cancelUntil ?? cancelUntil(sold.eventOn, sold.cancelPurchaseHour, sold.timeZone);
