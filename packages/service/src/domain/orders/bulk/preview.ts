import type { ErrorEntry, Language } from "@paseo/contract";
import Big from "big.js";
import { bookableEvent } from "../../../store/catalogue/event-sales.ts";
import type { Db } from "../../../store/database/database.ts";
import { neverGivenUp } from "../../../store/database/given-up.ts";
import {
  type BulkKind,
  type ConcernedOrder,
  concernedOrders,
  digestOfOrders,
} from "../../../store/orders/bulk-actions.ts";
import { seatsLeftAfterReturn } from "../../../store/resources/plan.ts";
import { refusal } from "../../selling/messages.ts";
import { seats } from "../../selling/ticket-rules.ts";
import { draftQuote } from "../quote.ts";
import { cancelRefund } from "../refund.ts";

/** The preview of a bulk action. */

/** The most orders of one action. */
export const mostOrders = 1000;

export interface BulkWish {
  kind: BulkKind;
  eventId: string;
  /** Only these orders. Null: all orders of the event. */
  orderIds: readonly string[] | null;
  /** The target event; only for a move. */
  targetId?: string | undefined;
}

export interface PreviewedOrder {
  order: ConcernedOrder;
  /** The current refund of a cancellation, in US dollars. */
  refundTermsUsd: string;
  /** Why the order cannot be moved. Empty: it can be moved. */
  errors: ErrorEntry[];
}

export interface BulkPreview {
  concerned: PreviewedOrder[];
  /** Whether the action omits orders after the first `mostOrders`. */
  more: boolean;
  digest: string;
}

/** The orders, the refund of each, and the orders that cannot be moved. Messages are in `lang`. */
export async function previewBulkAction(
  db: Db,
  { kind, eventId, orderIds, targetId }: BulkWish,
  { lang, now, quoteMinutes }: { lang: Language; now: Date; quoteMinutes: number },
): Promise<BulkPreview> {
  const found = await concernedOrders(db, eventId, orderIds, mostOrders + 1);
  const orders = found.slice(0, mostOrders);
  const refused =
    kind === "move" && targetId ? await moveRefusals(db, orders, targetId, { lang, now, quoteMinutes }) : null;
  return {
    concerned: orders.map((order) => ({
      order,
      refundTermsUsd: cancelRefund(order, now),
      errors: refused?.get(order.id) ?? [],
    })),
    more: found.length > mostOrders,
    digest: digestOfOrders(orders),
  };
}

/** Why orders cannot be moved. The orders take the target's free seats in sequence. */
async function moveRefusals(
  db: Db,
  orders: readonly ConcernedOrder[],
  targetId: string,
  { lang, now, quoteMinutes }: { lang: Language; now: Date; quoteMinutes: number },
): Promise<Map<string, ErrorEntry[]>> {
  let left = await seatsLeftForAll(db, orders, targetId, now);
  const refused = new Map<string, ErrorEntry[]>();
  const call = { lang, now, hasGivenUp: neverGivenUp, actor: "operator", keepsTerms: true, quoteMinutes } as const;
  for (const order of orders) {
    const { quoted, shown } = await draftQuote(db, order, { eventId: targetId }, call);
    if (!quoted) refused.set(order.id, shown.errors);
    else if (left !== null && quoted.seats > left) refused.set(order.id, [refusal("capacity", lang)]);
    else if (left !== null) left -= quoted.seats;
  }
  return refused;
}

/** The target's free seats; null: no limit. With resources, the seats that these orders leave count as free: both events can need one boat. */
async function seatsLeftForAll(
  db: Db,
  orders: readonly ConcernedOrder[],
  targetId: string,
  now: Date,
): Promise<number | null> {
  const target = await bookableEvent(db, targetId);
  const [first] = orders;
  if (!target?.needsResources || !first) return target?.capacityLeft ?? null;
  const moving = orders.reduce((sum, order) => sum + (order.test ? 0 : seats(order.tickets)), 0);
  return seatsLeftAfterReturn(db, targetId, { eventId: first.eventId, seats: moving }, now);
}

/** The sum of decimal strings. */
export const sumUsd = (amounts: readonly string[]): string =>
  amounts.reduce((sum, one) => sum.plus(one), new Big(0)).toFixed(2);
