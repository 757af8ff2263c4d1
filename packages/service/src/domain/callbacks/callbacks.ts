import { randomUUID } from "node:crypto";
import type { OrderNotification } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { type SendRequest, sendRequest } from "../../outgoing/request.ts";
import { signatureHeaders } from "../../outgoing/signature.ts";
import {
  attemptLeaseSeconds,
  type CallbackAttempt,
  type CallbackRow,
  type ClaimedCallback,
  claimCallback,
  insertCallbacks,
  type NewCallback,
  postponeCallback,
  recordAttempt,
  recordDelivered,
  settleCallback,
} from "../../store/callbacks/callbacks.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { storeFaultOf } from "../../store/database/faults.ts";
import { releaseClaimLater } from "../../store/database/give-back.ts";
import { type OrderEnd, orderEnd } from "../../store/money/refunds.ts";
import { lockOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { callbackFailures } from "../../suppliers/sandbox.ts";
import { voucherAddress } from "../visits/vouchers.ts";
import { judgeAttempt } from "./schedule.ts";
import { signingSecrets } from "./signing-secrets.ts";

/**
 * Callbacks to partners. Each status change of an order with a CallbackUrl writes one callback, in the same
 * transaction. The callbacks of an order are delivered in sequence, each at least once.
 */

/** Writes the callback of an order's newest status; it is due at once. */
export async function notifyPartner(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  order: OrderRow,
  { now, reason }: { now: Date; reason?: string | null | undefined },
): Promise<void> {
  if (!order.callbackUrl) return;
  const voucher = order.status === "complete" ? await voucherOf(tx, order.id) : null;
  const end = order.status === "cancelled" ? await orderEnd(tx, order.id) : null;
  await insertCallbacks(tx, statusCallback({ publicUrl }, order, voucher?.code ?? null, now, { reason, end }));
}

/**
 * Builds the callback of an order's newest status, if the order has a CallbackUrl. `voucher` is the code of the order's valid voucher.
 * `reason` is the text that the operator wrote, `end` how a cancelled order ended.
 */
export function statusCallback(
  { publicUrl }: { publicUrl: string },
  order: OrderRow,
  voucher: string | null,
  now: Date,
  { reason, end }: { reason?: string | null | undefined; end?: OrderEnd | null } = {},
): NewCallback[] {
  if (!order.callbackUrl) return [];
  const { id: orderId, externalReference, status, confirmation, changes: sequence, test } = order;
  const reference = orderReference(order);
  const voucherUrl = voucher && voucherAddress(publicUrl, voucher);
  const body: OrderNotification = {
    type: "order.status",
    timestamp: now.toISOString(),
    data: {
      ...{ orderId, reference, externalReference, status, confirmation, sequence, testMode: test, voucherUrl },
      ...(end && endOfOrder(end)),
      ...(reason && { reason }),
    },
  };
  const url = addOrderToUrl(order.callbackUrl, orderId, status);
  const about = { orderId, partnerId: order.partnerId, sequence, amended: 0, status, test };
  return [{ ...about, id: randomUUID(), url, body: JSON.stringify(body), createdAt: now }];
}

/** Returns how an order ended, as partners read it. */
const endOfOrder = ({ refundUsd, endedBy, reason }: OrderEnd): Partial<OrderNotification["data"]> => ({
  refundUsd: { currencyCode: "USD", value: Number(refundUsd) },
  ...(endedBy && endedBy !== "service" && { endedBy }),
  ...(reason && { reason }),
});

/** Appends `orderid` and `status` to the query of the partner's address. The rest of the address is unchanged. */
export function addOrderToUrl(callbackUrl: string, orderId: string, status: string): string {
  const [address = "", ...fragment] = callbackUrl.split("#");
  const query = address.indexOf("?");
  const joint = query < 0 ? "?" : query === address.length - 1 || address.endsWith("&") ? "" : "&";
  return [`${address}${joint}orderid=${orderId}&status=${status}`, ...fragment].join("#");
}

export interface CallbackDispatcher {
  db: Db;
  clock: () => Date;
  /** Whether private and local addresses may be called. */
  allowPrivate: boolean;
  /** Seconds between attempts: for live orders and for test orders. */
  gaps: { live: readonly number[]; test: readonly number[] };
  /** Called after every attempt. */
  onAttempt?: (outcome: string, replay: boolean) => void;
  /**
   * Called after every attempt to send a live callback or a catalogue message, except attempts that an operator
   * repeats.
   */
  onPartnerAttempt?: (attempt: PartnerAttempt) => void;
  /** Called when the last attempt at a live callback has failed. */
  onGivenUp?: () => void;
  /** Called after every message about the catalogue. */
  onCatalogAttempt?: (outcome: string) => void;
  send?: SendRequest | undefined;
}

/** The result of an attempt to reach a partner. */
export interface PartnerAttempt {
  partnerId: string;
  url: string;
  /** The HTTP status, or why there was no answer. */
  outcome: string;
  /** Whether the endpoint works: it answered 2xx, or 410 to stop the callbacks. */
  works: boolean;
}

export const partnerAttempt = (
  { partnerId, url }: Pick<CallbackRow, "partnerId" | "url">,
  { httpStatus, outcome }: Pick<AttemptResult, "httpStatus" | "outcome">,
): PartnerAttempt => {
  const verdict = judgeAttempt(httpStatus, 0, []);
  return { partnerId, url, outcome: String(httpStatus ?? outcome), works: verdict.settled !== "given-up" };
};

/** Time limit of one attempt, and the bytes of its answer that are stored. */
const attemptTimeoutMs = 10_000;
const answerBytes = 2048;

/**
 * Delivers an order's oldest waiting callback if it is due, then the next ones. A callback that is not due is in flight
 * in another process, or waits for its next attempt. `inTurn` limits the requests in flight. A callback is claimed
 * inside the limit, when it may be sent, and its result is recorded outside of the limit. The caller or the next
 * look-up finds a callback that was written while a result was being recorded.
 */
export async function deliverCallbacks(
  dispatcher: CallbackDispatcher,
  orderId: string,
  inTurn: (send: () => Promise<Sent | null>) => Promise<Sent | null>,
): Promise<void> {
  for (;;) {
    const sent = await inTurn(() => sendOldest(dispatcher, orderId));
    if (!sent || !(await recordSent(dispatcher, sent))) return;
  }
}

/** The stored result of an attempt. */
interface AttemptResult {
  /** `answered`, or the reason why there is no answer. */
  outcome: string;
  httpStatus: number | null;
  ms: number;
  answer: string;
}

interface Sent {
  callback: CallbackRow;
  made: CallbackAttempt;
}

async function sendOldest(dispatcher: CallbackDispatcher, orderId: string): Promise<Sent | null> {
  const callback = await claimCallback(dispatcher.db, orderId);
  if (!callback) return null;
  const at = dispatcher.clock();
  return { callback, made: { at, replay: false, ...(await send(dispatcher, callback)) } };
}

/** Returns whether another callback of the order may be due. */
async function recordSent(dispatcher: CallbackDispatcher, { callback, made }: Sent): Promise<boolean> {
  const goesOn = await record(dispatcher, callback, made).catch((error) => {
    // The result is recorded as soon as the database is available again, while this lease still prevents another
    // attempt.
    const leftMs = attemptLeaseSeconds * 1000 - made.ms;
    if (storeFaultOf(error))
      releaseClaimLater(dispatcher.db, `callback ${callback.id}`, leftMs, () => record(dispatcher, callback, made));
    throw error;
  });
  dispatcher.onAttempt?.(String(made.httpStatus ?? made.outcome), false);
  if (!callback.test) dispatcher.onPartnerAttempt?.(partnerAttempt(callback, made));
  return goesOn;
}

async function record(
  { db, gaps, onGivenUp }: CallbackDispatcher,
  callback: CallbackRow,
  made: CallbackAttempt,
): Promise<boolean> {
  const { settled, inSeconds } = judgeAttempt(
    made.httpStatus,
    callback.attempts,
    callback.test ? gaps.test : gaps.live,
  );
  if (settled === "delivered") return recordDelivered(db, callback, made);
  const goesOn = await db.transaction().execute(async (tx) => {
    // Waits for a status change in flight, so that its callback is stopped too.
    if (settled === "stopped") await lockOrder(tx, callback.orderId);
    await recordAttempt(tx, callback.id, made);
    if (settled === null) {
      await postponeCallback(tx, callback, inSeconds);
      return false;
    }
    if (await settleCallback(tx, callback, settled)) {
      const why = `callback-${settled}`;
      await addToTimeline(tx, callback.orderId, {
        at: made.at,
        kind: "callback",
        actor: "service",
        why,
        message: made.answer,
      });
    }
    return true;
  });
  if (settled === "given-up" && !callback.test) onGivenUp?.();
  return goesOn;
}

/** Sends a callback again with the same id and body, in any state. Only its log changes. */
export async function replayCallback(dispatcher: CallbackDispatcher, callback: CallbackRow): Promise<AttemptResult> {
  const at = dispatcher.clock();
  const result = await postSigned(dispatcher, callback);
  await dispatcher.db.transaction().execute((tx) => recordAttempt(tx, callback.id, { at, replay: true, ...result }));
  dispatcher.onAttempt?.(String(result.httpStatus ?? result.outcome), true);
  return result;
}

async function send(dispatcher: CallbackDispatcher, callback: ClaimedCallback): Promise<AttemptResult> {
  const order = callback.test ? await orderById(dispatcher.db, callback.orderId) : null;
  if (order && callback.attempts < callbackFailures(order.email)) {
    const answer = "The sandbox made this attempt fail, as the order requests.";
    return { outcome: "sandbox", httpStatus: null, ms: 0, answer };
  }
  return postSigned(dispatcher, callback);
}

/** Sends a message to a partner, signed with its secrets. `headers`: more headers. They replace none of the signature's. */
export async function postSigned(
  dispatcher: CallbackDispatcher,
  {
    id,
    url,
    body,
    partnerId,
    secrets: known = [],
    headers = {},
  }: Pick<CallbackRow, "id" | "url" | "body" | "partnerId"> &
    Partial<ClaimedCallback> & { headers?: Record<string, string> },
): Promise<AttemptResult> {
  const secrets = known.length > 0 ? known : await signingSecrets(dispatcher.db, { partnerId });
  const result = await (dispatcher.send ?? sendRequest)({
    url,
    body,
    // Uses the real time even when the service's clock is set: receivers refuse calls that are minutes old.
    headers: {
      ...headers,
      "content-type": "application/json",
      ...signatureHeaders({ id, timestamp: new Date(), body }, secrets),
    },
    timeoutMs: attemptTimeoutMs,
    maxAnswerBytes: answerBytes,
    allowPrivate: dispatcher.allowPrivate,
    // Receivers recognize a repeated callback by its webhook-id.
    mayArriveTwice: true,
  });
  return result.outcome === "answered"
    ? { outcome: "answered", httpStatus: result.status, ms: result.ms, answer: result.body }
    : { outcome: result.reason, httpStatus: null, ms: result.ms, answer: result.detail };
}
