import { encode } from "uqr";
import type { VoucherContent } from "./content.ts";
import { voucherLabels } from "./labels.ts";
import {
  contentWidth,
  drawDecoration,
  drawRule,
  ensureSpace,
  paperLayout,
  pdfColors,
  type TextStyle,
  textStyles,
  type VoucherSheet,
  writeStructurePart,
  writeText,
  writeTextPart,
} from "./sheet.ts";

/** Quiet zone around the code in modules, which readers need. */
const quietZone = 4;

/**
 * Draws a text as a QR code of error correction M, with its quiet zone, in a square of `side` points. At 190 points the code is
 * more than 4.8 cm wide for any length of text. Throws RangeError for more than 2331 bytes, the capacity of a QR code.
 */
function drawQrCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const { data } = encode(text.toWellFormed(), { ecc: "M", border: quietZone });
  const module = side / data.length;
  for (const [row, modules] of data.entries()) {
    for (const { from, to } of darkRuns(modules)) {
      doc.rect(x + from * module, y + row * module, (to - from) * module, module);
    }
  }
  // One fill for all modules, because separate squares show hairlines between them.
  doc.fill("#000000");
}

/** Returns the runs of adjacent dark modules of one row. `to` is the index after the last module. */
function darkRuns(modules: boolean[]): { from: number; to: number }[] {
  return modules.flatMap((dark, from) => {
    if (!dark || modules[from - 1]) return [];
    const end = modules.indexOf(false, from);
    return { from, to: end === -1 ? modules.length : end };
  });
}

/** Draws the codes of a voucher: one card for the party, or one block for each person. */

const left = paperLayout.margin;
const right = paperLayout.width - paperLayout.margin;
/** The card of the party's code. */
export const codeCard = { width: 202, padding: 6 };
/** The block of a person: the QR code, and texts beside it. */
const block = { width: (contentWidth - 20) / 2, height: 116, code: 104 };

export const hasCodePerPerson = ({ passes }: VoucherContent): boolean => passes.some(({ ticket }) => ticket !== null);

/** Draws the party's QR code with its short code, in a card at the right. */
export function writePartyCode(sheet: VoucherSheet, top: number): void {
  const { doc, content } = sheet;
  const label = voucherLabels[content.lang];
  const x = right - codeCard.width;
  const inside = { x: x + codeCard.padding, width: codeCard.width - 2 * codeCard.padding };
  const alt = label.qr(content.reference);
  const draw = () => drawQrCode(doc, content.code, inside.x, top + codeCard.padding, inside.width);
  sheet.part.add(doc.struct("Figure", { alt }, draw));
  const scan: TextStyle = { face: "bold", sizes: [9], lines: 3, color: pdfColors.ink, align: "center" };
  const text = { x: inside.x + 10, width: inside.width - 20 };
  let y = writeTextPart(sheet, "P", label.scan, { ...text, y: top + codeCard.width }, scan) + 8;
  for (const { code } of content.passes) {
    y = writeTextPart(sheet, "P", label.code, { ...text, y }, { ...textStyles.label, align: "center" }) + 1;
    y = writeTextPart(sheet, "P", code, { ...text, y }, { ...shortCode, align: "center" }) + 6;
  }
  const address: TextStyle = { face: "code", sizes: [6.5], lines: 12, color: pdfColors.muted, align: "center" };
  y = writeTextPart(sheet, "P", content.code, { ...text, y }, address) + 10;
  drawDecoration(sheet, () =>
    doc
      .roundedRect(x, top, codeCard.width, y - top, 8)
      .lineWidth(0.8)
      .stroke(pdfColors.line),
  );
  sheet.y = y;
}

const shortCode: TextStyle = { face: "code", sizes: [21], lines: 1, color: pdfColors.ink };

/** Draws a QR code with its short code for each person, in two columns. */
export function writePersonCodes(sheet: VoucherSheet): void {
  const { passes, lang } = sheet.content;
  const label = voucherLabels[lang].codes;
  sheet.y += 24;
  ensureSpace(sheet, 21 + block.height);
  writeTitle(sheet, label, true);
  writeStructurePart(sheet, "L", () => {
    for (let row = 0; row < passes.length; row += 2) {
      if (ensureSpace(sheet, block.height)) writeTitle(sheet, label, false);
      for (const [column, pass] of passes.slice(row, row + 2).entries())
        writeStructurePart(sheet, "LI", () =>
          writePerson(sheet, pass, row + column + 1, left + column * (block.width + 20)),
        );
      sheet.y += block.height;
    }
  });
}

function writePerson(sheet: VoucherSheet, pass: VoucherContent["passes"][number], n: number, x: number): void {
  const { doc, content } = sheet;
  const label = voucherLabels[content.lang];
  const { y } = sheet;
  const person = label.person(n, content.passes.length);
  const alt = `${label.qr(content.reference)}, ${person}`;
  const draw = () => drawQrCode(doc, `${content.code}#${pass.code}`, x, y, block.code);
  sheet.part.add(doc.struct("Figure", { alt }, draw));
  const box = { x: x + block.code + 6, width: block.width - block.code - 6 };
  let under = writeTextPart(sheet, "P", person, { ...box, y: y + 16 }, textStyles.label) + 2;
  const kind: TextStyle = { face: "bold", sizes: [13, 11, 9], lines: 1, most: 2, color: pdfColors.ink };
  under = writeTextPart(sheet, "P", pass.ticket ?? "", { ...box, y: under }, kind) + 8;
  writeTextPart(sheet, "P", pass.code, { ...box, y: under }, { ...shortCode, sizes: [19, 17, 15] });
}

function writeTitle(sheet: VoucherSheet, text: string, first: boolean): void {
  const box = { x: left, y: sheet.y, width: contentWidth };
  if (first) writeTextPart(sheet, "H2", text, box, textStyles.label);
  else drawDecoration(sheet, () => writeText(sheet, text, box, textStyles.label));
  drawDecoration(sheet, () => drawRule(sheet, box.y + 15, sheet.brand.accent));
  sheet.y = box.y + 21;
}
