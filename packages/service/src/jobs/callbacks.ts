import type { Logger } from "pino";
import { type Courier, deliverCallbacks } from "../domain/callbacks.ts";
import { overdueCallbackOrders } from "../store/callbacks.ts";

/** Orders whose notifications are on their way at once in this process: most of the time is the other side's. */
const atOnce = 64;
/** How often lost jobs are looked for: those of processes that died. */
const rescueEveryMs = 5_000;

/** Delivers notifications from now on; the returned function stops and waits for those under way. */
export async function startCallbacks(courier: Courier, logger: Logger): Promise<() => Promise<void>> {
  const { db, queue } = courier;
  const underWay = new Map<string, Promise<void>>();
  let stopped = false;
  const deliver = (orderId: string) => {
    // Its job may come twice; the notification's lease would stop the second one at the store.
    if (underWay.has(orderId) || stopped) return;
    const delivery = deliverCallbacks(courier, orderId)
      .catch((error) => logger.warn({ err: error, orderId }, "callback delivery failed"))
      .finally(() => underWay.delete(orderId));
    underWay.set(orderId, delivery);
  };
  // The job ends when its delivery has begun: an endpoint that hangs must not keep the others of its batch waiting. What is
  // lost with the process is overdue soon, and found.
  await queue.work("callbacks", atOnce, async (orderId) => {
    while (underWay.size >= atOnce && !stopped) await Promise.race(underWay.values());
    deliver(orderId);
  });
  let rescuing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    rescuing = rescuing.then(async () => {
      if (stopped || underWay.size >= atOnce) return;
      await overdueCallbackOrders(db, atOnce).then(
        (orderIds) => orderIds.forEach(deliver),
        (error) => logger.warn({ err: error }, "looking for overdue callbacks failed"),
      );
    });
  }, rescueEveryMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await rescuing;
    await Promise.all(underWay.values());
  };
}
