import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { type AccountMethod, accountMethods, type PaymentMethod } from "../../records/payment.ts";
import type { Db } from "../../store/database/database.ts";
import { balanceOf, hasBalance, paymentsOf, type ShownPayment } from "../../store/money/account.ts";
import { amountsOfOrder, type StoreCurrency } from "../../store/money/amounts.ts";
import { homeZone } from "../../store/operators/home.ts";
import { amendmentsOf } from "../../store/sale/amendments.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { texts } from "../../texts/texts.ts";
import { moneyOfAmendments } from "../money/amendment-amounts.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { logoPng, readBrand } from "../operators/brand.ts";
import { paperColours } from "../operators/brand-colours.ts";
import { leadName } from "../selling/lead-name.ts";
import { type GuestEmail, type LetterContext, letterEmail } from "./guest-letter.ts";

/** Receipts for payments, on paper and by e-mail. A receipt is no invoice, and has no number of a series. */

export interface Receipt {
  /** The order's reference. */
  reference: string;
  /** What was paid, in words. */
  amount: string;
  pdf: Uint8Array;
}

/** Returns the receipt for a payment of an order, with what is still to be paid now. Null: the order has no such payment. */
export async function receiptOf(
  { db, operatorName, operatorPhone }: LetterContext,
  order: OrderRow,
  paymentId: string,
  { lang, now }: { lang: Language; now: Date },
): Promise<Receipt | null> {
  const currency = await storeCurrency(db);
  const payments = [...(await paymentsOf(db, currency, order.id)), ...(await deskPaymentsOf(db, currency, order))];
  const payment = payments.find(({ id }) => id === paymentId.toLowerCase());
  if (!payment) return null;
  const { balanceDue } = await balanceOf(db, currency, order.id);
  const { logo, colours, name, taxNumber } = await readBrand(db, { operatorName, operatorPhone });
  const { moneyIn, renderReceipt } = await import("../../vouchers/receipt.ts");
  const { productName, itemName } = order.agreed;
  const { amount, currencyCode, received, method, paidAt } = payment;
  const pdf = await renderReceipt({
    ...{ lang, amount, currencyCode, method, paidAt, issuedAt: now },
    reference: orderReference(order),
    operatorName: name,
    operatorTaxNumber: taxNumber,
    product: [productName, itemName].filter(Boolean).join(" · "),
    eventOn: order.eventOn,
    guest: leadName(order.answers),
    // What was taken beyond the balance is given back.
    received: received?.currencyCode === currencyCode ? null : received,
    left: balanceDue ?? "0",
    timeZone: await homeZone(db),
    logo: await logoOf(db, logo),
    colours: paperColours(colours),
  });
  return { reference: orderReference(order), amount: moneyIn(lang, amount, currencyCode), pdf };
}

type PaidAtDesk = Pick<ShownPayment, "id" | "amount" | "currencyCode" | "received" | "method" | "paidAt">;

/** What the guest paid at the desk with the sale, whose id is `sale`, and for accepted amendments, under their ids. */
async function deskPaymentsOf(db: Db, currency: StoreCurrency, order: OrderRow): Promise<PaidAtDesk[]> {
  if (!order.payment || hasBalance(order)) return [];
  const accepted = (await amendmentsOf(db, order.id)).filter(({ status }) => status === "accepted");
  const money = await moneyOfAmendments(db, accepted);
  const [first] = accepted;
  const atSale = first ? money.get(first.id)!.before : (await amountsOfOrder(db, currency, order.id)).total;
  const paid = [
    { id: "sale", amount: atSale, payment: order.payment },
    ...accepted.map(({ id, payment }) => ({ id, amount: money.get(id)!.difference, payment })),
  ];
  return paid.flatMap(({ id, amount, payment }) =>
    payment && isPaidMethod(payment.method) && Number(amount) > 0
      ? [
          {
            ...{ id, amount, currencyCode: currency.code, received: null },
            ...{ method: payment.method, paidAt: new Date(payment.at) },
          },
        ]
      : [],
  );
}

const isPaidMethod = (method: PaymentMethod): method is AccountMethod =>
  (accountMethods as readonly string[]).includes(method);

async function logoOf(db: Db, logo: Awaited<ReturnType<typeof readBrand>>["logo"]) {
  const bytes = logo && (await logoPng(db, logo.id));
  return logo && bytes && { ...logo, bytes };
}

/** Returns the e-mail that has a receipt with it. */
export function receiptLetter({ reference, amount, pdf }: Receipt, order: OrderRow, to: string): GuestEmail {
  const { lang } = order;
  const text = texts[lang].receipt.letter(reference, amount);
  const file = { filename: `${reference}.pdf`, content: Buffer.from(pdf), contentType: "application/pdf" };
  const values = { guest: leadName(order.answers) ?? "", voucher_link: "" };
  return letterEmail(text, { lang, values, to, attachments: [file] });
}
