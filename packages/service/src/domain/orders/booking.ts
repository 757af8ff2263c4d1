import { randomUUID } from "node:crypto";
import type { BookRequest, ErrorEntry, Language, Order } from "@paseo/contract";
import type { BookableEvent, PriceState } from "../../store/catalogue/bookable-event.ts";
import { retryWindowMs } from "../../store/catalogue/cleanup.ts";
import { publish } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { unlessLost } from "../../store/database/faults.ts";
import { leaseSeconds } from "../../store/orders/dispatch.ts";
import { answerKey, claimKey, releaseKey } from "../../store/orders/idempotency.ts";
import {
  forgetRetries,
  insertOrder,
  markEventChanged,
  type NewOrder,
  NoPlaces,
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
import { asksAtOnce, askWithin } from "./dispatch/dispatch.ts";
import type { OrderContext } from "./order-changes.ts";
import { orderDigest } from "./order-content.ts";
import { orderOf, saleOf } from "./orders.ts";
import { forcedRefusal, triggerProblem } from "./sandbox.ts";
import { agreedOf, priceSent } from "./terms.ts";

/** What is wrong with the triggers in the e-mail address of a test order. */
export function triggerProblems(
  request: BookRequest,
  context: Pick<BookContext, "caller" | "sandbox">,
): { pointer: string; detail: string }[] {
  const detail = isTest(request, context) ? triggerProblem(request.email) : null;
  return detail === null ? [] : [{ pointer: "/email", detail }];
}

export interface BookContext {
  lang: Language;
  caller: Caller;
  now: Date;
  priceHoldMinutes: number;
  /** Whether every order is a test order. */
  sandbox: boolean;
  /** How long the answer may wait for a supplier that is asked at once. */
  supplierWaitMs: number;
  /** The request's Idempotency-Key, when it has one. */
  idempotencyKey?: string | undefined;
}

export type Placement =
  | { outcome: "placed" | "again" | "refused"; order: Order }
  | { outcome: "in-flight" }
  | { outcome: "key-reused" };

/**
 * Answers eventbook. The same partner, content and ExternalReference within 24 hours is the first order again; an
 * Idempotency-Key gives its first answer again, whatever it was.
 */
export async function placeOrder(
  orderContext: OrderContext,
  request: BookRequest,
  context: BookContext,
): Promise<Placement> {
  const { db } = orderContext;
  // The same words with a test key and with a live one are two orders.
  const digest = orderDigest(context.lang, { ...request, testMode: isTest(request, context) });
  const { caller, now } = context;
  if (context.idempotencyKey === undefined) return place(orderContext, request, digest, context);
  const key = ownKey(context.idempotencyKey, caller);

  const claim = await claimKey(db, caller.partnerId, key, digest, now);
  if (claim.state === "in-flight") return { outcome: "in-flight" };
  if (claim.state === "other-content") return { outcome: "key-reused" };
  if (claim.state === "answered") return { outcome: "again", order: claim.answer as Order };
  try {
    const placement = await place(orderContext, request, digest, { ...context, idempotencyKey: key });
    await answerKey(db, caller.partnerId, key, placement.order);
    return placement;
  } catch (error) {
    await releaseKey(db, caller.partnerId, key, claim.claim, error);
    throw error;
  }
}

/** Test keys have idempotency keys of their own. The space keeps the two apart: no header's value begins with one. */
const ownKey = (idempotencyKey: string, { test }: Caller): string =>
  test ? ` test ${idempotencyKey}` : idempotencyKey;

type Placed = { outcome: "placed" | "again" | "refused"; order: Order };
type Refused = { outcome: "refused"; order: Order };

async function place(
  orderContext: OrderContext,
  request: BookRequest,
  digest: string,
  context: BookContext,
): Promise<Placed> {
  const { db } = orderContext;
  const first = await firstOrder(db, request, digest, context);
  if (first) return { outcome: "again", order: placedOrder(first) };
  const attempt = await attemptOrder(orderContext, request, digest, context);
  if (attempt.outcome === "placed") return { outcome: "placed", order: await handOver(orderContext, attempt, context) };
  // What stands in the way may be this very order, sent twice at once: then it took the last places, say.
  const beside = await firstOrder(db, request, digest, context);
  return beside ? { outcome: "again", order: placedOrder(beside) } : attempt;
}

/** Asks the supplier at once where the product says so, and gives the order as it then stands. */
async function handOver(
  orderContext: OrderContext,
  { row, atOnce }: NewlyPlaced,
  context: BookContext,
): Promise<Order> {
  if (!atOnce) return placedOrder(row);
  await askWithin(orderContext, row.id, context.supplierWaitMs);
  return placedOrder((await orderById(orderContext.db, row.id)) ?? row);
}

/** An order as booking answers it: one that its supplier declined was not successfully booked. */
function placedOrder(row: OrderRow): Order {
  const order = orderOf(row);
  return row.status === "rejected"
    ? { ...order, isValid: false, errors: [refusal("supplier-declined", row.lang)] }
    : order;
}

/** The order that this request already made, by its Idempotency-Key or as a retry of the same content. */
async function firstOrder(
  db: Db,
  request: BookRequest,
  digest: string,
  context: BookContext,
): Promise<OrderRow | null> {
  const { caller, now, idempotencyKey } = context;
  const byKey = idempotencyKey ? await orderByIdempotencyKey(db, caller.partnerId, idempotencyKey) : null;
  if (byKey || !request.externalReference) return byKey;
  return orderByRetry(db, caller.partnerId, digest, windowStart(now));
}

const windowStart = (now: Date): Date => new Date(now.getTime() - retryWindowMs);

/** An order that was placed now, and whether its supplier is asked at once. */
interface NewlyPlaced {
  outcome: "placed";
  row: OrderRow;
  atOnce: boolean;
}

async function attemptOrder(
  orderContext: OrderContext,
  request: BookRequest,
  digest: string,
  context: BookContext,
): Promise<NewlyPlaced | Refused> {
  const { db } = orderContext;
  const { event, sale } = await saleOf(db, request, context);
  const price = event && sale.totalUsd !== null ? await priceSent(db, request, event, context) : null;
  const errors = [...sale.errors, ...bookRefusals(request, sale, price, context)];
  if (!event || !price || errors.length > 0) return refused(request, context, errors);

  const order = newOrder(request, { event, sale, price }, digest, context);
  const placed = await write(
    orderContext,
    order,
    async () =>
      (await insertOrder(db, order, "spare").catch(unlessNoPlaces)) ?? (await placeLast(db, order, context.now)),
  );
  if (placed) return { outcome: "placed", row: placed, atOnce: order.supplierDueIn > 0 };
  return placeLost(orderContext, request, price, digest, context);
}

/** What book refuses beyond validate. */
function bookRefusals(request: BookRequest, sale: Sale, price: PriceState | null, context: BookContext): ErrorEntry[] {
  const { lang } = context;
  if (sale.totalUsd === null) return [];
  const forced = isTest(request, context) ? forcedRefusal(request.email) : null;
  const errors: ErrorEntry[] = forced ? [refusal(forced, context.lang)] : [];
  if (!price) errors.push(refusal("price-changed", lang));
  // Without a valid selection there are no questions to hold the answers against.
  if (sale.errors.length === 0) errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang));
  return errors;
}

/** Whether an order of this request is a test order: it takes no place and reaches no supplier. */
const isTest = (request: BookRequest, { caller, sandbox }: Pick<BookContext, "caller" | "sandbox">): boolean =>
  sandbox || caller.test || request.testMode === true;

/** A sale that can be made, at the price that was validated. */
interface Sold {
  event: BookableEvent;
  sale: Sale;
  price: PriceState;
}

function newOrder(request: BookRequest, sold: Sold, digest: string, context: BookContext): NewOrder {
  const { event, sale } = sold;
  const { caller } = context;
  const test = isTest(request, context);
  return {
    id: randomUUID(),
    lang: context.lang,
    partnerId: caller.partnerId,
    eventId: event.id,
    eventOn: event.eventOn,
    test,
    tickets: chosen(request.tickets),
    places: sale.places,
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
    createdAt: context.now,
    retryDigest: request.externalReference ? digest : null,
    idempotencyKey: context.idempotencyKey ?? null,
    // While this request asks the supplier itself, nobody else does.
    supplierDueIn: asksAtOnce({ ...event, test }) ? leaseSeconds : 0,
  };
}

/** Writes an order within the bookings' share of the pool; one that lost against others by a deadlock is written again. */
function write(
  orderContext: OrderContext,
  order: NewOrder,
  placing: () => Promise<OrderRow | null>,
): Promise<OrderRow | null> {
  const writing = () => unlessLost(placing);
  return orderContext.share ? orderContext.share.run(order.eventId, writing) : writing();
}

// The order may take the last place: then partners see the event sold out, which is a new version in the same transaction.
async function placeLast(db: Db, order: NewOrder, now: Date): Promise<OrderRow | null> {
  const placing = db.transaction().execute(async (tx) => {
    const placed = await insertOrder(tx, order, "last");
    if (placed?.left === 0) {
      const productId = await markEventChanged(tx, order);
      await publish(tx, { touched: [productId] }, now);
    }
    return placed;
  });
  return placing.catch(unlessNoPlaces);
}

function unlessNoPlaces(error: unknown): null {
  if (error instanceof NoPlaces) return null;
  throw error;
}

// Between the checks and the order something else happened: the same order arrived beside this one, an older one of the
// same content stands in the way of a new one, or the last places went.
async function placeLost(
  orderContext: OrderContext,
  request: BookRequest,
  price: PriceState,
  digest: string,
  context: BookContext,
): Promise<NewlyPlaced | Refused> {
  const { db } = orderContext;
  const { caller, now, lang } = context;
  await forgetRetries(db, windowStart(now), caller.partnerId);
  const { event, sale } = await saleOf(db, request, context);
  if (event && sale.errors.length === 0) {
    const order = newOrder(request, { event, sale, price }, digest, context);
    const placed = await write(orderContext, order, () => placeLast(db, order, now));
    if (placed) return { outcome: "placed", row: placed, atOnce: order.supplierDueIn > 0 };
  }
  return refused(request, context, sale.errors.length > 0 ? sale.errors : [refusal("capacity", lang)]);
}

function refused(request: BookRequest, context: BookContext, errors: ErrorEntry[]): Refused {
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
      testMode: isTest(request, context),
      answers: request.answers ?? [],
    },
  };
  return { outcome: "refused", order };
}
