import type { Language } from "@paseo/contract";
import { stringify } from "csv-stringify/sync";
import type { SheetCell } from "../selling/sheet-tables.ts";
import { withoutFormulas } from "./formulas.ts";

/** Writes tables as CSV or XLSX files. */

export type SheetFormat = "csv" | "xlsx";

export const sheetTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<SheetFormat, string>;

/** The decimal mark of a CSV file. Programs that read a comma expect semicolons between the columns. */
export const decimalMarks = ["point", "comma"] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Returns the mark that spreadsheets in this language read. */
export const usualDecimalMark = (lang: Language): DecimalMark => (lang === "en" ? "point" : "comma");

/**
 * Writes the table as a file. `decimals` and `separator`: of a CSV file. No text is a formula in a spreadsheet: in CSV by apostrophes,
 * which `readTable` (files/table.ts) removes, and in a workbook because every text is marked as text.
 */
export async function writeTable(
  format: SheetFormat,
  rows: readonly SheetCell[][],
  decimals: DecimalMark,
  separator: string = decimals === "comma" ? ";" : ",",
): Promise<Uint8Array> {
  if (format === "csv") return writeCsv(rows, decimals, separator);
  const cells = rows.map((row, index) => row.map((cell) => workbookCell(cell, index === 0)));
  // Imported on demand: the library has seventy modules that a start does not need.
  const { default: writeWorkbook } = await import("write-excel-file/node");
  return writeWorkbook(cells, { stickyRowsCount: 1 }).toBuffer();
}

function writeCsv(rows: readonly SheetCell[][], decimals: DecimalMark, delimiter: string): Uint8Array {
  const texts = rows.map((row) => row.map((cell) => csvCell(cell, decimals)));
  // Spreadsheets recognise UTF-8 by the byte order mark. The library quotes CR LF only, and a spreadsheet ends a row at
  // LF too.
  const options = { bom: true, delimiter, record_delimiter: "windows", quoted_match: /[\r\n]/ };
  return Buffer.from(stringify(texts, options));
}

function csvCell(cell: SheetCell, decimals: DecimalMark): string {
  if (typeof cell === "string") return withoutFormulas(cell);
  if (typeof cell === "object" && cell !== null && "phone" in cell) return phoneCell(cell.phone);
  const number = cell === null ? "" : typeof cell === "object" ? cell.amount : `${cell}`;
  return decimals === "comma" ? number.replace(".", ",") : number;
}

/**
 * Writes a telephone number with blanks between its groups. A spreadsheet would shorten a number without them to 3.46E+10, and calculate one
 * with hyphens. A text with other characters is written as every text.
 */
function phoneCell(phone: string): string {
  // An extension or a room has letters, behind a blank or comma: `6123456E5` would be a number. Letters, digits and blanks make no formula.
  if (/^\+?\d[\d\s]{5,}[\s,][\d\s\p{L}.,:]*\p{L}[\d\s\p{L}.,:]*$/u.test(phone)) return phone;
  if (!/^\+?[\d\s()./-]+$/.test(phone)) return withoutFormulas(phone);
  const grouped = phone.replace(/[\s()./-]+/g, " ").trim();
  return /\d \d/.test(grouped) ? grouped : grouped.replace(/(?<=\d)(?=(?:\d{3})+$)/g, " ");
}

function workbookCell(cell: SheetCell, heading: boolean) {
  if (cell === null) return null;
  if (typeof cell === "number") return { value: cell, type: Number };
  if (typeof cell === "object" && "phone" in cell) return { value: cell.phone, type: String };
  if (typeof cell === "string") return { value: cell, type: String, ...(heading && { fontWeight: "bold" as const }) };
  const digits = cell.amount.split(".")[1]?.length ?? 0;
  return { value: Number(cell.amount), type: Number, format: digits > 0 ? `0.${"0".repeat(digits)}` : "0" };
}
