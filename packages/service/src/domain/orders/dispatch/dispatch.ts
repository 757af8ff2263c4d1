import type { Tx } from "../../../store/database/database.ts";
import { demoState } from "../../../store/database/demo-state.ts";
import { storeFault } from "../../../store/database/faults.ts";
import { owe } from "../../../store/database/give-back.ts";
import {
  claimDueOrder,
  flagOrder,
  leaseSeconds,
  markAsked,
  type OrderSale,
  orderSale,
  releaseOrder,
  setSupplierDue,
  supplierDue,
  unmarkAsked,
} from "../../../store/orders/dispatch.ts";
import { addToTimeline, lockOrder } from "../../../store/orders/order-changes.ts";
import type { OrderRow } from "../../../store/orders/orders.ts";
import type { SupplierOrder, SupplierSettings } from "../../../store/orders/supplier-order.ts";
import { changeOrderIn, type OrderContext, statusChanged } from "../order-changes.ts";
import { orderReference } from "../order-content.ts";
import { answerLimitSeconds } from "../sandbox.ts";
import { nextStep } from "./dispatch-rules.ts";
import type { Outcome, Supplier } from "./supplier.ts";

/**
 * Handing an order over to whoever runs the activity. An order carries its own job: when its supplier is next to be asked
 * (store/orders/dispatch.ts). That the supplier was asked is written down before the request leaves; from then on only its
 * status is asked for, so that no supplier books twice. An outcome that is not known is never called a failure: it is
 * asked for again, and after the supplier's limit the operator is told.
 */

/** The operator's own desk, where orders wait whose product names no supplier. */
const ownDesk: SupplierSettings = {
  externalId: "",
  name: "",
  kind: "desk",
  lang: "es",
  email: null,
  url: null,
  secrets: [],
  answerWithinMinutes: 1440,
};
/** Who answers test orders. */
const simulatorFor = ({ email }: OrderRow): SupplierSettings => ({
  ...ownDesk,
  kind: "simulator",
  answerWithinMinutes: answerLimitSeconds(email) / 60,
});

/** A simulator decides live orders of a sandbox or of a demo store alone; elsewhere they wait at the operator's own desk. */
async function supplierOf({ db, sandbox }: OrderContext, { order, supplier }: OrderSale): Promise<SupplierSettings> {
  if (order.test) return simulatorFor(order);
  if (supplier?.kind !== "simulator" || sandbox || (await demoState(db)) !== null) return supplier ?? ownDesk;
  return { ...supplier, kind: "desk", email: null };
}

/** Whether its supplier is asked within the request that places an order. A desk takes its time. */
export const dispatchesAtOnce = (sold: {
  test: boolean;
  immediateBooking: boolean;
  supplierKind: string | null;
}): boolean => sold.test || (sold.immediateBooking && sold.supplierKind !== null && sold.supplierKind !== "desk");

/** Asks at once and waits for the outcome for so long; what comes later is followed all the same. */
export async function dispatchWithin(orderContext: OrderContext, orderId: string, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  // A failure of ours (the store is away, say) leaves the order to the hand-over, when the lease is over.
  const asked: Promise<void> = dispatchOrder(orderContext, orderId)
    .catch((error) => orderContext.onError(error))
    .finally(() => orderContext.inFlight.delete(asked));
  orderContext.inFlight.add(asked);
  await Promise.race([asked, over]);
  clearTimeout(timer);
}

/** Asks the supplier of an order that is due, unless another process was faster. */
export async function dispatchWhenDue(orderContext: OrderContext, orderId: string): Promise<void> {
  if (await claimDueOrder(orderContext.db, orderId)) await dispatchOrder(orderContext, orderId);
}

/** Asks the supplier of an order whatever is to be asked of it now. Whoever calls holds the order's lease. */
export async function dispatchOrder(orderContext: OrderContext, orderId: string): Promise<void> {
  let sale: OrderSale | null | undefined;
  try {
    sale = await orderSale(orderContext.db, orderId);
    if (sale) await askFor(orderContext, sale);
  } catch (error) {
    // When the store is back somebody takes the order at once, and not when the lease is over.
    const due = sale?.due;
    if (storeFault(error))
      owe(orderContext.db, `order ${orderId}`, leaseSeconds * 1000, () => releaseOrder(orderContext.db, orderId, due));
    throw error;
  }
}

async function askFor(orderContext: OrderContext, sale: OrderSale): Promise<void> {
  const settings = await supplierOf(orderContext, sale);
  const supplier = orderContext.suppliers(settings);
  const outcome = await ask(orderContext, supplier, sale);
  orderContext.onOutcome?.(settings.kind, outcome.outcome);
  await orderContext.db.transaction().execute((tx) => follow(tx, orderContext, { sale, settings, supplier, outcome }));
  statusChanged(orderContext, sale.order);
}

async function ask(orderContext: OrderContext, supplier: Supplier, sale: OrderSale): Promise<Outcome> {
  const order = supplierOrder(sale);
  const unknown: Outcome = { outcome: "unknown", said: null };
  // There is no way to ask how things stand: its time was up, no more.
  if (!supplier.status && sale.tries > 0 && !neverArrived(sale)) return unknown;
  if (order.status === "complete") return supplier.status ? supplier.status(order) : unknown;
  if (order.status !== "waitsupplier") return supplier.cancel(order);
  const begun = await begin(orderContext, order.id);
  if (begun === "not-to-be-asked") return { outcome: "not-asked", said: null };
  if (begun === "over") return unknown;
  if (begun === "first" || !supplier.status) return supplier.request(order);
  const outcome = await supplier.status(order);
  // Written down, but it never arrived: the process that was to ask died, or the way was cut.
  return outcome.outcome === "not-asked" ? supplier.request(order) : outcome;
}

/** Whether the last question, in whatever status, certainly never left. */
const neverArrived = ({ lastAnswer }: OrderSale): boolean => lastAnswer?.outcome === "not-asked";

/**
 * Writes down that the supplier is about to be asked for an order, unless that was done before (`again`), or the order no
 * longer waits: then it was asked for (`over`) or never was.
 */
async function begin(
  { db, clock }: OrderContext,
  orderId: string,
): Promise<"first" | "again" | "over" | "not-to-be-asked"> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== "waitsupplier") return order?.supplierAsked ? "over" : "not-to-be-asked";
    if (order.supplierAsked) return "again";
    await markAsked(tx, orderId);
    await addToTimeline(tx, orderId, { at: clock(), kind: "asked", actor: "service" });
    return "first";
  });
}

interface Answered {
  /** As it was when the supplier was asked. */
  sale: OrderSale;
  settings: SupplierSettings;
  supplier: Supplier;
  outcome: Outcome;
}

/** Does what follows from an outcome, in one transaction with its timeline. */
async function follow(
  tx: Tx,
  orderContext: OrderContext,
  { sale, settings, supplier, outcome }: Answered,
): Promise<void> {
  const order = await lockOrder(tx, sale.order.id);
  if (!order) return;
  const now = orderContext.clock();
  const { triggers, dueIn, flag } = nextStep(
    {
      asked: sale.order.status,
      status: order.status,
      tries: sale.tries,
      waitedSeconds: outcome.outcome === "not-asked" ? sale.placedSecondsAgo : (sale.askedSecondsAgo ?? 0),
      limitSeconds: settings.answerWithinMinutes * 60,
      answersItself: supplier.status === null,
      arrivedBefore: sale.tries > 0 && !neverArrived(sale),
    },
    outcome,
  );
  // Who asked before and was given up for dead has come back meanwhile, and wants the supplier asked again.
  const isTaken = dueIn === null && (await supplierDue(tx, order.id)) !== sale.due;
  if (outcome.outcome === "not-asked") await unmarkAsked(tx, order.id);
  for (const trigger of triggers) {
    const confirmation = outcome.outcome === "confirmed" ? outcome.confirmation : null;
    await changeOrderIn(tx, orderContext, order.id, { trigger, actor: "supplier", said: outcome.said, confirmation });
  }
  // Each answer to one question once: an outage of an hour is not a hundred lines. What never left is always said, for
  // later to know.
  const { outcome: why, said } = outcome;
  const repeated = sale.tries > 0 && sale.lastAnswer?.outcome === why && sale.lastAnswer.said === said;
  if (triggers.length === 0 && (said !== null || why === "not-asked" || neverArrived(sale)) && !repeated) {
    await addToTimeline(tx, order.id, { at: now, kind: "answered", actor: "supplier", why, said });
  }
  if (flag && !sale.flagged) {
    await flagOrder(tx, order.id, flag, now);
    await addToTimeline(tx, order.id, { at: now, kind: "flagged", actor: "service", why: flag });
  }
  if (!isTaken) await setSupplierDue(tx, order.id, dueIn, sale.order.status === order.status && triggers.length === 0);
}

function supplierOrder({ order, sold, askedSecondsAgo }: OrderSale): SupplierOrder {
  const { address: _, latitude: _lat, longitude: _lon, immediateBooking: _at, ...told } = sold;
  return {
    ...told,
    id: order.id,
    reference: orderReference(order.number, order.lang, order.test),
    lang: order.lang,
    status: order.status,
    tickets: order.tickets,
    answers: order.answers,
    email: order.email,
    phoneNumber: order.phoneNumber,
    confirmation: order.confirmation,
    placedAt: order.createdAt,
    askedSecondsAgo: askedSecondsAgo ?? 0,
  };
}
