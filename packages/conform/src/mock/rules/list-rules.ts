import type { Sent } from "../../wire/exchange.ts";
import type { Judge, Ruling } from "./results.ts";

/** One page of a list, as it was asked for and answered. */
export interface ListRead {
  operation: string;
  /** Parameters but `page`; `lang` is one of them. */
  params: Record<string, string | number>;
  page: number;
  totalPages: number;
  sent: Sent;
}

interface Walk {
  seen: Set<number>;
  /** Of the last page that was read. */
  last: ListRead;
}

/**
 * Follows the walks through lists, each known by its parameters, and judges one when it is over: another one begins, the
 * client synchronises again, or the report is asked for. Pages may come in any order: a client may read several at once.
 */
export class Walks {
  readonly #judge: Judge;
  readonly #open = new Map<string, Walk>();
  /** Walks that read their list to the end, by the list and whether it was read since a version. */
  readonly #ended = new Set<string>();

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  read(list: ListRead): void {
    const name = `${list.operation} ${JSON.stringify(Object.entries(list.params).toSorted())}`;
    const open = this.#open.get(name);
    if (open?.seen.has(1) && list.page === 1) this.#settle(name, open);
    const walk = this.#open.get(name) ?? { seen: new Set(), last: list };
    walk.seen.add(list.page);
    walk.last = list;
    this.#open.set(name, walk);
    if (missingPages(walk.seen, list.totalPages).length === 0) {
      this.#settle(name, walk);
      this.#ended.add(kindOf(list));
    }
  }

  /** Whether a list was read to its end, in full or since a version, and nothing was forgotten after it. */
  hasRead = (operation: string, since: "full" | "since"): boolean => this.#ended.has(`${operation} ${since}`);

  forget(operation: string): void {
    for (const since of ["full", "since"]) this.#ended.delete(`${operation} ${since}`);
  }

  /** Ends the walks that are still open. */
  settle(): void {
    for (const [name, walk] of this.#open) this.#settle(name, walk);
  }

  /** What would be said of the walks that are still open. */
  pending(): Ruling[] {
    return [...this.#open.values()].map(rulingOf);
  }

  #settle(name: string, walk: Walk): void {
    this.#open.delete(name);
    this.#judge.rule(rulingOf(walk));
  }
}

function rulingOf({ seen, last }: Walk): Ruling {
  const read = [...seen].sort((a, b) => a - b);
  const missing = missingPages(seen, last.totalPages);
  // A single page under a filter is a look, not a walk.
  const isLook = read.length === 1 && read[0] === 1 && isFiltered(last);
  const why = `${last.operation} has ${last.totalPages} pages, of which the client read ${read.join(", ")} and not ${missing.slice(0, 10).join(", ")}`;
  return { rule: "walk.every-page", holds: missing.length === 0 || isLook, why, sent: last.sent };
}

const missingPages = (seen: Set<number>, total: number): number[] =>
  Array.from({ length: total }, (_, index) => index + 1).filter((page) => !seen.has(page));

const isFiltered = ({ params }: ListRead): boolean =>
  Object.keys(params).some((name) => !["lang", "version", "fromdate"].includes(name));

/** Lists in full and since a version are read for different ends; a filtered one counts as neither. */
const kindOf = (list: ListRead): string =>
  isFiltered(list) ? `${list.operation} filtered` : `${list.operation} ${list.params.version ? "since" : "full"}`;
