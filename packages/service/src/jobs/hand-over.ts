import type { Logger } from "pino";
import { askSupplier } from "../domain/hand-over.ts";
import type { OrderDesk } from "../domain/order-changes.ts";
import { claimDueOrders } from "../store/hand-over.ts";

/** Suppliers that are asked at once in this process. */
const atOnce = 16;
/** How often orders that are due are looked for, unless it is said otherwise. */
const turnEveryMs = 1_000;

/** Asks suppliers of orders that are due, from now on; the returned function stops and waits for those under way. */
export function startHandOver(desk: OrderDesk, logger: Logger, everyMs = turnEveryMs): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  let turning: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    while (!stopped && underWay.size < atOnce) {
      const orderIds = await claimDueOrders(desk.db, atOnce - underWay.size);
      for (const orderId of orderIds) begin(orderId);
      if (orderIds.length === 0) return;
    }
  };
  const begin = (orderId: string) => {
    // What fails here (the store is away, say) comes again when the order's lease is over.
    const asking: Promise<void> = askSupplier(desk, orderId)
      .catch((error) => logger.warn({ err: error, orderId }, "asking a supplier failed"))
      .finally(() => underWay.delete(asking));
    underWay.add(asking);
  };
  const timer = setInterval(() => {
    turning = turning.then(() => turn().catch((error) => logger.warn({ err: error }, "hand-over failed")));
  }, everyMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await turning;
    await Promise.all(underWay);
  };
}
