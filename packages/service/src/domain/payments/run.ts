import type { Notification } from "../../payments/kind.ts";
import { checkoutOfProvider, claimCheckout } from "../../store/payments/checkouts.ts";
import { storedPayment } from "./amounts.ts";
import { continueCheckout, takeReading } from "./checkouts.ts";
import { type PaymentWork, providerOf } from "./providers.ts";

/** What moves payments on: due work, and reports of providers. */

/** Goes on with a payment that is due. Does nothing when another process has claimed it. */
export async function runCheckout(work: PaymentWork, id: string): Promise<void> {
  const claimed = await claimCheckout(work.orderContext.db, id);
  if (claimed) await continueCheckout(work, claimed, work.orderContext.clock());
}

export type TakenNotification = "taken" | "ignored" | "refused";

/** Takes a provider's report. Only a signed report counts, and only for the payment that it names. */
export async function takeNotification(
  work: PaymentWork,
  kind: string,
  notification: Notification,
): Promise<TakenNotification> {
  const { db, clock } = work.orderContext;
  const ready = await providerOf(work, kind);
  if (!ready) return "refused";
  const verified = await ready.provider.verify(notification);
  if (verified.outcome !== "verified") return verified.outcome;
  const { providerId, reading } = verified;
  const row = await checkoutOfProvider(db, kind, providerId);
  // Without the answer to its start, the payment is not known yet: the next run starts it again, and reads it.
  if (!row) return "ignored";
  if (reading) await takeReading(work, row, reading, clock());
  else if (row.state === "open") await continueCheckout(work, row, clock());
  else if (row.state === "ended") await takeReading(work, row, await ready.provider.read(storedPayment(row)), clock());
  return "taken";
}
