import type { ErrorEntry, Language, TicketSelection } from "@paseo/contract";
import Big from "big.js";
import type { PartnerPrice } from "../../records/partners/partner-terms.ts";
import { priceLines } from "../../records/tickets/ticket-prices.ts";
import { isFull, type Party, partyOf, type TicketSizes } from "../../records/tickets/ticket-sizes.ts";
import { texts } from "../../texts/texts.ts";
import { type PlainRefusalCode, refusalEntry } from "./messages.ts";
import { totalUsd } from "./money.ts";
import { atTerms } from "./partner-prices.ts";
import { type AskedQuestion, maxPassengers, questionsFor } from "./questions.ts";
import type { SaleEvent, SalePrices } from "./sale-event.ts";
import { countPassengers, selectedTickets, ticketOverPassengers, ticketRefusals } from "./ticket-rules.ts";

export interface SaleInput {
  /** Null when no event has the id. */
  event: SaleEvent | null;
  tickets: readonly TicketSelection[];
  lang: Language;
  now: Date;
  /** Whether the white label is the partner's; true when the request has none. */
  whiteLabelKnown: boolean;
  /**
   * Whether a hold already has the seats. The hold was placed with this selection, even if the ticket rules have
   * changed since.
   */
  isHeld?: boolean;
  /** Whether the operator's desk sells. The lead time is for partners, and the desk sells to late guests too. */
  isDesk?: boolean;
  /** Whether the sale is a group's order from a block. The event has rules of any quantity then, and the party can be of any size. */
  isGroup?: boolean;
}

export interface Sale {
  /** The total in US dollars. Null: the event is unknown, no ticket is selected, or a selected ticket has no price. */
  totalUsd: number | null;
  /** One entry for each problem; empty when the selection can be sold. */
  errors: ErrorEntry[];
  /** Required and optional questions to the order; empty for a refused sale. */
  questions: AskedQuestion[];
  /** What the order would take of the event. */
  party: Party;
}

/** Decides whether a selection can be sold now, at what total and with which questions. */
export function validateSale(input: SaleInput): Sale {
  const { event, tickets, lang } = input;
  const errors = saleRefusals(input);
  const questions = event && errors.length === 0 ? questionsFor(event, countPassengers(tickets, event), lang) : [];
  return {
    totalUsd: (event && totalOf(tickets, event, event.ticketSizes)?.toNumber()) ?? null,
    errors,
    questions,
    party: partyOf(tickets, event ?? { ticketSizes: null, capacity: null }),
  };
}

function saleRefusals({
  event,
  tickets,
  lang,
  now,
  whiteLabelKnown,
  isHeld = false,
  isDesk = false,
  isGroup = false,
}: SaleInput): ErrorEntry[] {
  const whiteLabel = whiteLabelKnown ? [] : [refusalEntry("white-label-unknown", lang)];
  if (!event) return [refusalEntry("event-unknown", lang), ...whiteLabel];
  // A removed event gets no other errors.
  if (event.availability === "removed") return [refusalEntry("event-removed", lang), ...whiteLabel];

  const soldOut = !isHeld && (event.availability === "sold-out" || isFull(event));
  const past = now >= (isDesk ? event.deskSalesEndAt : event.startsAt);
  const applies: [PlainRefusalCode | "too-late", boolean][] = [
    // A hold outlasts the end of the event's sale.
    ["event-black-out", !isHeld && event.availability === "black-out"],
    ["event-sold-out", soldOut],
    ["event-past", past],
    ["too-late", !isDesk && !past && now >= event.salesEndAt],
    ["product-unpublished", !event.productPublished],
    ["item-unpublished", !event.itemPublished],
  ];
  return [
    ...applies
      .filter(([, does]) => does)
      .map(([code]) => (code === "too-late" ? tooLate(event, lang) : refusalEntry(code, lang))),
    ...(isGroup ? ticketRefusals(tickets, event, lang) : isHeld ? [] : selectionRefusals(event, tickets, lang)),
    ...(isHeld || soldOut ? [] : seatRefusals(event, tickets, lang)),
    ...whiteLabel,
  ];
}

function seatRefusals(event: SaleEvent, tickets: readonly TicketSelection[], lang: Language): ErrorEntry[] {
  const isShared = event.isEmpty === false && partyOf(tickets, event).wholeEvent;
  const soldOut = ticketsOverStock(event, tickets).map((ticket) => refusalEntry("ticket-sold-out", lang, { ticket }));
  if (isShared) return [refusalEntry("event-not-empty", lang), ...soldOut];
  return [...(hasTooFewSeats(event, tickets) ? [refusalEntry("capacity", lang)] : []), ...soldOut];
}

/** Returns the selected tickets of which too few are left. */
export const ticketsOverStock = (
  { stockLeft }: Pick<SaleEvent, "stockLeft">,
  tickets: readonly TicketSelection[],
): string[] =>
  tickets.flatMap(({ code, quantity }) => {
    const left = stockLeft?.get(code);
    return left !== undefined && quantity > Math.max(0, left) ? [code] : [];
  });

/** Greatest number of people of one order who have a code each. A voucher of 1,500 codes takes seconds to draw. */
const maxCodes = 200;

const instantInWords = (at: Date, timeZone: string, lang: Language): string =>
  new Intl.DateTimeFormat(texts[lang].locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(at);

/** Says until when an event with a cut-off was sold, in the location's time. */
const tooLate = ({ salesEndMinutes, salesEndAt, timeZone }: SaleEvent, lang: Language): ErrorEntry =>
  refusalEntry("too-late", lang, (one) => ({
    until: salesEndMinutes === null ? null : instantInWords(salesEndAt, timeZone, one),
  }));

/** The event with the given number of further seats, which an order or a hold gives back. If all seats are free then, it was the only one. */
export function withFurtherSeats<E extends Pick<SaleEvent, "capacity" | "capacityLeft" | "isEmpty">>(
  event: E,
  seats: number,
): E {
  if (event.capacityLeft === null) return event;
  const capacityLeft = event.capacityLeft + seats;
  const isOnly = seats > 0 && capacityLeft === event.capacity;
  return { ...event, capacityLeft, ...(isOnly && { isEmpty: true }) };
}

/** Whether the event has too few seats for these tickets. A ticket for the whole event needs an empty event with a limit. */
export function hasTooFewSeats(
  event: Pick<SaleEvent, "capacity" | "capacityLeft" | "isEmpty" | "ticketSizes">,
  tickets: readonly TicketSelection[],
): boolean {
  const { seats, wholeEvent } = partyOf(tickets, event);
  if (event.capacityLeft === null) return wholeEvent;
  return event.capacityLeft < seats || (wholeEvent && (event.isEmpty === false || event.capacityLeft === 0));
}

function selectionRefusals(event: SaleEvent, tickets: readonly TicketSelection[], lang: Language): ErrorEntry[] {
  const refusals = ticketRefusals(tickets, event, lang);
  if (refusals.length > 0) return refusals;
  // Ticket rules limit each ticket, not the party. Without this limit an order could have more questions than a request
  // can answer.
  const over =
    ticketOverPassengers(tickets, event, maxPassengers(event)) ??
    (event.codePerPerson ? ticketOverPassengers(tickets, { ...event, leadPerTicket: false }, maxCodes) : null);
  return over ? [refusalEntry("quantity-above-maximum", lang, over)] : [];
}

/** Tickets of one code at one price. Amounts are decimal strings. */
export interface PricedLine {
  code: string;
  quantity: number;
  /** What is charged for one. */
  price: string;
  /** Units of the currency for one US dollar. */
  rate: string;
  /** Missing: the partner has no terms. */
  partner?: PartnerPrice;
}

/**
 * Returns the selected tickets with their prices: a code whose price has steps can have several lines. Null if no ticket is selected, or a
 * ticket has no price.
 */
export function pricedLines(
  tickets: readonly TicketSelection[],
  { prices, rate, terms }: SalePrices,
  ticketSizes: TicketSizes,
): PricedLine[] | null {
  const selection = selectedTickets(tickets);
  const { people } = partyOf(selection, { ticketSizes, capacity: null });
  const byCode = new Map(prices.map((one) => [one.code, one]));
  if (selection.length === 0 || selection.some(({ code }) => !byCode.has(code))) return null;
  return selection.flatMap(({ code, quantity }) =>
    priceLines(byCode.get(code)!, { quantity, people }).map((line) => ({
      code,
      ...line,
      ...(terms && atTerms(line.price, code, terms)),
      rate,
    })),
  );
}

/** Returns the total in US dollars; null without prices. */
function totalOf(tickets: readonly TicketSelection[], state: SalePrices, ticketSizes: TicketSizes): Big | null {
  const lines = pricedLines(tickets, state, ticketSizes);
  return lines && totalUsd(lines);
}

/**
 * Returns the first state whose total for these tickets equals the sent total, compared as decimals. A state without a
 * price for a selected ticket does not match.
 */
export function findPricesOfTotal<S extends SalePrices>(
  sentUsd: number,
  { tickets, ticketSizes }: { tickets: readonly TicketSelection[]; ticketSizes: TicketSizes },
  states: readonly S[],
): S | undefined {
  if (!Number.isFinite(sentUsd)) return undefined;
  const sent = new Big(sentUsd);
  return states.find((state) => totalOf(tickets, state, ticketSizes)?.eq(sent));
}
