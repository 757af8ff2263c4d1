import { inTransaction } from "../../store/database/database.ts";
import {
  type ClaimedSubscription,
  claimOctoSubscription,
  type OctoMessage,
  oldestOctoMessage,
  recordOctoAttempt,
} from "../../store/partners/octo-subscriptions.ts";
import { type CallbackDispatcher, partnerAttempt, postSigned } from "./callbacks.ts";
import { judgeAttempt } from "./schedule.ts";

/**
 * Notifications to subscribers of OCTO: which product, availability or booking has changed. Each is sent at least once, in the
 * order of the changes: docs/decisions/0041-octo.md.
 */

/** Lease of one run, longer than the longest attempt that a run begins within `runMs`. */
const leaseSeconds = 30;
const runMs = 15_000;
/** Seconds until changes after a run become messages. */
const gapSeconds = 1;

/** Sends a subscription's messages one after the other, until one fails. */
export async function sendOctoNotifications(dispatcher: CallbackDispatcher, subscriptionId: string): Promise<void> {
  const subscription = await claimOctoSubscription(dispatcher.db, subscriptionId, leaseSeconds);
  if (!subscription) return;
  const endAt = performance.now() + runMs;
  let made = subscription.attempts;
  while (performance.now() < endAt) {
    const message = await oldestOctoMessage(dispatcher.db, subscriptionId);
    if (!message) break;
    if (!(await attempt(dispatcher, subscription, message, made))) return;
    made = 0;
  }
  await record(dispatcher, subscriptionId, { done: null, attempts: made, inSeconds: gapSeconds });
}

/** Returns whether the message was received. */
async function attempt(
  dispatcher: CallbackDispatcher,
  { id: subscriptionId, url, headers, partnerId }: ClaimedSubscription,
  { n, id, type, data }: OctoMessage,
  made: number,
): Promise<boolean> {
  const body = JSON.stringify({ subscriptionId, notificationType: type, data });
  const result = await postSigned(dispatcher, { id, url, body, partnerId, headers });
  dispatcher.onPartnerAttempt?.(partnerAttempt({ partnerId, url }, result));
  const gaps = dispatcher.gaps.live;
  const verdict = judgeAttempt(result.httpStatus, made + 1, gaps);
  if (verdict.settled === "delivered") {
    await record(dispatcher, subscriptionId, { done: n, attempts: 0, inSeconds: leaseSeconds });
    return true;
  }
  // After the last attempt all waiting messages are lost: the subscriber has to read everything anyway. So is a message that a
  // subscriber refuses for good.
  const isLost = verdict.settled !== null;
  await record(dispatcher, subscriptionId, {
    done: isLost ? "all" : null,
    attempts: isLost ? 0 : made + 1,
    inSeconds: verdict.settled === null ? verdict.againInSeconds : gaps.at(-1)!,
  });
  return false;
}

const record = ({ db }: CallbackDispatcher, id: string, next: Parameters<typeof recordOctoAttempt>[2]): Promise<void> =>
  inTransaction(db, (tx) => recordOctoAttempt(tx, id, next));
