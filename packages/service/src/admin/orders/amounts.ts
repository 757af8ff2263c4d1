import Big from "big.js";
import { cancellationRefund } from "../../domain/money/refund.ts";
import { convertUsd, storeCurrency } from "../../domain/money/store-currency.ts";
import { orderWithTerms, refundDueUsd, refundsInStoreCurrency } from "../../domain/orders/due-refunds.ts";
import { operatorAuthor } from "../../domain/orders/transitions.ts";
import { leftToRefund } from "../../domain/selling/refundable.ts";
import type { Tx } from "../../store/database/database.ts";
import { amountsOfOrder, type StoreCurrency } from "../../store/money/amounts.ts";
import { usdOfRefund } from "../../store/money/refund-amounts.ts";
import type { RefundPayment } from "../../store/money/refunds.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";

/** Amounts of payments and refunds in the store's currency: their checks, their text in an order's history, and the refund that an operator chooses. */

/** Refuses the amount 0, and an amount with more decimals than the store's currency has. */
export function checkAmount(given: string, currency: StoreCurrency, pointer: string): void {
  if (new Big(given).lte(0)) throw invalidFields([{ pointer, ...refusal("not-positive") }]);
  checkDecimals(given, currency, pointer);
}

/** Refuses an amount with more decimals than the store's currency has. */
export function checkDecimals(given: string, { code, digits }: StoreCurrency, pointer: string): void {
  const amount = new Big(given);
  if (!amount.eq(amount.round(digits)))
    throw invalidFields([{ pointer, ...refusal("too-many-decimals", { currency: code, digits }) }]);
}

/** Writes an amount in the store's currency, for a message. */
export const amountText = (amount: string | Big, { code, digits }: StoreCurrency): string =>
  `${new Big(amount).toFixed(digits)} ${code}`;

/** Refuses a refund of more than what may still be refunded. */
export function requireAtMost(amount: string, most: Big, currency: StoreCurrency, pointer: string): void {
  if (most.lt(amount))
    throw invalidFields([{ pointer, ...refusal("refund-too-large", { most: amountText(most, currency) }) }]);
}

/** Writes a payment or a refund to the history of its order. */
export const addMoneyToTimeline = (
  tx: Tx,
  orderId: string,
  kind: "paid" | "refunded",
  {
    amount,
    method,
    note,
    recordedBy,
    tooMuch,
    currency: { code, digits },
    now,
  }: Pick<RefundPayment, "method" | "note" | "recordedBy"> & {
    amount: string;
    tooMuch?: string | undefined;
    currency: StoreCurrency;
    now: Date;
  },
): Promise<void> =>
  addToTimeline(tx, orderId, {
    ...{ at: now, kind, actor: "operator", operator: recordedBy, message: note },
    details: { amount: new Big(amount).toFixed(digits), currencyCode: code, method, ...(tooMuch && { tooMuch }) },
  });

/** The refund that an operator chooses for a cancellation, for example from goodwill. */
interface ChosenRefund {
  /** Checks the amount, writes it to the order's history, and returns it in US dollars. */
  write: (tx: Tx, order: OrderRow, now: Date) => Promise<string>;
  /** What the audit log records after `write`. */
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
  if (!why?.trim()) throw invalidFields([{ pointer: "/why", ...refusal("missing") }]);
  if (test) throw invalidFields([{ pointer: "/refund", ...refusal("nothing-was-paid") }]);
  const record: ChosenRefund["record"] = {};
  const write: ChosenRefund["write"] = async (tx, order, now) => {
    const currency = await storeCurrency(tx);
    checkDecimals(amount, currency, "/refund");
    const usd = refundDueUsd(await orderWithTerms(tx, order.id), cancellationRefund(order, now));
    const byTerms = convertUsd(usd, await amountsOfOrder(tx, currency, order.id), currency);
    const most = leftToRefund(await refundsInStoreCurrency(tx, currency, order.id));
    requireAtMost(amount, most, currency, "/refund");
    Object.assign(record, { refund: amount, refundByTerms: byTerms, currencyCode: currency.code });
    await addToTimeline(tx, order.id, {
      ...{ at: now, kind: "refund-chosen", ...operatorAuthor(by, why) },
      details: { byTerms, chosen: new Big(amount).toFixed(currency.digits), currencyCode: currency.code },
    });
    if (new Big(amount).eq(0)) return "0";
    // The refund by the terms keeps its exact dollars.
    if (new Big(amount).eq(byTerms)) return usd;
    return usdOfRefund(tx, currency, { orderId: order.id, refundId: null, amount });
  };
  return { write, record };
}
