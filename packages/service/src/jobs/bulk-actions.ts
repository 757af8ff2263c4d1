import { type BulkContext, runBulkOrder } from "../domain/orders/bulk/run.ts";
import type { JobLog } from "../log.ts";
import { dueBulkOrders } from "../store/orders/bulk-actions.ts";
import { type DueWork, type DueWorker, startDueWork } from "./due-work.ts";

/** Few orders run at the same time, because orders of one event lock that event. */
const limits = { total: 8, perKey: 4, waiting: 1_000 };

/** Processes the orders of bulk actions. Each action has a share of the work. */
export const startBulkActions = (
  context: BulkContext,
  logger: JobLog,
  { everyMs = 1_000, around }: Pick<DueWork, "everyMs" | "around"> = {},
): DueWorker =>
  startDueWork(
    {
      name: "bulk actions",
      // Bulk actions are rare, and an operator who watches one can wait for five seconds.
      everyMs: 5 * everyMs,
      around,
      limits,
      due: (most, except) => dueBulkOrders(context.orderContext.db, most, except),
      run: (orderId, actionId) => runBulkOrder(context, actionId, orderId),
    },
    logger,
  );
