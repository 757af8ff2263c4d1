import { forbiddenCharacter } from "@paseo/contract";
import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import writeWorkbook from "write-excel-file/node";

/** Tables as files: CSV and XLSX, as rows of cells. */

export type SheetFormat = "csv" | "xlsx";

export const sheetTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<SheetFormat, string>;

/** A cell to write: a text, a number, or an amount, whose digits a workbook shows. */
export type SheetCell = string | number | null | { amount: string };

export interface Sheet {
  /** Texts as they are read; row 1 of the file is the first. Dates are `yyyy-MM-dd`, times `HH:mm`. */
  rows: string[][];
  /** Whether `45,50` is a number: in files that separate their columns otherwise. */
  decimalComma: boolean;
}

/** The file is not a table that can be read; the message is a sentence for the operator. */
export class SheetError extends Error {
  override name = "SheetError";
}

export async function readTable(format: SheetFormat, bytes: Uint8Array): Promise<Sheet> {
  const sheet = format === "csv" ? readCsv(bytes) : { rows: await readXlsx(bytes), decimalComma: false };
  for (const [index, row] of sheet.rows.entries()) {
    const found = row.map(forbiddenCharacter).find((character) => character !== undefined);
    if (found) throw new SheetError(`Row ${index + 1} has the character ${found}, which cannot be used.`);
  }
  return sheet;
}

/**
 * The table as a file. Texts that a spreadsheet would take for a formula get an apostrophe in CSV, which `readTable` takes
 * away again; in a workbook every text is marked as one.
 */
export async function writeTable(format: SheetFormat, rows: readonly SheetCell[][]): Promise<Uint8Array> {
  if (format === "csv") return writeCsv(rows);
  const cells = rows.map((row, index) => row.map((cell) => workbookCell(cell, index === 0)));
  return writeWorkbook(cells, { stickyRowsCount: 1 }).toBuffer();
}

function writeCsv(rows: readonly SheetCell[][]): Uint8Array {
  const texts = rows.map((row) =>
    row.map((cell) => (cell === null ? "" : typeof cell === "object" ? cell.amount : `${cell}`)),
  );
  // The mark tells spreadsheets that it is UTF-8.
  return Buffer.from(stringify(texts, { bom: true, record_delimiter: "windows", escape_formulas: true }));
}

function workbookCell(cell: SheetCell, heading: boolean) {
  if (cell === null) return null;
  if (typeof cell === "number") return { value: cell, type: Number };
  if (typeof cell === "string") return { value: cell, type: String, ...(heading && { fontWeight: "bold" as const }) };
  const digits = cell.amount.split(".")[1]?.length ?? 0;
  return { value: Number(cell.amount), type: Number, format: digits > 0 ? `0.${"0".repeat(digits)}` : "0" };
}

function readCsv(bytes: Uint8Array): Sheet {
  const text = decoded(bytes);
  const delimiter = delimiterOf(text);
  try {
    const rows = parse(text, { delimiter, relax_column_count: true });
    return {
      rows: rows.map((row) => row.map((cell) => cell.trim().replace(/^'(?=[=+\-@\t\r])/, ""))),
      decimalComma: delimiter !== ",",
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SheetError(`It is not CSV: ${error.message.slice(0, 200)}.`);
  }
}

/** UTF-8, with or without its mark. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SheetError("It is not in UTF-8: save it as “CSV UTF-8”.");
  }
}

/** What stands most often in the first line: spreadsheets of many countries write semicolons. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((delimiter) => ({ delimiter, n: first.split(delimiter).length }));
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter;
}

/** Bytes that a workbook may unpack to: one that is made to burst says so in its directory, unless it lies. */
const mostUnpacked = 400 * 1024 * 1024;

async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  if (unpackedSize(bytes) > mostUnpacked) throw new SheetError("It unpacks to more than 400 MiB.");
  // Loaded with the first workbook: a start need not wait for it.
  const { InvalidInputError, InvalidSpreadsheetError, readSheet } = await import("read-excel-file/node");
  try {
    const rows = await readSheet(Buffer.from(bytes));
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError)
      throw new SheetError("It is not an XLSX workbook.");
    throw error;
  }
}

/** Sum of the sizes in a ZIP's central directory; 0 where there is none to be found. */
function unpackedSize(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0 || end + 20 > file.length) return 0;
  let total = 0;
  let at = file.readUInt32LE(end + 16);
  while (at + 46 <= file.length && file.readUInt32LE(at) === 0x02014b50) {
    total += file.readUInt32LE(at + 24);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return total;
}

/** Dates and times that a spreadsheet made of what was typed; a time is a moment of its day zero. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  // Ten digits are more than any amount has, and hide what binary fractions add to a sum.
  if (typeof cell === "number") return `${Number(cell.toFixed(10))}`;
  if (!(cell instanceof Date)) return `${cell}`.trim();
  const minute = new Date(Math.round(cell.getTime() / 60_000) * 60_000).toISOString();
  if (cell.getUTCFullYear() < 1901) return minute.slice(11, 16);
  return minute.endsWith("T00:00:00.000Z") ? minute.slice(0, 10) : minute.slice(0, 16);
}
