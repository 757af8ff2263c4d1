import type { AnyRecord, Kind, Records } from "./records.ts";

/** How a kind of record becomes rows of tables and comes back. */

/** `amount` is exact: text or numeric, never a binary float. `id` is a GUID. */
export type ColumnType = "id" | "text" | "integer" | "flag" | "amount" | "degrees";

export interface Column {
  name: string;
  type: ColumnType;
  required: boolean;
}

export type Cell = string | number | boolean | null;
/** A row as it is read, by column; flags may be 0 and 1, amounts texts. */
export type Row = Record<string, Cell>;

/** A table of what a record has several of. Each row has the record's identifier and its `position`, from 0, before these columns. */
export interface Part {
  table: string;
  columns: Column[];
  indexes: string[][];
}

/** A kind's tables. Cells stand in the order of the columns. */
export interface Mapping {
  table: string;
  /** Name of the column that identifies a record, the first one; with `lang` where `perLanguage`. */
  key: string;
  perLanguage: boolean;
  columns: Column[];
  indexes: string[][];
  parts: Part[];
  rowsOf(record: AnyRecord): { cells: Cell[]; parts: Cell[][][] };
  /** The parts' rows in order of position, as `parts` names the tables. */
  recordOf(row: Row, parts: Row[][]): AnyRecord;
}

/** Columns from `name: type`; a type ending in `?` may be null. */
export const columns = (spec: Record<string, ColumnType | `${ColumnType}?`>): Column[] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace("?", "") as ColumnType,
    required: !type.endsWith("?"),
  }));

/** The mapping of one kind, written for that kind's own records. */
export function mapping<K extends Kind>(
  own: Omit<Mapping, "rowsOf" | "recordOf" | "perLanguage"> & {
    perLanguage?: boolean;
    rowsOf(record: Records[K]): { cells: Cell[]; parts: Cell[][][] };
    recordOf(row: Row, parts: Row[][]): Records[K];
  },
): Mapping {
  // A collection holds records of its own kind only, which the type of `tables` cannot say.
  return { perLanguage: false, ...own } as Mapping;
}
