import type { BookRequest, ErrorEntry, Order } from "@paseo/contract";
import type { PriceState } from "../../../store/catalogue/bookable-event.ts";
import { beginHistory } from "../../../store/catalogue/publishing.ts";
import { type Db, inTransaction, type Tx } from "../../../store/database/database.ts";
import { unlessGivenUp } from "../../../store/database/given-up.ts";
import { publishEvents } from "../../../store/orders/order-changes.ts";
import {
  forgetRetries,
  insertOrder,
  type NewOrder,
  type OrderRow,
  orderById,
  orderByIdempotencyKey,
  orderByRetry,
  unlessNoSeats,
} from "../../../store/orders/orders.ts";
import { rememberRefusal } from "../../../store/orders/placing/attempts.ts";
import { completeInBatches, placeInBatches } from "../../../store/orders/placing/order-batches.ts";
import { forcedRefusal } from "../../../suppliers/sandbox.ts";
import { refusal } from "../../selling/messages.ts";
import { checkAnswers } from "../../selling/questions.ts";
import type { Sale } from "../../selling/validate-sale.ts";
import { dispatchWithin } from "../dispatch/dispatch.ts";
import { attemptHeldOrder } from "../holds/held-booking.ts";
import { type OrderContext, statusChanged } from "../order-changes.ts";
import { orderDigest } from "../order-content.ts";
import { orderOf, saleOf } from "../orders.ts";
import { onceForKey, retryWindowStart } from "../retries.ts";
import { priceSent } from "../terms.ts";
import {
  type BookCall,
  completeAtOnce,
  isRecognised,
  isTest,
  type NewlyPlaced,
  newlyPlaced,
  newOrder,
  type Refused,
  refused,
  takenFrom,
  write,
} from "./book-request.ts";

export type Placement =
  | { outcome: "placed" | "again" | "refused"; order: Order }
  | { outcome: "in-flight" }
  | { outcome: "key-reused" };

/**
 * The operation eventbook. A request with the same partner, content and ExternalReference or hold within 24 hours returns the first order.
 * An Idempotency-Key returns its first answer, also a refusal.
 */
export async function placeOrder(context: OrderContext, request: BookRequest, call: BookCall): Promise<Placement> {
  // The same content with a test key and with a live key makes two orders.
  const digest = orderDigest(call.lang, { ...request, testMode: isTest(request, call) }, call.holdId);
  return onceForKey<Placed>(
    context.db,
    { ...call, digest, operation: "eventbook" },
    {
      place: (key) => place(context, request, digest, { ...call, idempotencyKey: key }),
      answerOf: ({ order }) => order,
      again: (order) => ({ outcome: "again", order: order as Order }),
    },
  );
}

type Placed = { outcome: "placed" | "again" | "refused"; order: Order };

async function place(context: OrderContext, request: BookRequest, digest: string, call: BookCall): Promise<Placed> {
  const attempt = await attemptOrder(context, request, digest, call);
  if (attempt.outcome === "again") return { outcome: "again", order: placedOrder(attempt.row) };
  if (attempt.outcome === "placed") return { outcome: "placed", order: await callSupplier(context, attempt, call) };
  // A repeated request is refused when the first one took the last seats or booked the hold, for example.
  const first = await firstOrder(context.db, request, digest, call);
  if (first) return { outcome: "again", order: placedOrder(first) };
  return isRecognised(request, call) ? remembered(context.db, request, attempt, digest, call) : attempt;
}

/**
 * Stores a refusal of this content, and answers with the stored refusal. A request with the same content that arrived earlier and still
 * waits gets the same answer.
 */
async function remembered(
  db: Db,
  request: BookRequest,
  attempt: Refused,
  digest: string,
  call: BookCall,
): Promise<Placed> {
  const { partnerId } = call.caller;
  const errors = await unlessGivenUp(db, call.hasGivenUp, (own) =>
    rememberRefusal(own, { partnerId, digest }, attempt.order.errors ?? []),
  );
  if (errors) return refused(request, call, errors);
  // An order was placed meanwhile.
  const first = await firstOrder(db, request, digest, call);
  return first ? { outcome: "again", order: placedOrder(first) } : attempt;
}

/** Calls the supplier at once where the product says so, and returns the order's current state. */
async function callSupplier(context: OrderContext, { row, atOnce }: NewlyPlaced, call: BookCall): Promise<Order> {
  context.onPlaced?.(row.id);
  if (row.status === "complete") statusChanged(context, row);
  if (!atOnce) return placedOrder(row);
  await dispatchWithin(context, row.id, call.supplierWaitMs);
  return placedOrder((await orderById(context.db, row.id)) ?? row);
}

/** An order as eventbook returns it. One that its supplier declined has IsValid false. */
function placedOrder(row: OrderRow): Order {
  const order = orderOf(row);
  return row.status === "rejected"
    ? { ...order, isValid: false, errors: [refusal("supplier-declined", row.lang)] }
    : order;
}

/** The order that this request created before, by its Idempotency-Key or as a retry of the same content. */
async function firstOrder(db: Db, request: BookRequest, digest: string, call: BookCall): Promise<OrderRow | null> {
  const { caller, now, idempotencyKey } = call;
  const byKey = idempotencyKey ? await orderByIdempotencyKey(db, caller.partnerId, idempotencyKey) : null;
  if (byKey || !isRecognised(request, call)) return byKey;
  return orderByRetry(db, caller.partnerId, digest, retryWindowStart(now));
}

/** The order of an earlier request with the same content or Idempotency-Key. */
interface PlacedBefore {
  outcome: "again";
  row: OrderRow;
}

async function attemptOrder(
  context: OrderContext,
  request: BookRequest,
  digest: string,
  call: BookCall,
): Promise<NewlyPlaced | PlacedBefore | Refused> {
  const { db } = context;
  const { holdId } = call;
  if (holdId !== undefined) return attemptHeldOrder(context, request, digest, { ...call, holdId });
  const { event, sale } = await saleOf(db, request, call);
  const price = event && sale.totalUsd !== null ? await priceSent(db, request, event, call) : null;
  const errors = [...sale.errors, ...bookRefusals(request, sale, price, call)];
  if (!event || !price || errors.length > 0) return refused(request, call, errors);

  const order = newOrder(request, { taken: takenFrom(request, { event, sale, price }), event }, digest, call);
  const placed = await placeSpare(context, order, call);
  if (placed) return newlyPlaced(placed, order);
  const first = await firstOrder(db, request, digest, call);
  if (first) return { outcome: "again", row: first };
  const last = await write(context, order, call.hasGivenUp, (own) => placeLast(own, context, order));
  return last ? newlyPlaced(last, order) : placeAgain(context, request, price, digest, call);
}

/** Refusals of eventbook beyond those of eventvalidate. */
function bookRefusals(request: BookRequest, sale: Sale, price: PriceState | null, call: BookCall): ErrorEntry[] {
  const { lang } = call;
  if (sale.totalUsd === null) return [];
  const forced = isTest(request, call) ? forcedRefusal(request.email) : null;
  const errors: ErrorEntry[] = forced ? [refusal(forced, call.lang)] : [];
  if (!price) errors.push(refusal("price-changed", lang));
  // Without a valid selection there are no questions to check the answers against.
  if (sale.errors.length === 0) errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang));
  return errors;
}

/** Places an order that leaves a seat, with those of other requests unless it is a test or its event is locked. */
function placeSpare(context: OrderContext, order: NewOrder, { hasGivenUp }: BookCall): Promise<OrderRow | null> {
  const { db, share } = context;
  const alone = () => write(context, order, hasGivenUp, (own) => placeSpareAlone(own, context, order));
  if (db.isTransaction || order.test || share?.isHeld(order.eventId)) return alone();
  if (order.status !== "complete") return placeInBatches(db, order, alone, hasGivenUp);
  const completing = (tx: Tx, orders: OrderRow[]) => completeAtOnce(tx, context, orders);
  return completeInBatches(db, { order, completing }, alone, hasGivenUp);
}

/** One that is complete gets its voucher and callback in the same transaction. */
function placeSpareAlone(db: Db, context: OrderContext, order: NewOrder): Promise<OrderRow | null> {
  if (order.status !== "complete") return insertOrder(db, order, "spare").catch(unlessNoSeats);
  const placing = inTransaction(db, async (tx) => {
    const placed = await insertOrder(tx, order, "spare");
    if (placed) await completeAtOnce(tx, context, [placed]);
    return placed;
  });
  return placing.catch(unlessNoSeats);
}

// The order may take the last seat. The event is then sold out, which is a new version in the same transaction.
function placeLast(db: Db, context: OrderContext, order: NewOrder): Promise<OrderRow | null> {
  const placing = inTransaction(db, async (tx) => {
    const placed = await insertOrder(tx, order, "last");
    if (placed?.status === "complete") await completeAtOnce(tx, context, [placed]);
    if (placed?.left === 0) await publishEvents(tx, [order], order.createdAt);
    return placed;
  });
  return placing.catch(unlessNoSeats);
}

// The order could not be written although the checks passed: the same order arrived at the same time, an expired retry has the same
// content, the last seats were sold, or the database has begun a new history.
async function placeAgain(
  context: OrderContext,
  request: BookRequest,
  price: PriceState,
  digest: string,
  call: BookCall,
): Promise<NewlyPlaced | Refused> {
  const { db } = context;
  const { caller, now, lang } = call;
  await forgetRetries(db, retryWindowStart(now), caller.partnerId);
  await beginHistory(db, now);
  const { event, sale } = await saleOf(db, request, call);
  if (event && sale.errors.length === 0) {
    const order = newOrder(request, { taken: takenFrom(request, { event, sale, price }), event }, digest, call);
    const placed = await write(context, order, call.hasGivenUp, (own) => placeLast(own, context, order));
    if (placed) return newlyPlaced(placed, order);
  }
  return refused(request, call, sale.errors.length > 0 ? sale.errors : [refusal("capacity", lang)]);
}
