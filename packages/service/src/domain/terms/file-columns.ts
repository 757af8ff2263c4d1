import { dateOrders } from "../../store/terms/file-mappings.ts";
import { readAmount, readDay } from "./mapped-cells.ts";

/** Finds the columns of a table that another program wrote, so that an operator confirms them and types none. */

export const columnKinds = ["day", "amount", "text"] as const;

export interface FileColumns {
  columns: { heading: string; has: (typeof columnKinds)[number]; samples: string[] }[];
  dates: (typeof dateOrders)[number];
  decimals: "point" | "comma";
}

const mostSamples = 3;
/** Amounts of any currency: only their digits count. */
const anyCurrency = "EUR";

const isDay = (text: string): boolean => dateOrders.some((order) => readDay(text, order) !== null);
const isAmount = (text: string): boolean => decimalMarks.some((mark) => readAmount(text, mark, anyCurrency) !== null);
const isText = (text: string): boolean => text !== "" && !isDay(text) && !isAmount(text);

// Without a cell that decides, the first sequence of dates and the first mark count.
const decimalMarks = ["comma", "point"] as const;

/**
 * Returns the columns of the first rows of a file. The headings are the first row with the most texts: banks write lines of their own above it.
 * Null: no row has headings.
 */
export function columnsOf(rows: readonly string[][]): FileColumns | null {
  const texts = rows.map((cells) => cells.filter(isText).length);
  const most = Math.max(0, ...texts);
  const at = most < 2 ? -1 : texts.indexOf(most);
  if (at < 0) return null;
  const below = rows.slice(at + 1);
  const columns = rows[at]!.flatMap((heading, n) => {
    const cells = below.map((row) => row[n] ?? "").filter(Boolean);
    const has = isMost(cells, isDay) ? "day" : isMost(cells, isAmount) ? "amount" : "text";
    return heading === "" ? [] : ([{ heading, has, cells }] as const);
  });
  const cellsOf = (kind: FileColumns["columns"][number]["has"]) =>
    columns.flatMap(({ has, cells }) => (has === kind ? cells : []));
  return {
    columns: columns.map(({ heading, has, cells }) => ({
      heading,
      has,
      samples: [...new Set(cells)].slice(0, mostSamples),
    })),
    dates: mostReadable(dateOrders, (order) => cellsOf("day").filter((text) => readDay(text, order) !== null)),
    decimals: mostReadable(decimalMarks, (mark) =>
      cellsOf("amount").filter((text) => readAmount(text, mark, anyCurrency) !== null),
    ),
  };
}

/** Whether most cells are of a kind: a file can have a line of totals, or a cell with a fault. */
const isMost = (cells: readonly string[], isOf: (cell: string) => boolean): boolean =>
  2 * cells.filter(isOf).length > cells.length;

/** Returns the way that reads most cells. */
function mostReadable<Way>(ways: readonly Way[], readable: (way: Way) => readonly string[]): Way {
  const counts = ways.map((way) => readable(way).length);
  return ways[counts.indexOf(Math.max(...counts))]!;
}
