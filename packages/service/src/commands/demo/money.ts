import Big from "big.js";
import { addMoneyToTimeline } from "../../admin/orders/amounts.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { instantOf, localTime, msPerDay } from "../../domain/selling/dates.ts";
import type { AccountMethod, RefundMethod } from "../../records/payment.ts";
import { balancesOf, insertAccountPayment } from "../../store/money/account.ts";
import { listRefunds } from "../../store/money/refund-list.ts";
import { recordPayment } from "../../store/money/refunds.ts";
import { dice } from "./dice.ts";
import { demoOperatorEmail, type PlacedDemoOrder, type Seeding } from "./place-orders.ts";
import { demoDesk } from "./plan.ts";

/** Payments that the operator collected from guests, and refunds that it has paid back. */

/**
 * Most guests of the desk have paid in full before the event. Of the others some have paid a part, some nothing. Guests of a partner for which the
 * operator collects pay on arrival.
 */
export async function receiveDemoPayments({ tx, now, newId }: Seeding, placed: readonly PlacedDemoOrder[]) {
  const currency = await storeCurrency(tx);
  const onAccount = placed.filter(({ partner, pays }) => partner !== demoDesk || pays === "account");
  const due = new Map(
    (
      await balancesOf(
        tx,
        currency,
        onAccount.map(({ id }) => id),
      )
    ).map(({ id, balanceDue }) => [id, balanceDue]),
  );
  const today = now.toISOString().slice(0, 10);
  for (const { id, key, at, eventOn, timeZone, partner } of onAccount) {
    if (!due.has(id)) continue;
    const roll = dice(`paseo demo payment ${key}`);
    const luck = roll();
    const isOfDesk = partner === demoDesk;
    const ahead = isOfDesk ? (luck < 0.45 ? 1 : luck < 0.75 ? 0.3 : 0) : 0;
    const share = eventOn < today ? (luck < 0.9 || !isOfDesk ? 1 : 0.5) : ahead;
    const amount = new Big(due.get(id) ?? 0).times(share).round(currency.digits).toFixed(currency.digits);
    if (Number(amount) === 0) continue;
    const early = new Date(at.getTime() + (now.getTime() - at.getTime()) * 0.4 * roll());
    const paidAt = isOfDesk ? early : instantOf(localTime(eventOn), timeZone);
    const method: AccountMethod = roll() < 0.6 ? (isOfDesk ? "transfer" : "cash") : "card";
    const payment = { id: newId(`payment ${key}`), amount, method, note: null, recordedBy: demoOperatorEmail };
    await insertAccountPayment(tx, currency, id, payment, paidAt);
    await addMoneyToTimeline(tx, id, "paid", { ...payment, currency, now: paidAt });
  }
}

/** Refunds that are due for longer than this are paid back. */
const refundDays = 3;

export async function payDemoRefunds({ tx, now }: Seeding): Promise<void> {
  const currency = await storeCurrency(tx);
  const { rows } = await listRefunds(
    tx,
    currency,
    { state: "due", dueTo: new Date(now.getTime() - refundDays * msPerDay).toISOString() },
    { offset: 0, limit: 1000 },
  );
  for (const { id, orderId, due, dueUsd, dueAt, payment } of rows) {
    const paidAt = new Date(dueAt.getTime() + refundDays * msPerDay * 0.7);
    const method: RefundMethod =
      payment === "partner" ? "account" : payment === "free" || payment === "account" ? "transfer" : payment;
    const paid = { method, note: null, recordedBy: demoOperatorEmail };
    await recordPayment(tx, { id, orderId }, { ...paid, paidUsd: dueUsd }, paidAt);
    await addMoneyToTimeline(tx, orderId, "refunded", { ...paid, amount: due, currency, now: paidAt });
  }
}
