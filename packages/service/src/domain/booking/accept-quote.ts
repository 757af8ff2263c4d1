import type { DifferencePayment, Payment } from "../../records/payment.ts";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { leaseSeconds } from "../../store/database/due-work.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { type HasGivenUp, unlessGivenUp } from "../../store/database/given-up.ts";
import { lockEvents, moveSeats } from "../../store/orders/order-writes.ts";
import {
  type AmendmentRow,
  amendmentById,
  countAmendment,
  scheduleAmendmentCall,
  writeAmendment,
} from "../../store/sale/amendments.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { lockOrder, type OrderRow } from "../../store/sale/orders.ts";
import { addToTimeline, type EntryAuthor, type TimelineEntry } from "../../store/sale/timeline.ts";
import { lockAccount } from "../../store/terms/statements.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { notifyOfAmendment } from "../callbacks/amendment-callbacks.ts";
import { dispatchesAtOnce } from "../dispatch/dispatch.ts";
import { moneyOfAmendments } from "../money/amendment-amounts.ts";
import { revisionOf } from "../money/amendment-answers.ts";
import { amendmentRefund, writeAmendmentIntoOrder } from "../orders/decide-amendment.ts";
import { withReturnedSeats } from "../orders/expired-holds.ts";
import { furtherKinds } from "../orders/quote.ts";
import { needsNoSupplier, type OrderContext } from "../orders/transitions.ts";
import type { PlainRefusalCode } from "../selling/messages.ts";
import { amendmentExceedsLimit } from "../terms/limits.ts";

/**
 * Accepts a quote, and decides the amendment that follows. Each step is one transaction: it locks the order first, then
 * the events by id, and the version counter last. docs/decisions/0030-changes-to-an-order.md has the reasons.
 */

interface AcceptCall extends EntryAuthor {
  /** The order's revision that the quote must be for. */
  revision: number;
  actor: "partner" | "operator";
  now: Date;
  /** How the guest pays the difference at the desk. */
  payment?: (Payment & { method: DifferencePayment }) | undefined;
  hasGivenUp: HasGivenUp;
  /** Records the acceptance in its transaction. `waits`: the supplier has to agree. */
  record?: (tx: Tx, waits: boolean) => Promise<void>;
}

export type AcceptedAmendment =
  /** The order is changed. */
  | { outcome: "changed" }
  /** The amendment waits for the supplier; `callsHere`: this request calls the supplier. */
  | { outcome: "waits"; callsHere: boolean }
  /** The quote was accepted before, or its amendment has ended. */
  | { outcome: "again" }
  | { outcome: "stale" }
  | { outcome: "refused"; code: PlainRefusalCode };

/** Accepts a quote once. Of several concurrent requests, only one changes the order. */
export async function acceptQuote(
  context: OrderContext,
  change: AmendmentRow,
  call: AcceptCall,
): Promise<AcceptedAmendment> {
  const { db } = context;
  const accepted = await withReturnedSeats(db, change, call.now, () =>
    repeatAfterConflict(() =>
      unlessGivenUp(db, call.hasGivenUp, (own) => inTransaction(own, (tx) => acceptIn(tx, context, change, call))),
    ),
  );
  return accepted ?? { outcome: "refused", code: "capacity" };
}

async function acceptIn(
  tx: Tx,
  context: OrderContext,
  { id, orderId }: AmendmentRow,
  call: AcceptCall,
): Promise<AcceptedAmendment> {
  const { revision, actor, operator = null, message = null, now, payment = null } = call;
  const order = await lockOrder(tx, orderId);
  const change = await amendmentById(tx, id);
  if (!order || !change || change.revision !== revision) return { outcome: "stale" };
  if (change.status !== "quoted") return { outcome: "again" };
  if (revisionOf(order) !== revision) return { outcome: "stale" };
  if (now >= change.expiresAt) return { outcome: "refused", code: "change-expired" };
  if ((await voucherOf(tx, orderId))?.redeemedAt) return { outcome: "refused", code: "change-redeemed" };
  // An operator has paid back a part since the quote, so its refund is no longer true.
  if (Number(change.refundUsd) > Number(await amendmentRefund(tx, order, change)))
    return { outcome: "refused", code: "change-expired" };
  if (await amendmentIsOverLimit(tx, order, change, now)) return { outcome: "refused", code: "partner-limit" };
  const sale = (await orderSale(tx, orderId))!;
  // An operator's amendment of the operator's own seats needs no agreement.
  const isFinal = needsNoSupplier(sale) && (sale.sold.immediateBooking || actor === "operator");
  await call.record?.(tx, !isFinal);
  const entry = { at: now, actor, operator, message, details: await detailsOf(tx, order, change, payment) };
  if (isFinal) {
    await writeAmendment(tx, id, { status: "accepted", acceptedAt: now, actor, payment });
    await addToTimeline(tx, orderId, { ...entry, kind: "changed" });
    await writeAmendmentIntoOrder(tx, order, change, { now });
    await notifyOfAmendment(tx, context, order, { change, status: "accepted", now });
    await moveSeats(tx, seatsOf(order, change), now);
    return { outcome: "changed" };
  }
  const callsHere = dispatchesAtOnce({ ...sale.sold, test: order.test, supplierKind: sale.supplier?.kind ?? null });
  await writeAmendment(tx, id, { status: "waitsupplier", acceptedAt: now, actor, payment });
  await addToTimeline(tx, orderId, { ...entry, kind: "change-requested" });
  await countAmendment(tx, orderId, now);
  await scheduleAmendmentCall(tx, change, callsHere ? leaseSeconds : 0);
  const { take, adds } = seatsOf(order, change);
  if (take || adds) await moveSeats(tx, { take, give: [], adds }, now);
  return { outcome: "waits", callsHere };
}

/** Whether the amendment would take the partner over its limit. Sales and amendments of the partner wait for each other until they commit. */
async function amendmentIsOverLimit(
  tx: Tx,
  order: OrderRow,
  { eventId, content }: AmendmentRow,
  now: Date,
): Promise<boolean> {
  if (order.test || !order.agreed.terms) return false;
  // A sale locks its event first too.
  await lockEvents(tx, [order.eventId, eventId]);
  await lockAccount(tx, order.partnerId);
  return amendmentExceedsLimit(tx, order, content.agreed.tickets, now);
}

/** Returns the seats that an amendment of own seats takes and returns. */
function seatsOf(order: OrderRow, change: AmendmentRow): Parameters<typeof moveSeats>[1] {
  if (order.test) return { give: [] };
  const { seats, people, eventId, content } = change;
  const takes = seats > 0 || people > 0;
  const whole = content.wholeEvent && seats > 0 ? { orderId: order.id, capacity: content.seats } : undefined;
  return {
    take: takes ? { eventId, partnerId: order.partnerId, seats, whole } : undefined,
    give: eventId !== order.eventId || seats === 0 ? [order] : [],
    adds: eventId !== order.eventId || furtherKinds(order, content.tickets).size > 0 ? { eventId } : undefined,
  };
}

/** Returns the former and the new event, item, tickets and total, and the payment of the difference, for the timeline. */
async function detailsOf(
  tx: Tx,
  order: OrderRow,
  change: AmendmentRow,
  payment: AcceptCall["payment"] | null,
): Promise<NonNullable<TimelineEntry["details"]>> {
  const { before, total, currencyCode } = (await moneyOfAmendments(tx, [change])).get(change.id)!;
  const [formerItem, item] = [order.agreed.itemName, change.content.agreed.itemName];
  const named = (itemName: string) => (item !== formerItem ? { itemName } : {});
  return {
    before: { eventOn: order.eventOn, ...named(formerItem), tickets: order.tickets, total: before },
    after: { eventOn: change.eventOn, ...named(item), tickets: change.content.tickets, total },
    currencyCode,
    ...(payment && { paidBy: payment.method }),
  };
}
