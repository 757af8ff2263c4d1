import type { ReactNode, Ref } from "react";

/** The parts of its records that a list shows. */

export interface ListColumn<Row> {
  /** A column with an id can be hidden. */
  id?: string;
  label: string;
  /** Returns the content of a cell. A card omits an empty column. */
  value: (row: Row) => ReactNode;
  /** The field by which the service sorts. */
  sort?: string;
  /** Whether the column is right-aligned, as figures and actions are. */
  figure?: boolean;
  /** Whether long content wraps. */
  wrap?: boolean;
  /** Whether the column takes the width that the others leave. Its content is cut, not wrapped. */
  main?: boolean;
  /** Maximum width of the content, which is cut there. */
  most?: string;
  /**
   * Muted text of the value. In rows of two lines it is below the value. In rows of one line it is beside the value of the main
   * column, and otherwise in the title of the cell.
   */
  second?: (row: Row) => string | null | false | undefined;
  /** A small picture before the value. */
  picture?: (row: Row) => ReactNode;
  /** Whether the column is hidden until an operator shows it. */
  isOptional?: boolean;
  /** Whether the column is hidden on a screen of a usual width until an operator shows it. */
  isForWide?: boolean;
  /** Whether the column is left out while no row of the page has a value. */
  omitEmpty?: boolean;
  width?: string | number;
  /** How a card shows the column: without its label, also on a line of its own, or not at all. By default it shows the label. */
  card?: "bare" | "line" | "none";
  /** The content of this column in the last row of a list with totals. */
  total?: ReactNode;
}

export interface RowSelection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  nameOf: (row: Row) => string;
  /** Selects the rows of the page. */
  all: string;
}

export interface RowPanel<Row> {
  nameOf: (row: Row) => string;
  show: (row: Row) => ReactNode;
}

export interface RecordsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly ListColumn<Row>[];
  /** The name of the totals. */
  totals?: string;
  /** Whether the list is printed. Paper shows the table, also from a narrow screen, and the first column is the row's header. */
  printed?: boolean;
  /** The record's page, opened by a click anywhere in the row. The first column has the link for the keyboard. */
  to?: (row: Row) => string;
  selection?: RowSelection<Row> | undefined;
  /** The record beside the list. */
  panel?: RowPanel<Row>;
  /** Details of a record, shown by a button with this label. */
  details?: { label: string; show: (row: Row) => ReactNode };
  /** Each row has a button that shows its record beside the list. */
  opens?: { nameOf: (row: Row) => string; opened: Row | undefined; open: (row: Row) => void };
  /** Content at the end of the table's head. */
  end?: ReactNode;
  /** Whether rows have one line of 40 pixels. */
  compact?: boolean;
  body?: Ref<HTMLTableSectionElement>;
}
