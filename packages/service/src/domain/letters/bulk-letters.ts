import type { Language } from "@paseo/contract";
import type { BulkContent, BulkKind, BulkLetter } from "../../records/bulk-action.ts";
import type { NewQuote } from "../../store/sale/amendments.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { dateInWords } from "../../vouchers/labels.ts";
import {
  fillLetterText,
  type GuestEmail,
  type LetterContext,
  letterEmail,
  valuesOfOrder,
  voucherAttachment,
} from "./guest-letter.ts";
import { type LetterValues, letterPlaceholders, refundText, unknownPlaceholders } from "./letter-texts.ts";

/** Letters to the guests of a bulk action. */

/** Placeholders in braces that these letters replace. */
export const bulkPlaceholders = [...letterPlaceholders, "former_date", "reason"] as const;

type BulkValues = LetterValues & { former_date: string; reason: string };

/** Marks where the operator writes the news in a letter template. */
const blank = "…";

/** Returns the problems of a letter: unknown placeholders, or no news. */
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

/** What the letters of an action are made of. `formerOn`: the local date and time of the order's event when the action started. */
export interface LetterSource {
  action: { content: BulkContent };
  formerOn: string;
}

/**
 * Returns the action's letter for the present state of an order, in the guest's language, with the values that it was filled in with.
 * `preview`: fills in the letter as if the action had moved the order by this amendment, or had cancelled it with this refund. Null: the
 * action has no letter in this language.
 */
export async function fillBulkLetter(
  context: LetterContext,
  { action: { content }, formerOn }: LetterSource,
  order: OrderRow,
  preview?: { move: NewQuote | null; refund: string | null },
): Promise<(BulkLetter & { values: BulkValues }) | null> {
  const { lang } = order;
  const letter = content.letters?.[lang];
  const sale = letter && (await orderSale(context.db, order.id));
  const values = sale && (await valuesOfOrder(context, order, { amendment: preview?.move }));
  if (!values) return null;
  const former_date = dateInWords({ lang, productType: sale.sold.productType, eventOn: formerOn });
  const refund = preview ? refundText(lang, preview.refund) : values.refund;
  const all = { ...values, refund, former_date, reason: content.reason };
  // An order that is not confirmed has no voucher.
  const body = all.voucher_link === "" ? withoutVoucherLine(letter.body) : letter.body;
  return { ...fillLetterText({ ...letter, body }, all), values: all };
}

const withoutVoucherLine = (body: string): string => body.replaceAll(/^[^:{}\n]*: \{voucher_link\}\n?/gm, "");

/** Whether the letter of an action has the voucher with it: the order moves, or the facts on the voucher have changed. */
const bringsVoucher = ({ kind, content }: { kind: BulkKind; content: BulkContent }): boolean =>
  kind === "move" || content.news === "facts";

/**
 * Returns the action's letter to read aloud. It has no addresses of pages, and it names the place once. Null: the action has no letter in
 * this language.
 */
export async function letterToReadAloud(
  context: LetterContext,
  source: LetterSource,
  order: OrderRow,
): Promise<string | null> {
  const letter = source.action.content.letters?.[order.lang];
  const filled = await fillBulkLetter(context, source, order);
  if (!letter || !filled) return null;
  const { venue, address, meeting_point } = filled.values;
  const point = withoutAddresses(meeting_point);
  const isNamed = point !== "" && [venue, address].some((place) => place !== "" && point.includes(place));
  const body = withoutVoucherLine(letter.body);
  const place = { meeting_point: point, ...(isNamed && { venue: "", address: "" }) };
  return withoutAddresses(fillLetterText({ subject: "", body }, { ...filled.values, ...place }).body);
}

/** Removes addresses of pages, with the comma or blank before them. A place that appears twice in a row is named once. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(/[,:]?[^\S\n]*https?:\/\/\S+/g, "").replaceAll(/(, ([^,\n]+)), (?=\2)/g, ", ");

/** Returns the action's letter as an e-mail, with the new voucher if the letter is about it. */
export async function bulkLetter(
  context: LetterContext,
  source: LetterSource & { action: { kind: BulkKind } },
  order: OrderRow,
): Promise<GuestEmail | null> {
  const letter = await fillBulkLetter(context, source, order);
  if (!letter) return null;
  const attachments = bringsVoucher(source.action) ? await voucherAttachment(context, order) : [];
  return letterEmail(letter, { lang: order.lang, values: letter.values, to: order.email, attachments });
}

/** Returns the languages of orders, the most frequent first. */
export const languagesOf = (orders: readonly { lang: Language }[]): { lang: Language; orders: number }[] =>
  [...Map.groupBy(orders, ({ lang }) => lang)]
    .map(([lang, some]) => ({ lang, orders: some.length }))
    .sort((a, b) => b.orders - a.orders);
