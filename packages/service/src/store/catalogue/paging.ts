import type { Paged } from "@paseo/contract";

/**
 * Lists are pages of *positions*. A record never moves to an earlier position while partners may be walking: one that
 * leaves the list leaves a hole, and one that enters pushes later ones back. So a walker that reads page after page by
 * number meets every record that was there from its start to its end. docs/decisions/0004-paging.md has the argument.
 *
 * Holes cannot stay for ever. Positions that are over (days gone by, names long changed) go together, where one *layout*
 * ends and the next begins; and for the first day of a layout, a list that lost any is followed by itself, so that who is
 * under way meets in the second round what moved behind it.
 */

const layoutDays = 28;
const dayMs = 86_400_000;
/** Days of lists turn at 12:00 UTC: then a local day is over in the last zone on Earth. */
const turnMs = dayMs / 2;
/** A first day: Saturday, 3 January 1970, noon to noon. */
const firstDayOfAll = 2;

/** Which layout lists have at an instant. Days are local days, `yyyy-MM-dd`. */
export interface Layout {
  /** The first day that can still hold coming events. */
  today: string;
  /** The day that the positions of coming events are counted from. */
  front: string;
  /** The front of the layout before. */
  before: string;
  /** When the layout began. */
  since: Date;
  /** When the one before it began: nobody needs to know what was over by then. */
  beforeSince: Date;
  /** Whether this is the layout's first day, on which walks begun under the one before may still be under way. */
  isFirstDay: boolean;
}

/** Today as a number of days: lists that stand in a layout stay as they are while it does. */
export const listDay = (now: Date): number => Math.floor((now.getTime() - turnMs) / dayMs);

export function layoutAt(now: Date): Layout {
  const today = listDay(now);
  const age = (((today - firstDayOfAll) % layoutDays) + layoutDays) % layoutDays;
  const [front, before] = [today - age, today - age - layoutDays];
  const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
  const turn = (day: number) => new Date(day * dayMs + turnMs);
  return {
    today: text(today),
    front: text(front),
    before: text(before),
    since: turn(front),
    beforeSince: turn(before),
    isFirstDay: age === 0,
  };
}

/** What a page shows of a list that may be followed by itself: its page `page`, the list having `positions` in all. */
export interface Shown {
  page: number;
  positions: number;
}

/**
 * What page `page` shows of a list of `positions` that had `lost` more in the layout before. The second round begins no
 * earlier than the first one ends, so that it is whole for who began today, and no earlier than `lost` positions, so that
 * nothing in it is before its place of yesterday. A list that was one page needs none: nobody is under way in it.
 */
export function inRounds(page: number, size: number, positions: number, lost: number): Shown {
  if (lost === 0 || positions === 0 || lost + positions <= size) return { page, positions };
  const round = Math.ceil(Math.max(lost, positions) / size);
  return { page: page > round ? page - round : page, positions: round * size + positions };
}

/** Where a page of coming events is found: page `page` of the events from the local day `from` on. */
export interface Window {
  from: string;
  page: number;
}

/**
 * Which coming events a page shows, when `past` positions lie between the layout's front and today. Pages on which all is
 * over show the list from today instead, so that the first page is always of use; the list itself stays where it is.
 */
export function comingWindow(page: number, size: number, { front, today }: Layout, past: number): Window {
  return { from: page * size <= past ? today : front, page };
}

/**
 * What a page shows of an increment: its stretch of `changes` positions in the change log, and how many it has room for of
 * what follows them, from which offset there.
 */
export function logPage(page: number, size: number, changes: number) {
  const offset = offsetOf(page, size);
  const logged = Math.max(0, Math.min(size, changes - offset));
  return { offset, logged, rest: { offset: Math.max(0, offset - changes), limit: size - logged } };
}

/** One page of a list: how long the list is in positions, how many of them are not holes, and the rows of this page. */
export interface Positions<T> {
  positions: number;
  count: number;
  rows: T[];
  /** How many positions at its front are holes for good, where a list can have such. */
  holes?: number;
}

/**
 * The positions that a list statement found: each of its rows repeats the totals, and the one row of a page without records
 * has nothing else.
 */
export const found = <T extends { id: string }>(
  rows: (T & { positions: number; count: number; holes?: number })[],
): Positions<T> => ({
  positions: rows[0]?.positions ?? 0,
  count: rows[0]?.count ?? 0,
  holes: rows[0]?.holes ?? 0,
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
