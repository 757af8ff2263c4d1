import { type FaceName, nameFace, type TextRun } from "./faces.ts";

/** Texts in several fonts. The library sets a text in one font only, so this module breaks their lines and places their parts. */

/** A part of a line that is never broken: a word, or one character of a script without spaces. */
interface Piece extends TextRun {
  width: number;
  /** Whether a line may begin with it. */
  breaks: boolean;
}

interface Line {
  pieces: Piece[];
  width: number;
}

/** Scripts whose lines break between any two characters. */
const withoutSpaces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;
const ellipsis = "…";

/** Breaks runs into lines of at most this width, in the font size of the document. */
export function breakLines(doc: PDFKit.PDFDocument, runs: readonly TextRun[], face: FaceName, width: number): Line[] {
  const lines: Line[] = [{ pieces: [], width: 0 }];
  for (const piece of piecesOf(doc, runs, face)) {
    let line = lines.at(-1)!;
    if (line.width + piece.width > width && line.pieces.length > 0 && piece.breaks) {
      line = { pieces: [], width: 0 };
      lines.push(line);
    }
    if (line.pieces.length === 0 && piece.text === " ") continue;
    line.pieces.push(piece);
    line.width += piece.width;
  }
  return lines;
}

/** Draws the first lines. If there are more, the last one ends with an ellipsis. */
export function drawLines(
  doc: PDFKit.PDFDocument,
  lines: readonly Line[],
  {
    x,
    y,
    width,
    most,
    align,
    face,
  }: { x: number; y: number; width: number; most: number; align: string; face: FaceName },
): void {
  const height = doc.font(face).currentLineHeight(true);
  lines.slice(0, most).forEach((line, n) => {
    const cut = n === most - 1 && lines.length > most;
    const pieces = cut ? withEllipsis(doc, line, face, width) : line.pieces;
    const used = pieces.reduce((sum, piece) => sum + piece.width, 0);
    let at = x + (align === "right" ? width - used : align === "center" ? (width - used) / 2 : 0);
    // All fonts stand on one base line.
    const base = y + n * height + ascent(doc, face);
    for (const { font, text, width: wide } of pieces) {
      useFont(doc, font, face);
      doc.text(text, at, base, { lineBreak: false, baseline: "alphabetic" });
      at += wide;
    }
  });
  doc.font(face);
}

/** The height of the typeface above the base line. */
const ascent = (doc: PDFKit.PDFDocument, face: FaceName): number => doc.font(face).currentLineHeight(false) * 0.8;

function withEllipsis(doc: PDFKit.PDFDocument, { pieces }: Line, face: FaceName, width: number): Piece[] {
  useFont(doc, null, face);
  const end: Piece = { font: null, text: ellipsis, width: doc.widthOfString(ellipsis), breaks: false };
  const left = [...pieces];
  while (left.length > 1 && left.reduce((sum, piece) => sum + piece.width, end.width) > width) left.pop();
  return [...left, end];
}

function piecesOf(doc: PDFKit.PDFDocument, runs: readonly TextRun[], face: FaceName): Piece[] {
  const pieces: Piece[] = [];
  for (const { font, text } of runs) {
    useFont(doc, font, face);
    for (const part of text.split(/( )/)) {
      if (part === "") continue;
      const parts = font !== null && withoutSpaces.test(part) ? graphemesOf(part) : [part];
      for (const one of parts) {
        const follows = pieces.at(-1);
        const breaks = parts.length > 1 || part === " " || follows?.text === " " || withoutSpaces.test(one);
        pieces.push({ font, text: one, width: doc.widthOfString(one), breaks });
      }
    }
  }
  return pieces;
}

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Sets the font of a run. The document contains only the fonts that it uses. */
function useFont(doc: PDFKit.PDFDocument, font: TextRun["font"], face: FaceName): void {
  if (font === null) doc.font(face);
  else doc.registerFont(font, nameFace(font).bytes as Buffer).font(font);
}
