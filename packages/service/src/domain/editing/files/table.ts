import { pipeline, Readable } from "node:stream";
import { forbiddenCharacter } from "@paseo/contract/characters";
import { CsvError, parse } from "csv-parse";
import { type FieldRefusal, refusal } from "../../../texts/field-refusals.ts";
import { restoreFormulas } from "../formulas.ts";
import type { SheetFormat } from "../sheets.ts";
import { FileError, fileLimits } from "./limits.ts";
import { type CellFault, columnName, readWorkbook, tooManyRows, type WorkbookRow } from "./workbook.ts";

/** Tables from files, row by row. */

export interface TableReader {
  /** Whether the file's marks show a country that writes the day before the month. Called before the first row. */
  begin?(dayFirst: boolean): void;
  /** Receives the texts of a row; row 1 has the headings. Dates are `yyyy-MM-dd`, times `HH:mm`. */
  row(row: TableRow): void;
  /** Receives what the file has and the table does not take. A row with such a cell is not passed to `row`. */
  problem(problem: RowProblem): void;
  /** Called at regular intervals; the reader awaits it. */
  between?(): Promise<void> | undefined;
}

/** A row without faults. */
export type TableRow = Omit<WorkbookRow, "faults">;

/** A problem of a cell; `column` is its heading. */
export interface RowProblem extends FieldRefusal {
  row: number;
  column: string;
}

export async function readTable(format: SheetFormat, bytes: Uint8Array, reader: TableReader): Promise<void> {
  let headings: readonly string[] | null = null;
  const headingOf = (column: number) => headings?.[column]?.trim() || columnName(column);
  const take = ({ faults = [], ...row }: WorkbookRow) => {
    const column = row.cells.findIndex((cell) => forbiddenCharacter(cell) !== undefined);
    if (column >= 0)
      throw new FileError(
        `Row ${row.number}, cell ${column + 1} has the character ${forbiddenCharacter(row.cells[column]!)}, which cannot be used.`,
      );
    const isFaulty = new Set(faults.map(({ column }) => column));
    const found = [...faults, ...row.cells.flatMap((text, n) => (isFaulty.has(n) ? [] : errorValue(text, n)))];
    headings ??= row.cells;
    for (const { column, ...fault } of found) reader.problem({ ...fault, row: row.number, column: headingOf(column) });
    if (found.length === 0 || row.cells === headings) reader.row(row);
  };
  if (format === "csv") return readCsv(bytes, reader, take);
  const merged = ({ row, column, text }: { row: number; column: number; text: string }) =>
    reader.problem({ row, column: headingOf(column), ...refusal("cells-merged", { value: text }) });
  return readWorkbook(bytes, take, merged, () => reader.between?.());
}

/** The error values of spreadsheets, in the languages whose programs write them into a CSV file. */
const errorValue = (text: string, column: number): CellFault[] =>
  /^#(?:[¡¿]?\p{Lu}[\p{Lu}/0 ?]*[!?]|N\/[AD])$/u.test(text)
    ? [{ column, ...refusal("cell-has-error", { value: text }) }]
    : [];

async function readCsv(bytes: Uint8Array, reader: TableReader, take: (row: WorkbookRow) => void): Promise<void> {
  const { delimiter, from } = delimiterOf(bytes);
  // Where a comma is the decimal mark, the day comes first.
  reader.begin?.(delimiter === ";");
  // An unclosed quote makes one record of the rest of the file, so the length of a record is limited.
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: 1024 * 1024 });
  // An error in a piece of the file also ends the loop below.
  pipeline(Readable.from(pieces(bytes.subarray(from))), parser, () => {});
  let number = 0;
  let rows = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number++;
      const cells = record.map((cell) => restoreFormulas(cell.trim()));
      if (cells.every((cell) => cell === "")) continue;
      if (++rows > fileLimits.rows) throw new FileError(tooManyRows());
      if (cells.length > fileLimits.columns)
        throw new FileError(`Row ${number} has ${cells.length} cells: at most ${fileLimits.columns} are read.`);
      take({ number, cells });
      if (rows % 200 === 0) await reader.between?.();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileError(`It is not CSV: ${error.message.slice(0, 200)}.`);
  }
}

const pieceBytes = 65_536;

/** Decodes UTF-8, with or without a byte order mark. */
function* pieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    yield decoder.decode();
  } catch {
    throw new FileError(refusal("csv-not-utf8"));
  }
}

/**
 * Returns the separator of the columns, and the byte at which the rows begin. A first line `sep=;` names it for Excel; else it is the
 * most frequent of the first line, because spreadsheets of many countries write semicolons.
 */
function delimiterOf(bytes: Uint8Array): { delimiter: string; from: number } {
  const text = new TextDecoder().decode(bytes.subarray(0, pieceBytes));
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  // The decoder has removed the byte order mark.
  const mark = bytes[0] === 0xef ? 3 : 0;
  if (named) return { delimiter: named[1]!, from: mark + named[0].length };
  const end = text.search(/\r?\n/);
  const first = end < 0 ? text : text.slice(0, end);
  const counts = [",", ";", "\t"].map((delimiter) => ({ delimiter, n: first.split(delimiter).length }));
  return { delimiter: counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter, from: 0 };
}
