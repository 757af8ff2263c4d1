import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { texts } from "../texts/texts.ts";
import type { VoucherColours, VoucherContent } from "./content.ts";
import { type FaceName, faces, printable } from "./faces.ts";
import { labels, writtenTime } from "./labels.ts";

/**
 * A4 pages with their frame (band, footer, the mark of a test order), and functions that write on them. Lengths are in points from the top
 * left. All text is part of the document's structure, so that it can be read aloud in order. Screen readers skip decoration, because it is
 * marked as an artifact.
 */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  content: VoucherContent;
  /** The operator's colours. */
  brand: VoucherColours;
  /** The current part of the document's structure. */
  part: PDFKit.PDFStructureElement;
  /** Height of the used part of the page. */
  y: number;
}

export const paper = { width: 595.28, height: 841.89, margin: 48, bandHeight: 84, footerHeight: 58 };
/** The height of a list's heading. */
export const headingHeight = 21;
export const contentWidth = paper.width - 2 * paper.margin;
export const colors = {
  ink: "#14212b",
  muted: "#4f5d68",
  line: "#cdd6db",
  test: "#b3261e",
  white: "#ffffff",
};

/** The colours of a voucher whose operator chose none. */
const ownColours: VoucherColours = {
  band: "#0d4a5b",
  onBand: colors.white,
  strip: "#e0a63a",
  accent: "#0d4a5b",
  soft: "#eef3f5",
};

/** Opens a sheet with its first page. Writing starts below the band. */
export function openSheet(content: VoucherContent): Sheet {
  const doc = new PDFDocument({
    size: "A4",
    // This code breaks pages, so that the library never does it within a text.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    // Otherwise the library loads Helvetica, which is not used.
    font: "",
    tagged: true,
    lang: texts[content.lang].locale,
    displayTitle: true,
    info: {
      Title: `${labels[content.lang].title} ${content.reference} – ${content.productName.toWellFormed()}`,
      Author: content.operatorName.toWellFormed(),
      Creator: "Paseo",
      Producer: "Paseo",
      CreationDate: content.issuedAt,
    },
  });
  escapeMetadata(doc);
  for (const [name, { bytes }] of Object.entries(faces)) doc.registerFont(name, bytes);
  const part = doc.struct("Document");
  doc.addStructure(part);
  const sheet: Sheet = { doc, content, brand: content.colours ?? ownColours, part, y: 0 };
  addPage(sheet);
  return sheet;
}

/**
 * Escapes the document's metadata. The library writes title and author into the document's XML without escaping, so `&` or `<` would make
 * it invalid. The Info dictionary, which PDF readers show, is written before this and contains them unescaped.
 */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const endMetadata = doc.endMetadata;
  doc.endMetadata = () => {
    for (const key of ["Title", "Author"] as const) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no control characters, escaped or not
      const text = doc.info[key]!.replace(/[\u0000-\u001f\ufffe\uffff]/g, " ");
      doc.info[key] = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    }
    endMetadata.call(doc);
  };
}

export const hasRoom = ({ y }: Sheet, height: number): boolean => y + height <= paper.height - paper.footerHeight;

/** Ensures `height` more points, on a new page if necessary. Returns true if it added a page. */
export function ensureSpace(sheet: Sheet, height: number): boolean {
  if (hasRoom(sheet, height)) return false;
  addPage(sheet);
  return true;
}

function addPage(sheet: Sheet): void {
  const { doc, content } = sheet;
  const first = doc.page === null;
  doc.addPage();
  sheet.y = 0;
  if (first) return;
  drawDecoration(sheet, () => {
    const line = { x: paper.margin, y: 30, width: contentWidth };
    const text = [content.reference, content.productName].join("  ·  ");
    if (content.test) {
      const style: Style = { ...styles.running, face: "bold", color: colors.test };
      writeText(sheet, `${labels[content.lang].test}  ·  ${text}`, line, style);
    } else {
      writeText(sheet, text, line, styles.running);
    }
    drawRule(sheet, 48);
  });
  sheet.y = 66;
}

/** Draws content that screen readers skip: rules, backgrounds and repeated texts. */
export function drawDecoration({ doc }: Sheet, draw: () => void): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}

export function drawRule({ doc }: Sheet, y: number, color = colors.line): void {
  doc
    .moveTo(paper.margin, y)
    .lineTo(paper.width - paper.margin, y)
    .lineWidth(0.6)
    .stroke(color);
}

/** Writes the content of `write` as one part of the document's structure: a table, a row, a list. */
export function writePart(sheet: Sheet, tag: string, write: () => void): void {
  const outer = sheet.part;
  sheet.part = sheet.doc.struct(tag);
  outer.add(sheet.part);
  write();
  sheet.part.end();
  sheet.part = outer;
}

interface Box {
  x: number;
  y: number;
  width: number;
}

/** Sizes of a text. The first size that fits into `lines` is used. In the last size the text may have `most` lines and is cut. */
export interface Style {
  face: FaceName;
  sizes: number[];
  lines: number;
  most?: number;
  color: string;
  align?: "left" | "center" | "right";
  link?: string;
}

export const styles = {
  label: { face: "bold", sizes: [9], lines: 1, color: colors.muted },
  running: { face: "text", sizes: [8.5], lines: 1, color: colors.muted },
  small: { face: "text", sizes: [9.8, 8.5], lines: 3, color: colors.ink },
} satisfies Record<string, Style>;

/** Writes a text as a part of the document's structure. Returns the position of its lower end. */
export function write(sheet: Sheet, tag: string, text: string, box: Box, style: Style): number {
  let bottom = box.y;
  const draw = () => {
    bottom = writeText(sheet, text, box, style);
  };
  sheet.part.add(sheet.doc.struct(tag, {}, draw));
  return bottom;
}

/** Writes a list's heading with a rule below. The next page repeats the heading, hidden from screen readers. */
export function writeHeading(sheet: Sheet, tag: "H2" | "TH" | "again", text: string, figure?: string): void {
  const box = { x: paper.margin, y: sheet.y, width: contentWidth };
  const put = (text: string, style: Style) => {
    if (tag === "again") drawDecoration(sheet, () => writeText(sheet, text, box, style));
    else write(sheet, tag, text, box, style);
  };
  put(text, styles.label);
  if (figure !== undefined) put(figure, { ...styles.label, align: "right" });
  drawDecoration(sheet, () => drawRule(sheet, box.y + 15, sheet.brand.accent));
  sheet.y = box.y + headingHeight;
}

/** Returns the height that `write` would give a text. */
export function heightOf({ doc }: Sheet, text: string, width: number, style: Style): number {
  return fit(doc, printable(text, style.face), width, style);
}

/** Writes a text within a part of the structure, or within a decoration. Returns the position of its lower end. */
export function writeText({ doc }: Sheet, text: string, { x, y, width }: Box, style: Style): number {
  const shown = printable(text, style.face);
  const height = fit(doc, shown, width, style);
  doc.fillColor(style.color);
  // One point is added because the library compares in single precision. A line is higher than a point.
  const options = { width, height: height + 1, ellipsis: true, align: style.align ?? "left" };
  doc.text(shown, x, y, style.link === undefined ? options : { ...options, link: style.link, underline: true });
  return y + height;
}

/** Chooses font and size for a text, and returns its height. */
function fit(doc: PDFKit.PDFDocument, text: string, width: number, { face, sizes, lines, most }: Style): number {
  doc.font(face);
  let height = 0;
  for (const size of sizes) {
    height = doc.fontSize(size).heightOfString(text, { width });
    if (height <= lines * doc.currentLineHeight(true) + 0.1) return height;
  }
  return Math.min(height, (most ?? lines) * doc.currentLineHeight(true));
}

/** Numbers the pages, marks each page of a test order, and returns the bytes of the document. */
export function closeSheet(sheet: Sheet): Promise<Uint8Array> {
  const { doc, content } = sheet;
  sheet.part.end();
  const { count } = doc.bufferedPageRange();
  const y = paper.height - 42;
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    drawDecoration(sheet, () => {
      drawRule(sheet, y - 8);
      const left = `${content.reference}  ·  ${writtenTime(content)}`;
      writeText(sheet, left, { x: paper.margin, y, width: 400 }, styles.running);
      const right = labels[content.lang].page(page + 1, count);
      const box = { x: paper.width - paper.margin - 90, y, width: 90 };
      writeText(sheet, right, box, { ...styles.running, align: "right" });
    });
    if (content.test) drawTestMark(sheet);
  }
  doc.end();
  return buffer(doc);
}

/** Draws the mark of a test order across the whole page, above its content. Its lines are thin, so that scanners still read the QR code. */
function drawTestMark(sheet: Sheet): void {
  const { doc, content } = sheet;
  const text = labels[content.lang].test;
  const [x, y] = [paper.width / 2, paper.height / 2];
  drawDecoration(sheet, () => {
    doc
      .save()
      .rotate(-53, { origin: [x, y] })
      .font("bold")
      .fontSize(78)
      .fillColor(colors.test, 0.2);
    // Text extraction returns the mark as one piece, not its letters between the lines that they cross.
    doc.markContent("Span", { actual: text });
    doc.text(text, x - doc.widthOfString(text) / 2, y - 45, { lineBreak: false });
    doc.endMarkedContent().restore();
  });
}
