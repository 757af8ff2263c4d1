import { inTransaction } from "../../store/database/database.ts";
import { type CheckoutRow, lockCheckout, settledCheckout } from "../../store/payments/checkouts.ts";
import { sendBack } from "./paid-orders.ts";
import type { PaymentWork } from "./providers.ts";

/** Books a hold that its guest has paid. */
export async function bookPaidHold(work: PaymentWork, row: CheckoutRow, now: Date): Promise<void> {
  const { db } = work.orderContext;
  await inTransaction(db, async (tx) => {
    const checkout = await lockCheckout(tx, row.id);
    if (checkout?.state !== "paid") return;
    await sendBack(tx, checkout, checkout.paidMinor!, now);
    await settledCheckout(tx, row.id, { state: "refunding", why: "no-seats", now });
  });
}

/** What the letter about a payment without seats says. Null: nobody can be told. */
export async function unseatedContent(
  _work: PaymentWork,
  { request }: CheckoutRow,
): Promise<{ to: { name: string; address: string }; product: string; date: string } | null> {
  if (!request) return null;
  return null;
}
