import { EventTableReader, type PackedRow, type RowProblem } from "../event-sheet.ts";
import type { SheetFormat } from "../sheets.ts";
import { maxProblems } from "./limits.ts";
import type { FilePart } from "./reader.ts";
import { readTable } from "./table.ts";

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
      if (++known <= maxProblems) problems.push(problem);
    },
  );
  await readTable(format, bytes, {
    begin: (decimalComma) => reader.begin(decimalComma),
    row: (row) => reader.row(row),
    between: () => (rows.length >= 300 ? flush() : undefined),
  });
  reader.end();
  await flush();
}
