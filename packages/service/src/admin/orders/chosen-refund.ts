import Big from "big.js";
import { mostCancellationRefund } from "../../domain/orders/due-refunds.ts";
import { storeCurrency } from "../../domain/orders/money/store-currency.ts";
import { cancellationRefund } from "../../domain/orders/refund.ts";
import { operatorReason } from "../../domain/orders/transitions.ts";
import type { Tx } from "../../store/database/database.ts";
import { amountsOfOrder } from "../../store/orders/money/amounts.ts";
import { shownRefundsOf, usdOfRefund } from "../../store/orders/money/refund-amounts.ts";
import { addToTimeline } from "../../store/orders/order-writes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { invalidFields } from "../editing/changing.ts";
import { amountText, checkDecimals } from "./amounts.ts";

/** The refund that an operator chooses for a cancellation, for example from goodwill. */

interface ChosenRefund {
  /** Checks the amount, writes it to the order's history, and returns it in US dollars. */
  write: (tx: Tx, order: OrderRow, now: Date) => Promise<string>;
  /** What the audit log records after \`write\`. */
  record: { refund?: string; refundByTerms?: string; currencyCode?: string };
}

/** Returns the refund of a request. It needs a reason, and nothing was paid for a test order. */
export function chooseRefund({
  amount,
  why,
  by,
  test,
}: {
  amount: string;
  why: string | undefined;
  by: { email: string };
  test: boolean;
}): ChosenRefund {
  if (!why?.trim()) throw invalidFields([{ pointer: "/why", detail: "is missing" }]);
  if (test) throw invalidFields([{ pointer: "/refund", detail: "Nothing was paid for a test order." }]);
  const record: ChosenRefund["record"] = {};
  const write: ChosenRefund["write"] = async (tx, order, now) => {
    const currency = await storeCurrency(tx);
    checkDecimals(amount, currency, "/refund");
    const usd = cancellationRefund(order, now);
    const { total, ofUsd: byTerms } = await amountsOfOrder(tx, currency, { id: order.id, usd });
    const most = mostCancellationRefund(total, await shownRefundsOf(tx, currency, order.id));
    const detail = `The order's price leaves ${amountText(most, currency)} to pay back.`;
    if (most.lt(amount)) throw invalidFields([{ pointer: "/refund", detail }]);
    Object.assign(record, { refund: amount, refundByTerms: byTerms, currencyCode: currency.code });
    await addToTimeline(tx, order.id, {
      ...{ at: now, kind: "refund-chosen", actor: "operator", why: operatorReason(by, why) },
      message: `${amountText(byTerms, currency)} → ${amountText(amount, currency)}`,
    });
    if (new Big(amount).eq(0)) return "0";
    // The refund by the terms keeps its exact dollars.
    if (new Big(amount).eq(byTerms)) return usd;
    return usdOfRefund(tx, currency, { orderId: order.id, refundId: null, amount });
  };
  return { write, record };
}
