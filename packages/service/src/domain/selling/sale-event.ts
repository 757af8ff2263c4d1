import type { AvailabilityCode, QuestionConfiguration, TicketRule } from "@paseo/contract";
import type Type from "typebox";
import type { EventTerms } from "../../records/partners/partner-terms.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { TicketSizes } from "../../records/tickets/ticket-sizes.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";

/** The fields of an event that the rules of a sale read. The store's `BookableEvent` has them all. */
export interface SaleEvent extends SalePrices {
  availability: AvailabilityCode;
  /** Seats in all; null: no limit. */
  capacity: number | null;
  /** Seats left; null: no limit. */
  capacityLeft: number | null;
  /** Fewest seats with which something can be bought: an event with fewer seats left is sold out. */
  leastSeats: number;
  /** Whether nobody has booked, held or blocked anything. Missing: no ticket is for the whole event, so nobody needs to know. */
  isEmpty?: boolean;
  /** How many are left of tickets with a stock, by code. Missing: no ticket has one. */
  stockLeft?: ReadonlyMap<string, number>;
  /** When sales end whatever the lead time: the start, or the end of the day where the event has no time. */
  startsAt: Date;
  /** The last instant at which partners can sell it, lead time included. */
  salesEndAt: Date;
  /** Minutes before the start at which sales end. Null: the lead time alone ends them. */
  salesEndMinutes: number | null;
  /** IANA zone of the location. */
  timeZone: string;
  /** The last instant at which the operator's desk can sell it. */
  deskSalesEndAt: Date;
  productPublished: boolean;
  itemPublished: boolean;
  ticketRules: SaleRule[];
  ticketSizes: TicketSizes;
  /** Whether a ticket of several people is asked the questions to travellers once, for its lead. */
  leadPerTicket: boolean;
  /** Whether each person has a code of their own at the door. */
  codePerPerson: boolean;
  questions: Type.Static<typeof QuestionConfiguration>;
  ownQuestions: readonly OwnQuestion[];
}

/** Prices of an event at one time. */
export interface SalePrices {
  /** Units of the event's currency for one US dollar: a decimal string. */
  rate: string;
  /** What a ticket costs the guest, in the event's currency. */
  prices: readonly TicketPrice[];
  /** The terms of the partner that buys. Missing: it pays the prices. */
  terms?: EventTerms;
}

/** A ticket rule of an item. */
export interface SaleRule extends TicketRule {
  /** At most one of the ticket for each this many people of the order's other tickets. Missing: no such limit. */
  peoplePerTicket?: number;
}
