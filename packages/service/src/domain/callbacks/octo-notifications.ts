import { inTransaction } from "../../store/database/database.ts";
import {
  type ClaimedSubscription,
  claimOctoSubscription,
  type OctoMessage,
  oldestOctoMessage,
  recordOctoAttempt,
} from "../../store/partners/octo-subscriptions.ts";
import { type CallbackDispatcher, partnerAttempt, postSigned } from "./callbacks.ts";
import { judgeAttempt, nextMessageSeconds } from "./schedule.ts";

/**
 * Notifications to subscribers of OCTO: which product, availability or booking has changed. Each is sent at least once, in the
 * order of the changes: docs/decisions/0041-octo.md.
 */

/** Lease of one run, longer than the longest attempt that a run begins within `runMs`. */
const leaseSeconds = 30;
const runMs = 15_000;

/** Sends a subscription's messages one after the other, until one fails. */
export async function sendOctoNotifications(dispatcher: CallbackDispatcher, subscriptionId: string): Promise<void> {
  const subscription = await claimOctoSubscription(dispatcher.db, subscriptionId, leaseSeconds);
  if (!subscription) return;
  const endAt = performance.now() + runMs;
  let failed = subscription.attempts;
  while (performance.now() < endAt) {
    const message = await oldestOctoMessage(dispatcher.db, subscriptionId);
    if (!message) break;
    if (!(await attempt(dispatcher, subscription, message, failed))) return;
    failed = 0;
  }
  await record(dispatcher, subscriptionId, { done: null, attempts: failed, inSeconds: nextMessageSeconds });
}

/** Returns whether the message was received. */
async function attempt(
  dispatcher: CallbackDispatcher,
  { id: subscriptionId, url, headers, partnerId }: ClaimedSubscription,
  { n, id, type, data }: OctoMessage,
  failed: number,
): Promise<boolean> {
  const body = JSON.stringify({ subscriptionId, notificationType: type, data });
  const result = await postSigned(dispatcher, { id, url, body, partnerId, headers });
  dispatcher.onPartnerAttempt?.(partnerAttempt({ partnerId, url }, result));
  const { settled, attempts, inSeconds } = judgeAttempt(result.httpStatus, failed, dispatcher.gaps.live);
  const isDelivered = settled === "delivered";
  // When one message is lost, all waiting messages are: the subscriber has to read everything anyway.
  const done = isDelivered ? n : settled === null ? null : "all";
  await record(dispatcher, subscriptionId, { done, attempts, inSeconds: isDelivered ? leaseSeconds : inSeconds });
  return isDelivered;
}

const record = ({ db }: CallbackDispatcher, id: string, next: Parameters<typeof recordOctoAttempt>[2]): Promise<void> =>
  inTransaction(db, (tx) => recordOctoAttempt(tx, id, next));
