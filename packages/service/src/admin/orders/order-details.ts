import type { Language } from "@paseo/contract";
import { parsedReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { divideRefund } from "../../domain/money/account.ts";
import { type AmendmentMoney, moneyOfAmendments } from "../../domain/money/amendment-amounts.ts";
import { invoiceOf } from "../../domain/money/documents.ts";
import { cancellationRefund, refundTiersOf } from "../../domain/money/refund.ts";
import { convertUsd, storeCurrency } from "../../domain/money/store-currency.ts";
import { splitTax, taxSchemeOf } from "../../domain/money/tax.ts";
import { orderWithTerms, refundDueUsd, refundsInStoreCurrency } from "../../domain/orders/due-refunds.ts";
import { orderAnswer } from "../../domain/orders/orders.ts";
import { orderTerms } from "../../domain/orders/sale.ts";
import { leadName, passengerNames } from "../../domain/selling/lead-name.ts";
import { printedTotal } from "../../domain/selling/money.ts";
import { readAnswers } from "../../domain/selling/own-questions.ts";
import { furtherRefund, leftToRefund } from "../../domain/selling/refundable.ts";
import { partnerTermsOf } from "../../domain/terms/sold-terms.ts";
import { hasBegun } from "../../domain/visits/attendance.ts";
import { hasAnswersToCome } from "../../domain/visits/later-answers.ts";
import { unprintableLetters } from "../../domain/visits/voucher-pdf.ts";
import { voucherAddress } from "../../domain/visits/vouchers.ts";
import type { Service } from "../../service.ts";
import { listCallbacks } from "../../store/callbacks/callback-list.ts";
import { lettersOf } from "../../store/letters/guest-letters.ts";
import { balanceOf, paymentsOf } from "../../store/money/account.ts";
import { amountsOfOrder } from "../../store/money/amounts.ts";
import { channelBookingOfOrder } from "../../store/orders/channel-bookings.ts";
import { readOrderAttention } from "../../store/orders/order-list.ts";
import { partnerById } from "../../store/partners/partners.ts";
import { amendmentsOf } from "../../store/sale/amendments.ts";
import { attendanceOfOrders } from "../../store/sale/attendance.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { findOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { otherOrdersOfGuests } from "../../store/sale/same-guest.ts";
import { orderTimeline } from "../../store/sale/timeline.ts";
import { guestLinkStateOf, withdrawalOf } from "../../store/site/guest-links.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { isUuid } from "../../web/query.ts";
import { requireRecord } from "../operation.ts";

/** One order for the back office: the data that the operations of the orders desk read and return. */

/** Finds the order with this id or reference. Throws a 404 if there is none. */
export async function existingOrder({ db }: Service, key: string): Promise<OrderRow> {
  const reference = parsedReference(key);
  const id = reference ? await findOrder(db, reference) : isUuid(key) && key;
  return requireRecord(id ? await orderById(db, id) : null, "order");
}

/** Returns the amounts of an amendment in the store's currency. */
export function amountsIn(money: Map<string, AmendmentMoney>, id: string) {
  const { currencyCode, total, difference, refund } = money.get(id)!;
  return { currencyCode, total, difference, refund };
}

/** Returns an order for the back office, with the answers in a language. */
export async function orderDetailsOf({ db, orderContext, clock }: Service, row: OrderRow, lang: Language) {
  const currency = await storeCurrency(db);
  const withTerms = await orderWithTerms(db, row.id);
  const cancelRefundUsd = refundDueUsd(withTerms, cancellationRefund(row, clock()));
  const amounts = await amountsOfOrder(db, currency, row.id);
  const balance = await balanceOf(db, currency, row.id);
  const [sale, attention, partner, timeline, callbacks, voucher, changes, state, channel, letters] = [
    await orderSale(db, row.id),
    await readOrderAttention(db, row.id),
    await partnerById(db, row.partnerId),
    await orderTimeline(db, row.id),
    await listCallbacks(db, { orderId: row.id }, 50),
    await voucherOf(db, row.id),
    await amendmentsOf(db, row.id),
    await refundsInStoreCurrency(db, currency, row.id),
    await channelBookingOfOrder(db, row.id),
    await lettersOf(db, row.id),
  ];
  const withdrawal = await withdrawalOf(db, row.id);
  const others = await otherOrdersOfGuests(db, [row.id]);
  const [attendance] = await attendanceOfOrders(db, [row.id], clock());
  const money = await moneyOfAmendments(db, changes);
  const divided = (refund: string) => {
    const { setOff, due } = divideRefund(refund, balance.balanceDue ?? "0");
    return { setOff: setOff.toFixed(currency.digits), due: due.toFixed(currency.digits) };
  };
  /** The greatest amounts that can be recorded in place of a due refund. */
  const maximum = (due: string) => ({
    account: furtherRefund(state, "account").plus(due).toFixed(currency.digits),
    money: furtherRefund(state, "money").plus(due).toFixed(currency.digits),
  });
  const notes = channel ? [channel.guests.notes, channel.guests.contact.notes] : [];
  const supplier = sale?.supplier;
  const order = orderAnswer(row);
  return {
    ...order,
    leadName: leadName(row.answers),
    unprintable: await unprintableLetters([
      ...passengerNames(row.answers),
      row.agreed.productName,
      row.agreed.itemName,
    ]),
    event: { ...order.event, answers: readAnswers(row.answers, row.agreed.questions, lang) },
    test: row.test,
    lang: row.lang,
    createdAt: row.createdAt,
    erasedAt: row.erasedAt,
    partner,
    productId: sale?.productId ?? null,
    people: row.people,
    seats: row.seats,
    terms: { ...orderTerms(row), refunds: refundTiersOf(row) },
    sold: sale?.sold ?? null,
    supplier: supplier ? { externalId: supplier.externalId, name: supplier.name, kind: supplier.kind } : null,
    ...attention,
    changes: changes.map(({ content, ...change }) => ({
      ...amountsIn(money, change.id),
      id: change.id,
      status: change.status,
      actor: change.actor,
      acceptedAt: change.acceptedAt,
      eventOn: change.eventOn,
      itemName: content.agreed.itemName,
      tickets: content.tickets,
      totalUsd: change.totalUsd,
      differenceUsd: change.differenceUsd,
      refundUsd: new Big(change.refundUsd).toFixed(2),
      payment: change.payment,
    })),
    payment: row.payment,
    partnerTerms: partnerTermsOf(row.agreed),
    invoice: invoiceOf(row),
    account:
      balance.balanceDue === null
        ? null
        : { ...balance, currencyCode: currency.code, payments: await paymentsOf(db, currency, row.id) },
    isGroup: row.agreed.group !== undefined,
    answersToCome: hasAnswersToCome(row, row.answers),
    amounts: {
      currencyCode: currency.code,
      total: amounts.total,
      printed: printedTotal(row.agreed.tickets),
      rate: amounts.rate,
      taxScheme: taxSchemeOf(row.agreed),
      ...splitTax(amounts.total, row.agreed.taxRate ?? null, currency.code),
    },
    decisionRefunds: {
      cancel: divided(convertUsd(cancelRefundUsd, amounts, currency)),
      decline: divided(convertUsd(refundDueUsd(withTerms, row.totalUsd), amounts, currency)),
      confirmCancel: divided(state.refunds.find(({ dueAt }) => dueAt === null)?.due ?? "0"),
    },
    cancelRefundUsd: new Big(cancelRefundUsd).toFixed(2),
    maxCancelRefund: leftToRefund(state).toFixed(currency.digits),
    maxOtherRefund: maximum("0"),
    refunds: state.refunds.map((refund) => ({
      ...refund,
      max: refund.dueAt !== null && refund.paidAt === null ? maximum(refund.due) : null,
    })),
    guestNotes: notes.filter(Boolean).join("\n") || null,
    timeline,
    callbacks,
    letters,
    otherOrder: others.get(row.id) ?? null,
    attendance: {
      admitted: attendance?.admitted ?? 0,
      noShow: attendance?.noShow ?? 0,
      canBeMarked: row.status === "complete" && sale !== null && hasBegun(sale.sold, clock()),
    },
    guestPage: await guestLinkStateOf(db, row.id),
    withdrawal: withdrawal && {
      name: withdrawal.name,
      statedAt: withdrawal.statedAt,
      open: withdrawal.outcome === "open",
    },
    voucher: voucher && {
      address: voucherAddress(orderContext.publicUrl, voucher.code),
      madeAt: voucher.madeAt,
      voidAt: voucher.voidAt,
      redeemedAt: voucher.redeemedAt,
      redeemedBy: voucher.redeemedBy,
    },
  };
}
