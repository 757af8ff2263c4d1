import { writeBand } from "./band.ts";
import { codeCard, hasCodePerPerson, writePartyCode, writePersonCodes } from "./codes.ts";
import type { VoucherContent } from "./content.ts";
import {
  dateInWords,
  issueTimeText,
  priceText,
  refundTexts,
  toCollectText,
  voucherLabels,
  zoneName,
} from "./labels.ts";
import { writePickup, writePlaceBeside, writePoints } from "./place.ts";
import {
  closeSheet,
  contentWidth,
  drawDecoration,
  drawRule,
  ensureSpace,
  hasRoom,
  headingHeight,
  openSheet,
  type PaperFrame,
  paperLayout,
  pdfColors,
  type TextStyle,
  textHeight,
  textStyles,
  type VoucherSheet,
  writeHeading,
  writeStructurePart,
  writeText,
  writeTextPart,
} from "./sheet.ts";

export type { VoucherContent } from "./content.ts";

const left = paperLayout.margin;
const right = paperLayout.width - paperLayout.margin;
/** The column beside the card with the code. */
const column = contentWidth - codeCard.width - 28;
const rowHeight = 20;

/**
 * Renders the order's voucher as a PDF: A4, one page unless there are many tickets or passengers. The same content gives the same bytes.
 * Throws RangeError for an invalid EventOn and for a code above the capacity of a QR code (2331 bytes).
 */
export async function renderVoucher(
  content: VoucherContent,
  /** PNG of `content.logo`; null: the voucher prints the name without a logo. */
  logo: Uint8Array | null = null,
): Promise<Uint8Array> {
  const sheet: VoucherSheet = { ...openSheet(frameOf(content)), content };
  writeVoucherBand(sheet, logo);
  writeWhat(sheet);
  writeWhen(sheet);
  const hasRefunds = writeWhereAndCode(sheet);
  writeTickets(sheet);
  writePassengers(sheet);
  if (!hasRefunds) writeRefunds(sheet, contentWidth);
  return closeSheet(sheet);
}

function frameOf(content: VoucherContent): PaperFrame {
  const { lang, reference, productName, operatorName, issuedAt, colours, test } = content;
  const label = voucherLabels[lang];
  return {
    ...{ lang, author: operatorName, issuedAt, colours, test },
    title: `${label.title} ${reference} – ${productName}`,
    running: [reference, productName].join("  ·  "),
    footer: `${reference}  ·  ${issueTimeText(content)}`,
    note: label.noInvoice,
  };
}

/** Writes the band at the top: seller and order reference, and a warning on test orders. */
function writeVoucherBand(sheet: VoucherSheet, logo: Uint8Array | null): void {
  const { lang, operatorName, reference, test, logo: shape } = sheet.content;
  const label = voucherLabels[lang];
  writeBand(sheet, {
    ...{ name: operatorName, title: label.title, reference, titleWidth: codeCard.width },
    logo: logo && shape ? { ...shape, bytes: logo } : null,
  });
  if (test) writeTestLine(sheet, label.test);
}

function writeTestLine(sheet: VoucherSheet, text: string): void {
  const style: TextStyle = { face: "bold", sizes: [16], lines: 1, color: pdfColors.test, align: "center" };
  sheet.y = writeTextPart(sheet, "P", text, { x: left, y: sheet.y + 14, width: contentWidth }, style);
  drawDecoration(sheet, () => {
    const { doc } = sheet;
    doc.rect(left, paperLayout.bandHeight + 8, contentWidth, sheet.y - paperLayout.bandHeight - 2);
    doc.lineWidth(1.5).stroke(pdfColors.test);
  });
}

function writeWhat(sheet: VoucherSheet): void {
  const { productName, itemName } = sheet.content;
  const name: TextStyle = { face: "bold", sizes: [27, 23, 19, 16], lines: 2, most: 5, color: pdfColors.ink };
  sheet.y = writeTextPart(sheet, "H1", productName, { x: left, y: sheet.y + 26, width: contentWidth }, name);
  const item: TextStyle = { face: "text", sizes: [14, 12], lines: 2, most: 4, color: pdfColors.muted };
  if (itemName) sheet.y = writeTextPart(sheet, "P", itemName, { x: left, y: sheet.y + 4, width: contentWidth }, item);
}

function writeWhen(sheet: VoucherSheet): void {
  const { doc, content } = sheet;
  const { when } = voucherLabels[content.lang];
  const label =
    content.productType === "scheduled" ? `${when.scheduled} (${zoneName(content)})` : when[content.productType];
  const style: TextStyle = { face: "bold", sizes: [22, 20, 18], lines: 1, color: sheet.brand.accent };
  const inside = { x: left + 20, width: contentWidth - 40 };
  const [top, date] = [sheet.y + 18, dateInWords(content)];
  const height = 40 + textHeight(sheet, date, inside.width, style);
  drawDecoration(sheet, () => {
    doc.rect(left, top, contentWidth, height).fill(sheet.brand.soft);
    doc.rect(left, top, 5, height).fill(sheet.brand.accent);
  });
  const y = writeTextPart(sheet, "H2", label, { ...inside, y: top + 12 }, textStyles.label);
  writeTextPart(sheet, "P", date, { ...inside, y: y + 3 }, style);
  sheet.y = top + height;
}

/** Writes two columns: reference and where to meet on the left, the party's code on the right. Returns whether the terms are there. */
function writeWhereAndCode(sheet: VoucherSheet): boolean {
  const top = sheet.y + 22;
  sheet.y = top;
  writeNumber(sheet);
  writeLead(sheet);
  writePickup(sheet, column);
  const isOneBeside = writePlaceBeside(sheet, column);
  const hasRefunds = writeRefundsBeside(sheet);
  writeContact(sheet);
  const place = sheet.y;
  if (!hasCodePerPerson(sheet.content)) writePartyCode(sheet, top);
  sheet.y = Math.max(place, sheet.y);
  if (!isOneBeside) writePoints(sheet);
  if (hasCodePerPerson(sheet.content)) writePersonCodes(sheet);
  return hasRefunds;
}

/** Writes the supplier's booking number, or else the order's reference. */
function writeNumber(sheet: VoucherSheet): void {
  const { lang, confirmation, reference } = sheet.content;
  const label = voucherLabels[lang];
  const box = { x: left, width: column };
  const number: TextStyle = { face: "code", sizes: [22, 18, 14], lines: 1, most: 7, color: pdfColors.ink };
  const name = confirmation === null ? label.reference : label.confirmation;
  const y = writeTextPart(sheet, "H2", name, { ...box, y: sheet.y }, textStyles.label);
  sheet.y = writeTextPart(sheet, "P", confirmation ?? reference, { ...box, y: y + 3 }, number) + 18;
}

/** Writes the name under which the party is called at the door. */
function writeLead(sheet: VoucherSheet): void {
  const { lang, leadName } = sheet.content;
  if (!leadName) return;
  const box = { x: left, width: column };
  const name: TextStyle = { face: "bold", sizes: [14, 12.5], lines: 2, most: 4, color: pdfColors.ink };
  const y = writeTextPart(sheet, "H2", voucherLabels[lang].lead, { ...box, y: sheet.y }, textStyles.label);
  sheet.y = writeTextPart(sheet, "P", leadName, { ...box, y: y + 3 }, name) + 18;
}

function writeTickets(sheet: VoucherSheet): void {
  const { lang, tickets, people } = sheet.content;
  const label = voucherLabels[lang];
  sheet.y += 24;
  ensureSpace(sheet, headingHeight + rowHeight);
  writeStructurePart(sheet, "Table", () => {
    writeStructurePart(sheet, "TR", () => writeHeading(sheet, "TH", label.tickets, label.quantity));
    for (const { name, quantity } of tickets) writeTicket(sheet, name, quantity, "text");
    const total = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
    const name = people ? `${label.total} (${people})` : label.total;
    if (tickets.length > 1 || people) writeTicket(sheet, name, total, "bold");
  });
  writePrice(sheet);
  writeToCollect(sheet);
}

/** Writes what the guest has to pay, in a frame. */
function writeToCollect(sheet: VoucherSheet): void {
  const text = toCollectText(sheet.content);
  if (text === "") return;
  const style: TextStyle = { face: "bold", sizes: [13, 11.5], lines: 2, color: pdfColors.ink };
  const inside = { x: left + 12, width: contentWidth - 24 };
  const payAt = sheet.content.toCollect?.payAt;
  const link = voucherLabels[sheet.content.lang].payOnline;
  const linkStyle: TextStyle = {
    face: "text",
    sizes: [11, 10],
    lines: 1,
    color: sheet.brand.accent,
    link: payAt ?? "",
  };
  const linkHeight = payAt === undefined ? 0 : textHeight(sheet, link, inside.width, linkStyle) + 4;
  const height = textHeight(sheet, text, inside.width, style) + linkHeight + 14;
  ensureSpace(sheet, height + 10);
  const top = sheet.y + 10;
  drawDecoration(sheet, () =>
    sheet.doc.rect(left, top, contentWidth, height).lineWidth(1.5).stroke(sheet.brand.accent),
  );
  const y = writeTextPart(sheet, "P", text, { ...inside, y: top + 7 }, style);
  if (linkHeight > 0) writeTextPart(sheet, "Link", link, { ...inside, y: y + 4 }, linkStyle);
  sheet.y = top + height;
}

/** Writes the price, if the voucher names one. */
function writePrice(sheet: VoucherSheet): void {
  const text = priceText(sheet.content);
  if (text === "") return;
  ensureSpace(sheet, rowHeight);
  sheet.y = writeTextPart(sheet, "P", text, { x: left, y: sheet.y + 4, width: contentWidth }, textStyles.small);
}

function writeTicket(sheet: VoucherSheet, text: string, quantity: number, face: "text" | "bold"): void {
  const label = voucherLabels[sheet.content.lang];
  if (ensureSpace(sheet, rowHeight)) writeHeading(sheet, "again", label.tickets, label.quantity);
  const style: TextStyle = { face, sizes: [11, 9.5, 8], lines: 1, color: pdfColors.ink };
  const y = sheet.y;
  writeStructurePart(sheet, "TR", () => {
    writeTextPart(sheet, "TD", text, { x: left, y, width: contentWidth - 70 }, style);
    writeTextPart(
      sheet,
      "TD",
      String(quantity),
      { x: right - 60, y, width: 60 },
      { ...style, face: "bold", align: "right" },
    );
  });
  drawDecoration(sheet, () => drawRule(sheet, y + 16));
  sheet.y = y + rowHeight;
}

/** Writes the numbered names in two columns. */
function writePassengers(sheet: VoucherSheet): void {
  const { lang, passengers } = sheet.content;
  if (passengers.length === 0) return;
  const label = voucherLabels[lang].passengers;
  const rows = Array.from({ length: Math.ceil(passengers.length / 2) }, (_, row) => {
    const pair = passengers.slice(2 * row, 2 * row + 2);
    return { row, pair, height: 5 + Math.max(...pair.map((name) => passengerHeight(sheet, name))) };
  });
  sheet.y += 20;
  ensureSpace(sheet, headingHeight + rows[0]!.height);
  writeHeading(sheet, "H2", label);
  writeStructurePart(sheet, "L", () => {
    for (const { row, pair, height } of rows) {
      if (ensureSpace(sheet, height)) writeHeading(sheet, "again", label);
      for (const [index, name] of pair.entries()) writePassenger(sheet, 2 * row + index, name);
      sheet.y += height;
    }
  });
}

/** Writes the operator's contact and tax number. Only texts of the greatest length leave no room for them. */
function writeContact(sheet: VoucherSheet): void {
  const { lang, operatorName, operatorPhone, operatorDayPhone, operatorEmail, operatorTaxNumber } = sheet.content;
  const label = voucherLabels[lang];
  const lines: [text: string | null | undefined | false, style: TextStyle][] = [
    [operatorDayPhone && label.dayPhone(operatorDayPhone), { ...textStyles.small, face: "bold" }],
    [operatorPhone && label.phone(operatorPhone), textStyles.small],
    [operatorEmail && label.email(operatorEmail), textStyles.small],
    [operatorTaxNumber && `${operatorName} · ${operatorTaxNumber}`, { ...textStyles.small, color: pdfColors.muted }],
  ];
  let gap = 14;
  for (const [text, style] of lines) {
    if (!text || !hasRoom(sheet, gap + textHeight(sheet, text, column, style))) continue;
    sheet.y = writeTextPart(sheet, "P", text, { x: left, y: sheet.y + gap, width: column }, style);
    gap = 3;
  }
}

/** Writes the cancellation terms at purchase into the column beside the party's code. Returns false if there is no room for them. */
function writeRefundsBeside(sheet: VoucherSheet): boolean {
  if (hasCodePerPerson(sheet.content) || !hasRoom(sheet, refundsHeight(sheet, column))) return false;
  writeRefunds(sheet, column);
  return true;
}

function writeRefunds(sheet: VoucherSheet, width: number): void {
  const { content } = sheet;
  const lines = refundTexts(content);
  if (lines.length === 0) return;
  ensureSpace(sheet, refundsHeight(sheet, width));
  const heading = `${voucherLabels[content.lang].cancellation} (${zoneName(content)})`;
  sheet.y = writeTextPart(sheet, "H2", heading, { x: left, y: sheet.y + 18, width }, textStyles.label);
  for (const line of lines)
    sheet.y = writeTextPart(sheet, "P", line, { x: left, y: sheet.y + 3, width }, textStyles.small);
}

const refundsHeight = (sheet: VoucherSheet, width: number): number =>
  refundTexts(sheet.content).reduce(
    (sum, line) => sum + textHeight(sheet, line, width, textStyles.small) + 3,
    18 + headingHeight,
  );

const passenger = {
  gutter: 24,
  width: (contentWidth - 20) / 2 - 24,
  number: { face: "text", sizes: [10.5], lines: 1, color: pdfColors.muted } satisfies TextStyle,
  name: { face: "text", sizes: [10.5, 9.5], lines: 2, most: 5, color: pdfColors.ink } satisfies TextStyle,
};

const passengerHeight = (sheet: VoucherSheet, name: string): number =>
  textHeight(sheet, name, passenger.width, passenger.name);

function writePassenger(sheet: VoucherSheet, index: number, name: string): void {
  const x = left + (index % 2) * (passenger.gutter + passenger.width + 20);
  const [y, width] = [sheet.y, passenger.width];
  // A screen reader counts the list's entries itself.
  drawDecoration(sheet, () => writeText(sheet, String(index + 1), { x, y, width: passenger.gutter }, passenger.number));
  writeTextPart(sheet, "LI", name, { x: x + passenger.gutter, y, width }, passenger.name);
}
