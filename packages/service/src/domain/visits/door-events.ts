import type { Db } from "../../store/database/database.ts";
import { type DoorEventRow, type DoorOrderRow, doorEventRows } from "../../store/visits/door-events.ts";
import { isoDay, msPerDay } from "../selling/dates.ts";
import {
  type DoorHours,
  type DoorTimes,
  doorServiceTimes,
  doorTimes,
  isWithinDoorTimes,
} from "../selling/lead-time.ts";

export interface DoorEvent extends DoorEventRow {
  /** When the door accepts vouchers of the event: its local day, extended by the configured hours around its start. */
  accepted: DoorTimes;
  /** The time from the configured hours before an event's start to the hours after it. */
  served: DoorTimes;
  /** Whether the door serves the event now. */
  now: boolean;
}

/** Reads the events whose vouchers the door accepts at this instant. */
export async function doorEvents(
  db: Db,
  { now, sandbox, door }: { now: Date; sandbox: boolean; door: DoorHours },
): Promise<DoorEvent[]> {
  const today = Math.floor(now.getTime() / msPerDay);
  // A local day differs from the UTC day by at most one; the hours after the start can reach the next days.
  const reach = (hours: number): number => 1 + Math.ceil(hours / 24);
  const days = { from: isoDay(today - reach(door.after)), until: isoDay(today + reach(door.before)) };
  const rows = await doorEventRows(db, { ...days, sandbox });
  return rows
    .map((row) => ({ ...row, accepted: doorTimes(row.productType, row.eventOn, row.timeZone, door) }))
    .filter(({ accepted }) => isWithinDoorTimes(accepted, now))
    .map((row) => ({ ...row, served: doorServiceTimes(row.productType, row.eventOn, row.timeZone, door) }))
    .map((row) => ({ ...row, now: isWithinDoorTimes(row.served, now) }));
}

/** Returns the state of an order at the door. */
export function doorState({ status, code, voidAt }: DoorOrderRow): "complete" | "cancelled" | "not-confirmed" {
  if (status === "waitsupplier") return "not-confirmed";
  return status === "complete" && code !== null && voidAt === null ? "complete" : "cancelled";
}
