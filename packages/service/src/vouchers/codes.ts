import type { VoucherContent } from "./content.ts";
import { labels } from "./labels.ts";
import { drawQrCode } from "./qr-code.ts";
import {
  colors,
  contentWidth,
  drawDecoration,
  drawRule,
  ensureSpace,
  paper,
  type Sheet,
  type Style,
  styles,
  write,
  writePart,
  writeText,
} from "./sheet.ts";

/** Draws the codes of a voucher: one card for the party, or one block for each person. */

const left = paper.margin;
const right = paper.width - paper.margin;
/** The card of the party's code. */
export const card = { width: 202, padding: 6 };
/** The block of a person: the QR code, and texts beside it. */
const block = { width: (contentWidth - 20) / 2, height: 116, code: 104 };

export const hasCodePerPerson = ({ passes }: VoucherContent): boolean => passes.some(({ ticket }) => ticket !== null);

/** Draws the party's QR code with its short code, in a card at the right. */
export function writePartyCode(sheet: Sheet, top: number): void {
  const { doc, content } = sheet;
  const label = labels[content.lang];
  const x = right - card.width;
  const inside = { x: x + card.padding, width: card.width - 2 * card.padding };
  const alt = label.qr(content.reference);
  const draw = () => drawQrCode(doc, content.code, inside.x, top + card.padding, inside.width);
  sheet.part.add(doc.struct("Figure", { alt }, draw));
  const scan: Style = { face: "bold", sizes: [9], lines: 3, color: colors.ink, align: "center" };
  const text = { x: inside.x + 10, width: inside.width - 20 };
  let y = write(sheet, "P", label.scan, { ...text, y: top + card.width }, scan) + 8;
  for (const { code } of content.passes) {
    y = write(sheet, "P", label.code, { ...text, y }, { ...styles.label, align: "center" }) + 1;
    y = write(sheet, "P", code, { ...text, y }, { ...shortCode, align: "center" }) + 6;
  }
  const address: Style = { face: "code", sizes: [6.5], lines: 12, color: colors.muted, align: "center" };
  y = write(sheet, "P", content.code, { ...text, y }, address) + 10;
  drawDecoration(sheet, () =>
    doc
      .roundedRect(x, top, card.width, y - top, 8)
      .lineWidth(0.8)
      .stroke(colors.line),
  );
  sheet.y = y;
}

const shortCode: Style = { face: "code", sizes: [21], lines: 1, color: colors.ink };

/** Draws a QR code with its short code for each person, in two columns. */
export function writePersonCodes(sheet: Sheet): void {
  const { passes, lang } = sheet.content;
  const label = labels[lang].codes;
  sheet.y += 24;
  ensureSpace(sheet, 21 + block.height);
  writeTitle(sheet, label, true);
  writePart(sheet, "L", () => {
    for (let row = 0; row < passes.length; row += 2) {
      if (ensureSpace(sheet, block.height)) writeTitle(sheet, label, false);
      for (const [column, pass] of passes.slice(row, row + 2).entries())
        writePart(sheet, "LI", () => writePerson(sheet, pass, row + column + 1, left + column * (block.width + 20)));
      sheet.y += block.height;
    }
  });
}

function writePerson(sheet: Sheet, pass: VoucherContent["passes"][number], n: number, x: number): void {
  const { doc, content } = sheet;
  const label = labels[content.lang];
  const { y } = sheet;
  const person = label.person(n, content.passes.length);
  const alt = `${label.qr(content.reference)}, ${person}`;
  const draw = () => drawQrCode(doc, `${content.code}#${pass.code}`, x, y, block.code);
  sheet.part.add(doc.struct("Figure", { alt }, draw));
  const box = { x: x + block.code + 6, width: block.width - block.code - 6 };
  let under = write(sheet, "P", person, { ...box, y: y + 16 }, styles.label) + 2;
  const kind: Style = { face: "bold", sizes: [13, 11, 9], lines: 1, most: 2, color: colors.ink };
  under = write(sheet, "P", pass.ticket ?? "", { ...box, y: under }, kind) + 8;
  write(sheet, "P", pass.code, { ...box, y: under }, { ...shortCode, sizes: [19, 17, 15] });
}

function writeTitle(sheet: Sheet, text: string, first: boolean): void {
  const box = { x: left, y: sheet.y, width: contentWidth };
  if (first) write(sheet, "H2", text, box, styles.label);
  else drawDecoration(sheet, () => writeText(sheet, text, box, styles.label));
  drawDecoration(sheet, () => drawRule(sheet, box.y + 15, sheet.brand.accent));
  sheet.y = box.y + 21;
}
