import { isDeepStrictEqual } from "node:util";
import type { TicketSelection } from "@paseo/contract";
import Big from "big.js";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { keptSteps, priceAt, priceLines } from "../../records/tickets/ticket-prices.ts";
import { partyOf, soldSizeOf, soldSizes, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { AgreedTerms, OrderRow, SoldPrice, SoldTicket } from "../../store/sale/orders.ts";
import { amendmentAmounts, refundPercent, refundTiersOf } from "../money/refund.ts";
import { ownQuestionCode } from "../selling/own-questions.ts";
import { atRule, atTerms } from "../selling/partner-prices.ts";
import { agreedTermsOf, soldPrice } from "./sale.ts";

/**
 * The terms of an order after an amendment, and the price of the amendment. docs/decisions/0030-changes-to-an-order.md
 * has the reasons.
 */

export interface PlannedAmendment {
  tickets: readonly TicketSelection[];
  /** The order moves to another event. */
  moves: boolean;
  /** The event after the amendment, with its present prices and the terms of the sale. Null: the amendment adds no ticket. */
  event: BookableEvent | null;
  /** The operator moves the guests of an event: prices and refund terms of the sale stay. */
  keepsTerms?: boolean;
}

interface AmendedTerms {
  agreed: AgreedTerms;
  /** Decimal strings. */
  totalUsd: string;
  differenceUsd: string;
  refundUsd: string;
}

export function amendedTerms(
  order: Pick<OrderRow, "agreed" | "cancelPurchaseHour" | "cancelUntil" | "totalUsd">,
  amendment: PlannedAmendment,
  now: Date,
): AmendedTerms {
  if (amendment.keepsTerms && amendment.event)
    return { ...unchanged, agreed: keptTerms(order.agreed, amendment.event), totalUsd: order.totalUsd };
  const percent = refundPercent(refundTiersOf(order), now);
  const agreed = { ...soldAfter(order.agreed, amendment), ...(percent < 100 && { refundCap: percent }) };
  const totalUsd = totalOf(agreed.tickets).toFixed(2);
  return { agreed, totalUsd, ...amendmentAmounts({ before: order.totalUsd, after: totalUsd }, percent) };
}

const unchanged = { differenceUsd: "0.00", refundUsd: "0.00" };

/** Takes names and questions from the other event, and prices and refunds from the sale. */
const keptTerms = (agreed: AgreedTerms, event: BookableEvent): AgreedTerms => ({
  ...onEvent(agreed, [], event),
  tickets: agreed.tickets,
  ...(agreed.refundCap !== undefined && { refundCap: agreed.refundCap }),
});

/**
 * Returns the tickets with the names, questions and prices of another event. The order keeps the refund tiers and the tax of the sale.
 */
function onEvent(
  { refundTiers, taxRate, taxScheme, group, ownLater, terms }: AgreedTerms,
  tickets: readonly TicketSelection[],
  event: BookableEvent,
): AgreedTerms {
  const {
    refundTiers: _tiers,
    taxRate: _rate,
    taxScheme: _scheme,
    ...present
  } = agreedTermsOf({ tickets: [...tickets] }, { event, price: event });
  return {
    ...present,
    ...(refundTiers && { refundTiers }),
    ...(taxRate !== undefined && { taxRate }),
    ...(taxScheme && { taxScheme }),
    ...(terms && { terms }),
    ...(group && { group }),
    ...(ownLater && { ownLater: askedStill(ownLater, event) }),
  };
}

/** Returns the codes that questions of the event have. */
function askedStill({ travellers, order }: NonNullable<AgreedTerms["ownLater"]>, { ownQuestions }: BookableEvent) {
  const asked = new Set(ownQuestions.map(ownQuestionCode));
  return { travellers: travellers.filter((code) => asked.has(code)), order: order.filter((code) => asked.has(code)) };
}

function soldAfter(agreed: AgreedTerms, { tickets, moves, event }: PlannedAmendment): AgreedTerms {
  if (!moves || !event) return { ...agreed, tickets: ticketsAfter(agreed, tickets, event) };
  return onEvent(agreed, tickets, event);
}

/**
 * Tickets that stay keep their prices, and added tickets have the present price. The tickets that were sold last are
 * returned first. If an order gets smaller, its tickets cost at least what the steps with which they were sold say for the number that is left:
 * otherwise ten would be bought to return eight.
 */
function ticketsAfter(
  agreed: AgreedTerms,
  tickets: readonly TicketSelection[],
  event: BookableEvent | null,
): SoldTicket[] {
  const sold = agreed.tickets;
  const former = new Map(sold.map((ticket) => [ticket.code, ticket]));
  const ticketSizes = event?.ticketSizes ?? soldSizes(sold);
  const peopleOf = (selection: readonly TicketSelection[]) =>
    partyOf(selection, { ticketSizes, capacity: null }).people;
  const people = peopleOf(tickets);
  const isSmaller = people < peopleOf(sold.map(({ code, prices }) => ({ code, quantity: quantityOf(prices) })));
  return tickets.map(({ code, quantity }) => {
    const before = former.get(code);
    const kept = before ? firstOf(before.prices, quantity) : [];
    const fewer = before !== undefined && quantity < quantityOf(before.prices);
    const further = quantity - quantityOf(kept);
    const added = further > 0 && event ? addedTickets(code, event, { quantity: further, kept, people }) : null;
    const { prices: _, ...line } = before ?? added ?? { code };
    const priced = kept.map((one) =>
      atStep(one, { tickets: fewer ? quantity : null, people: isSmaller ? people : null }, agreed),
    );
    return { ...line, prices: (added?.prices ?? []).reduce(withPrice, priced.reduce(withPrice, [] as SoldPrice[])) };
  });
}

/** Returns further tickets of a code that the order has some of, at the present price. Null: the event has no price for it. */
function addedTickets(
  code: string,
  { prices, ticketSizes, currencyCode, rate, terms }: BookableEvent,
  { quantity, kept, people }: { quantity: number; kept: readonly SoldPrice[]; people: number },
): SoldTicket | null {
  const price = prices.find((one) => one.code === code);
  if (!price) return null;
  const lines = priceLines(price, { quantity, before: quantityOf(kept), people });
  return {
    code,
    ...soldSizeOf(ticketSizeOf(ticketSizes, code)),
    prices: lines.map((line) =>
      soldPrice({ ...line, ...(terms && atTerms(line.price, code, terms)), currencyCode, rate, ...keptSteps(price) }),
    ),
  };
}

/** Raises the price of tickets that stay to the step for the number that is left. `tickets`, `people`: null if they are not fewer. */
function atStep(
  line: SoldPrice,
  left: { tickets: number | null; people: number | null },
  agreed: Pick<AgreedTerms, "terms" | "taxRate">,
): SoldPrice {
  const { list, partner, currencyCode } = line;
  if (!list || list.stepsApply === "further") return line;
  const number = list.stepsCount === "people" ? left.people : left.tickets;
  const before = partner?.retail ?? line.unitPrice;
  const price = number === null ? before : priceAt(list, number);
  if (new Big(before).gte(price)) return line;
  if (!agreed.terms || !partner) return soldPrice({ ...line, price });
  const { basis, percentOf } = agreed.terms;
  return soldPrice({
    ...line,
    ...atRule(price, partner.rule, { basis, percentOf, taxRate: agreed.taxRate ?? null, currencyCode }),
  });
}

const quantityOf = (prices: readonly SoldPrice[]): number => prices.reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns the tickets of a kind that were sold first, with their prices. */
function firstOf(prices: readonly SoldPrice[], quantity: number): SoldPrice[] {
  let left = quantity;
  return prices.flatMap((price) => {
    const taken = Math.min(price.quantity, left);
    left -= taken;
    return taken > 0 ? [{ ...price, quantity: taken }] : [];
  });
}

/** Adds tickets to the last line if its price is equal. */
function withPrice(prices: SoldPrice[], added: SoldPrice): SoldPrice[] {
  const last = prices.at(-1);
  const isSame =
    last?.unitPrice === added.unitPrice &&
    last.currencyCode === added.currencyCode &&
    last.rate === added.rate &&
    isDeepStrictEqual(last.partner, added.partner) &&
    isDeepStrictEqual(last.list, added.list);
  return isSame ? [...prices.slice(0, -1), { ...last, quantity: last.quantity + added.quantity }] : [...prices, added];
}

const totalOf = (tickets: readonly SoldTicket[]): Big =>
  tickets
    .flatMap(({ prices }) => prices)
    .reduce((sum, { unitUsdPrice, quantity }) => sum.plus(new Big(unitUsdPrice).times(quantity)), new Big(0));
