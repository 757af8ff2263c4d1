import type { Order } from "@paseo/contract";
import type { Payment } from "../../records/payment.ts";
import { listCallbacks } from "../../store/callbacks/callback-list.ts";
import type { CallbackRow } from "../../store/callbacks/callbacks.ts";
import { type Db, inTransaction } from "../../store/database/database.ts";
import { runInParts } from "../../store/database/parts.ts";
import { lettersOf } from "../../store/letters/guest-letters.ts";
import { paymentsOf, type ShownPayment } from "../../store/money/account.ts";
import { type RefundRow, refundsOf } from "../../store/money/refunds.ts";
import { type ChannelBookingRow, channelBookingOfOrder } from "../../store/orders/channel-bookings.ts";
import { eraseOrders, lockToErase, ordersToErase } from "../../store/orders/personal-data.ts";
import { lockOrder, orderById } from "../../store/sale/orders.ts";
import { orderTimeline, type TimelineEntry } from "../../store/sale/timeline.ts";
import { type VoucherRow, voucherOf } from "../../store/visits/vouchers.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import { localTimesOfProducts } from "../catalogue/local-times.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { msPerDay } from "../selling/dates.ts";
import { orderAnswer } from "./orders.ts";
import { orderTerms, type TermsOfSale } from "./sale.ts";

const batch = 500;

/**
 * Erases e-mail, telephone, address and answers of orders whose event day ended that many days ago. Handles up to 500 orders
 * for each call, so that transactions stay short. Returns how many orders were erased.
 */
export async function erasePersonalData(db: Db, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * msPerDay);
  const ids = await ordersToErase(db, before, await localTimesOfProducts(db, before), batch);
  let erased = 0;
  await runInParts(ids, (some) =>
    db.transaction().execute(async (tx) => {
      const locked = await lockToErase(tx, some);
      await eraseOrders(tx, locked, now);
      erased += locked.length;
    }),
  );
  return erased;
}

/** Erases one order's personal data at the traveller's request. False when the order does not exist. */
export async function eraseOrder(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order && !order.erasedAt) await eraseOrders(tx, [id], now);
    return order !== null;
  });
}

/** All stored data of one order. */
interface OrderExport {
  order: Order;
  terms: TermsOfSale;
  payment: Payment | null;
  /** The operator's own questions, in the words in which the traveller read them. */
  questions: readonly OwnQuestion[];
  placedAt: Date;
  erasedAt: Date | null;
  timeline: TimelineEntry[];
  refunds: RefundRow[];
  payments: ShownPayment[];
  voucher: VoucherRow | null;
  callbacks: CallbackRow[];
  letters: Awaited<ReturnType<typeof lettersOf>>;
  /** Fields of other protocols, such as OCTO's. */
  channel: ChannelBookingRow | null;
}

/** Returns all stored data of an order, for the traveller or the operator's records. Null when the order does not exist. */
export async function exportOrder(db: Db, id: string): Promise<OrderExport | null> {
  const row = await orderById(db, id);
  if (!row) return null;
  return {
    order: orderAnswer(row),
    terms: orderTerms(row),
    payment: row.payment,
    questions: row.agreed.questions ?? [],
    placedAt: row.createdAt,
    erasedAt: row.erasedAt,
    timeline: await orderTimeline(db, id),
    refunds: await refundsOf(db, id),
    payments: await paymentsOf(db, await storeCurrency(db), id),
    voucher: await voucherOf(db, id),
    callbacks: await listCallbacks(db, { orderId: id }, 1000),
    letters: await lettersOf(db, id),
    channel: await channelBookingOfOrder(db, id),
  };
}
