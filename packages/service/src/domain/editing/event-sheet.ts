import type { AvailabilityCode } from "@paseo/contract";
import { availabilityCodes } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import type { EventLine } from "../../store/editing/event-list.ts";
import { dayNumber } from "../selling/dates.ts";
import type { SheetCell } from "../selling/sheet-tables.ts";
import type { TableReader } from "./files/table.ts";
import type { WorkbookRow } from "./files/workbook.ts";

/**
 * Events with their prices as a table: one row for each event, one column for each ticket code. A blank cell or a
 * missing column changes nothing. Columns for information only are not read.
 */

/** A row, checked as far as is possible without the catalogue. */
export interface EventSheetRow {
  /** Row number of the spreadsheet: the headings are row 1. */
  row: number;
  /** External id. */
  item: string;
  /** `yyyy-MM-dd`. */
  date: string;
  /** `HH:mm`; blank where the product has no times. */
  time: string;
  availability?: AvailabilityCode;
  capacity?: number | null;
  /** Prices as decimals, in the order of the columns; null removes the ticket from the event. Blank cells are left out. */
  prices: { code: string; amount: string | null }[];
  currency: string;
}

/** A problem of a cell; `column` is its heading. */
export interface RowProblem {
  row: number;
  column: string;
  detail: string;
}

/** A row as the reading thread sends it: JSON takes a third of the memory of an object. */
export interface PackedRow {
  product: string;
  row: string;
}

/** All rows of a table. */
export class SheetRows {
  readonly #packed = new Map<string, string[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get products(): string[] {
    return [...this.#packed.keys()];
  }

  add({ product, row }: PackedRow): void {
    const rows = this.#packed.get(product);
    if (rows) rows.push(row);
    else this.#packed.set(product, [row]);
    this.#count++;
  }

  /** Rows by batches of products. Each batch is released after it was returned. */
  *batches(): Generator<Map<string, EventSheetRow[]>> {
    let batch = new Map<string, EventSheetRow[]>();
    let size = 0;
    for (const [product, packed] of this.#packed) {
      this.#packed.delete(product);
      const rows = packed.map((row) => JSON.parse(row) as EventSheetRow);
      batch.set(product, rows);
      size += rows.length;
      if (size < batchSize.rows && batch.size < batchSize.products) continue;
      yield batch;
      [batch, size] = [new Map(), 0];
    }
    if (batch.size > 0) yield batch;
  }
}

/** Each batch is parsed as a whole. */
const batchSize = { products: 50, rows: 1000 };

const needed = ["product", "item", "date"] as const;
const known = ["product", "name", "item", "date", "time", "availability", "capacity", "sold", "left", "currency"];
const priceColumn = (code: string) => `price ${code}`;
const unlimited = "unlimited";
const noTicket = "-";
const maxCapacity = 1_000_000;

/** Returns the table of these events. */
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

/** Reads a table of events: `take` gets each readable row, `report` gets each unreadable cell. */
export class EventTableReader implements TableReader {
  readonly #take: (product: string, row: EventSheetRow) => void;
  readonly #report: (problem: RowProblem) => void;
  #decimalComma = false;
  #columns: string[] | null = null;
  #bad = false;

  constructor(take: (product: string, row: EventSheetRow) => void, report: (problem: RowProblem) => void) {
    this.#take = take;
    this.#report = report;
  }

  begin(decimalComma: boolean): void {
    this.#decimalComma = decimalComma;
  }

  row({ number, cells }: WorkbookRow): void {
    if (!this.#columns) this.#headings(cells);
    else if (!this.#bad) this.#event(number, cells, this.#columns);
  }

  /** Reports problems of the file as a whole, such as an empty file. */
  end(): void {
    if (!this.#columns) this.#headings([]);
  }

  #headings(cells: readonly string[]): void {
    this.#columns = cells.map((heading) => heading.trim());
    const problems = headingProblems(this.#columns);
    this.#bad = problems.length > 0;
    for (const problem of problems) this.#report(problem);
  }

  #event(row: number, cells: readonly string[], columns: readonly string[]): void {
    const cell = new Map(columns.map((column, n) => [column, cells[n] ?? ""]));
    const { value, problems } = readRow(row, cell, this.#decimalComma);
    if (cells.slice(columns.length).some((text) => text !== ""))
      problems.push({ row, column: "", detail: "There are more cells than headings." });
    for (const problem of problems) this.#report(problem);
    if (problems.length === 0) this.#take(cell.get("product")!, value);
  }
}

function headingProblems(columns: readonly string[]): RowProblem[] {
  const missing = needed.filter((name) => !columns.includes(name));
  const odd = columns.filter((name) => name !== "" && !known.includes(name) && !/^price \S+$/.test(name));
  const twice = columns.filter((name, n) => name !== "" && columns.indexOf(name) < n);
  return [
    ...missing.map((column) => ({ row: 1, column, detail: "There is no such column." })),
    ...odd.map((column) => ({ row: 1, column, detail: `It is not one of ${known.join(", ")}, price CODE.` })),
    ...twice.map((column) => ({ row: 1, column, detail: "The column appears twice." })),
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
  if (capacity !== "" && capacity !== unlimited && !(/^\d{1,7}$/.test(capacity) && Number(capacity) <= maxCapacity))
    report("capacity", `${capacity} is not a whole number up to ${maxCapacity}, or ${unlimited}.`);

  const prices = [...cells].flatMap(([column, text]): EventSheetRow["prices"] => {
    if (!column.startsWith("price ") || text === "") return [];
    const code = column.slice("price ".length);
    if (text === noTicket) return [{ code, amount: null }];
    const amount = decimalComma ? text.replace(/^(\d+),(\d+)$/, "$1.$2") : text;
    if (!/^\d{1,9}(\.\d{1,4})?$/.test(amount))
      report(column, `${text} is not an amount: write 45.00, or ${noTicket} to take the ticket off.`);
    return [{ code, amount }];
  });
  if (prices.length > limits.tickets) report("", `There are more than ${limits.tickets} prices.`);
  const value: EventSheetRow = {
    row,
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
