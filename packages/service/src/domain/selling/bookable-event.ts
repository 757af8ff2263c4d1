import type { AvailabilityCode, QuestionConfiguration, TicketRule } from "@paseo/contract";
import type Type from "typebox";

/** A dated event with all that a sale depends on, as the store reads it in one statement. */
export interface SellableEvent extends PriceState {
  id: string;
  itemId: string;
  productId: string;
  /** Local date and time at the location, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  /** The operator's setting; `sold-out` also follows from no places left. */
  availability: AvailabilityCode;
  /** Places left; null is without limit. */
  capacityLeft: number | null;
  /** When the performance is over for sale whatever the lead time: its start, or the end of the day when it has no time. */
  startsAt: Date;
  /** The last instant at which it can be sold, lead time included. */
  salesEndAt: Date;
  /** Whether an order is booked with the supplier as it is placed. */
  immediateBooking: boolean;
  /** How the product's supplier is reached; null is the operator's own desk. */
  supplierKind: string | null;
  productName: string;
  itemName: string;
  cancelPurchaseHour: number;
  /** IANA zone of the location. */
  timeZone: string;
  productPublished: boolean;
  itemPublished: boolean;
  ticketRules: TicketRule[];
  questions: Type.Static<typeof QuestionConfiguration>;
}

/** What an event costs at one time. */
export interface PriceState {
  currencyCode: string;
  /** Units of the currency for one US dollar, a decimal string. */
  rate: string;
  /** Unit prices in that currency, decimal strings. */
  prices: readonly TicketPrice[];
}

export interface TicketPrice {
  code: string;
  price: string;
}
