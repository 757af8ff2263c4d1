import type { Language } from "@paseo/contract";
import type { Db } from "../../../store/database/database.ts";
import { orderSale } from "../../../store/dispatch/dispatch.ts";
import type { BulkAction, BulkLetter } from "../../../store/orders/bulk-actions.ts";
import type { OrderRow } from "../../../store/orders/orders.ts";
import { voucherOf } from "../../../store/visits/vouchers.ts";
import { writtenDate } from "../../../vouchers/labels.ts";
import type { Letter } from "../../operators/letters.ts";
import { hotelOf } from "../../visits/pickup.ts";
import { filledIn, letterValues, placeholders, unknownPlaceholders } from "../../visits/voucher-letter.ts";
import { voucherPdf } from "../../visits/voucher-pdf.ts";
import { contentOf, pickupOf, voucherAddress, voucherContent } from "../../visits/vouchers.ts";

/** Letters to the guests of a bulk action. */

/** Placeholders in braces that these letters replace. */
export const bulkPlaceholders = [...placeholders, "former_date", "reason"] as const;

/** Marks where the operator writes the news in a letter template. */
const blank = "…";

/** The problems of a letter: unknown placeholders, or no news. */
export function letterProblems({ subject, body }: BulkLetter): { field: "subject" | "body"; detail: string }[] {
  const known = bulkPlaceholders.map((name) => `{${name}}`).join(" ");
  const unknown = (["subject", "body"] as const).flatMap((field) =>
    unknownPlaceholders({ subject, body }[field], bulkPlaceholders).map((name) => ({
      field,
      detail: `{${name}} is no placeholder. There are ${known}.`,
    })),
  );
  const isBlank = body.split("\n").some((line) => line.trim() === blank);
  return isBlank ? [...unknown, { field: "body", detail: `Write the news in place of ${blank}.` }] : unknown;
}

export interface LetterContext {
  orderContext: { db: Db; publicUrl: string };
  operatorName: string;
}

type Letters = Pick<BulkAction, "kind" | "content">;

/**
 * The action's letter for an order as it is now, in the guest's language. `movedTo`: fills in the letter as if the order had moved to this
 * local date and time. Null: the action has no letter in this language.
 */
export async function filledLetter(
  { orderContext: { db, publicUrl }, operatorName }: LetterContext,
  { content }: Pick<BulkAction, "content">,
  order: OrderRow,
  movedTo?: string,
): Promise<BulkLetter | null> {
  const letter = content.letters?.[order.lang];
  const sale = letter && (await orderSale(db, order.id));
  if (!letter || !sale) return null;
  const voucher = await voucherOf(db, order.id);
  const code = voucher && !voucher.voidAt ? voucherAddress(publicUrl, voucher.code) : "";
  const sold = { ...sale.sold, ...(movedTo && { eventOn: movedTo }) };
  const pickup = await pickupOf(db, { order, sold });
  const after = { ...contentOf({ order, sold }), pickup, hotel: pickup ? null : hotelOf(order.answers) };
  const values = {
    ...(await letterValues(db, order, { ...after, code }, operatorName)),
    former_date: writtenDate({ lang: order.lang, productType: sale.sold.productType, eventOn: content.eventOn }),
    reason: content.reason,
  };
  return {
    subject: filledIn(letter.subject, values).replaceAll(/\s+/g, " ").trim(),
    body: filledIn(letter.body, values),
  };
}

/** The action's letter as an e-mail. A move attaches the new voucher. */
export async function bulkLetter(
  context: LetterContext & { operatorPhone?: string | undefined },
  { action }: { action: Letters },
  order: OrderRow,
): Promise<Omit<Letter, "id"> | null> {
  const letter = await filledLetter(context, action, order);
  if (!letter) return null;
  return {
    to: { name: "", address: order.email },
    toGuest: true,
    subject: letter.subject,
    text: `${letter.body}\n`,
    lang: order.lang,
    ...(action.kind === "move" && { attachments: await newVoucher(context, order) }),
  };
}

async function newVoucher(
  { orderContext: { db, publicUrl }, ...operator }: LetterContext & { operatorPhone?: string | undefined },
  { id }: OrderRow,
): Promise<NonNullable<Letter["attachments"]>> {
  const voucher = await voucherOf(db, id);
  const content = voucher && (await voucherContent(db, voucher.code, { publicUrl, ...operator }));
  if (!content || content === "void") return [];
  const pdf = Buffer.from(await voucherPdf(db, content));
  return [{ filename: `${content.reference}.pdf`, content: pdf, contentType: "application/pdf" }];
}

/** The languages of orders, the most frequent first. */
export const languagesOf = (orders: readonly { lang: Language }[]): { lang: Language; orders: number }[] =>
  [...Map.groupBy(orders, ({ lang }) => lang)]
    .map(([lang, some]) => ({ lang, orders: some.length }))
    .sort((a, b) => b.orders - a.orders);
