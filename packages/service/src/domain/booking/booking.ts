import { setTimeout as pause } from "node:timers/promises";
import type { BookRequest, ErrorEntry, Order } from "@paseo/contract";
import { readStoredAnswers, repeatableRequest, type StoredAnswer, storeAnswer } from "../../store/booking/answers.ts";
import { writeOrder as place } from "../../store/booking/sales.ts";
import { writeBlockOrder } from "../../store/booking/sell-block.ts";
import type { Tx } from "../../store/database/database.ts";
import { unlessGivenUp } from "../../store/database/given-up.ts";
import { type OrderRow, orderById, type RepeatableRequest } from "../../store/sale/orders.ts";
import { dispatchUntilTimeout } from "../dispatch/dispatch.ts";
import { orderDigest } from "../orders/content.ts";
import { orderAnswer } from "../orders/orders.ts";
import { findSentPrice, validateOwnSale } from "../orders/sale.ts";
import { type OrderContext, recordCompletedOrders, startCallbackDelivery } from "../orders/transitions.ts";
import { refusalEntry, refusalsOfStore, storedRefusals } from "../selling/messages.ts";
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

export type OrderPlacement =
  | { outcome: "placed" | "again" | "refused"; order: Order }
  | { outcome: "in-flight" }
  | { outcome: "key-reused" };

/** How often the service decides about a sale whose checks pass but whose statement finds too few seats. */
const decisions = 3;

/**
 * Carries out the operation eventbook. A request with the same partner, content and ExternalReference or hold within 24 hours returns the
 * first order. An Idempotency-Key returns its first answer, also a refusal.
 */
export async function placeOrder(context: OrderContext, request: BookRequest, call: BookCall): Promise<OrderPlacement> {
  // The same content sent with a test key and with a live key makes two orders.
  const digest = orderDigest({ ...request, testMode: isTestOrder(request, call) }, call.holdId);
  const byContent = Boolean(request.externalReference) || call.holdId !== undefined;
  const repeatable = repeatableRequest(call, digest, { byContent });
  // Writes the vouchers, callbacks and timeline of orders that are complete at once.
  const completing = (tx: Tx, orders: OrderRow[]) =>
    recordCompletedOrders(tx, context, orders, { trigger: "confirmed", actor: "service" });
  for (let decision = 1; decision <= decisions; ) {
    const { holdId } = call;
    const group = call.desk?.group;
    const decided = group
      ? await bookBlock(context.db, request, repeatable, { ...call, group })
      : holdId === undefined
        ? await orderOfSale(context, request, repeatable, call)
        : await bookHold(context, request, repeatable, { ...call, holdId });
    if ("errors" in decided) return refuse(context, request, repeatable, decided.errors, call);
    const sale = { order: decided.order, completing, record: call.desk?.record };
    const { outcome, row } = group
      ? await writeBlockOrder(context.db, sale, group)
      : await place(context.db, sale, { lockMs: context.lockMs, hasGivenUp: call.hasGivenUp });
    if (row) return { outcome: "placed", order: await callSupplier(context, row, decided.order, call) };
    if (outcome === "known") {
      const first = await readStoredAnswers(context.db, repeatable, call.now);
      if (first.length > 0) return again(context, first, repeatable, request, call);
    } else if (outcome === "in-flight") {
      if (call.idempotencyKey !== undefined) return { outcome };
      await pause(inFlightPauseMs);
    } else decision++;
  }
  return refuse(context, request, repeatable, [refusalEntry("capacity", call.lang)], call);
}

/** Milliseconds to wait before retrying while an equal request is in flight. */
const inFlightPauseMs = 20;

/** Repeats a request while an equal request is in flight, for at most a second. */
export async function repeatWhileInFlight<T extends { outcome: string }>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const placed = await place();
    if (placed.outcome !== "in-flight" || attempt === 50) return placed;
    await pause(inFlightPauseMs);
  }
}

/**
 * Refuses the request, unless the service has answered an equal request: the earlier request may have taken the last
 * seats.
 */
async function refuse(
  context: OrderContext,
  request: BookRequest,
  repeatable: RepeatableRequest,
  errors: ErrorEntry[],
  call: BookCall,
): Promise<OrderPlacement> {
  const earlier = await unlessGivenUp(context.db, call.hasGivenUp, (own) =>
    storeAnswer(own, repeatable, storedRefusals(errors), call.now),
  );
  if (earlier.length > 0) return again(context, earlier, repeatable, request, call);
  return { outcome: "refused", order: refusedOrder(request, call, errors) };
}

/** Returns the answer to an earlier request: the present state of its order, or its refusal. */
async function again(
  { db }: OrderContext,
  [first]: StoredAnswer[],
  { digest }: RepeatableRequest,
  request: BookRequest,
  call: BookCall,
): Promise<OrderPlacement> {
  const { ref, body } = first!;
  if (first!.digest !== digest) return { outcome: "key-reused" };
  const row = ref && (await orderById(db, ref));
  return row
    ? { outcome: "again", order: placedOrder(row, call) }
    : {
        outcome: "refused",
        order: refusedOrder(request, call, refusalsOfStore((body ?? []) as ErrorEntry[], call.lang)),
      };
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
  const { event, sale } = await validateOwnSale(context, request, {
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
