import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { BookRequest, ErrorEntry, Language, Order, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { Db } from "../store/database.ts";
import { pricesSince, sellableEvent } from "../store/events.ts";
import { answerKey, claimKey, releaseKey } from "../store/idempotency.ts";
import {
  forgetRetries,
  insertOrder,
  markEventChanged,
  type NewOrder,
  type OrderRow,
  orderById,
  orderByIdempotencyKey,
  orderByRetry,
} from "../store/orders.ts";
import { ownsWhiteLabel } from "../store/partners.ts";
import { retryWindowMs } from "../store/sweep.ts";
import { publish } from "../store/versions.ts";
import type { Caller } from "./keys.ts";
import { refusal } from "./messages.ts";
import { orderDigest, orderReference } from "./order-content.ts";
import { checkAnswers } from "./questions.ts";
import type { SellableEvent } from "./sellable.ts";
import { checkPrice, priceCandidates, type Sale, validateSale } from "./selling.ts";
import { chosen } from "./ticket-rules.ts";

/** Answers eventvalidate. */
export async function validateEvent(
  db: Db,
  request: ValidateRequest,
  context: { lang: Language; caller: Caller; now: Date },
): Promise<ValidateResponse> {
  const { sale } = await saleOf(db, request, context);
  return {
    id: request.id,
    totalUsd: sale.totalUsd === null ? null : { currencyCode: "USD", value: sale.totalUsd },
    isValid: sale.errors.length === 0,
    errors: sale.errors,
    questions: sale.questions,
  };
}

async function saleOf(
  db: Db,
  request: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">,
  { lang, caller, now }: { lang: Language; caller: Caller; now: Date },
): Promise<{ event: SellableEvent | null; sale: Sale }> {
  const event = await sellableEvent(db, request.id);
  const whiteLabelKnown =
    !request.whiteLabelCode || (await ownsWhiteLabel(db, caller.partnerId, request.whiteLabelCode));
  return { event, sale: validateSale({ event, tickets: request.tickets, lang, now, whiteLabelKnown }) };
}

/** What the shape of a book request cannot say: fields that hold an address. */
export function bookRequestProblems(request: BookRequest): { pointer: string; detail: string }[] {
  const problems: { pointer: string; detail: string }[] = [];
  if (isIP(request.remoteHost) === 0)
    problems.push({ pointer: "/remoteHost", detail: "remoteHost must be an IP address" });
  if (request.callbackUrl && !isHttpUrl(request.callbackUrl))
    problems.push({ pointer: "/callbackUrl", detail: "callbackUrl must be an absolute http or https address" });
  return problems;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === ""
  );
}

export interface BookContext {
  lang: Language;
  caller: Caller;
  now: Date;
  priceHoldMinutes: number;
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
export async function placeOrder(db: Db, request: BookRequest, context: BookContext): Promise<Placement> {
  const digest = orderDigest(context.lang, request);
  const { idempotencyKey: key, caller, now } = context;
  if (key === undefined) return place(db, request, digest, context);

  const claim = await claimKey(db, caller.partnerId, key, digest, now);
  if (claim.state === "in-flight") return { outcome: "in-flight" };
  if (claim.state === "other-content") return { outcome: "key-reused" };
  if (claim.state === "answered") return { outcome: "again", order: claim.answer as Order };
  try {
    const placement = await place(db, request, digest, context);
    await answerKey(db, caller.partnerId, key, placement.order);
    return placement;
  } catch (error) {
    await releaseKey(db, caller.partnerId, key);
    throw error;
  }
}

type Placed = { outcome: "placed" | "again" | "refused"; order: Order };

async function place(db: Db, request: BookRequest, digest: string, context: BookContext): Promise<Placed> {
  const first = await firstOrder(db, request, digest, context);
  if (first) return { outcome: "again", order: orderOf(first) };
  const attempt = await attemptOrder(db, request, digest, context);
  if (attempt.outcome === "placed") return attempt;
  // What stands in the way may be this very order, sent twice at once: then it took the last places, say.
  const beside = await firstOrder(db, request, digest, context);
  return beside ? { outcome: "again", order: orderOf(beside) } : attempt;
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

async function attemptOrder(db: Db, request: BookRequest, digest: string, context: BookContext): Promise<Placed> {
  const { event, sale } = await saleOf(db, request, context);
  const errors = [...sale.errors, ...(await bookRefusals(db, request, event, sale, context))];
  if (errors.length > 0) return { outcome: "refused", order: refusedOrder(request, context, errors) };

  const order = newOrder(request, sale, digest, context);
  const placed = (await insertOrder(db, order, "spare")) ?? (await placeLast(db, order, context.now));
  if (placed) return { outcome: "placed", order: orderOf(placed) };
  return placeLost(db, request, digest, context);
}

/** What book refuses beyond validate. */
async function bookRefusals(
  db: Db,
  request: BookRequest,
  event: SellableEvent | null,
  sale: Sale,
  { lang, now, priceHoldMinutes }: BookContext,
): Promise<ErrorEntry[]> {
  if (!event || sale.totalUsd === null) return [];
  const errors: ErrorEntry[] = [];
  if (!checkPrice(request.totalUsd.value, [sale.totalUsd])) {
    const heldSince = new Date(now.getTime() - priceHoldMinutes * 60_000);
    const held = priceHoldMinutes > 0 ? priceCandidates(request.tickets, await pricesSince(db, event, heldSince)) : [];
    if (!checkPrice(request.totalUsd.value, held)) errors.push(refusal("price-changed", lang));
  }
  // Without a valid selection there are no questions to hold the answers against.
  if (sale.errors.length === 0) errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang));
  return errors;
}

function newOrder(request: BookRequest, sale: Sale, digest: string, context: BookContext): NewOrder {
  const { caller } = context;
  return {
    id: randomUUID(),
    lang: context.lang,
    partnerId: caller.partnerId,
    eventId: request.id,
    test: caller.test || request.testMode === true,
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
    createdAt: context.now,
    retryDigest: request.externalReference ? digest : null,
    idempotencyKey: context.idempotencyKey ?? null,
  };
}

// The order may take the last place: then partners see the event sold out, which is a new version in the same transaction.
async function placeLast(db: Db, order: NewOrder, now: Date): Promise<OrderRow | null> {
  return db.transaction().execute(async (tx) => {
    const placed = await insertOrder(tx, order, "last");
    if (placed?.left === 0) {
      const productId = await markEventChanged(tx, order.eventId);
      await publish(tx, { touched: [productId] }, now);
    }
    return placed;
  });
}

// Between the checks and the order something else happened: the same order arrived beside this one, an older one of the
// same content stands in the way of a new one, or the last places went.
async function placeLost(db: Db, request: BookRequest, digest: string, context: BookContext): Promise<Placed> {
  const { caller, now, lang } = context;
  await forgetRetries(db, windowStart(now), caller.partnerId);
  const { event, sale } = await saleOf(db, request, context);
  if (event && sale.errors.length === 0) {
    const placed = await placeLast(db, newOrder(request, sale, digest, context), now);
    if (placed) return { outcome: "placed", order: orderOf(placed) };
  }
  const errors = sale.errors.length > 0 ? sale.errors : [refusal("capacity", lang)];
  return { outcome: "refused", order: refusedOrder(request, context, errors) };
}

/** Answers order. A caller sees only its own orders; without a key the unguessable id is enough. */
export async function readOrder(db: Db, id: string, caller: Caller | null): Promise<Order | null> {
  const row = await orderById(db, id);
  return row && (caller === null || caller.partnerId === row.partnerId) ? orderOf(row) : null;
}

function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    reference: orderReference(row.number, row.lang, row.test),
    confirmation: row.confirmation,
    status: row.status,
    isValid: true,
    errors: null,
    event: {
      id: row.eventId,
      apiKey: null,
      tickets: row.tickets,
      email: row.email,
      phoneNumber: row.phoneNumber,
      remoteHost: row.remoteHost,
      callbackUrl: row.callbackUrl,
      externalReference: row.externalReference,
      totalUsd: { currencyCode: "USD", value: Number(row.totalUsd) },
      testMode: row.test,
      answers: row.answers,
    },
  };
}

function refusedOrder(request: BookRequest, { caller }: BookContext, errors: ErrorEntry[]): Order {
  return {
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
      testMode: caller.test || request.testMode === true,
      answers: request.answers ?? [],
    },
  };
}
