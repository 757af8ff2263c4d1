import type { Language, OrderChange, OrderChangeRequest } from "@paseo/contract";
import type { HasGivenUp } from "../../../store/database/given-up.ts";
import { changeById, changeByIdempotencyKey } from "../../../store/orders/changes/changes.ts";
import { type OrderRow, orderById } from "../../../store/orders/orders.ts";
import { type Caller, mayUseOrder } from "../../partners/keys.ts";
import { refusal } from "../../selling/messages.ts";
import { dispatchWithin } from "../dispatch/dispatch.ts";
import { type OrderContext, statusChanged } from "../order-changes.ts";
import { changeDigest } from "../order-content.ts";
import { onceForKey } from "../retries.ts";
import { type Accepted, accept } from "./accept.ts";
import { changeOf, quoteOf, revisionOf } from "./change-answers.ts";
import { quote } from "./quote.ts";

/** The operation orderchange: a quote, then its acceptance. */

export interface ChangeCall {
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

export type Changing =
  | { outcome: "answered"; change: OrderChange }
  | { outcome: "in-flight" | "key-reused" }
  /** The order has another revision than the request names. */
  | { outcome: "stale"; revision: number }
  /** The partner has no such order, or the order no such quote. */
  | { outcome: "unknown"; what: "order" | "quote" };

type Answered = Extract<Changing, { outcome: "answered" }>;
type Unanswered = Exclude<Changing, Answered | { outcome: "in-flight" | "key-reused" }>;

/** Ends the work for an Idempotency-Key without an answer to repeat. */
class NotAnswered extends Error {
  override name = "NotAnswered";
  readonly changing: Unanswered;
  constructor(changing: Unanswered) {
    super(changing.outcome);
    this.changing = changing;
  }
}

export async function changeOrdered(
  context: OrderContext,
  request: OrderChangeRequest,
  call: ChangeCall,
): Promise<Changing> {
  const { db } = context;
  const digest = changeDigest(call.lang, request);
  try {
    return await onceForKey<Answered>(
      db,
      { ...call, digest, operation: "orderchange" },
      {
        place: async (key) => {
          const order = await orderById(db, request.id);
          if (!order || !mayUseOrder(call.caller, order)) throw new NotAnswered({ outcome: "unknown", what: "order" });
          const change = request.quoteId
            ? await acceptQuote(context, order, request.quoteId, request.revision!, call)
            : await quoteOnce(context, order, request, { ...call, idempotencyKey: key });
          return { outcome: "answered", change };
        },
        answerOf: ({ change }) => change,
        again: (change) => ({ outcome: "answered", change: change as OrderChange }),
      },
    );
  } catch (error) {
    if (error instanceof NotAnswered) return error.changing;
    throw error;
  }
}

async function quoteOnce(
  { db }: OrderContext,
  order: OrderRow,
  request: OrderChangeRequest,
  call: ChangeCall,
): Promise<OrderChange> {
  const { caller, idempotencyKey, now } = call;
  const known = idempotencyKey && (await changeByIdempotencyKey(db, caller.partnerId, idempotencyKey));
  if (known) return changeOf(known, order, { now });
  if (request.revision != null && request.revision !== revisionOf(order)) throw stale(order);
  return quoteOf(await quote(db, order, request, { ...call, actor: "partner" }), order, now);
}

const stale = (order: OrderRow): NotAnswered => new NotAnswered({ outcome: "stale", revision: revisionOf(order) });

async function acceptQuote(
  context: OrderContext,
  order: OrderRow,
  quoteId: string,
  revision: number,
  call: ChangeCall,
): Promise<OrderChange> {
  const { db } = context;
  const { lang, now, hasGivenUp } = call;
  const change = await changeById(db, quoteId);
  if (change?.orderId !== order.id) throw new NotAnswered({ outcome: "unknown", what: "quote" });
  const accepted = await accept(context, change, { revision, actor: "partner", why: "orderchange", now, hasGivenUp });
  if (accepted.outcome === "stale") throw stale((await orderById(db, order.id)) ?? order);
  await afterAccepting(context, accepted, order, call.supplierWaitMs);
  const [after, present] = [(await orderById(db, order.id)) ?? order, (await changeById(db, quoteId)) ?? change];
  const refused =
    accepted.outcome === "refused" ? accepted.code : present.status === "declined" ? "change-declined" : null;
  return changeOf(present, after, { now, errors: refused ? [refusal(refused, lang)] : [] });
}

/** Starts what follows from an accepted quote: its supplier is called within this request where the product says so. */
export async function afterAccepting(
  context: OrderContext,
  accepted: Accepted,
  order: OrderRow,
  supplierWaitMs: number,
): Promise<void> {
  if (accepted.outcome === "changed") statusChanged(context, order);
  if (accepted.outcome === "waits" && accepted.callsHere) await dispatchWithin(context, order.id, supplierWaitMs);
}
