import { type Language, languages } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import type { Db } from "../../store/database/database.ts";
import { readLetterTexts } from "../../store/letters/letter-settings.ts";
import { refundOfCancelled } from "../../store/money/refunds.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import type { LetterKind } from "../../texts/letter-kinds.ts";
import { pointLink } from "../../texts/map-link.ts";
import { texts } from "../../texts/texts.ts";
import type { VoucherContent, VoucherPickup, VoucherPoint } from "../../vouchers/content.ts";
import { dateInWords, pickupLine, toCollectText } from "../../vouchers/labels.ts";
import { partyText, readTicketNames } from "../catalogue/ticket-names.ts";
import { toCollectOfOrder } from "../money/to-collect.ts";
import { leadName } from "../selling/lead-name.ts";

/** The texts of letters: plain text with named placeholders, which operators can change. */

/** Placeholder names that may stand in braces. A value replaces each name. */
export const letterPlaceholders = [
  "guest",
  "product",
  "item",
  "date",
  "tickets",
  "venue",
  "address",
  "pickup",
  "meeting_point",
  "reference",
  "confirmation",
  "refund",
  "balance",
  "voucher_link",
  "operator",
] as const;
type LetterPlaceholder = (typeof letterPlaceholders)[number];
export type LetterValues = Record<LetterPlaceholder, string>;

export interface LetterText {
  subject: string;
  body: string;
}

const named = /(,[^\S\n]*)?\{([^{}\s]*)\}/g;

/** Returns the unknown placeholders in braces, each once. */
export function unknownPlaceholders(text: string, known: readonly string[] = letterPlaceholders): string[] {
  const names = [...text.matchAll(named)].map(([, , name]) => name!);
  return [...new Set(names)].filter((name) => !known.includes(name));
}

/**
 * Returns the text with its placeholders replaced. Placeholders within a value are not replaced. An empty value also removes the blank,
 * comma or empty line around it.
 */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .replace(/^\{([^{}\s]*)\}\n/gm, (line, name: string) => (values[name] === "" ? "" : line))
    .replace(named, (whole, comma: string | undefined, name: string) => {
      if (!(name in values)) return whole;
      const value = values[name]!;
      return value === "" ? "" : `${comma ?? ""}${value}`;
    })
    // Without the lookbehind, the expression tries each blank of a long run as its start.
    .replace(/(?<![^\S\n])[^\S\n]+([,:.])/g, "$1")
    .replace(/^,[^\S\n]*/gm, "")
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "");

/**
 * A text in use. `revision`: of the operator's text for this product, or for all products; 0 if the operator has stored
 * no text.
 */
export interface CurrentLetterText extends LetterText {
  lang: Language;
  /** Whether the product, or the operator for all products, has a text of its own. */
  own: boolean;
  revision: number;
  /** The text that is used without that text. */
  original: LetterText;
}

/** Reads the texts of a kind in use for a product, or for all products, in each language. */
export async function currentTexts(db: Db, kind: LetterKind, productId: string | null): Promise<CurrentLetterText[]> {
  const rows = (await readLetterTexts(db, productId)).filter((row) => row.kind === kind);
  return languages.map((lang) => {
    const rowOf = (id: string | null) => rows.find((row) => row.lang === lang && row.productId === id);
    const textOf = ({ subject, body }: LetterText): LetterText => ({ subject, body });
    const general = productId === null ? undefined : rowOf(null);
    const original = textOf(general ?? texts[lang].letters.originals[kind]);
    const own = rowOf(productId);
    return { lang, ...textOf(own ?? original), own: own !== undefined, revision: own?.revision ?? 0, original };
  });
}

/**
 * The content of a letter about an order, in the letter's language. `code`: the address of the voucher; empty: there is
 * none.
 */
type LetterContent = Pick<
  VoucherContent,
  "lang" | "productName" | "itemName" | "productType" | "eventOn" | "venue" | "address" | "confirmation" | "code"
> &
  Partial<Pick<VoucherContent, "meetingPoints" | "pickup" | "hotel">>;

/** Returns the placeholder values of an order, in the content's language. */
export const letterValues = async (
  db: Db,
  order: OrderRow,
  content: LetterContent,
  operator: string,
): Promise<LetterValues> => ({
  guest: withoutLinks(leadName(order.answers) ?? ""),
  product: content.productName,
  item: content.itemName,
  date: dateInWords(content),
  tickets: partyText(order.tickets, await readTicketNames(db), content.lang),
  venue: content.venue,
  address: content.address,
  pickup: content.pickup ? pickupText(content.pickup, content.lang) : hotelText(content),
  meeting_point: (content.meetingPoints ?? []).map((point) => pointText(point, content.lang)).join("\n\n"),
  reference: orderReference(order),
  confirmation: withoutLinks(content.confirmation ?? ""),
  refund: refundText(content.lang, await refundOfCancelled(db, order.id)),
  balance: toCollectText({ lang: content.lang, toCollect: await toCollectOfOrder(db, order.id) }),
  voucher_link: content.code,
  operator,
});

/** What mail programs make a link of: an address with its protocol, a name that begins with www, a name with a path, or an e-mail address. */
const linkable =
  /[a-z][a-z\d+.-]*:\/\/\S*|\bwww\.\S*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\/\S*|[^\s@]+@[^\s@]+\.\p{L}{2,}/giu;

/**
 * Returns a text of a guest, a channel or a supplier without what mail programs make a link of: the letter has the operator's name, and only
 * the operator's own text may lead anywhere.
 */
export const withoutLinks = (text: string): string => text.replace(linkable, "…");

/** Returns the sentence that promises a refund. Empty: no money goes back. */
export const refundText = (lang: Language, refund: string | null): string =>
  Number(refund) > 0 ? texts[lang].letters.refund : "";

/** Describes a pickup in some lines: name and address, when, and the map. */
function pickupText(pickup: VoucherPickup, lang: Language): string {
  // A channel's traveller may have written them.
  const where = withoutLinks([pickup.name, pickup.address].filter(Boolean).join(", "));
  return [`${texts[lang].voucher.pickup}: ${where}`, pickupLine(pickup, lang), pointLink(pickup)]
    .filter(Boolean)
    .join("\n");
}

/** Returns the guest's own hotel, which is no pickup place of the product. */
const hotelText = ({ hotel, lang }: LetterContent): string =>
  hotel ? `${texts[lang].voucher.hotel}: ${withoutLinks(hotel.replaceAll(/\s+/g, " "))}` : "";

/** Describes a meeting point in some lines: name and address, when to arrive, how to find it, and the map. */
function pointText(point: VoucherPoint, lang: Language): string {
  const { voucher } = texts[lang];
  const { name, address, arriveMinutesBefore, instructions } = point;
  return [
    `${voucher.meetingPoint}: ${[name, address].filter(Boolean).join(", ")}`,
    arriveMinutesBefore === null ? null : voucher.arrive(arriveMinutesBefore),
    instructions,
    pointLink(point),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Returns example values for the preview of a letter. */
export const sampleLetterValues = (lang: Language, operator: string, publicUrl: string): LetterValues => ({
  ...texts[lang].letters.sample,
  date: dateInWords({ lang, productType: "scheduled", eventOn: "2030-06-15T20:00:00" }),
  reference: `K7Q-M3X-HP4-${lang.toUpperCase()}`,
  confirmation: "T-1",
  refund: texts[lang].letters.refund,
  balance: toCollectText({ lang, toCollect: { amount: "25", currencyCode: "EUR", dueOn: null } }),
  voucher_link: `${publicUrl}/voucher/…`,
  operator,
});
