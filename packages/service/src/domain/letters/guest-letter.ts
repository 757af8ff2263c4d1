import type { Language } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import type { LetterKey } from "../../store/letters/guest-letters.ts";
import type { NewQuote } from "../../store/sale/amendments.ts";
import type { SiteLetterKind } from "../../store/sale/due-letters.ts";
import { meetingPointsOf, type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import type { GuestLetterKind } from "../../texts/letter-kinds.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { texts } from "../../texts/texts.ts";
import type { Email, EmailOutcome } from "../operators/email.ts";
import { hotelOfAnswers } from "../visits/pickup.ts";
import { voucherPdf } from "../visits/voucher-pdf.ts";
import { newVoucherContent, voucherAddress, voucherContent, voucherPickup } from "../visits/vouchers.ts";
import { letterHtml } from "./letter-html.ts";
import { currentTexts, fillPlaceholders, type LetterText, type LetterValues, letterValues } from "./letter-texts.ts";

/** Letters to guests as e-mails: letters of the service, of bulk actions, and vouchers that operators send. */

export interface LetterContext {
  db: Db;
  publicUrl: string;
  operatorName: string;
  /** The operator's telephone number, for vouchers. */
  operatorPhone?: string | undefined;
  /** Returns the address of the page of a guest who bought on an own site. Null: the order has none. */
  guestPage?: ((order: OrderRow) => Promise<string | null>) | undefined;
}

export type GuestEmail = Omit<Email, "id">;

/** Returns the present values of an order. `amendment`: as if it had changed the order. Returns null if the order's product is gone. */
export async function valuesOfOrder(
  { db, publicUrl, operatorName }: LetterContext,
  given: OrderRow,
  { lang = given.lang, amendment = null }: { lang?: Language; amendment?: NewQuote | null | undefined } = {},
): Promise<LetterValues | null> {
  const sale = await orderSale(db, given.id);
  if (!sale) return null;
  const { order, sold } = await amended(db, { order: { ...given, lang }, sold: sale.sold }, amendment);
  const voucher = await voucherOf(db, order.id);
  const code = voucher && !voucher.voidAt ? voucherAddress(publicUrl, voucher.code) : "";
  const pickup = await voucherPickup(db, { order, sold });
  const content = {
    ...newVoucherContent({ order, sold }),
    pickup,
    hotel: pickup ? null : hotelOfAnswers(order.answers),
    code,
  };
  return letterValues(db, order, content, operatorName);
}

type Sale = Pick<OrderSale, "order" | "sold">;

/** Returns an order and what it sold, after an amendment. */
async function amended(db: Db, { order, sold }: Sale, amendment: NewQuote | null): Promise<Sale> {
  if (!amendment) return { order, sold };
  const { eventId, eventOn, content } = amendment;
  const { agreed, tickets, itemId } = content;
  const { productName, itemName, productNames = {}, itemNames = {} } = agreed;
  const meetingPoints = await meetingPointsOf(db, itemId);
  return {
    order: { ...order, eventId, eventOn, agreed, tickets },
    sold: { ...sold, productName, itemName, productNames, itemNames, eventOn, meetingPoints },
  };
}

/** Replaces the placeholders in the subject and the body with the values of an order. */
export const fillLetterText = (
  { subject, body }: LetterText,
  values: Readonly<Record<string, string>>,
): LetterText => ({
  subject: fillPlaceholders(subject, values).replaceAll(/\s+/g, " ").trim(),
  body: fillPlaceholders(body, values),
});

/** Letters that have the voucher with them. */
const withVoucher: readonly GuestLetterKind[] = ["confirmation", "reminder", "change"];

/** Builds a letter of the service about an order, with `text` in place of the operator's. Returns null if the order's product is gone. */
export async function letterOfKind(
  context: LetterContext,
  kind: GuestLetterKind,
  order: OrderRow,
  { lang = order.lang, text }: { lang?: Language; text?: LetterText | undefined } = {},
): Promise<GuestEmail | null> {
  const values = await valuesOfOrder(context, order, { lang });
  if (!values) return null;
  const current = await currentTexts(context.db, kind, order.productId);
  const chosen = text ?? current.find((one) => one.lang === lang)!;
  const named = fillLetterText(withVoucher.includes(kind) ? namingBalance(chosen, values) : chosen, values);
  const page = withVoucher.includes(kind) ? await context.guestPage?.(order) : null;
  const filled = page ? { ...named, body: `${named.body.trimEnd()}\n\n${saleTexts[lang].letter.line(page)}` } : named;
  const attachments = withVoucher.includes(kind) ? await voucherAttachment(context, order) : [];
  return letterEmail(filled, { lang, values, to: order.email, attachments });
}

/** Adds what is to be collected to a text of an operator that does not name it: a guest who owes must learn it. */
const namingBalance = ({ subject, body }: LetterText, { balance }: Pick<LetterValues, "balance">): LetterText => ({
  subject,
  body: balance === "" || body.includes("{balance}") ? body : `${body.trimEnd()}\n\n{balance}`,
});

/** Returns a filled text as an e-mail. */
export const letterEmail = (
  { subject, body }: LetterText,
  {
    lang,
    values,
    to,
    attachments = [],
  }: {
    lang: Language;
    values: Pick<LetterValues, "guest" | "voucher_link">;
    to: string;
    attachments?: NonNullable<Email["attachments"]>;
  },
): GuestEmail => ({
  to: { name: values.guest, address: to },
  subject,
  text: `${body}\n`,
  html: (colours) => letterHtml(body, voucherButton(values.voucher_link, lang), colours),
  toGuest: true,
  lang,
  ...(attachments.length > 0 && { attachments }),
});

const voucherButton = (address: string, lang: Language) =>
  address === "" ? null : { address, button: texts[lang].letters.button };

/** Returns an order's valid voucher as a PDF. An empty list: the order has no valid voucher. */
export async function voucherAttachment(
  context: LetterContext,
  { id }: OrderRow,
): Promise<NonNullable<Email["attachments"]>> {
  const voucher = await voucherOf(context.db, id);
  const content = voucher && (await voucherContent(context.db, voucher.code, context));
  if (!content || content === "void") return [];
  const pdf = Buffer.from(await voucherPdf(context.db, content));
  return [{ filename: `${content.reference}.pdf`, content: pdf, contentType: "application/pdf" }];
}

/** Returns the message id of a letter: the same for each attempt. */
export const letterId = ({ orderId, cause }: LetterKey): string => `${orderId}.${cause.replaceAll(/[^\w-]+/g, "-")}`;

/** Returns the outcome of a letter that was posted. */
export const letterOutcome = (
  posted: EmailOutcome,
): { state: "sent" | "failed" | "unknown"; fault: string | null; detail: string | null } =>
  posted.posted
    ? { state: "sent", fault: null, detail: null }
    : { state: posted.certain ? "failed" : "unknown", fault: posted.reason, detail: posted.detail };

/** Builds a letter of an own site. Null: the order's product is gone, or its guest has no page. */
export async function siteLetter(
  context: LetterContext,
  kind: SiteLetterKind,
  order: OrderRow,
): Promise<GuestEmail | null> {
  const { lang } = order;
  const values = await valuesOfOrder(context, order);
  const page = kind === "guest-page" ? await context.guestPage?.(order) : "";
  if (!values || page == null) return null;
  const { letter } = saleTexts[lang];
  const { product, reference, operator } = values;
  const text =
    kind === "guest-page"
      ? { subject: letter.subject, body: letter.body(product, reference, page, operator) }
      : { subject: letter.withdrawnSubject, body: letter.withdrawnBody(product, reference, operator) };
  return letterEmail(text, { lang, values: { ...values, voucher_link: "" }, to: order.email });
}
