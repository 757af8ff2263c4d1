import Big from "big.js";
import type { Tx } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/orders/money/amounts.ts";
import { addToTimeline } from "../../store/orders/order-writes.ts";
import { invalidFields } from "../editing/changing.ts";

/** Amounts of payments and refunds in the store's currency: their checks, and their text in an order's history. */

/** Refuses the amount 0, and an amount with more decimals than the store's currency has. */
export function checkAmount(given: string, currency: StoreCurrency, pointer: string): void {
  if (new Big(given).lte(0)) throw invalidFields([{ pointer, detail: "must be more than 0" }]);
  checkDecimals(given, currency, pointer);
}

/** Refuses an amount with more decimals than the store's currency has. */
export function checkDecimals(given: string, { code, digits }: StoreCurrency, pointer: string): void {
  const amount = new Big(given);
  const detail = `${code} has ${digits} digits after the decimal point.`;
  if (!amount.eq(amount.round(digits))) throw invalidFields([{ pointer, detail }]);
}

/** Writes an amount in the store's currency, for a message. */
export const amountText = (amount: string | Big, { code, digits }: StoreCurrency): string =>
  `${new Big(amount).toFixed(digits)} ${code}`;

/** Writes a payment or a refund to the history of its order. */
export const addMoneyToTimeline = (
  tx: Tx,
  orderId: string,
  kind: "paid" | "refunded",
  {
    amount,
    note,
    recordedBy,
    currency,
    now,
  }: { amount: string; note: string | null; recordedBy: string; currency: StoreCurrency; now: Date },
): Promise<void> =>
  addToTimeline(tx, orderId, {
    ...{ kind, actor: "operator", why: recordedBy, at: now },
    message: [amountText(amount, currency), ...(note ? [note] : [])].join(". "),
  });
