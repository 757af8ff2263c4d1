import type { OrderStatus } from "@paseo/contract";
import type { Db, Tx } from "../../store/database/database.ts";
import type { Queue } from "../../store/database/queue.ts";
import type { BookingShare } from "../../store/orders/booking-share.ts";
import { orderSale } from "../../store/orders/dispatch.ts";
import { type Actor, addToTimeline, givePlacesBack, lockOrder, writeStatus } from "../../store/orders/order-changes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { notifyPartner } from "./callbacks/callbacks.ts";
import type { Suppliers } from "./dispatch/supplier.ts";
import { givesCapacityBack, type OrderTrigger, orderTransitions } from "./order-status.ts";
import { issueVoucher, voidVoucher } from "./vouchers.ts";

/** What changing an order needs, put together in app.ts. */
export interface OrderContext {
  db: Db;
  queue: Queue;
  suppliers: Suppliers;
  clock: () => Date;
  /** Bookings' share of the store's connections; an embedded store has none to share. */
  share?: BookingShare | undefined;
  /** Address at which partners and suppliers reach this service, without a slash at the end. */
  publicUrl: string;
  /** Whether every order of this service is a test order. */
  sandbox: boolean;
  /** Told what a supplier's kind answered. */
  onOutcome?: (kind: string, outcome: string) => void;
  onError: (error: unknown) => void;
  /** Suppliers that are being asked for somebody who waits no longer; a stop waits for them. */
  inFlight: Set<Promise<void>>;
}

export interface OrderChange {
  trigger: OrderTrigger;
  actor: Actor;
  /** A code or a sentence, for the timeline. */
  why?: string | null;
  /** What the supplier said, in its own words. */
  said?: string | null;
  /** The supplier's own number. */
  confirmation?: string | null;
  /** Seconds for which whoever changes the order will ask its supplier itself. */
  askingFor?: number;
}

export interface Changed {
  /** As it is now; null when there is no such order. */
  order: OrderRow | null;
  /** Whether the trigger did anything to an order in its status. */
  changed: boolean;
}

/** Changes one order in a transaction of its own. `record` writes what belongs to the change, where it was made. */
export async function changeOrder(
  orderContext: OrderContext,
  id: string,
  change: OrderChange,
  record?: (order: OrderRow, tx: Tx) => Promise<void>,
): Promise<Changed> {
  const result = await orderContext.db.transaction().execute(async (tx) => {
    const result = await changeOrderIn(tx, orderContext, id, change);
    if (result.changed && result.order) await record?.(result.order, tx);
    return result;
  });
  if (result.changed) orderContext.queue.nudge("callbacks");
  return result;
}

/**
 * Changes an order as the status table says, with all that follows from it, or not at all: timeline, places given back,
 * voucher, notification with its job, and what is next to be asked of the supplier. Takes the order's lock first, then the
 * event's, and the counter's last. The caller nudges the queue after the commit.
 */
export async function changeOrderIn(
  tx: Tx,
  orderContext: OrderContext,
  id: string,
  change: OrderChange,
): Promise<Changed> {
  const before = await lockOrder(tx, id);
  const status = before && orderTransitions[before.status][change.trigger];
  if (!before || !status) return { order: before, changed: false };
  const now = orderContext.clock();
  const confirmation = change.confirmation ?? null;
  const dueIn = supplierDueIn(before, status, change);
  const sequence = await writeStatus(tx, id, { status, confirmation, dueIn });
  const order = { ...before, status, confirmation: confirmation ?? before.confirmation, changes: sequence };
  const { trigger, actor, why, said } = change;
  await addToTimeline(tx, id, { at: now, kind: "status", status, actor, why: why ?? trigger, said: said ?? null });
  if (status === "complete") await issueVoucher(tx, order, await orderSale(tx, id), now);
  if (status === "cancelled") await voidVoucher(tx, id, now);
  await notifyPartner(tx, orderContext, order, now);
  // Last: it may take the counter's lock.
  if (givesCapacityBack(status) && !order.test) await givePlacesBack(tx, order, now);
  return { order, changed: true };
}

/** When the supplier is next to be asked about an order that comes to this status; null when there is nothing to ask. */
function supplierDueIn(before: OrderRow, status: OrderStatus, { actor, askingFor = 0 }: OrderChange): number | null {
  if (status === "waitcancel") return askingFor;
  // It ended before its outcome was known: a supplier that was asked must be told, unless it is what says so.
  const ended = before.status === "waitsupplier" && givesCapacityBack(status);
  return ended && before.supplierAsked && actor !== "supplier" ? 0 : null;
}
