import { randomUUID } from "node:crypto";
import type { Language } from "@paseo/contract";
import {
  type BlockFields,
  type BlockRow,
  blockById,
  endBlock,
  insertBlock,
  writeBlock,
} from "../../store/booking/blocks.ts";
import type { Tx } from "../../store/database/database.ts";
import { moveSeats, returnSeats } from "../../store/orders/order-writes.ts";

/**
 * Blocks of seats for groups: docs/decisions/0057-blocks.md. A block's seats are released like the seats of every hold: by the job that
 * ends expired holds, by a sale that finds too few seats, or at any time by an operator. Each function locks the hold, the resources, the
 * event, then the version counter. The functions that take seats throw NoSeatsLeft when there are too few.
 */

export async function blockSeats(
  tx: Tx,
  block: BlockFields & { partnerId: string; eventId: string; lang: Language; by: string },
  now: Date,
): Promise<BlockRow> {
  const id = randomUUID();
  await insertBlock(tx, { ...block, id, createdAt: now });
  await moveSeats(
    tx,
    { take: { eventId: block.eventId, partnerId: block.partnerId, seats: block.seats }, give: [] },
    now,
  );
  return (await blockById(tx, id))!;
}

/** Changes a block. Returns null if the block was released, or changed since the revision. */
export async function changeBlock(
  tx: Tx,
  { id, eventId }: Pick<BlockRow, "id" | "eventId">,
  change: BlockFields & { revision: number },
  now: Date,
): Promise<BlockRow | null> {
  const before = await writeBlock(tx, id, change, now);
  if (before === null) return null;
  const further = change.seats - before.seats;
  const { partnerId } = before;
  if (further > 0) await moveSeats(tx, { take: { eventId, partnerId, seats: further }, give: [] }, now);
  if (further < 0) await returnSeats(tx, { eventId }, -further, now);
  return blockById(tx, id);
}

/** Releases a block. Returns false if the block was released before. */
export async function releaseBlock(
  tx: Tx,
  { id, eventId }: Pick<BlockRow, "id" | "eventId">,
  now: Date,
): Promise<boolean> {
  const seats = await endBlock(tx, id);
  if (seats !== null) await returnSeats(tx, { eventId }, seats, now);
  return seats !== null;
}
