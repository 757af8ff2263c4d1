import type { Tx } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { insertRefund } from "../../store/money/refunds.ts";
import { type EventReference, moveSeats } from "../../store/orders/order-writes.ts";
import {
  type AmendmentRow,
  applyAmendment,
  countAmendment,
  endAmendmentCalls,
  waitingAmendment,
  writeAmendment,
} from "../../store/sale/amendments.ts";
import { recordChangeLetter } from "../../store/sale/due-letters.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { lockOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { addToTimeline, type EntryAuthor } from "../../store/sale/timeline.ts";
import { notifyOfAmendment } from "../callbacks/amendment-callbacks.ts";
import { setOffRefunds } from "../money/account.ts";
import { amendmentAmounts } from "../money/refund.ts";
import { replaceVoucher } from "../visits/vouchers.ts";
import { sameSelection } from "./content.ts";
import { orderWithTerms, refundDueUsd } from "./due-refunds.ts";
import { type OrderContext, startCallbackDelivery } from "./transitions.ts";

/** Ends an accepted amendment: its order is changed, or its seats are returned. */

/** Returns the refund in US dollars that becomes due if the amendment is applied now. */
export async function amendmentRefund(tx: Tx, order: OrderRow, { totalUsd, content }: AmendmentRow): Promise<string> {
  const totals = { before: order.totalUsd, after: totalUsd };
  const { refundUsd } = amendmentAmounts(totals, content.agreed.refundCap ?? 100);
  return refundDueUsd(await orderWithTerms(tx, order.id), refundUsd);
}

/** Writes the amendment into its order, with the voucher and confirmation. Returns the amendment with the refund that is due. */
export async function writeAmendmentIntoOrder(
  tx: Tx,
  order: OrderRow,
  change: AmendmentRow,
  { now, confirmation = null }: { now: Date; confirmation?: string | null },
): Promise<AmendmentRow> {
  const refundUsd = await amendmentRefund(tx, order, change);
  await applyAmendment(tx, change, { now, refundUsd, confirmation });
  const isReplaced = change.eventId !== order.eventId || !sameSelection(change.content.tickets, order.tickets);
  const sale = (await orderSale(tx, order.id))!;
  await insertRefund(tx, { orderId: order.id, reason: "changed", dueUsd: refundUsd, dueAt: now });
  await setOffRefunds(tx, order, now);
  if (isReplaced) await replaceVoucher(tx, { former: order, sale }, now);
  await recordChangeLetter(tx, order.id, change.id);
  return { ...change, refundUsd };
}

/** The decision about a waiting amendment, and its author. */
export interface AmendmentDecision extends EntryAuthor {
  accepted: boolean;
  confirmation?: string | null;
}

/**
 * Decides the waiting amendment of a locked order. The caller calls `startCallbackDelivery` after the commit. Null: no
 * amendment waits.
 */
export async function decideAmendment(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { accepted, confirmation, actor, operator = null, message = null }: AmendmentDecision,
): Promise<AmendmentRow | null> {
  let change = await waitingAmendment(tx, order.id);
  if (!change) return null;
  const now = context.clock();
  const status = accepted ? "accepted" : "declined";
  await writeAmendment(tx, change.id, { status });
  const kind = accepted ? "changed" : "change-declined";
  await addToTimeline(tx, order.id, { at: now, kind, actor, operator, message });
  if (accepted) change = await writeAmendmentIntoOrder(tx, order, change, { now, confirmation: confirmation ?? null });
  else await countAmendment(tx, order.id, now);
  await endAmendmentCalls(tx, change);
  await notifyOfAmendment(tx, context, order, { change, status, now });
  if (!order.test) await moveSeats(tx, { give: eventsOf(order, change, accepted) }, now);
  return change;
}

/** Returns the events whose seats are recounted when an amendment is decided. */
function eventsOf(order: OrderRow, change: AmendmentRow, accepted: boolean): EventReference[] {
  if (change.eventId === order.eventId) return [order];
  return accepted ? [order, change] : [change];
}

/** Decides an amendment in its supplier's place, in a new transaction. Returns null if no amendment waits. */
export async function decideAmendmentForSupplier(
  context: OrderContext,
  orderId: string,
  decision: AmendmentDecision,
  record: (tx: Tx) => Promise<void>,
): Promise<OrderRow | null> {
  const decided = await repeatAfterConflict(() =>
    context.db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const change = order && (await decideAmendment(tx, context, order, decision));
      if (change) await record(tx);
      return change;
    }),
  );
  const order = decided && (await orderById(context.db, orderId));
  if (order) startCallbackDelivery(context, order);
  return order || null;
}
