import type { Tx } from "../../store/database/database.ts";
import { waitingAmendment, writeAmendment } from "../../store/orders/amendments.ts";
import { addToTimeline, type EventRef } from "../../store/orders/order-writes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { notifyOfAmendment } from "../dispatch/amendment-callbacks.ts";

/** Ends the waiting amendment when its order ends. Returns the event whose seats must be recounted, or null. */
export async function withdrawChange(
  tx: Tx,
  context: { publicUrl: string },
  order: OrderRow,
  now: Date,
): Promise<EventRef | null> {
  const change = await waitingAmendment(tx, order.id);
  if (!change) return null;
  await writeAmendment(tx, change.id, { status: "withdrawn" });
  await addToTimeline(tx, order.id, { at: now, kind: "change-declined", actor: "service", why: "withdrawn" });
  await notifyOfAmendment(tx, context, order, { change, status: "withdrawn", now });
  return change.seats > 0 ? change : null;
}
