import Big from "big.js";
import type { Tx } from "../../store/database/database.ts";
import { balanceOf, hasBalance, openRefunds, setOffRefund } from "../../store/money/account.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { storeCurrency } from "./store-currency.ts";

/**
 * Sets refunds that are due off against the balance of an order on account: a guest who has not paid gets no money. So
 * what stays due is never more than what was paid. docs/decisions/0058-group-orders.md has an example.
 */
export async function setOffRefunds(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  if (!hasBalance(order)) return;
  const { id } = order;
  const currency = await storeCurrency(tx);
  const { balanceDue } = await balanceOf(tx, currency, id);
  if (balanceDue === null) return;
  let left = balanceDue;
  for (const refund of await openRefunds(tx, currency, id)) {
    const { setOff: part, due } = divideRefund(refund.due, left);
    if (part.eq(0)) return;
    // A share of the dollars that gives exactly this amount.
    const usd = due.eq(0) ? refund.dueUsd : new Big(refund.dueUsd).times(part).div(refund.due).toFixed(12);
    await setOffRefund(tx, { id: refund.id, usd }, now);
    left = new Big(left).minus(part).toFixed();
  }
}

/** Divides a refund: `setOff` is subtracted from the balance of its order, and `due` is to be paid back. */
export function divideRefund(refund: string, balance: string): { setOff: Big; due: Big } {
  const part = new Big(balance).lt(refund) ? balance : refund;
  const setOff = new Big(part).lt(0) ? new Big(0) : new Big(part);
  return { setOff, due: new Big(refund).minus(setOff) };
}
