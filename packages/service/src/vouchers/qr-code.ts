import { encode } from "uqr";

/** What a reader needs empty around the code, in modules. */
const quietZone = 4;

/**
 * Draws a text as a QR code of error correction M, its quiet zone included, in a square of `side` points: at 190, more
 * than 4.8 cm of code whatever its size. Throws RangeError for a text of more than 2331 bytes, which no code holds.
 */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const { data } = encode(text.toWellFormed(), { ecc: "M", border: quietZone });
  const module = side / data.length;
  for (const [row, modules] of data.entries()) {
    for (const { from, to } of darkRuns(modules)) {
      doc.rect(x + from * module, y + row * module, (to - from) * module, module);
    }
  }
  // One fill for all: squares filled one by one show hairlines where they meet.
  doc.fill("#000000");
}

/** Runs of adjacent dark modules, without `to`. */
function darkRuns(modules: boolean[]): { from: number; to: number }[] {
  return modules.flatMap((dark, from) => {
    if (!dark || modules[from - 1]) return [];
    const end = modules.indexOf(false, from);
    return { from, to: end === -1 ? modules.length : end };
  });
}
