import { type Db, inTransaction } from "../database/database.ts";
import { repeatAfterConflict } from "../database/faults.ts";
import { firstRow, run } from "../database/rows.ts";
import { lockEvents, moveSeats, returnSeats } from "../orders/order-writes.ts";
import { newOrderRow, nullIfNoSeats, type OrderRow } from "../sale/orders.ts";
import { requireStock } from "../sale/stock.ts";
import { placeOrders } from "./place-orders.ts";
import type { OrderToPlace } from "./sales.ts";
import type { SaleOutcome } from "./seats.ts";

/**
 * Writes a group's order, which takes the seats of a block. It locks the hold, the
 * resources, the event, then the version counter, as every sale does. No other buyer can take the seats between block and order.
 */

interface BlockToSell {
  revision: number;
  /** What happens to blocked seats that the order does not take. */
  rest: "keep" | "release";
}

type Written = { outcome: SaleOutcome; row: OrderRow | null };

/** Rolls the transaction back, because the statement did not place the order. */
class NotPlaced extends Error {
  override name = "NotPlaced";
  readonly outcome: SaleOutcome;
  constructor(outcome: SaleOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Writes a group's order. `short`: the block was released or changed, or the event has too few free seats for the further ones. */
export const writeBlockOrder = async (db: Db, sale: OrderToPlace, block: BlockToSell): Promise<Written> => {
  const written = await repeatAfterConflict(() => placeFromBlock(db, sale, block))
    .catch(nullIfNoSeats)
    .catch((error) => {
      if (!(error instanceof NotPlaced)) throw error;
      return { outcome: error.outcome, row: null };
    });
  return written ?? { outcome: "short", row: null };
};

const placeFromBlock = (
  db: Db,
  { order, completing, record }: OrderToPlace,
  { revision, rest }: BlockToSell,
): Promise<Written> =>
  inTransaction(db, async (tx) => {
    const blocked = await firstRow(tx)<{ seats: number }>`
      select seats from hold where id = ${order.holdId} and block is not null and status = 'open' and revision = ${revision} for update`;
    if (!blocked) throw new NotPlaced("short");
    // The block has seats alone, so the order's extras are new.
    const { stocked } = await lockEvents(tx, [order.eventId]);
    const [placed] = await placeOrders(tx, [order], true);
    if (placed!.outcome !== "placed") throw new NotPlaced(placed!.outcome as SaleOutcome);
    if (stocked.has(order.eventId)) await requireStock(tx, order.eventId);
    const row = newOrderRow(order, placed!.number!);
    const left = blocked.seats - order.seats;
    if (left > 0 && rest === "keep")
      await run(
        tx,
      )`update hold set status = 'open', seats = ${left}, revision = revision + 1 where id = ${order.holdId}`;
    if (order.status === "complete") await completing(tx, [row]);
    await record?.(tx, row);
    // The last step, because it may lock the version counter.
    if (left < 0)
      await moveSeats(
        tx,
        { take: { eventId: order.eventId, partnerId: order.partnerId, seats: -left }, give: [] },
        order.createdAt,
      );
    else if (left > 0 && rest === "release") await returnSeats(tx, order, left, order.createdAt);
    return { outcome: "placed", row };
  });
