import { type CallbackDispatcher, deliverCallbacks } from "../domain/orders/callbacks/callbacks.ts";
import { dispatchWhenDue } from "../domain/orders/dispatch/dispatch.ts";
import type { OrderContext } from "../domain/orders/order-changes.ts";
import type { JobLog } from "../log.ts";
import { dueCallbacks } from "../store/orders/callbacks.ts";
import { dueOrders } from "../store/orders/dispatch.ts";
import { type DueWorker, startDueWork } from "./due-work.ts";

/** Sends orders to their suppliers. Each supplier has a share of the calls in flight. */
export const startDispatch = (orderContext: OrderContext, logger: JobLog, everyMs?: number): DueWorker =>
  startDueWork(
    {
      name: "dispatch",
      everyMs,
      due: (most, except) => dueOrders(orderContext.db, most, except),
      run: (orderId) => dispatchWhenDue(orderContext, orderId),
    },
    logger,
  );

/** Delivers callbacks. Each partner has a share of the attempts in flight. */
export const startCallbacks = (dispatcher: CallbackDispatcher, logger: JobLog, everyMs?: number): DueWorker =>
  startDueWork(
    {
      name: "callbacks",
      everyMs,
      due: (most, except) => dueCallbacks(dispatcher.db, most, except),
      run: (orderId) => deliverCallbacks(dispatcher, orderId),
    },
    logger,
  );
