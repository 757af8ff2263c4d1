import { randomUUID } from "node:crypto";
import { request } from "../../../outgoing/request.ts";
import { sign } from "../../../outgoing/signature.ts";
import type { Db, Tx } from "../../../store/database/database.ts";
import { storeFault } from "../../../store/database/faults.ts";
import { owe } from "../../../store/database/give-back.ts";
import {
  type Attempt,
  attemptLeaseSeconds,
  type CallbackRow,
  claimCallback,
  insertCallback,
  postponeCallback,
  recordAttempt,
  recordDelivery,
  settleCallback,
} from "../../../store/orders/callbacks.ts";
import { addToTimeline, lockOrder } from "../../../store/orders/order-changes.ts";
import { type OrderRow, orderById } from "../../../store/orders/orders.ts";
import { voucherOf } from "../../../store/orders/vouchers.ts";
import { orderReference } from "../order-content.ts";
import { callbackFailures } from "../sandbox.ts";
import { signingSecrets } from "../signing-secrets.ts";
import { voucherAddress } from "../vouchers.ts";
import { judgeAttempt } from "./schedule.ts";

/**
 * Notifications to partners: one for each status change of an order that has a CallbackUrl, written in the transaction of
 * the change. An order's notifications are delivered in their order, each at least once.
 */

/** What a notification's JSON body says. */
export interface Notification {
  type: "order.status";
  /** When the status changed, ISO 8601 UTC. */
  timestamp: string;
  data: {
    orderId: string;
    reference: string;
    externalReference: string | null;
    status: string;
    confirmation: string | null;
    /** 1, 2, 3 … of this order: what is not above the last one handled was seen before. */
    sequence: number;
    testMode: boolean;
    /** Where a complete order's voucher is. */
    voucherUrl: string | null;
  };
}

/** Writes the callback of an order's newest status; it is due at once. */
export async function notifyPartner(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (!order.callbackUrl) return;
  const { id: orderId, externalReference, status, confirmation, changes: sequence, test } = order;
  const reference = orderReference(order.number, order.lang, test);
  const voucher = status === "complete" ? await voucherOf(tx, orderId) : null;
  const voucherUrl = voucher && voucherAddress(publicUrl, voucher.code);
  const body: Notification = {
    type: "order.status",
    timestamp: now.toISOString(),
    data: { orderId, reference, externalReference, status, confirmation, sequence, testMode: test, voucherUrl },
  };
  await insertCallback(tx, {
    id: randomUUID(),
    orderId,
    partnerId: order.partnerId,
    sequence,
    status,
    url: withOrder(order.callbackUrl, orderId, status),
    body: JSON.stringify(body),
    test,
    createdAt: now,
  });
}

/** The partner's address with `orderid` and `status` at the end of its query; what it has is left as it is written. */
export function withOrder(callbackUrl: string, orderId: string, status: string): string {
  const [address = "", ...fragment] = callbackUrl.split("#");
  const query = address.indexOf("?");
  const joint = query < 0 ? "?" : query === address.length - 1 || address.endsWith("&") ? "" : "&";
  return [`${address}${joint}orderid=${orderId}&status=${status}`, ...fragment].join("#");
}

/** What delivering needs. */
export interface CallbackDispatcher {
  db: Db;
  clock: () => Date;
  /** Whether private and local addresses may be called. */
  allowPrivate: boolean;
  /** Seconds between attempts, of live and of test orders. */
  gaps: { live: readonly number[]; test: readonly number[] };
  /** Told of every attempt. */
  onAttempt?: (outcome: string, replay: boolean) => void;
}

/** The most that one attempt may take, and the most of its answer that is read and kept. */
const attemptTimeoutMs = 10_000;
const answerBytes = 2048;

/**
 * Tries the oldest waiting notification of an order, if it is due, and looks again while there is another. One that is not
 * due is either under way elsewhere, or has the job of its next attempt.
 */
export async function deliverCallbacks(dispatcher: CallbackDispatcher, orderId: string): Promise<void> {
  for (;;) {
    const callback = await claimCallback(dispatcher.db, orderId);
    if (!callback || !(await attempt(dispatcher, callback))) return;
  }
}

/** How an attempt ended, as it is logged. */
interface AttemptResult {
  /** `answered`, or why there was no answer. */
  outcome: string;
  httpStatus: number | null;
  ms: number;
  answer: string;
}

/** Whether the order has another notification to try now. One that waits for its next attempt has its job. */
async function attempt(dispatcher: CallbackDispatcher, callback: CallbackRow): Promise<boolean> {
  const at = dispatcher.clock();
  const result = await send(dispatcher, callback);
  const made = { at, replay: false, ...result };
  const more = await record(dispatcher, callback, made).catch((error) => {
    // What was delivered is written down when the store is back, as long as nobody else may repeat it.
    const leftMs = attemptLeaseSeconds * 1000 - result.ms;
    if (storeFault(error))
      owe(dispatcher.db, `callback ${callback.id}`, leftMs, () => record(dispatcher, callback, made));
    throw error;
  });
  dispatcher.onAttempt?.(String(result.httpStatus ?? result.outcome), false);
  return more;
}

async function record({ db, gaps }: CallbackDispatcher, callback: CallbackRow, made: Attempt): Promise<boolean> {
  const attempts = callback.attempts + 1;
  const verdict = judgeAttempt(made.httpStatus, attempts, callback.test ? gaps.test : gaps.live);
  if (verdict.settled === "delivered") return recordDelivery(db, callback, made);
  return db.transaction().execute(async (tx) => {
    // A change of the order that is under way writes its notification first, so that it is stopped as well.
    if (verdict.settled === "stopped") await lockOrder(tx, callback.orderId);
    await recordAttempt(tx, callback.id, made);
    if (verdict.settled === null) {
      await postponeCallback(tx, callback, verdict.againInSeconds);
      return false;
    }
    const { settled, more } = await settleCallback(tx, callback, verdict.settled);
    if (settled) {
      const why = `callback-${verdict.settled}`;
      await addToTimeline(tx, callback.orderId, {
        at: made.at,
        kind: "callback",
        actor: "service",
        why,
        message: made.answer,
      });
    }
    return more;
  });
}

/** Sends one again, whatever became of it: the same id and body. It counts for nothing but the log. */
export async function replayCallback(dispatcher: CallbackDispatcher, callback: CallbackRow): Promise<AttemptResult> {
  const at = dispatcher.clock();
  const result = await post(dispatcher, callback);
  await dispatcher.db.transaction().execute((tx) => recordAttempt(tx, callback.id, { at, replay: true, ...result }));
  dispatcher.onAttempt?.(String(result.httpStatus ?? result.outcome), true);
  return result;
}

async function send(dispatcher: CallbackDispatcher, callback: CallbackRow): Promise<AttemptResult> {
  const order = callback.test ? await orderById(dispatcher.db, callback.orderId) : null;
  if (order && callback.attempts < callbackFailures(order.email)) {
    const answer = "The sandbox made this attempt fail, as the order requests.";
    return { outcome: "sandbox", httpStatus: null, ms: 0, answer };
  }
  return post(dispatcher, callback);
}

async function post(dispatcher: CallbackDispatcher, { id, url, body, partnerId }: CallbackRow): Promise<AttemptResult> {
  const secrets = await signingSecrets(dispatcher.db, { partnerId });
  const result = await request({
    url,
    body,
    // The true time, whatever the service takes for now: receivers refuse what is minutes old.
    headers: { "content-type": "application/json", ...sign({ id, timestamp: new Date(), body }, secrets) },
    timeoutMs: attemptTimeoutMs,
    maxAnswerBytes: answerBytes,
    allowPrivate: dispatcher.allowPrivate,
    // It has a webhook-id to know it by.
    mayArriveTwice: true,
  });
  return result.outcome === "answered"
    ? { outcome: "answered", httpStatus: result.status, ms: result.ms, answer: result.body }
    : { outcome: result.reason, httpStatus: null, ms: result.ms, answer: result.detail };
}
