import { randomUUID } from "node:crypto";
import type { BookRequest, ErrorEntry, Language, Order } from "@paseo/contract";
import type { BookableEvent, PriceState } from "../../store/catalogue/bookable-event.ts";
import { publish } from "../../store/catalogue/publishing.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { unlessLost } from "../../store/database/faults.ts";
import { leaseSeconds } from "../../store/orders/dispatch.ts";
import { answerKey, claimKey, releaseKey } from "../../store/orders/idempotency.ts";
import {
  forgetRetries,
  insertOrder,
  markEventChanged,
  type NewOrder,
  NoSeats,
  type OrderRow,
  orderById,
  orderByIdempotencyKey,
  orderByRetry,
} from "../../store/orders/orders.ts";
import type { Caller } from "../partners/keys.ts";
import { cancelUntil } from "../selling/lead-time.ts";
import { refusal } from "../selling/messages.ts";
import { checkAnswers } from "../selling/questions.ts";
import { chosen } from "../selling/ticket-rules.ts";
import type { Sale } from "../selling/validate-sale.ts";
import { deskAnswerSeconds, dispatchesAtOnce, dispatchWithin } from "./dispatch/dispatch.ts";
import { type OrderContext, recordStatus, statusChanged } from "./order-changes.ts";
import { orderDigest } from "./order-content.ts";
import { orderOf, saleOf } from "./orders.ts";
import { retryWindowStart } from "./retries.ts";
import { forcedRefusal, triggerProblem } from "./sandbox.ts";
import { agreedOf, priceSent } from "./terms.ts";

/** Problems of the triggers in a test order's e-mail address. */
export function triggerProblems(
  request: BookRequest,
  call: Pick<BookCall, "caller" | "sandbox">,
): { pointer: string; detail: string }[] {
  const detail = isTest(request, call) ? triggerProblem(request.email) : null;
  return detail === null ? [] : [{ pointer: "/email", detail }];
}

export interface BookCall {
  lang: Language;
  caller: Caller;
  now: Date;
  priceHoldMinutes: number;
  /** Whether every order is a test order. */
  sandbox: boolean;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
  /** The request's Idempotency-Key header. */
  idempotencyKey?: string | undefined;
  /** The id of a new order. A random one unless given. */
  orderId?: string;
}

export type Placement =
  | { outcome: "placed" | "again" | "refused"; order: Order }
  | { outcome: "in-flight" }
  | { outcome: "key-reused" };

/**
 * The operation eventbook. A request with the same partner, content and ExternalReference within 24 hours returns the first order. An
 * Idempotency-Key returns its first answer, also a refusal.
 */
export async function placeOrder(context: OrderContext, request: BookRequest, call: BookCall): Promise<Placement> {
  const { db } = context;
  // The same content with a test key and with a live key makes two orders.
  const digest = orderDigest(call.lang, { ...request, testMode: isTest(request, call) });
  const { caller, now } = call;
  if (call.idempotencyKey === undefined) return place(context, request, digest, call);
  const key = scopedKey(call.idempotencyKey, caller);

  const claim = await claimKey(db, caller.partnerId, key, digest, now);
  if (claim.state === "in-flight") return { outcome: "in-flight" };
  if (claim.state === "other-content") return { outcome: "key-reused" };
  if (claim.state === "answered") return { outcome: "again", order: claim.answer as Order };
  try {
    const placement = await place(context, request, digest, { ...call, idempotencyKey: key });
    await answerKey(db, caller.partnerId, key, placement.order);
    return placement;
  } catch (error) {
    await releaseKey(db, caller.partnerId, key, claim.claim, error);
    throw error;
  }
}

/** Separates the idempotency keys of test keys. No header value begins with a space, so the two cannot collide. */
const scopedKey = (idempotencyKey: string, { test }: Caller): string =>
  test ? ` test ${idempotencyKey}` : idempotencyKey;

type Placed = { outcome: "placed" | "again" | "refused"; order: Order };
type Refused = { outcome: "refused"; order: Order };

async function place(context: OrderContext, request: BookRequest, digest: string, call: BookCall): Promise<Placed> {
  const attempt = await attemptOrder(context, request, digest, call);
  if (attempt.outcome === "again") return { outcome: "again", order: placedOrder(attempt.row) };
  if (attempt.outcome === "placed") {
    context.onPlaced?.(attempt.row.id);
    return { outcome: "placed", order: await callSupplier(context, attempt, call) };
  }
  // A repeated request is refused when the first one took the last seats, for example.
  const first = await firstOrder(context.db, request, digest, call);
  return first ? { outcome: "again", order: placedOrder(first) } : attempt;
}

/** Calls the supplier at once where the product says so, and returns the order's current state. */
async function callSupplier(context: OrderContext, { row, atOnce }: NewlyPlaced, call: BookCall): Promise<Order> {
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
  if (byKey || !request.externalReference) return byKey;
  return orderByRetry(db, caller.partnerId, digest, retryWindowStart(now));
}

/** A new order, and whether its supplier is called at once. */
interface NewlyPlaced {
  outcome: "placed";
  row: OrderRow;
  atOnce: boolean;
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
  const { event, sale } = await saleOf(db, request, call);
  const price = event && sale.totalUsd !== null ? await priceSent(db, request, event, call) : null;
  const errors = [...sale.errors, ...bookRefusals(request, sale, price, call)];
  if (!event || !price || errors.length > 0) return refused(request, call, errors);

  const order = newOrder(request, { event, sale, price }, digest, call);
  const placed = await write(context, order, () => placeSpare(context, order));
  if (placed) return newlyPlaced(placed, order);
  const first = await firstOrder(db, request, digest, call);
  if (first) return { outcome: "again", row: first };
  const last = await write(context, order, () => placeLast(context, order));
  return last ? newlyPlaced(last, order) : placeAgain(context, request, price, digest, call);
}

const newlyPlaced = (row: OrderRow, { atOnce }: Attempted): NewlyPlaced => ({ outcome: "placed", row, atOnce });

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

/** Whether this request places a test order, which takes no seat and reaches no supplier. */
const isTest = (request: BookRequest, { caller, sandbox }: Pick<BookCall, "caller" | "sandbox">): boolean =>
  sandbox || caller.test || request.testMode === true;

/** A valid sale at the validated price. */
interface Sold {
  event: BookableEvent;
  sale: Sale;
  price: PriceState;
}

type Attempted = NewOrder & Pick<NewlyPlaced, "atOnce">;

function newOrder(request: BookRequest, sold: Sold, digest: string, call: BookCall): Attempted {
  const { event, sale } = sold;
  const { caller } = call;
  const test = isTest(request, call);
  return {
    id: call.orderId ?? randomUUID(),
    lang: call.lang,
    partnerId: caller.partnerId,
    eventId: event.id,
    eventOn: event.eventOn,
    test,
    tickets: chosen(request.tickets),
    seats: sale.seats,
    email: request.email,
    phoneNumber: request.phoneNumber,
    remoteHost: request.remoteHost,
    callbackUrl: request.callbackUrl ?? null,
    externalReference: request.externalReference ?? null,
    whiteLabelCode: request.whiteLabelCode ?? null,
    totalUsd: request.totalUsd.value.toFixed(2),
    answers: request.answers ?? [],
    agreed: agreedOf(request, sold),
    cancelPurchaseHour: event.cancelPurchaseHour,
    cancelUntil: cancelUntil(event.eventOn, event.cancelPurchaseHour, event.timeZone),
    createdAt: call.now,
    retryDigest: request.externalReference ? digest : null,
    idempotencyKey: call.idempotencyKey ?? null,
    ...begins(event, test),
  };
}

/** Seats of the operator's own need no call: their order is complete at once, or waits at the operator's desk. */
function begins(
  event: BookableEvent,
  test: boolean,
): Pick<Attempted, "status" | "atDesk" | "supplierDueIn" | "atOnce"> {
  const waits = { status: "waitsupplier", atDesk: false } as const;
  const isOwn = !test && event.supplierKind === null;
  if (isOwn && event.immediateBooking) return { ...waits, status: "complete", supplierDueIn: null, atOnce: false };
  if (isOwn) return { ...waits, atDesk: true, supplierDueIn: deskAnswerSeconds, atOnce: false };
  const atOnce = dispatchesAtOnce({ ...event, test });
  // While this request calls the supplier itself, dispatch does not.
  return { ...waits, supplierDueIn: atOnce ? leaseSeconds : 0, atOnce };
}

/** Writes an order within the limit for bookings. One that lost a deadlock is written again. */
function write(
  context: OrderContext,
  order: NewOrder,
  placing: () => Promise<OrderRow | null>,
): Promise<OrderRow | null> {
  const writing = () => unlessLost(placing);
  return context.share ? context.share.run(order.eventId, writing) : writing();
}

/** Places an order that leaves a seat. One that is complete gets its voucher and callback in the same transaction. */
function placeSpare(context: OrderContext, order: NewOrder): Promise<OrderRow | null> {
  const { db } = context;
  if (order.status !== "complete") return insertOrder(db, order, "spare").catch(unlessNoSeats);
  const placing = db.transaction().execute(async (tx) => {
    const placed = await insertOrder(tx, order, "spare");
    if (placed) await completeAtOnce(tx, context, placed);
    return placed;
  });
  return placing.catch(unlessNoSeats);
}

// The order may take the last seat. The event is then sold out, which is a new version in the same transaction.
function placeLast(context: OrderContext, order: NewOrder): Promise<OrderRow | null> {
  const placing = context.db.transaction().execute(async (tx) => {
    const placed = await insertOrder(tx, order, "last");
    if (placed?.status === "complete") await completeAtOnce(tx, context, placed);
    if (placed?.left === 0) {
      const productId = await markEventChanged(tx, order);
      await publish(tx, { touched: [productId] }, order.createdAt);
    }
    return placed;
  });
  return placing.catch(unlessNoSeats);
}

const completeAtOnce = (tx: Tx, context: OrderContext, order: OrderRow): Promise<void> =>
  recordStatus(tx, context, order, { trigger: "confirmed", actor: "service" }, order.createdAt);

function unlessNoSeats(error: unknown): null {
  if (error instanceof NoSeats) return null;
  throw error;
}

// The order could not be written although the checks passed: the same order arrived at the same time, an expired retry has the same
// content, or the last seats were sold.
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
  const { event, sale } = await saleOf(db, request, call);
  if (event && sale.errors.length === 0) {
    const order = newOrder(request, { event, sale, price }, digest, call);
    const placed = await write(context, order, () => placeLast(context, order));
    if (placed) return newlyPlaced(placed, order);
  }
  return refused(request, call, sale.errors.length > 0 ? sale.errors : [refusal("capacity", lang)]);
}

function refused(request: BookRequest, call: BookCall, errors: ErrorEntry[]): Refused {
  const order: Order = {
    id: null,
    reference: null,
    confirmation: null,
    status: null,
    isValid: false,
    errors,
    event: {
      id: request.id,
      apiKey: null,
      tickets: chosen(request.tickets),
      email: request.email,
      phoneNumber: request.phoneNumber,
      remoteHost: request.remoteHost,
      callbackUrl: request.callbackUrl ?? null,
      externalReference: request.externalReference ?? null,
      totalUsd: request.totalUsd,
      testMode: isTest(request, call),
      answers: request.answers ?? [],
    },
  };
  return { outcome: "refused", order };
}
