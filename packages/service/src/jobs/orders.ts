import { type CallbackDispatcher, deliverCallbacks } from "../domain/dispatch/callbacks.ts";
import { sendCatalogChanged } from "../domain/dispatch/catalog-changed.ts";
import { dispatchWhenDue } from "../domain/dispatch/dispatch.ts";
import { sendOctoNotifications } from "../domain/dispatch/octo-notifications.ts";
import type { OrderContext } from "../domain/orders/transitions.ts";
import { Limiter } from "../limiter.ts";
import type { JobLog } from "../log.ts";
import { dueCallbacks } from "../store/dispatch/callbacks.ts";
import { dueOrders } from "../store/dispatch/dispatch.ts";
import { dueCatalogMessages } from "../store/partners/catalog-address.ts";
import { dueOctoSubscriptions } from "../store/partners/octo-subscriptions.ts";
import { type DueWork, type DueWorker, requestLimits, startDueWork } from "./due-work.ts";

type Options = Pick<DueWork, "everyMs" | "around">;

/** Sends orders to their suppliers. Each supplier has a share of the calls in flight. */
export const startDispatch = (orderContext: OrderContext, logger: JobLog, options: Options = {}): DueWorker =>
  startDueWork(
    {
      name: "dispatch",
      ...options,
      due: (most, except) => dueOrders(orderContext.db, most, except),
      run: (orderId) => dispatchWhenDue(orderContext, orderId),
    },
    logger,
  );

/**
 * Delivers callbacks. Each partner has a share of the requests in flight. While the results of some callbacks are
 * recorded, the next callbacks are sent, so more orders are in work than requests in flight.
 */
export function startCallbacks(dispatcher: CallbackDispatcher, logger: JobLog, options: Options = {}): DueWorker {
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

/** Sends messages about changes of the catalogue. The work belongs to a partner and has no order. */
export const startCatalogMessages = (
  dispatcher: CallbackDispatcher,
  logger: JobLog,
  options: Options = {},
): DueWorker =>
  startDueWork(
    {
      name: "catalog changes",
      ...options,
      due: (most, except) => dueCatalogMessages(dispatcher.db, most, except),
      run: (partnerId) => sendCatalogChanged(dispatcher, partnerId),
    },
    logger,
  );

/** Sends OCTO partners the notifications of their subscriptions. `orderId` of this work is the id of a subscription. */
export const startOctoNotifications = (
  dispatcher: CallbackDispatcher,
  logger: JobLog,
  options: Options = {},
): DueWorker =>
  startDueWork(
    {
      name: "OCTO notifications",
      ...options,
      due: (most, except) => dueOctoSubscriptions(dispatcher.db, most, except),
      run: (subscriptionId) => sendOctoNotifications(dispatcher, subscriptionId),
    },
    logger,
  );
