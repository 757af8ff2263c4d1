import type { Tx } from "../../store/database/database.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { msPerDay } from "../selling/dates.ts";
import type { DoorHours } from "../selling/lead-time.ts";
import { readCode, readOrderAtDoor } from "./scanned-code.ts";

/** Finds and locks the order whose guest pays at the door, or to the guide. */

/** Money that was taken without network is recorded at its time, but no longer than this ago: closings look back as far. */
const maxDaysAgo = 30;

/** Returns when money was taken by a device's clock, which can be wrong. */
export function takenAt(given: string | undefined, now: Date): Date {
  const at = given === undefined ? now.getTime() : Date.parse(given);
  return at < now.getTime() && now.getTime() - at < maxDaysAgo * msPerDay ? new Date(at) : now;
}

/**
 * Returns the locked order that a code means at the door. `eventId`: only an order of this event. Null: the door knows no such order, or its
 * voucher was replaced or never issued.
 */
export async function orderToPay(
  tx: Tx,
  code: string,
  { eventId, ...at }: { now: Date; sandbox: boolean; door: DoorHours; readsOrders: boolean; eventId: string | null },
): Promise<OrderRow | null> {
  const meant = await readCode(tx, code);
  const reading = meant && (await readOrderAtDoor(tx, meant, at));
  if (!reading || "result" in reading) return null;
  return eventId === null || reading.order.eventId === eventId ? reading.order : null;
}
