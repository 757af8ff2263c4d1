import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import type { StoredSupplier, SupplierOrder } from "../../records/supplier-order.ts";
import { sizedTickets } from "../../records/tickets/ticket-sizes.ts";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { leaseSeconds } from "../../store/database/due-work.ts";
import { storeFaultOf } from "../../store/database/faults.ts";
import { releaseClaimLater } from "../../store/database/give-back.ts";
import {
  claimDueOrder,
  markCalled,
  readSupplierDue,
  releaseOrder,
  setSupplierDue,
  unmarkCalled,
} from "../../store/dispatch/dispatch.ts";
import { isDemo } from "../../store/orders/demo-state.ts";
import { type AmendmentRow, waitingAmendment } from "../../store/sale/amendments.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { flagOrder, lockOrder } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { deskSupplierKind } from "../../suppliers/kinds/desk.ts";
import { simulatorSupplierKind } from "../../suppliers/kinds/simulator.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";
import { answerLimitSeconds } from "../../suppliers/sandbox.ts";
import type { Supplier, SupplierOutcome } from "../../suppliers/supplier.ts";
import { decideAmendment } from "../orders/decide-amendment.ts";
import { changeOrderIn, needsNoSupplier, type OrderContext, startCallbackDelivery } from "../orders/transitions.ts";
import { readAnswers } from "../selling/own-questions.ts";
import { type CalledOrder, type DispatchDecision, decideOnOutcome } from "./dispatch-rules.ts";

/**
 * Sends orders to their suppliers. Each order stores when its supplier is next called (store/dispatch/dispatch.ts). The call is
 * recorded before the request is sent. After that only the status is queried, so that no supplier books twice. An unknown
 * outcome is not a failure: the status is queried again, and after the supplier's time limit the order is flagged.
 */

/** After this time an order at the operator's own desk is flagged. */
export const deskAnswerSeconds = 24 * 3600;

/** The operator's own desk, which receives orders of products without a supplier. */
const ownDesk: StoredSupplier = {
  externalId: "",
  name: "",
  kind: deskSupplierKind.kind,
  lang: "es",
  settings: {},
  secrets: [],
  answerWithinMinutes: deskAnswerSeconds / 60,
};
/** Returns the simulator, which is the supplier of test orders. */
const simulatorFor = ({ email }: OrderRow): StoredSupplier => ({
  ...ownDesk,
  kind: simulatorSupplierKind.kind,
  answerWithinMinutes: answerLimitSeconds(email) / 60,
});

/**
 * Returns the supplier of an order. Some kinds of supplier decide live orders only in a sandbox or a demo store. Elsewhere, live orders
 * wait at the orders desk.
 */
async function supplierOf({ db, sandbox }: OrderContext, { order, supplier }: OrderSale): Promise<StoredSupplier> {
  if (order.test) return simulatorFor(order);
  if (!supplier) return ownDesk;
  if (!findSupplierKind(supplier.kind)?.demoOnly || sandbox || (await isDemo(db))) return supplier;
  return { ...supplier, kind: deskSupplierKind.kind, settings: {} };
}

/**
 * Whether the booking request itself gets the outcome. Some suppliers answer later. The operator's own seats need no
 * answer.
 */
export const dispatchesAtOnce = (sold: {
  test: boolean;
  immediateBooking: boolean;
  supplierKind: string | null;
}): boolean =>
  sold.test ||
  (sold.immediateBooking &&
    (sold.supplierKind === null || findSupplierKind(sold.supplierKind)?.answersAtOnce === true));

/**
 * Nobody is called in two cases: the operator's own seats confirm at once, or the operator confirmed before the
 * supplier was called, so the supplier does not know the order. An order that is at the desk stays there if its product
 * changes.
 */
const needsNoAnswer = (sale: OrderSale): boolean =>
  !sale.order.supplierCalled &&
  (sale.order.status === "complete" || (needsNoSupplier(sale) && sale.sold.immediateBooking));

/** Calls the supplier now and waits up to `ms` for the outcome. A later outcome still takes effect. */
export async function dispatchUntilTimeout(orderContext: OrderContext, orderId: string, ms: number): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  // After an error of this service (such as an unreachable store), the dispatch job takes the order when its lease ends.
  const call: Promise<void> = dispatchOrder(orderContext, orderId)
    .catch((error) => orderContext.onError(error))
    .finally(() => orderContext.inFlight.delete(call));
  orderContext.inFlight.add(call);
  await Promise.race([call, timeout]);
  clearTimeout(timer);
}

/** Calls the supplier of a due order, unless another process has claimed it. */
export async function dispatchWhenDue(orderContext: OrderContext, orderId: string): Promise<void> {
  if (await claimDueOrder(orderContext.db, orderId)) await dispatchOrder(orderContext, orderId);
}

/** Makes the supplier call that the order needs now. The caller holds the order's lease. */
export async function dispatchOrder(orderContext: OrderContext, orderId: string): Promise<void> {
  let sale: OrderSale | null | undefined;
  try {
    sale = await orderSale(orderContext.db, orderId);
    if (sale) await dispatchSale(orderContext, sale);
  } catch (error) {
    // Releases the order as soon as the store is back, before its lease ends.
    const due = sale?.due;
    if (storeFaultOf(error))
      releaseClaimLater(orderContext.db, `order ${orderId}`, leaseSeconds * 1000, () =>
        releaseOrder(orderContext.db, orderId, due),
      );
    throw error;
  }
}

async function dispatchSale(orderContext: OrderContext, sale: OrderSale): Promise<void> {
  const change = sale.order.status === "complete" ? await waitingAmendment(orderContext.db, sale.order.id) : null;
  if (!change && needsNoAnswer(sale)) {
    await inTransaction(orderContext.db, (tx) => confirmWithoutCall(tx, orderContext, sale));
    startCallbackDelivery(orderContext, sale.order);
    return;
  }
  const stored = await supplierOf(orderContext, sale);
  const supplier = orderContext.suppliers(stored);
  const outcome = change
    ? await callForChange(supplier, sale, change)
    : await callSupplier(orderContext, supplier, sale);
  orderContext.onOutcome?.(stored.kind, outcome.outcome);
  await inTransaction(orderContext.db, (tx) =>
    recordOutcome(tx, orderContext, { sale, change, stored, supplier, outcome }),
  );
  startCallbackDelivery(orderContext, sale.order);
}

/** Confirms the order or its cancellation without a call. If another request confirmed it meanwhile, no call is due. */
async function confirmWithoutCall(tx: Tx, orderContext: OrderContext, { order: { id, status }, due }: OrderSale) {
  const trigger = status === "waitcancel" ? "cancel-confirmed" : "confirmed";
  const { order, changed } = await changeOrderIn(tx, orderContext, id, { trigger, actor: "service" });
  if (changed || order === null || (await readSupplierDue(tx, id)) !== due) return;
  // A change of status may leave the lease in place.
  const waits = order.status === "waitcancel" || (await waitingAmendment(tx, id)) !== null;
  await setSupplierDue(tx, id, waits ? 0 : null, false);
}

async function callSupplier(orderContext: OrderContext, supplier: Supplier, sale: OrderSale): Promise<SupplierOutcome> {
  const order = supplierOrder(sale);
  const unknown: SupplierOutcome = { outcome: "unknown", message: null };
  // The supplier has no status call, so only its time limit can have passed.
  if (!supplier.status && arrivedBefore(sale)) return unknown;
  if (order.status === "complete") return supplier.status ? supplier.status(order) : unknown;
  if (order.status !== "waitsupplier") return supplier.cancel(order);
  const call = await recordCall(orderContext, order.id);
  if (call === "ended-before") return { outcome: "not-received", message: null };
  if (call === "ended-after") return unknown;
  if (call === "first" || !supplier.status) return supplier.request(order);
  // Another process may have sent the request after this one read the order.
  const outcome = await supplier.status({ ...order, calledSecondsAgo: order.calledSecondsAgo ?? 0 });
  // The call was recorded but did not arrive: the process ended, or the connection failed.
  return outcome.outcome === "not-received" ? supplier.request(order) : outcome;
}

/** If the supplier has no status call, the order is flagged after the time limit and the operator decides. */
async function callForChange(supplier: Supplier, sale: OrderSale, change: AmendmentRow): Promise<SupplierOutcome> {
  const unknown: SupplierOutcome = { outcome: "unknown", message: null };
  if (!supplier.change || (!supplier.status && arrivedBefore(sale))) return unknown;
  const { email, phoneNumber, agreed } = change.content;
  const tickets = sizedTickets(change.content);
  const order = supplierOrder(sale);
  const names = { eventOn: change.eventOn, itemName: agreed.itemName };
  const answers = readAnswers(change.content.answers, agreed.questions, langOf(sale));
  return supplier.change(order, { id: change.id, order: { ...order, ...names, tickets, answers, email, phoneNumber } });
}

/** Whether the last call, in any status, certainly did not reach the supplier. */
const neverArrived = ({ lastAnswer }: OrderSale): boolean => lastAnswer?.outcome === "not-received";

/** Whether an earlier call in this status may have reached the supplier. */
const arrivedBefore = (sale: OrderSale): boolean => sale.tries > 0 && !neverArrived(sale);

/**
 * Records that the supplier is about to be called. `again`: an earlier call was recorded in the same status.
 * `ended-before` and `ended-after`: the order no longer waits, because it ended before or after its first call.
 */
async function recordCall(
  { db, clock }: OrderContext,
  orderId: string,
): Promise<"first" | "again" | "ended-before" | "ended-after"> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== "waitsupplier") return order?.supplierCalled ? "ended-after" : "ended-before";
    if (order.supplierCalled) return "again";
    await markCalled(tx, orderId);
    await addToTimeline(tx, orderId, { at: clock(), kind: "dispatched", actor: "service" });
    return "first";
  });
}

interface AnsweredCall {
  /** The order when the supplier was called. */
  sale: OrderSale;
  /** The amendment that this call sends to the supplier. */
  change: AmendmentRow | null;
  stored: StoredSupplier;
  supplier: Supplier;
  outcome: SupplierOutcome;
}

/** Changes the order as the outcome requires, in one transaction with its timeline. */
async function recordOutcome(tx: Tx, orderContext: OrderContext, call: AnsweredCall): Promise<void> {
  const order = await lockOrder(tx, call.sale.order.id);
  if (!order) return;
  const waiting = await waitingAmendment(tx, order.id);
  await apply(tx, orderContext, order, call, decideOnOutcome(calledOrder(call, order, waiting), call.outcome));
}

/** Returns the values that the decision depends on. */
function calledOrder(
  { sale, change, stored, supplier, outcome }: AnsweredCall,
  { status }: OrderRow,
  waiting: AmendmentRow | null,
): CalledOrder {
  return {
    calledAs: sale.order.status,
    status,
    change: waiting === null ? "none" : waiting.id === change?.id ? "asked" : "accepted-meanwhile",
    tries: sale.tries,
    waitedSeconds: outcome.outcome === "not-received" ? sale.placedSecondsAgo : (sale.calledSecondsAgo ?? 0),
    limitSeconds: stored.answerWithinMinutes * 60,
    answersItself: supplier.status === null,
    arrivedBefore: arrivedBefore(sale),
    lastAnswer: sale.lastAnswer,
    flagged: sale.flagged,
  };
}

/** Writes a decision. The caller has locked the order. */
async function apply(
  tx: Tx,
  orderContext: OrderContext,
  order: OrderRow,
  { sale, outcome }: AnsweredCall,
  { triggers, decided, isUnmarked, isWritten, flag, dueIn, isRepeated }: DispatchDecision,
): Promise<void> {
  const { id } = order;
  const at = orderContext.clock();
  // After this call's lease, another call for this order started, ended first and set the next call.
  const isTaken = dueIn === null && (await readSupplierDue(tx, id)) !== sale.due;
  const { outcome: why, message } = outcome;
  const answer = {
    actor: "supplier",
    message,
    confirmation: outcome.outcome === "confirmed" ? outcome.confirmation : null,
  } as const;
  if (isUnmarked) await unmarkCalled(tx, id);
  if (decided) await decideAmendment(tx, orderContext, order, { accepted: decided === "accepted", ...answer });
  for (const trigger of triggers) await changeOrderIn(tx, orderContext, id, { trigger, ...answer });
  if (isWritten) await addToTimeline(tx, id, { at, kind: "answered", actor: "supplier", why, message });
  if (flag) {
    await flagOrder(tx, id, flag, at);
    await addToTimeline(tx, id, { at, kind: "flagged", actor: "service", why: flag });
  }
  // The function that ends an amendment sets the next call itself.
  if (!isTaken && !(decided && dueIn === null)) await setSupplierDue(tx, id, dueIn, isRepeated);
}

/** Returns the language in which the supplier reads. A test order always has the simulator as its supplier. */
const langOf = ({ order, supplier }: OrderSale): Language => supplier?.lang ?? order.lang;

function supplierOrder(sale: OrderSale): SupplierOrder {
  const { order, sold, calledSecondsAgo } = sale;
  const { address: _, latitude: _lat, longitude: _lon, immediateBooking: _at, ...names } = sold;
  return {
    ...names,
    id: order.id,
    reference: orderReference(order),
    lang: order.lang,
    status: order.status,
    tickets: sizedTickets(order),
    answers: readAnswers(order.answers, order.agreed.questions, langOf(sale)),
    email: order.email,
    phoneNumber: order.phoneNumber,
    confirmation: order.confirmation,
    placedAt: order.createdAt,
    calledSecondsAgo,
    arrivedBefore: arrivedBefore(sale),
  };
}
