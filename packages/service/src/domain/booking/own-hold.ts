import type { HoldStatus } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import { type HoldRow, holdById } from "../../store/orders/holds.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import type { PlainRefusalCode } from "../selling/messages.ts";

/** Reads a hold that the caller may use. As with orders, a test key reads test holds only. */
export async function readOwnHold(db: Db, id: string, caller: Caller): Promise<HoldRow | null> {
  const hold = await holdById(db, id);
  return hold && mayUseOrder(caller, hold) ? hold : null;
}

export const holdStatus = ({ status, expiresAt }: HoldRow, now: Date): HoldStatus =>
  status === "open" && expiresAt <= now ? "expired" : status;

/** The refusal of a request that needs an open hold. */
export const endedHoldCodes: Record<Exclude<HoldStatus, "open">, PlainRefusalCode> = {
  booked: "hold-booked",
  released: "hold-released",
  expired: "hold-expired",
};
