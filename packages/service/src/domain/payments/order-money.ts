import { randomUUID } from "node:crypto";
import Big from "big.js";
import { inTransaction } from "../../store/database/database.ts";
import { balanceOf } from "../../store/money/account.ts";
import { amountsOfOrder } from "../../store/money/amounts.ts";
import { shownRefundsOf } from "../../store/money/refund-amounts.ts";
import { checkoutsOfOrder } from "../../store/payments/checkouts.ts";
import { insertPaymentLink, paymentLinksOf } from "../../store/payments/links.ts";
import { amendmentById } from "../../store/sale/amendments.ts";
import { lockOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { divideRefund } from "../money/account.ts";
import { moneyOfAmendments } from "../money/amendment-amounts.ts";
import { cancellationRefund } from "../money/refund.ts";
import { convertUsd, storeCurrency } from "../money/store-currency.ts";
import { toCollectOfOrder } from "../money/to-collect.ts";
import { orderWithTerms, refundDueUsd } from "../orders/due-refunds.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { amountOfMinor } from "./amounts.ts";
import { linkAddress, newLinkCode } from "./links.ts";
import { type PaymentWork, providersFor } from "./providers.ts";

/** What the guest of an order has paid, owes and would get back, and the page on which the guest pays. Amounts are decimals in the store's currency. */
export interface OrderMoney {
  id: string;
  currencyCode: string;
  total: string;
  paid: string;
  /** Paid for a live order in a provider's test mode: no money moved, so it is no part of `paid`. */
  testPaid: string;
  due: string;
  /** What went back or goes back, of changes and of a cancellation. */
  refunded: string;
  /** `yyyy-MM-dd` */
  dueOn: string | null;
  /** Whether the guest can pay what is due through a provider. */
  isPayable: boolean;
  /** A cancellation now: what goes back, and what the guest would still owe. Null: it would be refused. */
  cancellation: { refund: string; owed: string; until: Date } | null;
  /** What a quoted amendment would change. */
  quote: { total: string; difference: string; refund: string } | null;
}

/** Reads the money of the caller's order. Null: the caller has no such order, or the order no such quote. */
export async function readOrderMoney(
  work: PaymentWork,
  { id, quoteId }: { id: string; quoteId: string | null },
  caller: Caller,
  now: Date,
): Promise<OrderMoney | null> {
  const { db } = work.orderContext;
  const order = await ownOrder(work, id, caller);
  if (!order) return null;
  const currency = await storeCurrency(db);
  const { total, ...conversion } = await amountsOfOrder(db, currency, id);
  const { paid, balanceDue } = await balanceOf(db, currency, id);
  const refunds = await shownRefundsOf(db, currency, id);
  const refunded = refunds.reduce((sum, one) => sum.plus(one.paid ?? one.due), new Big(0)).toFixed(currency.digits);
  const collected = await toCollectOfOrder(db, id);
  const due = collected?.amount ?? (0).toFixed(currency.digits);
  const tests = (await checkoutsOfOrder(db, id)).filter(
    (one) => one.why === "test" && one.paidCurrency === currency.code,
  );
  const testPaid = amountOfMinor(
    tests.reduce((sum, { paidMinor }) => sum + (paidMinor ?? 0), 0),
    currency.code,
  );
  const providers = await providersFor(work, { currencyCode: currency.code, test: order.test });
  const amendment = quoteId === null ? null : await amendmentById(db, quoteId);
  if (quoteId !== null && amendment?.orderId !== id) return null;
  const quoted = amendment && (await moneyOfAmendments(db, [amendment])).get(amendment.id)!;
  let cancellation: OrderMoney["cancellation"] = null;
  if (isCancellable(order, now)) {
    const usd = refundDueUsd(await orderWithTerms(db, id), cancellationRefund(order, now));
    const refund = convertUsd(usd, conversion, currency);
    // A payment in test mode stands for money here: who tries the page sees what a guest would.
    const balance = new Big(balanceDue ?? 0).minus(testPaid).toFixed();
    const { setOff, due: back } = divideRefund(refund, balance);
    const owed = new Big(balance).minus(setOff);
    cancellation = {
      refund: back.toFixed(currency.digits),
      owed: (owed.gt(0) ? owed : new Big(0)).toFixed(currency.digits),
      until: order.cancelUntil,
    };
  }
  return {
    ...{ id, currencyCode: currency.code, total, paid: paid ?? total, testPaid, due, refunded },
    dueOn: collected?.dueOn ?? null,
    isPayable: Number(due) > 0 && providers.length > 0,
    cancellation,
    quote: quoted && { total: quoted.total, difference: quoted.difference, refund: quoted.refund },
  };
}

const isCancellable = ({ status, cancelUntil }: OrderRow, now: Date): boolean =>
  (status === "complete" || status === "waitsupplier") && now <= cancelUntil;

async function ownOrder({ orderContext: { db } }: PaymentWork, id: string, caller: Caller): Promise<OrderRow | null> {
  const order = await orderById(db, id);
  return order && mayUseOrder(caller, order) ? order : null;
}

/** Returns the address of the page on which the guest pays the balance, with the link that there is or a new one. Null: nothing can be paid. */
export async function orderPage(work: PaymentWork, id: string, caller: Caller, now: Date): Promise<string | null> {
  const money = await readOrderMoney(work, { id, quoteId: null }, caller, now);
  if (!money?.isPayable) return null;
  const { db, publicUrl } = work.orderContext;
  const code = await inTransaction(db, async (tx) => {
    await lockOrder(tx, id);
    const known = (await paymentLinksOf(tx, id)).find((one) => one.amount === null && one.revokedAt === null);
    if (known) return known.code;
    const link = { id: randomUUID(), orderId: id, code: newLinkCode(), amount: null, currencyCode: null };
    await insertPaymentLink(tx, { ...link, createdAt: now, createdBy: caller.partner });
    return link.code;
  });
  return linkAddress(publicUrl, code);
}
