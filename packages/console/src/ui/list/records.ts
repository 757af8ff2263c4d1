import type { ReactNode, Ref } from "react";

/** What a list shows of its records. */

export interface ListColumn<Row> {
  /** A column with an id can be hidden. */
  id?: string;
  label: string;
  /** On a card, an empty column is left out. */
  value: (row: Row) => ReactNode;
  /** The field by which the service sorts. */
  sort?: string;
  /** For figures and actions: right-aligned. */
  figure?: boolean;
  /** Whether long content wraps. */
  wrap?: boolean;
  width?: string | number;
  /** On a card: without the label, or not at all. The default is with the label. */
  card?: "bare" | "none";
  /** What the last row of a list with totals has in this column. */
  total?: ReactNode;
}

export interface Selection<Row> {
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  nameOf: (row: Row) => string;
  /** Selects the rows of the page. */
  all: string;
}

export interface Panel<Row> {
  nameOf: (row: Row) => string;
  show: (row: Row) => ReactNode;
}

export interface RecordsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly ListColumn<Row>[];
  /** The name of the totals. */
  totals?: string;
  /** Whether it is printed: paper has the table, on a narrow screen too, and the first column heads its row. */
  printed?: boolean;
  /** The record's page, opened by a click anywhere in the row. The first column has the link for the keyboard. */
  to?: (row: Row) => string;
  selection?: Selection<Row> | undefined;
  /** The record beside the list. */
  panel?: Panel<Row>;
  /** Details of a record, shown by a button with this label. */
  details?: { label: string; show: (row: Row) => ReactNode };
  /** Each row has a button that shows its record beside the list. */
  opens?: { nameOf: (row: Row) => string; opened: Row | undefined; open: (row: Row) => void };
  /** At the end of the table's head. */
  end?: ReactNode;
  /** Rows of one line. */
  compact?: boolean;
  body?: Ref<HTMLTableSectionElement>;
}
