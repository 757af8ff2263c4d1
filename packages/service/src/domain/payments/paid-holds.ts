import type { BookRequest } from "@paseo/contract";
import { inTransaction } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { type HoldRow, holdById, reopenHold } from "../../store/orders/holds.ts";
import { moveSeats } from "../../store/orders/order-writes.ts";
import { callerOfKey } from "../../store/partners/partners.ts";
import { type CheckoutRow, lockCheckout, recordSettled } from "../../store/payments/checkouts.ts";
import { recordUnseatedLetters } from "../../store/sale/due-letters.ts";
import { dateInWords } from "../../vouchers/labels.ts";
import { placeOrder } from "../booking/booking.ts";
import { guestNameAnswers } from "../booking/guests.ts";
import { withReturnedSeats } from "../orders/expired-holds.ts";
import { callerOf } from "../partners/keys.ts";
import { leadName } from "../selling/lead-name.ts";
import { isRecorded, recordPaid, sendBack } from "./paid-orders.ts";
import type { PaymentWork } from "./providers.ts";

/** Books a hold that its guest has paid. Without seats the money goes back by itself. */

/** Minutes for which a hold stays after it was paid, and after the provider has ended its payment. */
export const minutesAfterPayment = 5;

export async function bookPaidHold(work: PaymentWork, row: CheckoutRow, now: Date): Promise<void> {
  const why = await book(work, row, now);
  if (why === null) return;
  const { db } = work.orderContext;
  await repeatAfterConflict(() =>
    inTransaction(db, async (tx) => {
      const checkout = await lockCheckout(tx, row.id);
      if (checkout?.state !== "paid") return;
      await sendBack(tx, checkout, checkout.paidMinor!, now);
      await recordSettled(tx, row.id, { state: "refunding", why, now });
      if (!checkout.test && checkout.request?.request.email) await recordUnseatedLetters(tx, row.id);
    }),
  );
}

/** Another run has settled the payment. */
class Settled extends Error {
  override name = "Settled";
}

/** Books the hold and records its payment in one transaction. Returns why it cannot; null: it is booked, or the next run goes on. */
async function book(work: PaymentWork, row: CheckoutRow, now: Date): Promise<string | null> {
  const { orderContext, booking } = work;
  const { db } = orderContext;
  const key = row.request && (await callerOfKey(db, row.request.keyId));
  const hold = row.holdId === null ? null : await holdById(db, row.holdId);
  if (!row.request || !key || !hold) return "no-seats";
  if (hold.status !== "booked" && !(await keepOrRetakeSeats(work, hold, now))) return "no-seats";
  const caller = await callerOf(db, key);
  const placed = await placeOrder(orderContext, row.request.request, {
    ...{ ...booking, caller, now, lang: row.lang, hasGivenUp: neverGivenUp, sandbox: orderContext.sandbox },
    ...{ holdId: hold.id, idempotencyKey: `payment ${row.id}`, waitsInFlight: true },
    unasked: guestNameAnswers(row.request.guestName, row.request.request),
    guestPays: {
      payment: guestsPayment(row.kind, row.paidAt ?? now, row.request.dueOn),
      record: async (tx, { id: orderId }) => {
        const checkout = await lockCheckout(tx, row.id);
        if (checkout?.state !== "paid") throw new Settled("the payment is settled");
        const counts = isRecorded(row, work, hold);
        if (counts) await recordPaid(tx, checkout, { orderId, minor: checkout.paidMinor!, now });
        await recordSettled(tx, row.id, { state: "recorded", why: counts ? checkout.why : "test", orderId, now });
      },
    },
  }).catch((error) => {
    if (error instanceof Settled) return null;
    throw error;
  });
  if (placed === null || placed.outcome === "placed" || placed.outcome === "in-flight") return null;
  if (placed.outcome === "refused") return "not-bookable";
  // The partner has booked the hold itself, unless an earlier run of this payment has.
  return "nothing-due";
}

/** How the guest of an order pays: online, and the rest on account. */
export const guestsPayment = (by: string, at: Date, dueOn?: string) => ({
  ...({ method: "account", by, at: at.toISOString() } as const),
  ...(dueOn !== undefined && { dueOn }),
});

/** Keeps a hold open, or takes its seats again at its price if they are free. */
async function keepOrRetakeSeats({ orderContext: { db } }: PaymentWork, hold: HoldRow, now: Date): Promise<boolean> {
  const { eventId, partnerId, seats, people, wholeEvent, test } = hold;
  const until = new Date(now.getTime() + minutesAfterPayment * 60_000);
  const isOpen = await withReturnedSeats(db, { eventId }, now, () =>
    repeatAfterConflict(() =>
      inTransaction(db, async (tx) => {
        const before = await reopenHold(tx, hold.id, until);
        if (before === null) return false;
        const whole = wholeEvent ? { orderId: hold.id, capacity: seats } : undefined;
        if (before !== "open" && !test && (seats > 0 || people > 0))
          await moveSeats(tx, { take: { eventId, partnerId, seats, whole }, give: [] }, now);
        return true;
      }),
    ),
  );
  return isOpen ?? false;
}

/** What the letter about a payment without seats says. Null: nobody can be told. */
export async function unseatedContent(
  { orderContext: { db } }: PaymentWork,
  { request, holdId, lang }: CheckoutRow,
): Promise<{ to: { name: string; address: string }; product: string; date: string } | null> {
  const sent: BookRequest | undefined = request?.request;
  const hold = holdId === null ? null : await holdById(db, holdId);
  if (!sent || !hold || sent.email === "") return null;
  const date = dateInWords({ lang, productType: "scheduled", eventOn: hold.eventOn });
  const { productName, productNames = {} } = hold.agreed;
  const to = { name: leadName(sent.answers ?? []) ?? request?.guestName ?? "", address: sent.email };
  return { to, product: productNames[lang] ?? productName, date };
}
