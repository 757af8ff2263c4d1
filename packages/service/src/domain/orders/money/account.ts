import Big from "big.js";
import type { Tx } from "../../../store/database/database.ts";
import { balanceOf, openRefunds, setOff } from "../../../store/orders/money/account.ts";
import type { OrderRow } from "../../../store/orders/orders.ts";
import { storeCurrency } from "./store-currency.ts";

/**
 * Sets refunds that are due off against the balance of an order on account: a guest who has not paid gets no money. So
 * what stays due is never more than what was paid. docs/decisions/0058-group-orders.md has an example.
 */
export async function setOffRefunds(tx: Tx, { id, payment, test }: OrderRow, now: Date): Promise<void> {
  if (payment?.method !== "account" || test) return;
  const currency = await storeCurrency(tx);
  let left = new Big((await balanceOf(tx, currency, id)).balanceDue ?? 0);
  for (const refund of await openRefunds(tx, currency, id)) {
    if (left.lte(0)) return;
    const due = new Big(refund.due);
    const part = due.lte(left) ? due : left;
    // A share of the dollars that gives exactly this amount.
    const usd = part.eq(due) ? refund.dueUsd : new Big(refund.dueUsd).times(part).div(due).toFixed(12);
    await setOff(tx, { id: refund.id, usd }, now);
    left = left.minus(part);
  }
}
