import { randomUUID } from "node:crypto";
import Big from "big.js";
import type { Tx } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { insertDueRefund } from "../../store/money/refunds.ts";
import {
  dueRefundsOfOrder,
  insertCheckoutRefunds,
  refundableCheckouts,
  stopCheckoutRefunds,
} from "../../store/payments/checkout-refunds.ts";
import { minorUnits } from "../selling/money.ts";
import { amountOfMinor } from "./amounts.ts";

/** Refunds of orders through the providers that the guest paid. */

export interface OnlineRefund {
  /** Null: no terms ask for it. */
  refundId: string | null;
  /** Decimal in the currency. */
  amount: string;
  usd: string;
  createdBy: string;
  note: string | null;
}

/**
 * Has a refund of a locked order sent by the providers that have its payments, the newest payment first. Returns null, or the most that they
 * can send back.
 */
export async function refundOnline(
  tx: Tx,
  orderId: string,
  currency: StoreCurrency,
  { refundId, amount, usd, createdBy, note }: OnlineRefund,
  now: Date,
): Promise<string | null> {
  let left = minorUnits(new Big(amount), currency.code);
  const payments = await refundableCheckouts(tx, orderId, currency.code);
  const most = payments.reduce((sum, { minor }) => sum + minor, 0);
  if (most < left) return amountOfMinor(most, currency.code);
  const id = refundId ?? (await insertDueRefund(tx, orderId, usd, now));
  const parts = payments.flatMap(({ id: checkoutId, minor }) => {
    const part = Math.min(minor, left);
    left -= part;
    return part === 0 ? [] : [{ id: randomUUID(), checkoutId, refundId: id, minor: part, createdBy, note }];
  });
  await insertCheckoutRefunds(tx, parts, now);
  return null;
}

/** `waits`: a provider may still send it. `free`: another payment of the refund can be recorded. */
type Waiting = "waits" | "free";

/**
 * Prepares another payment of a refund of a locked order: refunds that the provider refused are stopped. One that may have arrived cannot
 * be stopped.
 */
export async function stopRefused(tx: Tx, orderId: string, refundId: string | undefined): Promise<Waiting> {
  const due = (await dueRefundsOfOrder(tx, orderId)).filter((one) => one.refundId === refundId);
  if (refundId === undefined || due.length === 0) return "free";
  if (due.some(({ fault }) => fault !== "refused")) return "waits";
  await stopCheckoutRefunds(
    tx,
    due.map(({ id }) => id),
  );
  return "free";
}
