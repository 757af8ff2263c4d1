import { FileError } from "../../domain/editing/files/limits.ts";
import { type RowProblem, readTable } from "../../domain/editing/files/table.ts";
import { columnsOf, type FileColumns } from "../../domain/terms/file-columns.ts";
import { readAmount, readDay } from "../../domain/terms/mapped-cells.ts";
import { refusal } from "../../texts/field-refusals.ts";

/** Reads the rows of a CSV file of another program by a mapping of headings. */

/** A bank's file of a year has a few thousand rows. */
const maxRows = 20_000;
export const maxMappedBytes = 4 * 1024 * 1024;

interface RowMapping {
  dates: "dmy" | "mdy" | "ymd";
  decimals: "point" | "comma";
  currencyCode: string;
}

export interface MappedRow {
  row: number;
  text(heading: string): string;
  /** Reports a problem and returns null if the text is no date. */
  day(heading: string): string | null;
  /** Reports a problem and returns null if the text is no amount. */
  amount(heading: string): string | null;
}

/** Reads the rows below the first row that has all these headings. Rows above it are the bank's own. */
export async function readMappedRows<Row>(
  bytes: Uint8Array,
  headings: readonly string[],
  { dates, decimals, currencyCode }: RowMapping,
  rowOf: (row: MappedRow) => Row | null,
): Promise<{ rows: Row[]; problems: RowProblem[] }> {
  const rows: Row[] = [];
  const problems: RowProblem[] = [];
  let columns: Map<string, number> | null = null;
  await readTable("csv", plainCsv(bytes), {
    problem: () => {},
    row({ number: row, cells }) {
      if (!columns) {
        const found = new Map(cells.map((cell, n): [string, number] => [cell.trim().toLowerCase(), n]));
        if (headings.every((heading) => found.has(heading.trim().toLowerCase()))) columns = found;
        return;
      }
      if (rows.length >= maxRows) throw new FileError(refusal("file-has-many-rows", { most: maxRows }));
      const places = columns;
      const text = (heading: string) => cells[places.get(heading.trim().toLowerCase())!]?.trim() ?? "";
      const report = (column: string, code: "amount-unreadable" | "date-unreadable") => {
        problems.push({ row, column, ...refusal(code, { value: text(column) }) });
        return null;
      };
      const made = rowOf({
        ...{ row, text },
        day: (heading) => readDay(text(heading), dates) ?? report(heading, "date-unreadable"),
        amount: (heading) => readAmount(text(heading), decimals, currencyCode) ?? report(heading, "amount-unreadable"),
      });
      if (made !== null) rows.push(made);
    },
  });
  if (!columns) throw new FileError(refusal("headings-not-found", { list: headings.join(", ") }));
  return { rows, problems };
}

/** Rows of a file in which its headings are looked for. */
const headRows = 60;

/** Reads the columns of a file, to say once which of them are which fields. */
export async function readColumns(bytes: Uint8Array): Promise<FileColumns> {
  const rows: string[][] = [];
  await readTable("csv", plainCsv(bytes), {
    problem: () => {},
    row({ cells }) {
      if (rows.length < headRows) rows.push(cells.map((cell) => cell.slice(0, 100)));
    },
  });
  const columns = columnsOf(rows);
  if (!columns) throw new FileError(refusal("no-headings"));
  return columns;
}

/**
 * Returns a file as UTF-8 that names its separator. Banks write Windows-1252, and lines of their own without separators above the table.
 */
function plainCsv(bytes: Uint8Array): Uint8Array {
  const text = decoded(bytes);
  if (/^sep=/i.test(text)) return Buffer.from(text);
  const head = text.slice(0, 65_536).split(/\r?\n/, headRows);
  const separators = [";", "\t", ","] as const;
  const counts = separators.map((separator) => Math.max(...head.map((line) => line.split(separator).length)));
  // Amounts with a decimal comma have commas too, so a comma needs more of them than the others.
  return Buffer.from(`sep=${separators[counts.indexOf(Math.max(...counts))]}\n${text}`);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
