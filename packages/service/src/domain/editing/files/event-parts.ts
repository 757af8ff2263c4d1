import { EventTableReader, type PackedRow } from "../event-sheet.ts";
import type { SheetFormat } from "../sheets.ts";
import { maxReportedProblems } from "./limits.ts";
import type { FilePart } from "./reader.ts";
import { type RowProblem, readTable } from "./table.ts";

/** Reads a table of events and sends its rows in parts. */
export async function readEvents(
  format: SheetFormat,
  bytes: Uint8Array,
  send: (part: FilePart) => Promise<void>,
): Promise<void> {
  let rows: PackedRow[] = [];
  let problems: RowProblem[] = [];
  let known = 0;
  const flush = () => {
    const part = { rows, problems };
    [rows, problems] = [[], []];
    return send(part);
  };
  const reader = new EventTableReader(
    (product, row) => rows.push({ product, row: JSON.stringify(row) }),
    (problem) => {
      if (++known <= maxReportedProblems) problems.push(problem);
    },
  );
  await readTable(format, bytes, {
    begin: (dayFirst) => reader.begin(dayFirst),
    row: (row) => reader.row(row),
    problem: (problem) => reader.problem(problem),
    between: () => (rows.length >= 300 ? flush() : undefined),
  });
  reader.end();
  await flush();
}
