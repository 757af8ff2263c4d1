import type { ErrorEntry, Language } from "@paseo/contract";
import Big from "big.js";
import type { BookableEvent } from "../../records/bookable-event.ts";
import type { BulkKind } from "../../records/bulk-action.ts";
import { type ConcernedOrder, concernedOrders, digestOfOrders } from "../../store/bulk/bulk-actions.ts";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { balancesOf } from "../../store/money/account.ts";
import { amountsOfOrders, type StoreCurrency } from "../../store/money/amounts.ts";
import { seatsLeftAfterReturn } from "../../store/resources/plan.ts";
import type { NewQuote } from "../../store/sale/amendments.ts";
import { divideRefund } from "../money/account.ts";
import { cancellationRefund } from "../money/refund.ts";
import { convertUsd, storeCurrency } from "../money/store-currency.ts";
import { ordersWithTerms, refundDueUsd } from "../orders/due-refunds.ts";
import { draftQuote } from "../orders/quote.ts";
import { soldTickets } from "../orders/sale.ts";
import { refusalEntry } from "../selling/messages.ts";

/** The preview of a bulk action. */

/** Maximum number of orders, and of events, of one action. */
export const maxBulkOrders = 1000;
export const maxBulkEvents = 100;

export interface BulkWish {
  kind: BulkKind;
  eventIds: readonly string[];
  /** Only these orders. Null: all orders of the events. */
  orderIds: readonly string[] | null;
  /** The event to which the orders of each event move, by event id; only for a move. Empty: no target is chosen yet. */
  targets: ReadonlyMap<string, string>;
}

export interface PreviewedOrder {
  order: ConcernedOrder;
  /** What a cancellation now leaves to be paid back, by the terms or in full, in US dollars. The balance of an order is subtracted. */
  refundTermsUsd: string;
  refundFullUsd: string;
  /** Decimal strings in the store's currency. */
  total: string;
  refundTerms: string;
  refundFull: string;
  /** What the order's tickets cost at the target, less what they cost. "0" for other actions. */
  difference: string;
  /** Why the order cannot be moved. Empty: it can be moved. */
  errors: ErrorEntry[];
  /** The amendment that moves the order. Null: nothing moves it. */
  move: NewQuote | null;
}

export interface BulkPreview {
  currency: StoreCurrency;
  concerned: PreviewedOrder[];
  /** Whether the action omits orders after the first `maxBulkOrders`. */
  more: boolean;
  digest: string;
}

/** Returns the orders, the refund of each, and the orders that cannot be moved. Messages are in `lang`. */
export async function previewBulkAction(
  db: Db,
  { kind, eventIds, orderIds, targets }: BulkWish,
  { lang, now, quoteMinutes }: { lang: Language; now: Date; quoteMinutes: number },
): Promise<BulkPreview> {
  const found = await concernedOrders(db, eventIds, orderIds, maxBulkOrders + 1);
  const orders = found.slice(0, maxBulkOrders);
  const moves = new Map<string, Move>();
  const events = new Map<string, BookableEvent>();
  for (const [eventId, some] of Map.groupBy(orders, ({ eventId }) => eventId)) {
    const targetId = kind === "move" ? targets.get(eventId) : undefined;
    if (targetId === undefined) continue;
    const target = await bookableEvent(db, targetId);
    if (target) events.set(eventId, target);
    const left = await seatsLeftForAll(db, some, target, now);
    const seats = { targetId, left, partnersLeft: target?.partnersLeft ?? null };
    for (const [id, one] of await movesOf(db, some, seats, { lang, now, quoteMinutes })) moves.set(id, one);
  }
  const currency = await storeCurrency(db);
  const ids = orders.map(({ id }) => id);
  const amounts = new Map((await amountsOfOrders(db, currency, ids)).map((one) => [one.id, one]));
  const charged = await ordersWithTerms(db, ids);
  const balances = new Map((await balancesOf(db, currency, ids)).map(({ id, balanceDue }) => [id, balanceDue]));
  return {
    currency,
    concerned: orders.map((order) => {
      const amount = amounts.get(order.id)!;
      const refundOf = (byTerms: string) => {
        const usd = refundDueUsd(charged.get(order.id)!, byTerms);
        return lessBalance({ usd, amount: convertUsd(usd, amount, currency) }, balances.get(order.id) ?? "0", currency);
      };
      const terms = refundOf(cancellationRefund(order, now));
      const full = refundOf(order.totalUsd);
      const { errors = [], move = null } = moves.get(order.id) ?? {};
      const target = events.get(order.eventId);
      return {
        ...{ order, errors, move, total: amount.total },
        ...{ refundTermsUsd: terms.usd, refundTerms: terms.amount, refundFullUsd: full.usd, refundFull: full.amount },
        difference: target && move ? minus(priceAt(target, order, amount.rate, currency), amount.total) : "0",
      };
    }),
    more: found.length > maxBulkOrders,
    digest: digestOfOrders(orders),
  };
}

/** Subtracts the balance of an order from its refund, because nobody gets back more than was paid. */
function lessBalance(
  { usd, amount }: { usd: string; amount: string },
  balance: string,
  { digits }: StoreCurrency,
): { usd: string; amount: string } {
  const { setOff, due } = divideRefund(amount, balance);
  if (setOff.eq(0)) return { usd: new Big(usd).toFixed(2), amount };
  return { usd: new Big(usd).times(due).div(amount).toFixed(2), amount: due.toFixed(digits) };
}

interface Move {
  errors: ErrorEntry[];
  move: NewQuote | null;
}

/** Returns for each order the amendment that moves it, or why it cannot move. The orders take the target's free seats in sequence. */
async function movesOf(
  db: Db,
  orders: readonly ConcernedOrder[],
  target: { targetId: string; left: number | null; partnersLeft: BookableEvent["partnersLeft"] },
  { lang, now, quoteMinutes }: { lang: Language; now: Date; quoteMinutes: number },
): Promise<Map<string, Move>> {
  // Partners that an allotment names have seats of their own.
  const seats = new Map<string, number | null>(Object.entries(target.partnersLeft ?? {}));
  const moves = new Map<string, Move>();
  const call = { lang, now, hasGivenUp: neverGivenUp, actor: "operator", keepsTerms: true, quoteMinutes } as const;
  for (const order of orders) {
    const { quoted, shown } = await draftQuote(db, order, { eventId: target.targetId }, call);
    const buyer = seats.has(order.partnerId) ? order.partnerId : "";
    const left = seats.get(buyer) ?? target.left;
    const fits = left === null || !quoted || quoted.seats <= left;
    if (quoted && fits && left !== null) seats.set(buyer, left - quoted.seats);
    const errors = quoted ? (fits ? [] : [refusalEntry("capacity", lang)]) : shown.errors;
    moves.set(order.id, { errors, move: fits ? quoted : null });
  }
  return moves;
}

/**
 * Counts the target's free seats; null: no limit. Both events can need one boat, so the seats that these orders leave count as free.
 */
async function seatsLeftForAll(
  db: Db,
  orders: readonly ConcernedOrder[],
  target: BookableEvent | null | undefined,
  now: Date,
): Promise<number | null> {
  const [first] = orders;
  if (!target?.needsResources || !first) return target?.capacityLeft ?? null;
  const moving = orders.filter(({ test }) => !test);
  const sum = (of: (order: ConcernedOrder) => number) => moving.reduce((total, order) => total + of(order), 0);
  const returned = { eventId: first.eventId, seats: sum(({ seats }) => seats), people: sum(({ people }) => people) };
  return seatsLeftAfterReturn(db, target.id, returned, null, now);
}

/** Returns what an order's tickets cost at an event now, in the store's currency: as `ticketsAmount` counts them. */
function priceAt(event: BookableEvent, { tickets }: ConcernedOrder, rate: string, currency: StoreCurrency): string {
  const prices = soldTickets(tickets, event, event.ticketSizes).flatMap((ticket) => ticket.prices);
  const sum = prices.reduce((all, { quantity, currencyCode, unitPrice, unitUsdPrice }) => {
    const unit = currencyCode === currency.code ? new Big(unitPrice) : new Big(unitUsdPrice).times(rate);
    return all.plus(unit.times(quantity));
  }, new Big(0));
  return sum.round(currency.digits, Big.roundHalfUp).toFixed(currency.digits);
}

const minus = (one: string, other: string): string => new Big(one).minus(other).toFixed();

/** Adds decimal strings. */
export const sumAmounts = (amounts: readonly string[], digits = 2): string =>
  amounts.reduce((sum, one) => sum.plus(one), new Big(0)).toFixed(digits);
