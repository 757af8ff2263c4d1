import { Limiter } from "../../limiter.ts";
import type { CallbackRow } from "../../store/callbacks/callbacks.ts";
import { type CallbackDispatcher, replayCallback } from "./callbacks.ts";

/** Sends a range of callbacks again. */

/** Maximum number of callbacks of one replay. */
export const maxReplayedCallbacks = 200;
/** The service sends the callbacks of at most this many orders at the same time. */
const maxConcurrent = 8;
/** After this many attempts without an answer in a row, the partner's other callbacks are skipped: its endpoint is down. */
const unansweredAtMost = 3;

interface ReplayedRange {
  sent: number;
  /** Callbacks that the endpoint answered with 2xx. */
  received: number;
  /** Callbacks that were not sent, because the partner's endpoint did not answer earlier ones. */
  skipped: number;
}

/** Sends these callbacks again: one after another within an order, in parallel for several orders. */
export async function replayCallbackRange(
  dispatcher: CallbackDispatcher,
  range: readonly CallbackRow[],
): Promise<ReplayedRange> {
  const done: ReplayedRange = { sent: 0, received: 0, skipped: 0 };
  const unanswered = new Map<string, number>();
  const orders = new Limiter({ total: maxConcurrent });
  const ofOrders = Map.groupBy(range, ({ orderId }) => orderId).values();
  await Promise.all([...ofOrders].map((callbacks) => orders.run("orders", () => replayAll(callbacks))));
  return done;

  async function replayAll(callbacks: typeof range): Promise<void> {
    for (const callback of callbacks) await replay(callback);
  }

  async function replay(callback: CallbackRow): Promise<void> {
    const { partnerId } = callback;
    if ((unanswered.get(partnerId) ?? 0) >= unansweredAtMost) {
      done.skipped++;
      return;
    }
    const { httpStatus } = await replayCallback(dispatcher, callback);
    done.sent++;
    if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) done.received++;
    unanswered.set(partnerId, httpStatus === null ? (unanswered.get(partnerId) ?? 0) + 1 : 0);
  }
}
