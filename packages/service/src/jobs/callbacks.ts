import { type CallbackDispatcher, deliverCallbacks } from "../domain/orders/callbacks/callbacks.ts";
import type { JobLog } from "../log.ts";
import { overdueCallbacks } from "../store/orders/callbacks.ts";
import { createLanes } from "./concurrency-limiter.ts";

/**
 * Orders whose notifications are on their way at once in this process: most of the time is the other side's. Those of one
 * partner are few enough that sixteen partners whose endpoints hang keep nobody else's waiting.
 */
const limits = { atOnce: 256, ofOneLane: 16, inLine: 1_000 };
/** Jobs that are fetched at once. */
const fetched = 64;
/** How often what no job brings is looked for: jobs of processes that died, and what did not fit in line. */
const rescueEveryMs = 1_000;

/** Delivers notifications from now on; the returned function stops and waits for those under way. */
export async function startCallbacks(dispatcher: CallbackDispatcher, logger: JobLog): Promise<() => Promise<void>> {
  const { db, queue } = dispatcher;
  const lanes = createLanes(limits, (orderId) =>
    deliverCallbacks(dispatcher, orderId).catch((error) =>
      logger.warn({ err: error, orderId }, "callback delivery failed"),
    ),
  );
  // The job ends when its delivery is in line: an endpoint that hangs must not keep the others of its batch waiting. What
  // is lost with the process is overdue soon, and found.
  await queue.work("callbacks", fetched, ({ key, lane }) => void lanes.add(lane, key));
  let stopped = false;
  let rescuing: Promise<void> = Promise.resolve();
  const rescue = async (): Promise<void> => {
    if (stopped || lanes.room() === 0) return;
    const overdue = await overdueCallbacks(db, lanes.room(), lanes.busy());
    for (const { orderId, partnerId } of overdue) lanes.add(partnerId, orderId);
  };
  const timer = setInterval(() => {
    rescuing = rescuing
      .then(rescue)
      .catch((error) => logger.warn({ err: error }, "looking for overdue callbacks failed"));
  }, rescueEveryMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await rescuing;
    await lanes.stop();
  };
}
