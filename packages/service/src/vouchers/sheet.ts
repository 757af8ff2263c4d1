import { buffer } from "node:stream/consumers";
import type { Language } from "@paseo/contract";
import PDFDocument from "pdfkit";
import { texts } from "../texts/texts.ts";
import type { VoucherColours, VoucherContent } from "./content.ts";
import { type FaceName, fontFaces, type TextRun, textRuns } from "./faces.ts";
import { breakLines, drawLines } from "./mixed-text.ts";

/**
 * A4 pages with their frame (band, footer, the mark of a test order), and functions that write on them. Lengths are in points from the top
 * left. All text is part of the document's structure, so that it can be read aloud in order. Screen readers skip decoration, because it is
 * marked as an artifact.
 */
export interface PaperSheet {
  doc: PDFKit.PDFDocument;
  frame: PaperFrame;
  /** The operator's colours. */
  brand: VoucherColours;
  /** The current part of the document's structure. */
  part: PDFKit.PDFStructureElement;
  /** Height of the used part of the page. */
  y: number;
}

/** What is on every page, and the document's metadata. */
export interface PaperFrame {
  lang: Language;
  /** The document's title. */
  title: string;
  /** The operator's name. */
  author: string;
  issuedAt: Date;
  /** At the top of each page but the first. */
  running: string;
  /** At the bottom of each page, in two lines. */
  footer: string;
  note: string;
  /** Missing or null: default colours. */
  colours?: VoucherColours | null | undefined;
  /** Whether it is of a test order: every page says that it is not valid. */
  test: boolean;
}

export interface VoucherSheet extends PaperSheet {
  content: VoucherContent;
}

export const paperLayout = { width: 595.28, height: 841.89, margin: 48, bandHeight: 84, footerHeight: 58 };
/** The height of a list's heading. */
export const headingHeight = 21;
export const contentWidth = paperLayout.width - 2 * paperLayout.margin;
export const pdfColors = {
  ink: "#14212b",
  muted: "#4f5d68",
  line: "#cdd6db",
  test: "#b3261e",
  white: "#ffffff",
};

/** The colours of an operator who chose none. */
const ownColours: VoucherColours = {
  band: "#0d4a5b",
  onBand: pdfColors.white,
  strip: "#e0a63a",
  accent: "#0d4a5b",
  soft: "#eef3f5",
};

/** Opens a sheet with its first page. Writing starts below the band. */
export function openSheet(frame: PaperFrame): PaperSheet {
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
    lang: texts[frame.lang].locale,
    displayTitle: true,
    info: {
      Title: frame.title.toWellFormed(),
      Author: frame.author.toWellFormed(),
      Creator: "Paseo",
      Producer: "Paseo",
      CreationDate: frame.issuedAt,
    },
  });
  escapeMetadata(doc);
  for (const [name, { bytes }] of Object.entries(fontFaces)) doc.registerFont(name, bytes);
  const part = doc.struct("Document");
  doc.addStructure(part);
  const sheet: PaperSheet = { doc, frame, brand: frame.colours ?? ownColours, part, y: 0 };
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

export const hasRoom = ({ y }: PaperSheet, height: number): boolean =>
  y + height <= paperLayout.height - paperLayout.footerHeight;

/** Ensures `height` more points, on a new page if necessary. Returns true if it added a page. */
export function ensureSpace(sheet: PaperSheet, height: number): boolean {
  if (hasRoom(sheet, height)) return false;
  addPage(sheet);
  return true;
}

function addPage(sheet: PaperSheet): void {
  const { doc, frame } = sheet;
  const first = doc.page === null;
  doc.addPage();
  sheet.y = 0;
  if (first) return;
  drawDecoration(sheet, () => {
    const line = { x: paperLayout.margin, y: 30, width: contentWidth };
    if (frame.test) {
      const style: TextStyle = { ...textStyles.running, face: "bold", color: pdfColors.test };
      writeText(sheet, `${texts[frame.lang].voucher.test}  ·  ${frame.running}`, line, style);
    } else {
      writeText(sheet, frame.running, line, textStyles.running);
    }
    drawRule(sheet, 48);
  });
  sheet.y = 66;
}

/** Draws content that screen readers skip: rules, backgrounds and repeated texts. */
export function drawDecoration({ doc }: PaperSheet, draw: () => void): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}

export function drawRule({ doc }: PaperSheet, y: number, color = pdfColors.line): void {
  doc
    .moveTo(paperLayout.margin, y)
    .lineTo(paperLayout.width - paperLayout.margin, y)
    .lineWidth(0.6)
    .stroke(color);
}

/** Writes the content of `write` as one part of the document's structure: a table, a row, a list. */
export function writeStructurePart(sheet: PaperSheet, tag: string, write: () => void): void {
  const outer = sheet.part;
  sheet.part = sheet.doc.struct(tag);
  outer.add(sheet.part);
  write();
  sheet.part.end();
  sheet.part = outer;
}

/** Like `writeStructurePart`, for work that lets other work of the process run meanwhile. */
export async function writeLongPart(sheet: PaperSheet, tag: string, write: () => Promise<void>): Promise<void> {
  const outer = sheet.part;
  sheet.part = sheet.doc.struct(tag);
  outer.add(sheet.part);
  await write();
  sheet.part.end();
  sheet.part = outer;
}

interface Box {
  x: number;
  y: number;
  width: number;
}

/** Sizes of a text. The first size that fits into `lines` is used. In the last size the text may have `most` lines and is cut. */
export interface TextStyle {
  face: FaceName;
  sizes: number[];
  lines: number;
  most?: number;
  color: string;
  align?: "left" | "center" | "right";
  link?: string;
}

export const textStyles = {
  label: { face: "bold", sizes: [9], lines: 1, color: pdfColors.muted },
  running: { face: "text", sizes: [8.5], lines: 1, color: pdfColors.muted },
  small: { face: "text", sizes: [9.8, 8.5], lines: 3, color: pdfColors.ink },
} satisfies Record<string, TextStyle>;

/** Writes a text as a part of the document's structure. Returns the position of its lower end. */
export function writeTextPart(sheet: PaperSheet, tag: string, text: string, box: Box, style: TextStyle): number {
  let bottom = box.y;
  const draw = () => {
    bottom = writeText(sheet, text, box, style);
  };
  sheet.part.add(sheet.doc.struct(tag, {}, draw));
  return bottom;
}

/** Writes a list's heading with a rule below. The next page repeats the heading, hidden from screen readers. */
export function writeHeading(sheet: PaperSheet, tag: "H2" | "TH" | "again", text: string, figure?: string): void {
  const box = { x: paperLayout.margin, y: sheet.y, width: contentWidth };
  const put = (text: string, style: TextStyle) => {
    if (tag === "again") drawDecoration(sheet, () => writeText(sheet, text, box, style));
    else writeTextPart(sheet, tag, text, box, style);
  };
  put(text, textStyles.label);
  if (figure !== undefined) put(figure, { ...textStyles.label, align: "right" });
  drawDecoration(sheet, () => drawRule(sheet, box.y + 15, sheet.brand.accent));
  sheet.y = box.y + headingHeight;
}

/** Returns the height that `writeTextPart` would give a text. */
export function textHeight({ doc }: PaperSheet, text: string, width: number, style: TextStyle): number {
  return fit(doc, textRuns(text, style.face), width, style);
}

/** Writes a text within a part of the structure, or within a decoration. Returns the position of its lower end. */
export function writeText({ doc }: PaperSheet, text: string, { x, y, width }: Box, style: TextStyle): number {
  const runs = textRuns(text, style.face);
  const height = fit(doc, runs, width, style);
  doc.fillColor(style.color);
  if (isMixed(runs)) {
    const most = Math.round(height / doc.currentLineHeight(true));
    const align = style.align ?? "left";
    drawLines(doc, breakLines(doc, runs, style.face, width), { x, y, width, most, align, face: style.face });
    return y + height;
  }
  const shown = runs[0]?.text ?? "";
  // One point is added because the library compares in single precision. A line is higher than a point.
  const options = { width, height: height + 1, ellipsis: true, align: style.align ?? "left" };
  doc.text(shown, x, y, style.link === undefined ? options : { ...options, link: style.link, underline: true });
  return y + height;
}

/** Whether a text needs a font of names. */
const isMixed = (runs: readonly TextRun[]): boolean => runs.some(({ font }) => font !== null);

/** Chooses font and size for a text, and returns its height. */
function fit(doc: PDFKit.PDFDocument, runs: TextRun[], width: number, { face, sizes, lines, most }: TextStyle): number {
  doc.font(face);
  let height = 0;
  for (const size of sizes) {
    doc.fontSize(size);
    height = isMixed(runs)
      ? breakLines(doc, runs, face, width).length * doc.font(face).currentLineHeight(true)
      : doc.heightOfString(runs[0]?.text ?? "", { width });
    if (height <= lines * doc.currentLineHeight(true) + 0.1) return height;
  }
  return Math.min(height, (most ?? lines) * doc.currentLineHeight(true));
}

/** Numbers the pages, marks each page of a test order, and returns the bytes of the document. */
export function closeSheet(sheet: PaperSheet): Promise<Uint8Array> {
  const { doc, frame } = sheet;
  const { count } = doc.bufferedPageRange();
  const y = paperLayout.height - 42;
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    drawDecoration(sheet, () => {
      drawRule(sheet, y - 8);
      writeText(sheet, frame.footer, { x: paperLayout.margin, y, width: 400 }, textStyles.running);
      const right = texts[frame.lang].voucher.page(page + 1, count);
      const box = { x: paperLayout.width - paperLayout.margin - 90, y, width: 90 };
      writeText(sheet, right, box, { ...textStyles.running, align: "right" });
    });
    const below = { x: paperLayout.margin, y: y + 12, width: contentWidth };
    writeTextPart(sheet, "P", frame.note, below, textStyles.running);
    if (frame.test) drawTestMark(sheet);
  }
  sheet.part.end();
  doc.end();
  return buffer(doc);
}

/** Draws the mark of a test order across the whole page, above its content. Its lines are thin, so that scanners still read the QR code. */
function drawTestMark(sheet: PaperSheet): void {
  const { doc, frame } = sheet;
  const text = texts[frame.lang].voucher.test;
  const [x, y] = [paperLayout.width / 2, paperLayout.height / 2];
  drawDecoration(sheet, () => {
    doc
      .save()
      .rotate(-53, { origin: [x, y] })
      .font("bold")
      .fontSize(78)
      .fillColor(pdfColors.test, 0.2);
    // Text extraction returns the mark as one piece, not its letters between the lines that they cross.
    doc.markContent("Span", { actual: text });
    doc.text(text, x - doc.widthOfString(text) / 2, y - 45, { lineBreak: false });
    doc.endMarkedContent().restore();
  });
}
