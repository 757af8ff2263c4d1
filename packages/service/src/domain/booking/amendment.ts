import type { Amendment, AmendmentRequest, Language } from "@paseo/contract";
import { readStoredAnswers, repeatableRequest, type StoredAnswer, storeAnswer } from "../../store/booking/answers.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { amendmentById } from "../../store/sale/amendments.ts";
import { type OrderRow, orderById, type RepeatableRequest } from "../../store/sale/orders.ts";
import { dispatchUntilTimeout } from "../dispatch/dispatch.ts";
import { amendmentAnswer, quoteAnswer, revisionOf, unknownQuoteAnswer } from "../money/amendment-answers.ts";
import { changeDigest } from "../orders/content.ts";
import { quoteAmendment } from "../orders/quote.ts";
import { type OrderContext, startCallbackDelivery } from "../orders/transitions.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { refusalEntry } from "../selling/messages.ts";
import { type AcceptedAmendment, acceptQuote } from "./accept.ts";

/** The operation orderamend: a quote, then its acceptance. */

interface ChangeCall {
  lang: Language;
  caller: Caller;
  now: Date;
  hasGivenUp: HasGivenUp;
  quoteMinutes: number;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
  /** The request's Idempotency-Key header. */
  idempotencyKey?: string | undefined;
}

type AmendmentOutcome =
  | { outcome: "answered"; change: Amendment }
  | { outcome: "key-reused" }
  /** The order has another revision than the request names. */
  | { outcome: "stale"; revision: number }
  /** The partner has no such order. */
  | { outcome: "unknown" };

/** Carries out the operation orderamend. A request with the same Idempotency-Key returns the first answer. */
export async function amendOrder(
  context: OrderContext,
  request: AmendmentRequest,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  const { db } = context;
  const repeatable = repeatableRequest(call, changeDigest(call.lang, request), { scope: "change" });
  const first = await readStoredAnswers(db, repeatable, call.now);
  if (first.length > 0) return again(first, repeatable);
  const order = await orderById(db, request.id);
  if (!order || !mayUseOrder(call.caller, order)) return { outcome: "unknown" };
  const changing = request.quoteId
    ? await acceptRequestedQuote(context, order, request.quoteId, request.revision!, call)
    : await quoteChange(context, order, request, call);
  if (changing.outcome !== "answered") return changing;
  const earlier = await storeAnswer(db, repeatable, changing.change, call.now);
  return earlier.length > 0 ? again(earlier, repeatable) : changing;
}

const again = ([first]: StoredAnswer[], { digest }: RepeatableRequest): AmendmentOutcome =>
  first!.digest === digest ? { outcome: "answered", change: first!.body as Amendment } : { outcome: "key-reused" };

async function quoteChange(
  { db }: OrderContext,
  order: OrderRow,
  request: AmendmentRequest,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  if (request.revision != null && request.revision !== revisionOf(order)) return stale(order);
  const change = quoteAnswer(await quoteAmendment(db, order, request, { ...call, actor: "partner" }), order, call.now);
  return { outcome: "answered", change };
}

const stale = (order: OrderRow): AmendmentOutcome => ({ outcome: "stale", revision: revisionOf(order) });

async function acceptRequestedQuote(
  context: OrderContext,
  order: OrderRow,
  quoteId: string,
  revision: number,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  const { db } = context;
  const { lang, now, hasGivenUp } = call;
  const change = await amendmentById(db, quoteId);
  if (change?.orderId !== order.id) return { outcome: "answered", change: unknownQuoteAnswer(order, lang, now) };
  const accepted = await acceptQuote(context, change, {
    revision,
    actor: "partner",
    now,
    hasGivenUp,
  });
  if (accepted.outcome === "stale") return stale((await orderById(db, order.id)) ?? order);
  await startAcceptedAmendment(context, accepted, order, call.supplierWaitMs);
  const [after, present] = [(await orderById(db, order.id)) ?? order, (await amendmentById(db, quoteId)) ?? change];
  const refused =
    accepted.outcome === "refused" ? accepted.code : present.status === "declined" ? "change-declined" : null;
  const errors = refused ? [refusalEntry(refused, lang)] : [];
  return { outcome: "answered", change: amendmentAnswer(present, after, { now, errors }) };
}

/** Starts the work after an accepted quote. If the product says so, this request calls the supplier. */
export async function startAcceptedAmendment(
  context: OrderContext,
  accepted: AcceptedAmendment,
  order: OrderRow,
  supplierWaitMs: number,
): Promise<void> {
  if (accepted.outcome === "changed") startCallbackDelivery(context, order);
  if (accepted.outcome === "waits" && accepted.callsHere) await dispatchUntilTimeout(context, order.id, supplierWaitMs);
}
