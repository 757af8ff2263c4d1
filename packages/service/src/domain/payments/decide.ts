import type { Tx } from "../../store/database/database.ts";
import { lockCheckout, recordAccepted, recordSettled } from "../../store/payments/checkouts.ts";
import { sendBack } from "./paid-orders.ts";

/** What an operator decides about a payment of another amount. False: it was decided before. */

/** Records what was paid: the work on the payment goes on with that amount. */
export const acceptPaid = (tx: Tx, id: string, now: Date): Promise<boolean> => recordAccepted(tx, id, now);

/** Sends all of it back. */
export async function returnPaid(tx: Tx, id: string, now: Date): Promise<boolean> {
  const checkout = await lockCheckout(tx, id);
  if (checkout?.state !== "differs") return false;
  await sendBack(tx, checkout, checkout.paidMinor!, now);
  await recordSettled(tx, id, { state: "refunding", why: "differs", now });
  return true;
}
