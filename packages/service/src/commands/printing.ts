/** Answers of operations as text for people. */

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Row = Record<string, Value>;

const isRow = (value: Value | undefined): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTable = (value: Value | undefined): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/**
 * Prints a list as a table, and any other answer as a line for each field. A table wider than the terminal becomes a line for each field
 * too.
 */
export function formatAnswer(value: Value, width = Number.POSITIVE_INFINITY): string {
  if (!isRow(value)) return cellOf(value);
  const { data, total: _total, ...others } = value;
  const rest = linesOf(data === undefined ? value : others, width);
  const list = Array.isArray(data) ? [isTable(data) ? tableOf(data, width) : "There are none."] : [];
  return [...list, ...rest].join("\n") || "Done.";
}

function linesOf(record: Row, width: number, before = ""): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (isRow(value)) return linesOf(value, width, `${before}${name}.`);
    if (!isTable(value)) return [`${before}${name}: ${cellOf(value)}`.trimEnd()];
    return [`${before}${name}:`, tableOf(value, width - 2).replaceAll(/^/gm, "  ")];
  });
}

function tableOf(rows: Row[], width: number): string {
  const isShown = (name: string) => rows.some((row) => cellOf(row[name]) !== "");
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(isShown);
  const ordered = [...names.filter((name) => !isId(name)), ...names.filter(isId)];
  const headings = ordered.map((name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase());
  const table = alignColumns([headings, ...rows.map((row) => ordered.map((name) => cellOf(row[name])))]);
  if (table.indexOf("\n") <= width && table.split("\n").every((line) => line.length <= width)) return table;
  return rows.map((row) => linesOf(row, width).join("\n")).join("\n\n");
}

/** Returns whether a column has ids of the store. Ids are long, so they are the last columns. */
const isId = (name: string): boolean => /^id$|[a-z]Id$/.test(name) && name !== "externalId";

/** Control characters could control the terminal. A nested record does not fit into a cell. */
function cellOf(value: Value | undefined): string {
  if (value === null || value === undefined || isRow(value)) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.some(isRow) ? "" : value.map(cellOf).join(", ");
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?(Z?)$/.exec(`${value}`);
  return time ? `${time[1]} ${time[2]}${time[3]}` : `${value}`.replaceAll(/\p{Cc}+/gu, " ");
}

/** Aligns rows in columns. */
export function alignColumns(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ");
  return rows.map((row) => lineOf(row).trimEnd()).join("\n");
}
