import { card, hasCodePerPerson, writePartyCode, writePersonCodes } from "./codes.ts";
import type { VoucherContent } from "./content.ts";
import { dateInWords, labels, writtenPrice, writtenRefunds, writtenZone } from "./labels.ts";
import { writePickup, writePlaceBeside, writePoints } from "./place.ts";
import {
  closeSheet,
  colors,
  contentWidth,
  drawDecoration,
  drawRule,
  ensureSpace,
  hasRoom,
  headingHeight,
  heightOf,
  openSheet,
  paper,
  type Sheet,
  type Style,
  styles,
  write,
  writeHeading,
  writePart,
  writeText,
} from "./sheet.ts";

export type { VoucherContent } from "./content.ts";

const left = paper.margin;
const right = paper.width - paper.margin;
/** The column beside the card with the code. */
const column = contentWidth - card.width - 28;
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
  const sheet = openSheet(content);
  writeBand(sheet, logo);
  writeWhat(sheet);
  writeWhen(sheet);
  const hasRefunds = writeWhereAndCode(sheet);
  writeTickets(sheet);
  writePassengers(sheet);
  if (!hasRefunds) writeRefunds(sheet, contentWidth);
  return closeSheet(sheet);
}

/** Writes the band at the top: seller and order reference, and a warning on test orders. */
function writeBand(sheet: Sheet, logo: Uint8Array | null): void {
  const { doc, content, brand } = sheet;
  const label = labels[content.lang];
  const ground = content.test ? colors.test : brand.band;
  const onGround = content.test ? colors.white : brand.onBand;
  drawDecoration(sheet, () => {
    doc.rect(0, 0, paper.width, paper.bandHeight).fill(ground);
    if (!content.test) doc.rect(0, paper.bandHeight, paper.width, 4).fill(brand.strip);
  });

  const name: Style = { face: "bold", sizes: [19, 16, 13, 10.5], lines: 2, most: 5, color: onGround };
  const beside = logo ? drawLogo(sheet, logo, onGround) : 0;
  const width = column - beside;
  const above = (paper.bandHeight - heightOf(sheet, content.operatorName, width, name)) / 2;
  write(sheet, "P", content.operatorName, { x: left + beside, y: above, width }, name);

  const box = { x: right - card.width, y: 25, width: card.width };
  const title: Style = { ...styles.label, sizes: [9.5], color: onGround, align: "right" };
  const y = write(sheet, "P", label.title, box, title);
  const reference: Style = { face: "code", sizes: [17, 14, 11], lines: 1, color: onGround, align: "right" };
  write(sheet, "P", content.reference, { ...box, y: y + 3 }, reference);
  sheet.y = paper.bandHeight;
  if (content.test) writeTestLine(sheet, label.test);
}

const logoBox = { width: 110, height: 52, padding: 5 };

/** Draws the logo at the left of the band, on a plate if the logo is not legible on the band. Returns the width that the logo takes, with the gap. */
function drawLogo(sheet: Sheet, bytes: Uint8Array, onGround: string): number {
  const { doc, content } = sheet;
  const { width, height, ground } = content.logo!;
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  const [wide, high] = [width * scale, height * scale];
  const top = (paper.bandHeight - high) / 2;
  const isBandDark = onGround === colors.white;
  const plate = ground === null || (ground === "dark") === isBandDark ? null : ground;
  const around = plate ? logoBox.padding : 0;
  // The name beside it says whose logo it is.
  drawDecoration(sheet, () => {
    if (plate)
      doc
        .roundedRect(left, top - around, wide + 2 * around, high + 2 * around, 4)
        .fill(plate === "light" ? colors.white : colors.ink);
    doc.image(Buffer.from(bytes), left + around, top, { width: wide, height: high });
  });
  return wide + 2 * around + 14;
}

function writeTestLine(sheet: Sheet, text: string): void {
  const style: Style = { face: "bold", sizes: [16], lines: 1, color: colors.test, align: "center" };
  sheet.y = write(sheet, "P", text, { x: left, y: sheet.y + 14, width: contentWidth }, style);
  drawDecoration(sheet, () => {
    const { doc } = sheet;
    doc.rect(left, paper.bandHeight + 8, contentWidth, sheet.y - paper.bandHeight - 2);
    doc.lineWidth(1.5).stroke(colors.test);
  });
}

function writeWhat(sheet: Sheet): void {
  const { productName, itemName } = sheet.content;
  const name: Style = { face: "bold", sizes: [27, 23, 19, 16], lines: 2, most: 5, color: colors.ink };
  sheet.y = write(sheet, "H1", productName, { x: left, y: sheet.y + 26, width: contentWidth }, name);
  const item: Style = { face: "text", sizes: [14, 12], lines: 2, most: 4, color: colors.muted };
  if (itemName) sheet.y = write(sheet, "P", itemName, { x: left, y: sheet.y + 4, width: contentWidth }, item);
}

function writeWhen(sheet: Sheet): void {
  const { doc, content } = sheet;
  const { when } = labels[content.lang];
  const label =
    content.productType === "scheduled" ? `${when.scheduled} (${writtenZone(content)})` : when[content.productType];
  const style: Style = { face: "bold", sizes: [22, 20, 18], lines: 1, color: sheet.brand.accent };
  const inside = { x: left + 20, width: contentWidth - 40 };
  const [top, date] = [sheet.y + 18, dateInWords(content)];
  const height = 40 + heightOf(sheet, date, inside.width, style);
  drawDecoration(sheet, () => {
    doc.rect(left, top, contentWidth, height).fill(sheet.brand.soft);
    doc.rect(left, top, 5, height).fill(sheet.brand.accent);
  });
  const y = write(sheet, "H2", label, { ...inside, y: top + 12 }, styles.label);
  write(sheet, "P", date, { ...inside, y: y + 3 }, style);
  sheet.y = top + height;
}

/** Writes two columns: reference and where to meet on the left, the party's code on the right. Returns whether the terms are there. */
function writeWhereAndCode(sheet: Sheet): boolean {
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
function writeNumber(sheet: Sheet): void {
  const { lang, confirmation, reference } = sheet.content;
  const label = labels[lang];
  const box = { x: left, width: column };
  const number: Style = { face: "code", sizes: [22, 18, 14], lines: 1, most: 7, color: colors.ink };
  const name = confirmation === null ? label.reference : label.confirmation;
  const y = write(sheet, "H2", name, { ...box, y: sheet.y }, styles.label);
  sheet.y = write(sheet, "P", confirmation ?? reference, { ...box, y: y + 3 }, number) + 18;
}

/** Writes the name under which the party is called at the door. */
function writeLead(sheet: Sheet): void {
  const { lang, leadName } = sheet.content;
  if (!leadName) return;
  const box = { x: left, width: column };
  const name: Style = { face: "bold", sizes: [14, 12.5], lines: 2, most: 4, color: colors.ink };
  const y = write(sheet, "H2", labels[lang].lead, { ...box, y: sheet.y }, styles.label);
  sheet.y = write(sheet, "P", leadName, { ...box, y: y + 3 }, name) + 18;
}

function writeTickets(sheet: Sheet): void {
  const { lang, tickets } = sheet.content;
  const label = labels[lang];
  sheet.y += 24;
  ensureSpace(sheet, headingHeight + rowHeight);
  writePart(sheet, "Table", () => {
    writePart(sheet, "TR", () => writeHeading(sheet, "TH", label.tickets, label.quantity));
    for (const { name, quantity } of tickets) writeTicket(sheet, name, quantity, "text");
    const total = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
    if (tickets.length > 1) writeTicket(sheet, label.total, total, "bold");
  });
  writePrice(sheet);
}

/** Writes the price, where the operator's tax number is printed. */
function writePrice(sheet: Sheet): void {
  const text = writtenPrice(sheet.content);
  if (text === "") return;
  ensureSpace(sheet, rowHeight);
  sheet.y = write(sheet, "P", text, { x: left, y: sheet.y + 4, width: contentWidth }, styles.small);
}

function writeTicket(sheet: Sheet, text: string, quantity: number, face: "text" | "bold"): void {
  const label = labels[sheet.content.lang];
  if (ensureSpace(sheet, rowHeight)) writeHeading(sheet, "again", label.tickets, label.quantity);
  const style: Style = { face, sizes: [11, 9.5, 8], lines: 1, color: colors.ink };
  const y = sheet.y;
  writePart(sheet, "TR", () => {
    write(sheet, "TD", text, { x: left, y, width: contentWidth - 70 }, style);
    write(sheet, "TD", String(quantity), { x: right - 60, y, width: 60 }, { ...style, face: "bold", align: "right" });
  });
  drawDecoration(sheet, () => drawRule(sheet, y + 16));
  sheet.y = y + rowHeight;
}

/** Writes the numbered names in two columns. */
function writePassengers(sheet: Sheet): void {
  const { lang, passengers } = sheet.content;
  if (passengers.length === 0) return;
  const label = labels[lang].passengers;
  const rows = Array.from({ length: Math.ceil(passengers.length / 2) }, (_, row) => {
    const pair = passengers.slice(2 * row, 2 * row + 2);
    return { row, pair, height: 5 + Math.max(...pair.map((name) => passengerHeight(sheet, name))) };
  });
  sheet.y += 20;
  ensureSpace(sheet, headingHeight + rows[0]!.height);
  writeHeading(sheet, "H2", label);
  writePart(sheet, "L", () => {
    for (const { row, pair, height } of rows) {
      if (ensureSpace(sheet, height)) writeHeading(sheet, "again", label);
      for (const [index, name] of pair.entries()) writePassenger(sheet, 2 * row + index, name);
      sheet.y += height;
    }
  });
}

/** Writes the operator's contact and tax number. Only texts of the greatest length leave no room for them. */
function writeContact(sheet: Sheet): void {
  const { lang, operatorName, operatorPhone, operatorDayPhone, operatorEmail, operatorTaxNumber } = sheet.content;
  const label = labels[lang];
  const lines: [text: string | null | undefined | false, style: Style][] = [
    [operatorDayPhone && label.dayPhone(operatorDayPhone), { ...styles.small, face: "bold" }],
    [operatorPhone && label.phone(operatorPhone), styles.small],
    [operatorEmail && label.email(operatorEmail), styles.small],
    [operatorTaxNumber && `${operatorName} · ${operatorTaxNumber}`, { ...styles.small, color: colors.muted }],
  ];
  let gap = 14;
  for (const [text, style] of lines) {
    if (!text || !hasRoom(sheet, gap + heightOf(sheet, text, column, style))) continue;
    sheet.y = write(sheet, "P", text, { x: left, y: sheet.y + gap, width: column }, style);
    gap = 3;
  }
}

/** Writes the cancellation terms at purchase into the column beside the party's code. Returns false if there is no room for them. */
function writeRefundsBeside(sheet: Sheet): boolean {
  if (hasCodePerPerson(sheet.content) || !hasRoom(sheet, refundsHeight(sheet, column))) return false;
  writeRefunds(sheet, column);
  return true;
}

function writeRefunds(sheet: Sheet, width: number): void {
  const { content } = sheet;
  const lines = writtenRefunds(content);
  if (lines.length === 0) return;
  ensureSpace(sheet, refundsHeight(sheet, width));
  const heading = `${labels[content.lang].cancellation} (${writtenZone(content)})`;
  sheet.y = write(sheet, "H2", heading, { x: left, y: sheet.y + 18, width }, styles.label);
  for (const line of lines) sheet.y = write(sheet, "P", line, { x: left, y: sheet.y + 3, width }, styles.small);
}

const refundsHeight = (sheet: Sheet, width: number): number =>
  writtenRefunds(sheet.content).reduce(
    (sum, line) => sum + heightOf(sheet, line, width, styles.small) + 3,
    18 + headingHeight,
  );

const passenger = {
  gutter: 24,
  width: (contentWidth - 20) / 2 - 24,
  number: { face: "text", sizes: [10.5], lines: 1, color: colors.muted } satisfies Style,
  name: { face: "text", sizes: [10.5, 9.5], lines: 2, most: 5, color: colors.ink } satisfies Style,
};

const passengerHeight = (sheet: Sheet, name: string): number => heightOf(sheet, name, passenger.width, passenger.name);

function writePassenger(sheet: Sheet, index: number, name: string): void {
  const x = left + (index % 2) * (passenger.gutter + passenger.width + 20);
  const [y, width] = [sheet.y, passenger.width];
  // A screen reader counts the list's entries itself.
  drawDecoration(sheet, () => writeText(sheet, String(index + 1), { x, y, width: passenger.gutter }, passenger.number));
  write(sheet, "LI", name, { x: x + passenger.gutter, y, width }, passenger.name);
}
