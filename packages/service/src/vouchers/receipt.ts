import type { Language } from "@paseo/contract";
import { texts } from "../texts/texts.ts";
import { type BandContent, writeBand } from "./band.ts";
import type { VoucherColours } from "./content.ts";
import {
  closeSheet,
  contentWidth,
  drawDecoration,
  drawRule,
  openSheet,
  paperLayout,
  pdfColors,
  type TextStyle,
  textStyles,
  writeStructurePart,
  writeTextPart,
} from "./sheet.ts";

/** A receipt for one payment. It has no number of a series: it names the order. Amounts are decimal strings. */
export interface ReceiptPaper {
  lang: Language;
  /** The order's. */
  reference: string;
  operatorName: string;
  /** The tax number as vouchers print it. */
  operatorTaxNumber: string | null;
  /** What was paid for. */
  product: string;
  eventOn: string;
  guest: string | null;
  amount: string;
  currencyCode: string;
  received: { amount: string; currencyCode: string } | null;
  method: "cash" | "card" | "transfer" | "online";
  paidAt: Date;
  /** What is still to be paid, in the same currency. */
  left: string;
  issuedAt: Date;
  /** IANA zone of the times. */
  timeZone: string;
  logo: BandContent["logo"];
  colours: VoucherColours | null;
}

const x = paperLayout.margin;
const rowHeight = 22;

/** Renders a receipt as a PDF of one page. */
export async function renderReceipt(paper: ReceiptPaper): Promise<Uint8Array> {
  const { lang, reference, operatorName, operatorTaxNumber, issuedAt, timeZone, colours, logo } = paper;
  const label = texts[lang].receipt;
  const time = new Intl.DateTimeFormat(texts[lang].locale, { dateStyle: "long", timeStyle: "short", timeZone });
  const sheet = openSheet({
    ...{ lang, author: operatorName, issuedAt, colours, test: false },
    title: `${label.title} ${reference}`,
    running: [label.title, reference].join("  ·  "),
    footer: `${reference}  ·  ${label.issued(time.format(issuedAt))}`,
    note: label.noInvoice,
  });
  writeBand(sheet, { name: operatorName, title: label.title, reference, titleWidth: 200, logo });
  const heading: TextStyle = { face: "bold", sizes: [26, 22], lines: 1, color: pdfColors.ink };
  sheet.y = writeTextPart(sheet, "H2", label.received, { x, y: sheet.y + 28, width: contentWidth }, textStyles.label);
  const amount = moneyIn(lang, paper.amount, paper.currencyCode);
  sheet.y = writeTextPart(sheet, "H1", amount, { x, y: sheet.y + 3, width: contentWidth }, heading) + 18;
  const isPaid = Number(paper.left) <= 0;
  const rows: [name: string, value: string][] = [
    [label.for, paper.product],
    ["", eventText(paper)],
    ...(paper.guest ? [["", paper.guest] as [string, string]] : []),
    [label.method, label.methods[paper.method]],
    ...(paper.received
      ? [[label.handedOver, moneyIn(lang, paper.received.amount, paper.received.currencyCode)] as [string, string]]
      : []),
    [label.on, time.format(paper.paidAt)],
    [label.left, isPaid ? label.nothingLeft : moneyIn(lang, paper.left, paper.currencyCode)],
  ];
  writeStructurePart(sheet, "Table", () => {
    for (const [name, value] of rows) {
      const y = sheet.y;
      const style: TextStyle = { face: "text", sizes: [11, 9.5], lines: 1, most: 2, color: pdfColors.ink };
      writeStructurePart(sheet, "TR", () => {
        writeTextPart(sheet, "TH", name || " ", { x, y, width: 140 }, { ...style, color: pdfColors.muted });
        writeTextPart(sheet, "TD", value, { x: x + 150, y, width: contentWidth - 150 }, { ...style, face: "bold" });
      });
      drawDecoration(sheet, () => drawRule(sheet, y + 16));
      sheet.y = y + rowHeight;
    }
  });
  const own = [operatorName, operatorTaxNumber].filter(Boolean).join(" · ");
  sheet.y = writeTextPart(sheet, "P", own, { x, y: sheet.y + 18, width: contentWidth }, textStyles.small);
  return closeSheet(sheet);
}

/** Writes an amount of money in words of a language. */
export const moneyIn = (lang: Language, amount: string, currencyCode: string): string =>
  new Intl.NumberFormat(texts[lang].locale, { style: "currency", currency: currencyCode }).format(Number(amount));

const eventText = ({ lang, eventOn }: Pick<ReceiptPaper, "lang" | "eventOn">): string =>
  new Intl.DateTimeFormat(texts[lang].locale, { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${eventOn.slice(0, 10)}T00:00:00Z`),
  );
