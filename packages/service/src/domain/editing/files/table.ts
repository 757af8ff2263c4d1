import { pipeline, Readable } from "node:stream";
import { forbiddenCharacter } from "@paseo/contract/characters";
import { CsvError, parse } from "csv-parse";
import { restoreFormulas } from "../formulas.ts";
import type { SheetFormat } from "../sheets.ts";
import { FileError, fileLimits } from "./limits.ts";
import { readWorkbook, tooManyRows, type WorkbookRow } from "./workbook.ts";

/** Tables from files, row by row. */

export interface TableReader {
  /** Whether `45,50` is a number: true if another character separates the columns. Called before the first row. */
  begin(decimalComma: boolean): void;
  /** Receives the texts of a row; row 1 has the headings. Dates are `yyyy-MM-dd`, times `HH:mm`. */
  row(row: WorkbookRow): void;
  /** Called at regular intervals; the reader awaits it. */
  between?(): Promise<void> | undefined;
}

export async function readTable(format: SheetFormat, bytes: Uint8Array, reader: TableReader): Promise<void> {
  const take = (row: WorkbookRow) => {
    const column = row.cells.findIndex((cell) => forbiddenCharacter(cell) !== undefined);
    if (column >= 0)
      throw new FileError(
        `Row ${row.number}, cell ${column + 1} has the character ${forbiddenCharacter(row.cells[column]!)}, which cannot be used.`,
      );
    reader.row(row);
  };
  if (format === "csv") return readCsv(bytes, reader, take);
  reader.begin(false);
  return readWorkbook(bytes, take, () => reader.between?.());
}

async function readCsv(bytes: Uint8Array, reader: TableReader, take: (row: WorkbookRow) => void): Promise<void> {
  const delimiter = delimiterOf(bytes);
  reader.begin(delimiter !== ",");
  // An unclosed quote makes one record of the rest of the file, so the length of a record is limited.
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: 1024 * 1024 });
  // An error in a piece of the file also ends the loop below.
  pipeline(Readable.from(pieces(bytes)), parser, () => {});
  let number = 0;
  let rows = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number++;
      const cells = record.map((cell) => restoreFormulas(cell.trim()));
      if (cells.every((cell) => cell === "")) continue;
      if (++rows > fileLimits.rows) throw new FileError(tooManyRows);
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
    throw new FileError("It is not in UTF-8: save it as “CSV UTF-8”.");
  }
}

/** Returns the most frequent separator of the first line, because spreadsheets of many countries write semicolons. */
function delimiterOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, pieceBytes));
  const end = text.search(/\r?\n/);
  const first = end < 0 ? text : text.slice(0, end);
  const counts = [",", ";", "\t"].map((delimiter) => ({ delimiter, n: first.split(delimiter).length }));
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter;
}
