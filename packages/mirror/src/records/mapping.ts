import type { AnyRecord, RecordKind, RecordsByKind } from "./records.ts";

/** How a kind of record is stored in tables. */

/** `amount` is exact: text or numeric, never a binary float. `id` is a GUID. */
export type ColumnType = "id" | "text" | "integer" | "flag" | "amount" | "degrees";

export interface Column {
  name: string;
  type: ColumnType;
  required: boolean;
}

export type Cell = string | number | boolean | null;
/** A row by column. Flags may be 0 and 1, and amounts may be texts. */
export type Row = Record<string, Cell>;

/** A table for a list in a record. Each row also has the identifier of the record and its `position`, from 0. */
export interface ListTable {
  table: string;
  columns: Column[];
  indexes: string[][];
}

/** The tables of a kind. Cells are in the order of the columns. A kind with languages has no parts. */
export interface RecordMapping {
  table: string;
  /** Name of the first column. It identifies a record, with `perLanguage` together with `lang`. */
  key: string;
  perLanguage: boolean;
  columns: Column[];
  indexes: string[][];
  parts: ListTable[];
  rowsOf(record: AnyRecord): { cells: Cell[]; parts: Cell[][][] };
  /** `parts` has the rows of each part, in order of position. */
  recordOf(row: Row, parts: Row[][]): AnyRecord;
}

/** Makes columns from `name: type`. A column whose type ends in `?` may be null. */
export const columns = (spec: Record<string, ColumnType | `${ColumnType}?`>): Column[] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace("?", "") as ColumnType,
    required: !type.endsWith("?"),
  }));

/** Types the mapping of one kind. */
export function defineMapping<K extends RecordKind>(
  own: Omit<RecordMapping, "rowsOf" | "recordOf" | "perLanguage"> & {
    perLanguage?: boolean;
    rowsOf(record: RecordsByKind[K]): { cells: Cell[]; parts: Cell[][][] };
    recordOf(row: Row, parts: Row[][]): RecordsByKind[K];
  },
): RecordMapping {
  // A collection has records of its kind only, which the type of `tables` cannot express.
  return { perLanguage: false, ...own } as RecordMapping;
}
