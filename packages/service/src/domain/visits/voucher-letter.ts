import { inEachLanguage, type Language, languages } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { voucherLetters } from "../../store/visits/voucher-letters.ts";
import { texts } from "../../texts/texts.ts";
import type { VoucherContent } from "../../vouchers/content.ts";
import { writtenDate } from "../../vouchers/labels.ts";
import { orderReference } from "../booking/content.ts";
import { leadName } from "./lead-name.ts";
import { partyText, readTicketNames } from "./ticket-names.ts";

/** The e-mail that sends a voucher: plain text with named placeholders, which operators can change. */

/** Names in braces, and what replaces each. */
export const placeholders = [
  "guest",
  "product",
  "item",
  "date",
  "tickets",
  "venue",
  "address",
  "reference",
  "confirmation",
  "voucher_link",
  "operator",
] as const;
export type Placeholder = (typeof placeholders)[number];
export type LetterValues = Record<Placeholder, string>;

export interface LetterText {
  subject: string;
  body: string;
}

export const originalLetters: Record<Language, LetterText> = inEachLanguage(
  (lang) => texts[lang].voucherLetter.original,
);

const named = /(,[^\S\n]*)?\{([^{}\s]*)\}/g;

/** Names in braces that are no placeholders, each once. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(named)].map(([, , name]) => name!);
  return [...new Set(names)].filter((name) => !placeholders.some((known) => known === name));
}

/** The text with its values. A value is not read for placeholders. An empty value leaves no blank or comma behind. */
export const filledIn = (text: string, values: LetterValues): string =>
  text
    .replace(named, (whole, comma: string | undefined, name: string) => {
      if (!(name in values)) return whole;
      const value = values[name as Placeholder];
      return value === "" ? "" : `${comma ?? ""}${value}`;
    })
    // Without the lookbehind, each blank of a long run is tried as its start.
    .replace(/(?<![^\S\n])[^\S\n]+([,:.])/g, "$1")
    .replace(/^,[^\S\n]*/gm, "")
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "");

/** The texts in use, by language, with their revision: 0 for the service's own. */
export async function currentLetters(db: Db): Promise<Record<Language, LetterText & { revision: number }>> {
  const stored = new Map((await voucherLetters(db)).map((row) => [row.lang, row]));
  const of = (lang: Language) => {
    const { subject, body, revision } = { revision: 0, ...originalLetters[lang], ...stored.get(lang) };
    return [lang, { subject, body, revision }] as const;
  };
  return Object.fromEntries(languages.map(of)) as Record<Language, LetterText & { revision: number }>;
}

/** The values of an order, in the content's language. */
export const letterValues = async (
  db: Db,
  order: OrderRow,
  content: VoucherContent,
  operator: string,
): Promise<LetterValues> => ({
  guest: leadName(order.answers) ?? "",
  product: content.productName,
  item: content.itemName,
  date: writtenDate(content),
  tickets: partyText(order.tickets, await readTicketNames(db), content.lang),
  venue: content.venue,
  address: content.address,
  reference: orderReference(order),
  confirmation: content.confirmation ?? "",
  voucher_link: content.code,
  operator,
});

/** An example for a preview. */
export const sampleValues = (lang: Language, operator: string, publicUrl: string): LetterValues => ({
  ...texts[lang].voucherLetter.sample,
  date: writtenDate({ lang, productType: "scheduled", eventOn: "2030-06-15T20:00:00" }),
  reference: orderReference({ number: 100_001, lang, test: false }),
  confirmation: "T-1",
  voucher_link: `${publicUrl}/voucher/…`,
  operator,
});
