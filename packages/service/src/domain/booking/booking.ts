import type { BookRequest, ErrorEntry, Order } from "@paseo/contract";
import { writeOrder } from "../../store/booking/sales.ts";
import { writeBlockOrder } from "../../store/booking/sell-block.ts";
import type { Tx } from "../../store/database/database.ts";
import { LimitExceeded, type OrderRow, orderById, type RepeatableRequest } from "../../store/sale/orders.ts";
import { dispatchUntilTimeout } from "../dispatch/dispatch.ts";
import { orderDigest } from "../orders/content.ts";
import { orderAnswer } from "../orders/orders.ts";
import { findSentPrice, validateRequest } from "../orders/sale.ts";
import { type OrderContext, recordCompletedOrders, startCallbackDelivery } from "../orders/transitions.ts";
import { refusalEntry, refusalsOfStore, storedRefusals } from "../selling/messages.ts";
import { isOverLimit, limitOf, requireLimit } from "../terms/limits.ts";
import {
  type BookCall,
  type BookingDecision,
  bookRefusals,
  isTestOrder,
  newOrder,
  type OrderAttempt,
  refusedOrder,
  saleTerms,
} from "./book-request.ts";
import { bookBlock } from "./group-orders.ts";
import { bookHold } from "./held-booking.ts";
import { type Attempt, once, type Unanswered } from "./once.ts";

interface Placed {
  outcome: "placed" | "again" | "refused";
  order: Order;
}

export type OrderPlacement = Placed | Unanswered;

/**
 * Carries out the operation eventbook. A request with the same partner, content and ExternalReference or hold within 24 hours returns the
 * first order. An Idempotency-Key returns its first answer, also a refusal.
 */
export function placeOrder(context: OrderContext, request: BookRequest, call: BookCall): Promise<OrderPlacement> {
  // The same content sent with a test key and with a live key makes two orders.
  const digest = orderDigest({ ...request, testMode: isTestOrder(request, call) }, call.holdId);
  return once<Placed>(context.db, call, digest, {
    byContent: Boolean(request.externalReference) || call.holdId !== undefined,
    hasGivenUp: call.hasGivenUp,
    attempt: (repeatable) => attemptOrder(context, request, repeatable, call),
    again: async ({ ref, body }) => {
      const row = ref && (await orderById(context.db, ref));
      if (row) return { outcome: "again", order: placedOrder(row, call) };
      const errors = refusalsOfStore((body ?? []) as ErrorEntry[], call.lang);
      return { outcome: "refused", order: refusedOrder(request, call, errors) };
    },
  });
}

async function attemptOrder(
  context: OrderContext,
  request: BookRequest,
  repeatable: RepeatableRequest,
  call: BookCall,
): Promise<Attempt<Placed>> {
  const refused = (errors: ErrorEntry[], outcome: "answered" | "short" = "answered"): Attempt<Placed> => ({
    outcome,
    answer: { outcome: "refused", order: refusedOrder(request, call, errors) },
    body: storedRefusals(errors),
  });
  const { holdId } = call;
  const group = call.desk?.group;
  const decided = group
    ? await bookBlock(context.db, request, repeatable, { ...call, group })
    : holdId === undefined
      ? await orderOfSale(context, request, repeatable, call)
      : await bookHold(context, request, repeatable, { ...call, holdId });
  if ("errors" in decided) return refused(decided.errors);
  const limit = decided.order.test ? null : await limitOf(context.db, call.caller, call.now);
  const overLimit = () => refused([refusalEntry("partner-limit", call.lang)]);
  if (limit && (await isOverLimit(context.db, call.caller.partnerId, limit, call.now))) return overLimit();
  // Writes the vouchers, callbacks and timeline of orders that are complete at once.
  const completing = (tx: Tx, orders: OrderRow[]) =>
    recordCompletedOrders(tx, context, orders, { trigger: "confirmed", actor: "service" });
  const record = async (tx: Tx, order: OrderRow) => {
    if (limit) await requireLimit(tx, order.partnerId, limit, call.now);
    await call.desk?.record(tx, order);
    await call.guestPays?.record(tx, order);
  };
  const sale = { order: decided.order, completing, record };
  const writing = group
    ? writeBlockOrder(context.db, sale, group)
    : writeOrder(context.db, sale, { lockMs: context.lockMs, hasGivenUp: call.hasGivenUp });
  const written = await writing.catch((error) => {
    if (error instanceof LimitExceeded) return null;
    throw error;
  });
  if (!written) return overLimit();
  const { outcome, row } = written;
  if (row) {
    const order = await callSupplier(context, row, decided.order, call);
    return { outcome: "answered", answer: { outcome: "placed", order } };
  }
  if (outcome === "known" || outcome === "in-flight") return { outcome };
  return refused([refusalEntry("capacity", call.lang)], "short");
}

/** Calls the supplier at once if the product requires it, and returns the order's current state. */
async function callSupplier(
  context: OrderContext,
  row: OrderRow,
  { callsSupplierNow }: OrderAttempt,
  call: BookCall,
): Promise<Order> {
  context.onPlaced?.(row.id);
  if (row.status === "complete") startCallbackDelivery(context, row);
  if (!callsSupplierNow) return placedOrder(row, call);
  await dispatchUntilTimeout(context, row.id, call.supplierWaitMs);
  return placedOrder((await orderById(context.db, row.id)) ?? row, call);
}

/** Returns an order as eventbook does. An order that its supplier declined has IsValid false. */
function placedOrder(row: OrderRow, { lang }: BookCall): Order {
  const order = orderAnswer(row);
  return row.status === "rejected"
    ? { ...order, isValid: false, errors: [refusalEntry("supplier-declined", lang)] }
    : order;
}

async function orderOfSale(
  context: OrderContext,
  request: BookRequest,
  repeatable: RepeatableRequest,
  call: BookCall,
): Promise<BookingDecision> {
  const { event, sale } = await validateRequest(context, request, {
    ...call,
    test: isTestOrder(request, call),
    isDesk: call.desk !== undefined,
  });
  const price = event && sale.totalUsd !== null ? await findSentPrice(context.db, request, event, call) : null;
  const errors = [...sale.errors];
  if (sale.totalUsd !== null) errors.push(...bookRefusals(request, sale, price !== null, call));
  if (!event || !price || errors.length > 0) return { errors };
  return {
    order: newOrder(request, { taken: saleTerms(request, { event, sale, price }), event, sale }, repeatable, call),
  };
}
