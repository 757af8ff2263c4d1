import type { Paged } from "@paseo/contract";

/**
 * Lists are pages of *positions*. A record never moves to an earlier position while partners may be walking: one that
 * leaves the list leaves a hole, and one that enters pushes later ones back. So a walker that reads page after page by
 * number meets every record that was there from its start to its end. docs/decisions/0004-paging.md has the argument.
 */

/** One page of a list: how long the list is in positions, how many of them are not holes, and the rows of this page. */
export interface Positions<T> {
  positions: number;
  count: number;
  rows: T[];
}

/**
 * The positions that a list statement found: each of its rows repeats the totals, and the one row of a page without records
 * has nothing else.
 */
export const found = <T extends { id: string }>(rows: (T & { positions: number; count: number })[]): Positions<T> => ({
  positions: rows[0]?.positions ?? 0,
  count: rows[0]?.count ?? 0,
  rows: rows.filter((row) => row.id !== null),
});

/**
 * The envelope of one page. TotalPages counts positions; TotalCount counts records, but never so few that a client
 * which divides it by PageSize would stop before the last page.
 */
export function envelope<T>(
  page: number,
  pageSize: number,
  list: { positions: number; count: number },
  values: T[],
): Paged<T> {
  const totalPages = list.count === 0 ? 0 : Math.ceil(list.positions / pageSize);
  return {
    currentPage: page,
    pageSize,
    totalCount: totalPages === 0 ? 0 : Math.max(list.count, (totalPages - 1) * pageSize + 1),
    totalPages,
    hasPreviousPage: page > 1,
    hasNextPage: page < totalPages,
    values,
  };
}

/** The first position of a page, counted from 0. A page number beyond any list is as good as the first one beyond. */
export const offsetOf = (page: number, pageSize: number): number => Math.min(page - 1, 1_000_000_000) * pageSize;

/** Lower case without accents, for searching: `São Paulo` is found by `sao paulo`. */
export function searchable(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** LIKE patterns, one a word, all of which a match must hold. */
export function searchPatterns(query: string): string[] {
  return searchable(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
