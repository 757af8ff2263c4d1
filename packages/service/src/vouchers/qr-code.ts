import { encode } from "uqr";

/** Quiet zone around the code in modules, which readers need. */
const quietZone = 4;

/**
 * Draws a text as a QR code of error correction M, with its quiet zone, in a square of `side` points. At 190 points the code is
 * more than 4.8 cm wide for any length of text. Throws RangeError for more than 2331 bytes, the capacity of a QR code.
 */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
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
