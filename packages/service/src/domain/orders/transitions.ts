import type { OrderStatus } from "@paseo/contract";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { insertCallbacks } from "../../store/callbacks/callbacks.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { type EventReference, moveSeats, returnSeats, writeStatus } from "../../store/orders/order-writes.ts";
import { amendmentsOf, waitingAmendment, writeAmendment } from "../../store/sale/amendments.ts";
import { type OrderSale, orderSale, orderSales } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { flagOrder, lockOrder } from "../../store/sale/orders.ts";
import { addAllToTimeline, addToTimeline, type EntryAuthor } from "../../store/sale/timeline.ts";
import { voidVoucherOf } from "../../store/visits/vouchers.ts";
import type { Suppliers } from "../../suppliers/supplier.ts";
import { notifyOfAmendment } from "../callbacks/amendment-callbacks.ts";
import { notifyPartner, statusCallback } from "../callbacks/callbacks.ts";
import { issueVoucher, issueVouchers } from "../visits/vouchers.ts";
import { writeDueRefund } from "./due-refunds.ts";
import { givesCapacityBack, type OrderTrigger, orderTransitions } from "./order-status.ts";

/** Dependencies of every change to an order. context.ts creates it. */
export interface OrderContext {
  db: Db;
  /** Milliseconds that a sale waits for an event that another transaction has locked; undefined in commands. */
  lockMs?: number | undefined;
  suppliers: Suppliers;
  /** Returns an event with the seats that its supplier has now. Undefined: the seats in the store decide. */
  liveSeats?: (event: BookableEvent, wanted: number) => Promise<BookableEvent>;
  clock: () => Date;
  /** This service's address for partners and suppliers, without a trailing slash. */
  publicUrl: string;
  /** Whether every order of this service is a test order. */
  sandbox: boolean;
  /** Called with each outcome and the kind of supplier, for the metrics. */
  onOutcome?: (kind: string, outcome: string) => void;
  onError: (error: unknown) => void;
  /** Called with the id of a new order, before its supplier is called. */
  onPlaced?: ((orderId: string) => void) | undefined;
  /** Called after the commit of a status change that wrote a callback. */
  onCallbackWritten?: (order: Pick<OrderRow, "id" | "partnerId">) => void;
  /** Called when a supplier reports changed seats. */
  onSupplierNotified?: () => void;
  /** Supplier calls in flight whose request is already answered. Shutdown waits for them. */
  inFlight: Set<Promise<void>>;
}

export interface Transition extends EntryAuthor {
  trigger: OrderTrigger;
  /** The supplier's booking number. */
  confirmation?: string | null;
  /** The operator's reason for the partner. The callback contains it. */
  reason?: string | null;
  /** A cancellation refunds the whole price, whatever the terms say. */
  refundsInFull?: boolean;
  /** Returns the refund of a cancellation in US dollars that an operator chose in place of the refund by the terms. */
  chosenRefund?: ((tx: Tx, order: OrderRow, now: Date) => Promise<string>) | undefined;
  /** Seconds for which the caller calls the supplier itself. The dispatch job skips the order for this time. */
  leaseFor?: number;
}

/** Returns the author of an operator's entry in the timeline. `reason`: the operator's own words. */
export const operatorAuthor = ({ email }: { email: string }, reason?: string | undefined) =>
  ({ actor: "operator", operator: email, message: reason || null }) as const satisfies EntryAuthor;

interface ChangedOrder {
  /** The order after the change; null when it does not exist. */
  order: OrderRow | null;
  /** Whether the trigger had an effect. */
  changed: boolean;
}

/** Changes one order in a new transaction. `record` runs in it when the order changed. */
export async function changeOrder(
  orderContext: OrderContext,
  id: string,
  change: Transition,
  record?: (order: OrderRow, tx: Tx) => Promise<void>,
): Promise<ChangedOrder> {
  const result = await inTransaction(orderContext.db, async (tx) => {
    const first = await changeOrderIn(tx, orderContext, id, change);
    const result = (await cancelOwnSeats(tx, orderContext, first, change)) ?? first;
    if (result.changed && result.order) await record?.(result.order, tx);
    return result;
  });
  if (result.changed) startCallbackDelivery(orderContext, result.order);
  return result;
}

/** Whether an order has seats of the operator's own, for which no supplier is called. The simulator decides test orders. */
export const needsNoSupplier = ({ order, supplier }: Pick<OrderSale, "order" | "supplier">): boolean =>
  !order.test && supplier === null;

/** An operator's cancellation of the operator's own seats is final, because nobody else has to agree. */
async function cancelOwnSeats(
  tx: Tx,
  orderContext: OrderContext,
  { order, changed }: ChangedOrder,
  change: Transition,
): Promise<ChangedOrder | null> {
  if (!changed || change.actor !== "operator" || order?.status !== "waitcancel") return null;
  const sale = await orderSale(tx, order.id);
  if (!sale || !needsNoSupplier(sale)) return null;
  return changeOrderIn(tx, orderContext, order.id, { ...change, trigger: "cancel-confirmed" });
}

/** Starts the delivery of the callback that a status change wrote. Without this call the next lookup of due callbacks finds it. */
export function startCallbackDelivery({ onCallbackWritten }: OrderContext, order: OrderRow | null): void {
  if (order?.callbackUrl) onCallbackWritten?.(order);
}

/**
 * Changes an order by the status table, with all consequences or none: timeline, returned seats, voucher, callback and the next
 * supplier call. Locks the order first, then the event, and the version counter last. The caller calls `startCallbackDelivery` after the commit.
 */
export async function changeOrderIn(
  tx: Tx,
  orderContext: OrderContext,
  id: string,
  change: Transition,
): Promise<ChangedOrder> {
  const before = await lockOrder(tx, id);
  return before ? changeLockedOrder(tx, orderContext, before, change) : { order: null, changed: false };
}

/** Makes the transition of an order that the caller has locked and read. */
export async function changeLockedOrder(
  tx: Tx,
  orderContext: OrderContext,
  before: OrderRow,
  given: Transition,
): Promise<ChangedOrder> {
  // An erased order takes no free text, neither in its history nor in the partner's callback.
  const change = before.erasedAt ? { ...given, message: null, reason: null } : given;
  const status = orderTransitions[before.status][change.trigger];
  if (!status) return { order: before, changed: false };
  const { id } = before;
  const now = orderContext.clock();
  const confirmation = change.confirmation ?? null;
  const dueIn = supplierDueIn(before, status, change);
  const sequence = await writeStatus(tx, id, { status, confirmation, dueIn }, statusEntry(status, change, now));
  const order = { ...before, status, confirmation: confirmation ?? before.confirmation, changes: sequence };
  // Only an order that was complete has a voucher.
  if (status === "cancelled" && before.status !== "waitsupplier") await voidVoucherOf(tx, id, now);
  // The callback of a cancelled order has its refund.
  await writeDueRefund(tx, before, { ...change, status }, now);
  await followStatus(tx, orderContext, order, { now, reason: change.reason });
  const givesBack = givesCapacityBack(status) && !order.test;
  const withdrawn = before.status === "complete" ? await withdrawChange(tx, orderContext, before, now) : null;
  if (change.trigger === "cancel-declined" && change.actor === "supplier") await flagWithdrawn(tx, id, now);
  // This is the last step, because it may lock the version counter.
  if (withdrawn) await moveSeats(tx, { give: givesBack ? eventsOf(order, withdrawn) : [withdrawn] }, now);
  else if (givesBack) await returnSeats(tx, order, order.seats, now);
  return { order, changed: true };
}

/**
 * The cancellation withdrew an amendment that the supplier may have confirmed: an operator has to find out the
 * supplier's state.
 */
async function flagWithdrawn(tx: Tx, id: string, now: Date): Promise<void> {
  if ((await amendmentsOf(tx, id)).at(-1)?.status !== "withdrawn") return;
  await flagOrder(tx, id, "change-unanswered", now);
  await addToTimeline(tx, id, { at: now, kind: "flagged", actor: "service", why: "change-unanswered" });
}

/** Returns the events of an order and of its amendment: one or two. */
const eventsOf = (order: EventReference, change: EventReference): EventReference[] =>
  change.eventId === order.eventId ? [order] : [order, change];

const statusEntry = (
  status: OrderStatus,
  { trigger, actor, operator = null, message = null, reason = null }: Transition,
  at: Date,
) => {
  const details = reason === null ? null : ({ forPartner: true } as const);
  return { at, kind: "status", status, actor, operator, why: trigger, message, details } as const;
};

/** Writes the consequences for orders that are complete when they are placed: timeline, vouchers and callbacks. */
export async function recordCompletedOrders(
  tx: Tx,
  orderContext: OrderContext,
  orders: OrderRow[],
  change: Transition,
): Promise<void> {
  await addAllToTimeline(
    tx,
    orders.map((order) => ({ orderId: order.id, ...statusEntry(order.status, change, order.createdAt) })),
  );
  const sales = await orderSales(
    tx,
    orders.map(({ id }) => id),
  );
  const codes = await issueVouchers(
    tx,
    sales.map((sale) => ({ sale, now: sale.order.createdAt })),
  );
  await insertCallbacks(
    tx,
    orders.flatMap((order) => statusCallback(orderContext, order, codes.get(order.id) ?? null, order.createdAt)),
  );
}

async function followStatus(
  tx: Tx,
  orderContext: OrderContext,
  order: OrderRow,
  { now, reason }: { now: Date; reason?: string | null | undefined },
): Promise<void> {
  if (order.status === "complete") await issueVoucher(tx, order, await orderSale(tx, order.id), now);
  await notifyPartner(tx, orderContext, order, { now, reason });
}

/** Seconds until the next supplier call for an order in this status; null when no call is needed. */
function supplierDueIn(before: OrderRow, status: OrderStatus, { actor, leaseFor = 0 }: Transition): number | null {
  if (status === "waitcancel") return leaseFor;
  // The order ended before its outcome was known. Dispatch cancels it with the supplier, except when the supplier ended
  // it or nobody was called.
  const ended = before.status === "waitsupplier" && givesCapacityBack(status);
  return ended && before.supplierCalled && !before.atDesk && actor !== "supplier" ? 0 : null;
}

/** Ends the waiting amendment when its order ends. Returns the event whose seats must be recounted, or null. */
async function withdrawChange(
  tx: Tx,
  context: { publicUrl: string },
  order: OrderRow,
  now: Date,
): Promise<EventReference | null> {
  const change = await waitingAmendment(tx, order.id);
  if (!change) return null;
  await writeAmendment(tx, change.id, { status: "withdrawn" });
  await addToTimeline(tx, order.id, { at: now, kind: "change-declined", actor: "service", why: "withdrawn" });
  await notifyOfAmendment(tx, context, order, { change, status: "withdrawn", now });
  return change.seats > 0 ? change : null;
}
