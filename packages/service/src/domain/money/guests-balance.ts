import Big from "big.js";
import type { Db, Tx } from "../../store/database/database.ts";
import { balanceOf } from "../../store/money/account.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import type { OrderRow } from "../../store/sale/orders.ts";

/** Whether the guest pays an order, and not the partner that sold it: orders on account of the operator's own. */
export const isPaidByGuest = ({ payment, test }: Pick<OrderRow, "payment" | "test">): boolean =>
  payment?.method === "account" && !test;

/** Returns what the guest of an order still has to pay, as a decimal in the currency. */
export async function dueFromGuest(
  db: Db | Tx,
  currency: StoreCurrency,
  order: Pick<OrderRow, "id" | "payment" | "test">,
): Promise<string> {
  if (!isPaidByGuest(order)) return new Big(0).toFixed(currency.digits);
  const due = new Big((await balanceOf(db, currency, order.id)).balanceDue ?? "0");
  return (due.lt(0) ? new Big(0) : due).toFixed(currency.digits);
}
