import type { ErrorEntry, Language, Question, TicketSelection } from "@paseo/contract";
import Big from "big.js";
import { type PlainRefusalCode, refusal } from "./messages.ts";
import { totalUsd } from "./money.ts";
import { mostPassengers, questionsFor } from "./questions.ts";
import type { SellableEvent, TicketPrice } from "./sellable.ts";
import { chosen, passengers, places, ticketRefusals } from "./ticket-rules.ts";

export interface SaleInput {
  /** Null when no event has the id. */
  event: SellableEvent | null;
  tickets: readonly TicketSelection[];
  lang: Language;
  now: Date;
  /** Whether the white label sent is the partner's; true when none was sent. */
  whiteLabelKnown: boolean;
}

export interface Sale {
  /** In US dollars; null when the event is unknown, no ticket is chosen or one of those chosen has no price. */
  totalUsd: number | null;
  /** One for each problem; empty means that it can be sold now. */
  errors: ErrorEntry[];
  /** What the order must answer; empty while the sale is refused. */
  questions: Question[];
  /** Places that the order would take. */
  places: number;
}

/** Decides whether this selection of this event can be sold now, for how much, and what must be asked. */
export function validateSale(input: SaleInput): Sale {
  const { event, tickets, lang } = input;
  const errors = saleRefusals(input);
  const asked = event && errors.length === 0 ? questionsFor(event.questions, passengers(tickets), lang) : [];
  return {
    totalUsd: (event && priceOf(tickets, event.prices, event.rate)?.toNumber()) ?? null,
    errors,
    questions: asked,
    places: places(tickets),
  };
}

function saleRefusals({ event, tickets, lang, now, whiteLabelKnown }: SaleInput): ErrorEntry[] {
  const whiteLabel = whiteLabelKnown ? [] : [refusal("white-label-unknown", lang)];
  if (!event) return [refusal("event-unknown", lang), ...whiteLabel];
  // Of an event that is gone, nothing else is worth saying.
  if (event.availability === "removed") return [refusal("event-removed", lang), ...whiteLabel];

  const soldOut = event.availability === "sold-out" || event.capacityLeft === 0;
  const past = now >= event.startsAt;
  const applies: [PlainRefusalCode, boolean][] = [
    ["event-black-out", event.availability === "black-out"],
    ["event-sold-out", soldOut],
    ["event-past", past],
    ["too-late", !past && now >= event.salesEndAt],
    ["product-unpublished", !event.productPublished],
    ["item-unpublished", !event.itemPublished],
  ];
  const short = !soldOut && event.capacityLeft !== null && event.capacityLeft < places(tickets);
  return [
    ...applies.filter(([, does]) => does).map(([code]) => refusal(code, lang)),
    ...selectionRefusals(event, tickets, lang),
    ...(short ? [refusal("capacity", lang)] : []),
    ...whiteLabel,
  ];
}

function selectionRefusals(event: SellableEvent, tickets: readonly TicketSelection[], lang: Language): ErrorEntry[] {
  const refusals = ticketRefusals(tickets, event.ticketRules, event.prices, lang);
  if (refusals.length > 0) return refusals;
  // Rules bound each ticket, not the party: unbounded, its questions could be a million, and their answers never be sent.
  let room = mostPassengers(event.questions);
  for (const { code, quantity } of chosen(tickets)) {
    if (quantity > room) return [refusal("quantity-above-maximum", lang, { ticket: code, maximum: room })];
    room -= quantity;
  }
  return [];
}

/** Total of the chosen tickets in US dollars; null when none is chosen or one has no price. */
function priceOf(tickets: readonly TicketSelection[], prices: readonly TicketPrice[], rate: string): Big | null {
  const selection = chosen(tickets);
  const unit = new Map(prices.map(({ code, price }) => [code, price]));
  const lines = selection.flatMap(({ code, quantity }) => {
    const price = unit.get(code);
    return price === undefined ? [] : [{ price, rate, quantity }];
  });
  return lines.length === 0 || lines.length < selection.length ? null : totalUsd(lines);
}

/**
 * The totals that validate could have answered for these tickets: one for each state of prices and rate that was in
 * force since the price hold began, the present one included. States in which a chosen ticket had no price give none.
 */
export function priceCandidates(
  tickets: readonly TicketSelection[],
  pricePeriods: readonly { prices: readonly TicketPrice[]; rate: string }[],
): Big[] {
  const totals = pricePeriods.flatMap(({ prices, rate }) => priceOf(tickets, prices, rate) ?? []);
  return totals.filter((total, n) => totals.findIndex((other) => other.eq(total)) === n);
}

/** Whether the total sent is exactly one of the candidates, compared as decimals. */
export const checkPrice = (sentUsd: number, candidates: readonly (Big | number)[]): boolean =>
  Number.isFinite(sentUsd) && candidates.some((candidate) => new Big(sentUsd).eq(candidate));
