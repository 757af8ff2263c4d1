import type { Language } from "@paseo/contract";
import { localTimeAt } from "./dates.ts";

/** Tables of records for spreadsheets. editing/sheets.ts writes them as files. */

/** A cell: a text, a number, an amount, whose digits a workbook displays, or a telephone number. */
export type SheetCell = string | number | null | { amount: string } | { phone: string };

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

/** For whom a table is written. `lang` is the operator's language. `zone` is the store's time zone: the table writes instants in it. */
export interface SheetReader {
  lang: Language;
  zone: string;
}

/** Adds the time zone of a column's instants to its heading. */
export const withZone = ([es, pt, en]: SheetColumn<unknown>[0], zone: string): SheetColumn<unknown>[0] => [
  `${es} (${zone})`,
  `${pt} (${zone})`,
  `${en} (${zone})`,
];

/** Returns the local time of an instant as `yyyy-MM-dd HH:mm:ss`, which a spreadsheet reads as a date and time. */
export const zoneCell = (instant: Date | null, zone: string): SheetCell =>
  instant && localTimeAt(instant, zone).replace("T", " ");

export const yesOrNo = (value: boolean, lang: Language): string =>
  (value ? { es: "Sí", pt: "Sim", en: "Yes" } : { es: "No", pt: "Não", en: "No" })[lang];
