import type { AvailabilityCode, Language, QuestionConfiguration, TicketRule } from "@paseo/contract";
import type Type from "typebox";
import type { OwnQuestion } from "../texts/own-questions.ts";
import type { TaxScheme } from "./listing-fields.ts";
import type { EventTerms } from "./partners/partner-terms.ts";
import type { TicketPrice } from "./tickets/ticket-prices.ts";
import type { TicketSizes } from "./tickets/ticket-sizes.ts";

/** Names by language. A language without a name uses the record's own name. */
export type NamesByLanguage = Partial<Record<Language, string>>;

/** Returns the name of a product or item in a language, or its own name if it has none in that language. */
export const nameInLanguage = (lang: Language, name: string, names: NamesByLanguage): string => names[lang] ?? name;

/** A dated event with all data that a sale depends on. The store reads it in one statement. */
export interface BookableEvent extends EventPriceState {
  id: string;
  itemId: string;
  productId: string;
  /** Local date and time at the location, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  /** The operator's setting. An event without seats left is sold out as well. */
  availability: AvailabilityCode;
  /** Seats in all; null: no limit. */
  capacity: number | null;
  /** Seats left of the partner that buys; null: no limit. */
  capacityLeft: number | null;
  /** Seats left of the partners that an allotment of the event names, by id. Null: there is no allotment. */
  partnersLeft: Readonly<Record<string, number>> | null;
  /** Further seats left, which allotments keep from the partner that buys. */
  withheld: number;
  /** Fewest seats with which something can be bought. */
  leastSeats: number;
  /** Whether nobody has booked, held or blocked anything. Missing: no ticket is for the whole event, so nobody needs to know. */
  isEmpty?: boolean;
  /** How many are left of tickets with a stock, by code. Missing: no ticket has one. */
  stockLeft?: ReadonlyMap<string, number>;
  /** Whether its item requires resources, which also limit the seats left. */
  needsResources: boolean;
  /** When sales end whatever the lead time: the start, or the end of the day where the event has no time. */
  startsAt: Date;
  /** The last instant at which partners can sell it, lead time included. */
  salesEndAt: Date;
  /** Minutes before the start at which sales end. Null: the product and the item have none. */
  salesEndMinutes: number | null;
  /** The last instant at which the operator's desk can sell it. */
  deskSalesEndAt: Date;
  /** Whether an order is dispatched to the supplier at once. */
  immediateBooking: boolean;
  /** Kind of the product's supplier. Null: the operator's own desk. */
  supplierKind: string | null;
  productName: string;
  itemName: string;
  /** Names in further languages. */
  productNames: NamesByLanguage;
  itemNames: NamesByLanguage;
  cancelPurchaseHour: number;
  /** Refund tiers by the time left. Null: the whole price is refunded until cancellation ends. */
  refundTiers: { hours: number; percent: number }[] | null;
  /** Percent of tax that prices include, as a decimal string. Null: the product has none. */
  taxRate: string | null;
  /** Null: the rate applies. */
  taxScheme: TaxScheme | null;
  /** IANA zone of the location. */
  timeZone: string;
  productPublished: boolean;
  itemPublished: boolean;
  ticketRules: (TicketRule & { peoplePerTicket?: number })[];
  ticketSizes: TicketSizes;
  /** Whether a ticket of several people is asked the questions to travellers once, for its lead. */
  leadPerTicket: boolean;
  /** Whether each person has a code of their own at the door. */
  codePerPerson: boolean;
  questions: Type.Static<typeof QuestionConfiguration>;
  ownQuestions: readonly OwnQuestion[];
}

/** Prices of an event at one time. */
export interface EventPriceState {
  currencyCode: string;
  /** Units of the currency for one US dollar: a decimal string. */
  rate: string;
  /** What a ticket costs the guest, in that currency. */
  prices: readonly TicketPrice[];
  /** The terms of the partner that buys. Missing: it pays the prices. */
  terms?: EventTerms;
}
