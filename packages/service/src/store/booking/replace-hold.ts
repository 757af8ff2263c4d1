import { type Db, inTransaction } from "../database/database.ts";
import { repeatAfterConflict } from "../database/faults.ts";
import { type HasGivenUp, unlessGivenUp } from "../database/given-up.ts";
import { endHold, type HoldRow, type NewHold } from "../orders/holds.ts";
import { allotmentsLeaveSeats, lockEvents, publishEvents, recountSeats, returnSeats } from "../orders/order-writes.ts";
import { isOversold } from "../sale/stock.ts";
import { type PlacedHold, placeHolds } from "./place-holds.ts";

/** The new hold was not placed, and the transaction is rolled back. */
class NotPlaced extends Error {
  override name = "NotPlaced";
  readonly placed: PlacedHold;
  constructor(placed: PlacedHold) {
    super(placed.outcome);
    this.placed = placed;
  }
}

/**
 * Ends an open hold and places another hold in its place, in one transaction, so that the seats of the first hold are
 * free for the second and no other buyer gets them. Null: the first hold has ended. Locks the hold, the resources, the
 * events by id, and the version counter last.
 */
export function replaceHold(
  db: Db,
  former: HoldRow,
  { hold, hasGivenUp }: { hold: NewHold; hasGivenUp: HasGivenUp },
): Promise<PlacedHold | null> {
  const replacing = repeatAfterConflict(() =>
    unlessGivenUp(db, hasGivenUp, (own) =>
      inTransaction(own, async (tx) => {
        const ended = await endHold(tx, former.id);
        if (!ended) return null;
        const locked = await lockEvents(tx, [former.eventId, hold.eventId]);
        if (!ended.test) await returnSeats(tx, ended, ended.seats, hold.createdAt);
        const [placed] = await placeHolds(tx, [hold], true);
        if (placed!.outcome !== "placed") throw new NotPlaced(placed!);
        if (locked.stocked.has(hold.eventId) && (await isOversold(tx, hold.eventId)))
          throw new NotPlaced({ ...placed!, outcome: "short" });
        const recounted = await recountSeats(tx, locked, hold.createdAt);
        const { products, short } = recounted;
        if (short.has(hold.eventId) || (!hold.test && !allotmentsLeaveSeats(recounted, hold, hold.createdAt)))
          throw new NotPlaced({ ...placed!, outcome: "short" });
        const soldOut = placed!.soldOut ? [hold] : [];
        if (soldOut.length + products.length > 0) await publishEvents(tx, soldOut, hold.createdAt, products);
        return placed!;
      }),
    ),
  );
  return replacing.catch((error) => {
    if (error instanceof NotPlaced) return error.placed;
    throw error;
  });
}
