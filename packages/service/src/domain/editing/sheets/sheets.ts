import { stringify } from "csv-stringify/sync";
import writeWorkbook from "write-excel-file/node";

/** Tables as files: CSV and XLSX, made of rows of cells. */

export type SheetFormat = "csv" | "xlsx";

export const sheetTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<SheetFormat, string>;

/** A cell to write: a text, a number, or an amount, whose digits a workbook shows. */
export type SheetCell = string | number | null | { amount: string };

/**
 * The table as a file. Texts that a spreadsheet would take for a formula get an apostrophe in CSV, which `readTable` (files/table.ts) takes
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
