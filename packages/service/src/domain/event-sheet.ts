import { type AvailabilityCode, availabilityCodes, limits } from "@paseo/contract";
import type { EventLine } from "../store/event-list.ts";
import { dayNumber } from "./dates.ts";
import type { Sheet, SheetCell } from "./sheets.ts";

/**
 * Events with their prices as a table: one event a row, one column for each ticket code. What a row leaves blank, or has
 * no column for, stays as it is; columns that only tell something are not read.
 */

/** One row, as far as it can be read without the catalogue. */
export interface EventRow {
  /** As a spreadsheet counts them: the headings are row 1. */
  row: number;
  /** External ids. */
  product: string;
  item: string;
  /** `yyyy-MM-dd`. */
  date: string;
  /** `HH:mm`; blank where the product has no times. */
  time: string;
  availability?: AvailabilityCode;
  capacity?: number | null;
  /** Plain decimals, in the order of the columns; null takes the ticket off the event. Those that are blank are not here. */
  prices: { code: string; amount: string | null }[];
  currency: string;
}

/** What is wrong with a cell; `column` is its heading. */
export interface RowProblem {
  row: number;
  column: string;
  detail: string;
}

const needed = ["product", "item", "date"] as const;
const known = ["product", "name", "item", "date", "time", "availability", "capacity", "sold", "left", "currency"];
const priceColumn = (code: string) => `price ${code}`;
const unlimited = "unlimited";
const noTicket = "-";
const mostCapacity = 1_000_000;

/** The table of these events. */
export function eventTable(lines: readonly EventLine[]): SheetCell[][] {
  const codes = [...new Set(lines.flatMap(({ tickets }) => tickets.map(({ code }) => code)))];
  const rows = lines.map((line): SheetCell[] => {
    const prices = new Map(line.tickets.map(({ code, price }) => [code, price]));
    return [
      line.product,
      line.productName,
      line.item,
      line.eventOn.slice(0, 10),
      line.eventOn.slice(11, 16),
      line.setting,
      line.capacity ?? unlimited,
      line.sold,
      line.left ?? unlimited,
      line.currencyCode,
      ...codes.map((code) => {
        const price = prices.get(code);
        return price === undefined ? null : { amount: price };
      }),
    ];
  });
  return [[...known, ...codes.map(priceColumn)], ...rows];
}

/** Reads such a table: its rows, and each cell that cannot be. Rows with a problem are not among the rows. */
export function readEventTable({ rows, decimalComma }: Sheet): { rows: EventRow[]; problems: RowProblem[] } {
  const [headings = [], ...body] = rows;
  const columns = headings.map((heading) => heading.trim());
  const problems = headingProblems(columns);
  if (problems.length > 0) return { rows: [], problems };
  const read = body.flatMap((cells, index) => {
    if (cells.every((cell) => cell === "")) return [];
    const row = index + 2;
    const cell = new Map(columns.map((column, n) => [column, cells[n] ?? ""]));
    const found = readRow(row, cell, decimalComma);
    if (cells.slice(columns.length).some((text) => text !== ""))
      found.problems.push({ row, column: "", detail: "There are more cells than headings." });
    problems.push(...found.problems);
    return found.problems.length === 0 ? [found.value] : [];
  });
  return { rows: read, problems };
}

function headingProblems(columns: readonly string[]): RowProblem[] {
  const missing = needed.filter((name) => !columns.includes(name));
  const odd = columns.filter((name) => name !== "" && !known.includes(name) && !/^price \S+$/.test(name));
  const twice = columns.filter((name, n) => name !== "" && columns.indexOf(name) < n);
  return [
    ...missing.map((column) => ({ row: 1, column, detail: "There is no such column." })),
    ...odd.map((column) => ({ row: 1, column, detail: `It is not one of ${known.join(", ")}, price CODE.` })),
    ...twice.map((column) => ({ row: 1, column, detail: "The column stands there twice." })),
  ];
}

function readRow(row: number, cells: ReadonlyMap<string, string>, decimalComma: boolean) {
  const problems: RowProblem[] = [];
  const report = (column: string, detail: string) => void problems.push({ row, column, detail });
  const cell = (column: string) => cells.get(column) ?? "";
  for (const column of needed) if (cell(column) === "") report(column, "It is blank.");

  const date = cell("date");
  if (date !== "" && dayNumber(date) === null) report("date", `${date} is not a date: write 2026-06-16.`);
  const time = /^\d:\d\d$/.test(cell("time")) ? `0${cell("time")}` : cell("time").replace(/^(\d\d:\d\d):00$/, "$1");
  if (time !== "" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) report("time", `${time} is not a time: write 20:30.`);
  const availability = cell("availability");
  if (availability !== "" && !availabilityCodes.some((code) => code === availability))
    report("availability", `${availability} is not one of ${availabilityCodes.join(", ")}.`);
  const capacity = cell("capacity");
  if (capacity !== "" && capacity !== unlimited && !(/^\d{1,7}$/.test(capacity) && Number(capacity) <= mostCapacity))
    report("capacity", `${capacity} is not a whole number up to ${mostCapacity}, or ${unlimited}.`);

  const prices = [...cells].flatMap(([column, text]): EventRow["prices"] => {
    if (!column.startsWith("price ") || text === "") return [];
    const code = column.slice("price ".length);
    if (text === noTicket) return [{ code, amount: null }];
    const amount = decimalComma ? text.replace(/^(\d+),(\d+)$/, "$1.$2") : text;
    if (!/^\d{1,9}(\.\d{1,4})?$/.test(amount))
      report(column, `${text} is not an amount: write 45.00, or ${noTicket} to take the ticket off.`);
    return [{ code, amount }];
  });
  if (prices.length > limits.tickets) report("", `There are more than ${limits.tickets} prices.`);
  const value: EventRow = {
    row,
    product: cell("product"),
    item: cell("item"),
    date,
    time,
    ...(availability !== "" && { availability: availability as AvailabilityCode }),
    ...(capacity !== "" && { capacity: capacity === unlimited ? null : Number(capacity) }),
    prices,
    currency: cell("currency"),
  };
  return { value, problems };
}
