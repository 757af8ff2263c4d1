/** Positions of a list, counted from 0. */
export interface Slice {
  offset: number;
  limit: number;
}

/** One page of a list as the store has it: the positions of the whole list, its records, and the rows of this page. */
export interface ListRows<T> {
  positions: number;
  count: number;
  rows: T[];
}

/** The result of a list statement. Each row repeats the totals; a page without records is one row with the totals alone. */
export const listRows = <T extends { id: string }>(
  rows: (T & { positions: number; count: number })[],
): ListRows<T> => ({
  positions: rows[0]?.positions ?? 0,
  count: rows[0]?.count ?? 0,
  rows: rows.filter((row) => row.id !== null),
});
