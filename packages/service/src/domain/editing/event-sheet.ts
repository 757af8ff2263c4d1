import type { AvailabilityCode } from "@paseo/contract";
import { availabilityCodes } from "@paseo/contract/codes";
import { limits } from "@paseo/contract/limits";
import { readTypedNumber } from "@paseo/contract/typed-numbers";
import type { EventLine } from "../../store/editing/event-list.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";
import type { SheetCell } from "../selling/sheet-tables.ts";
import { readSheetDate, readSheetTime } from "./files/sheet-dates.ts";
import type { RowProblem, TableReader, TableRow } from "./files/table.ts";

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
  /**
   * Prices as they were typed, in the order of the columns; null removes the ticket from the event. Blank cells are left out. What a
   * text means depends on the product's currency.
   */
  prices: { code: string; amount: TypedPrice | null }[];
  currency: string;
}

/** A text, or a number of a workbook, which has only one reading. */
export type TypedPrice = string | { number: string };

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
  #dayFirst = false;
  #columns: string[] | null = null;
  #bad = false;

  constructor(take: (product: string, row: EventSheetRow) => void, report: (problem: RowProblem) => void) {
    this.#take = take;
    this.#report = report;
  }

  begin(dayFirst: boolean): void {
    this.#dayFirst = dayFirst;
  }

  problem(problem: RowProblem): void {
    this.#report(problem);
  }

  row({ number, ...row }: TableRow): void {
    if (!this.#columns) this.#headings(row.cells);
    else if (!this.#bad) this.#event(number, row, this.#columns);
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

  #event(row: number, { cells, numbers }: Omit<TableRow, "number">, columns: readonly string[]): void {
    const cell = new Map(columns.map((column, n) => [column, cells[n] ?? ""]));
    const isNumber = (column: string) => numbers?.has(columns.indexOf(column)) ?? false;
    const { value, problems } = readRow(row, cell, { isNumber, dayFirst: this.#dayFirst });
    if (cells.some((text, n) => text !== "" && !columns[n]))
      problems.push({ row, column: "", ...refusal("more-cells-than-headings") });
    for (const problem of problems) this.#report(problem);
    if (problems.length === 0) this.#take(cell.get("product")!, value);
  }
}

function headingProblems(columns: readonly string[]): RowProblem[] {
  const missing = needed.filter((name) => !columns.includes(name));
  const odd = columns.filter((name) => name !== "" && !known.includes(name) && !/^price \S+$/.test(name));
  const twice = columns.filter((name, n) => name !== "" && columns.indexOf(name) < n);
  return [
    ...missing.map((column) => ({ row: 1, column, ...refusal("column-missing") })),
    ...odd.map((column) => ({
      row: 1,
      column,
      ...refusal("column-unknown", { list: [...known, "price CODE"].join(", ") }),
    })),
    ...twice.map((column) => ({ row: 1, column, ...refusal("column-twice") })),
  ];
}

interface CellMarks {
  /** Whether the cell of a column is a number of a workbook. */
  isNumber: (column: string) => boolean;
  dayFirst: boolean;
}

/** Returns whether a text is an amount of some currency, perhaps with a second reading. */
function isAmount(text: string): boolean {
  const read = readTypedNumber(text, 4);
  return read.problem === undefined ? /^\d{1,9}(\.|$)/.test(read.number) : read.problem !== "no-number";
}

function readRow(row: number, cells: ReadonlyMap<string, string>, { isNumber, dayFirst }: CellMarks) {
  const problems: RowProblem[] = [];
  const report = (column: string, problem: FieldRefusal) => void problems.push({ row, column, ...problem });
  const cell = (column: string) => cells.get(column) ?? "";
  for (const column of needed) if (cell(column) === "") report(column, refusal("blank"));

  const read = cell("date") === "" ? { date: "" } : readSheetDate(cell("date"), dayFirst);
  if (read === null) report("date", refusal("not-a-date", { value: cell("date") }));
  else if ("readings" in read) {
    const [one, other] = read.readings;
    report("date", refusal("has-two-readings", { typed: cell("date"), one, other }));
  }
  const date = read && "date" in read ? read.date : "";
  const time = cell("time") === "" ? "" : readSheetTime(cell("time"));
  if (time === null) report("time", refusal("not-a-time", { value: cell("time") }));
  const availability = cell("availability");
  if (availability !== "" && !availabilityCodes.some((code) => code === availability))
    report("availability", refusal("not-in-list", { value: availability, list: availabilityCodes.join(", ") }));
  const seats = isNumber("capacity") ? null : readTypedNumber(cell("capacity"), 0);
  const capacity = seats?.problem === undefined ? (seats?.number ?? cell("capacity")) : cell("capacity");
  if (capacity !== "" && capacity !== unlimited && !(/^\d{1,7}$/.test(capacity) && Number(capacity) <= maxCapacity))
    report("capacity", refusal("not-a-capacity", { value: capacity, most: maxCapacity, word: unlimited }));

  const prices = [...cells].flatMap(([column, text]): EventSheetRow["prices"] => {
    if (!column.startsWith("price ") || text === "") return [];
    const code = column.slice("price ".length);
    if (text === noTicket) return [{ code, amount: null }];
    if (isNumber(column) ? !/^\d{1,9}(\.\d+)?$/.test(text) : !isAmount(text))
      report(column, refusal("not-an-amount", { value: text }));
    return [{ code, amount: isNumber(column) ? { number: text } : text }];
  });
  if (prices.length > limits.tickets) report("", refusal("too-many-prices", { most: limits.tickets }));
  const value: EventSheetRow = {
    row,
    item: cell("item"),
    date,
    time: time ?? "",
    ...(availability !== "" && { availability: availability as AvailabilityCode }),
    ...(capacity !== "" && { capacity: capacity === unlimited ? null : Number(capacity) }),
    prices,
    currency: cell("currency"),
  };
  return { value, problems };
}
