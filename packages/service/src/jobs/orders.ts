import { type CallbackDispatcher, deliverCallbacks } from "../domain/orders/callbacks/callbacks.ts";
import { sendCatalogChanged } from "../domain/orders/callbacks/catalog-changed.ts";
import { dispatchWhenDue } from "../domain/orders/dispatch/dispatch.ts";
import type { OrderContext } from "../domain/orders/order-changes.ts";
import { Limiter } from "../limiter.ts";
import type { JobLog } from "../log.ts";
import { dueCallbacks } from "../store/orders/callbacks.ts";
import { dueOrders } from "../store/orders/dispatch.ts";
import { dueCatalogMessages } from "../store/partners/catalog-address.ts";
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
 * Delivers callbacks. Each partner has a share of the requests in flight. While some of its callbacks are recorded, the next ones are
 * sent: so more orders are worked on than there are requests.
 */
export function startCallbacks(dispatcher: CallbackDispatcher, logger: JobLog, options: Options = {}): DueWorker {
  const { total, perKey, waiting } = requestLimits;
  const requests = new Limiter({ total, perKey });
  let isStopped = false;
  const worker = startDueWork(
    {
      name: "callbacks",
      ...options,
      limits: { total: 4 * total, perKey: 4 * perKey, waiting },
      due: (most, except) => dueCallbacks(dispatcher.db, most, except),
      run: (orderId, partnerId) =>
        deliverCallbacks(dispatcher, orderId, (send) =>
          requests.run(partnerId, async () => (isStopped ? null : send())),
        ),
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

/** Sends messages about changes of the catalogue. The work is a partner's; it has no order. */
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
