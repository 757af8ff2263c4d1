import { askWhenDue } from "../domain/orders/dispatch/dispatch.ts";
import type { OrderContext } from "../domain/orders/order-changes.ts";
import type { JobLog } from "../log.ts";
import { dueOrders } from "../store/orders/dispatch.ts";
import { createLanes } from "./concurrency-limiter.ts";

/**
 * Orders whose supplier is being asked at once in this process. Each supplier has a lane: sixteen suppliers whose systems hang
 * leave every other supplier its own share.
 */
const limits = { atOnce: 256, ofOneLane: 16, inLine: 1_000 };
/** How often orders that are due are looked for, unless it is said otherwise. */
const turnEveryMs = 1_000;

/** Asks suppliers of orders that are due, from now on; the returned function stops and waits for those under way. */
export function startHandOver(orderContext: OrderContext, logger: JobLog, everyMs = turnEveryMs): () => Promise<void> {
  // What fails here (the store is away, say) comes again when the order's lease is over.
  const lanes = createLanes(limits, (key) => {
    const [orderId = ""] = key.split(" ");
    return askWhenDue(orderContext, orderId).catch((error) =>
      logger.warn({ err: error, orderId }, "asking a supplier failed"),
    );
  });
  let stopped = false;
  let turning: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    if (stopped || lanes.room() === 0) return;
    const due = await dueOrders(orderContext.db, lanes.room(), lanes.busy());
    // With its time: a run that outlives the order's lease must not keep a later one from beginning.
    for (const { orderId, lane, at } of due) lanes.add(lane, `${orderId} ${at}`);
  };
  const timer = setInterval(() => {
    turning = turning.then(turn).catch((error) => logger.warn({ err: error }, "hand-over failed"));
  }, everyMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await turning;
    await lanes.stop();
  };
}
