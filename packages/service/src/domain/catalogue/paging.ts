import type { Paged } from "@paseo/contract";
import type { ListSlice } from "../../records/list-rows.ts";

/**
 * Pages of lists that change while clients read them by page number. A list is a row of positions. A record that leaves
 * the list leaves its position empty, so that no later record moves to an earlier page. docs/decisions/0004-paging.md
 * has the reasons.
 */

const dayMs = 86_400_000;

/** Returns the positions of a page. A page number beyond any possible list counts as the first page after the longest list. */
export const sliceOf = (page: number, pageSize: number): ListSlice => ({
  offset: Math.min(page - 1, 1_000_000_000) * pageSize,
  limit: pageSize,
});

/** Returns the two parts of a page of changes: positions of the change log, and positions of the records that follow it. */
export function changeSlices({ offset, limit }: ListSlice, changes: number): { log: ListSlice; rest: ListSlice } {
  const logged = Math.max(0, Math.min(limit, changes - offset));
  return {
    log: { offset, limit: logged },
    rest: { offset: Math.max(0, offset - changes), limit: limit - logged },
  };
}

/**
 * Returns how many positions of past events the list of one product's coming events omits at its start. The positions of past events stay
 * empty until they fill a page; then that page is omitted. A list whose coming events fit on one page has no empty positions at its start.
 */
export const positionsSkipped = (past: number, coming: number, pageSize: number): number =>
  coming <= pageSize ? past : Math.floor(past / pageSize) * pageSize;

/** Returns the first local day, `yyyy-MM-dd`, that has not ended in every time zone. At 12:00 UTC the previous day ends in the westernmost time zone. */
export const firstComingDay = (now: Date): string => new Date(now.getTime() - dayMs / 2).toISOString().slice(0, 10);

/**
 * Builds the envelope of one page. TotalPages counts positions. TotalCount counts records, and is large enough that a client which divides
 * it by PageSize does not stop before the last page.
 */
export function pageEnvelope<T>(
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
