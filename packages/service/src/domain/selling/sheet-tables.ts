import type { Language } from "@paseo/contract";

/** Tables of records for spreadsheets. editing/sheets.ts writes them as files. */

/** A cell: a text, a number, or an amount, whose digits a workbook displays. */
export type SheetCell = string | number | null | { amount: string };

/** A column of a table of records: its heading in three languages, and its cell. */
export type SheetColumn<Row> = readonly [
  heading: readonly [es: string, pt: string, en: string],
  cell: (row: Row) => SheetCell,
];

/** Returns the headings of the columns in a language, then a row for each record. */
export function sheetTable<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  lang: Language,
): SheetCell[][] {
  const headings = columns.map(([[es, pt, en]]) => ({ es, pt, en })[lang]);
  return [headings, ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
}
