import { type CallbackDispatcher, deliverCallbacks } from "../domain/callbacks/callbacks.ts";
import { dispatchWhenDue } from "../domain/dispatch/dispatch.ts";
import type { OrderContext } from "../domain/orders/transitions.ts";
import { Limiter } from "../limiter.ts";
import type { JobLog } from "../log.ts";
import { dueCallbacks } from "../store/callbacks/callbacks.ts";
import { dueOrders } from "../store/dispatch/dispatch.ts";
import { type DueWork, type DueWorker, type DueWorkOptions, requestLimits, startDueWork } from "./due-work.ts";

/** Sends orders to their suppliers. Each supplier has a share of the calls in flight. */
export const dispatchWork = (orderContext: OrderContext): DueWork => ({
  name: "dispatch",
  due: (most, except) => dueOrders(orderContext.db, most, except),
  run: (orderId) => dispatchWhenDue(orderContext, orderId),
});

/**
 * Delivers callbacks. Each partner has a share of the requests in flight. While the results of some callbacks are
 * recorded, the next callbacks are sent, so more orders are in work than requests in flight.
 */
export function startCallbacks(
  dispatcher: CallbackDispatcher,
  logger: JobLog,
  options: DueWorkOptions = {},
): DueWorker {
  const { total, perKey, waiting } = requestLimits;
  const requests = new Limiter({ total, perKey });
  /**
   * Orders in work. An order that is added during its run runs again, because the run may have missed a new callback.
   */
  const inWork = new Map<string, "once" | "again">();
  let isStopped = false;

  async function run(orderId: string, partnerId: string): Promise<void> {
    if (inWork.has(orderId)) {
      inWork.set(orderId, "again");
      return;
    }
    try {
      do {
        inWork.set(orderId, "once");
        await deliverCallbacks(dispatcher, orderId, (send) =>
          requests.run(partnerId, async () => (isStopped ? null : send())),
        );
      } while (inWork.get(orderId) === "again" && !isStopped);
    } finally {
      inWork.delete(orderId);
    }
  }

  const worker = startDueWork(
    {
      name: "callbacks",
      ...options,
      limits: { total: 4 * total, perKey: 4 * perKey, waiting },
      // A run claims an order only when its request may be sent. Until then a look-up would find the order again.
      isInWork: (orderId) => inWork.has(orderId),
      due: (most, except) => dueCallbacks(dispatcher.db, most, except),
      run,
    },
    logger,
  );
  return {
    add: worker.add,
    stop() {
      isStopped = true;
      return worker.stop();
    },
  };
}
