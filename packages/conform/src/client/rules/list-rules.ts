import type { SentRequest } from "../../wire/exchange.ts";
import type { RuleResults, RuleVerdict } from "./results.ts";

/** A page of a list that the client read. */
export interface ListPageRead {
  operation: string;
  /** Parameters of the list, including `lang` but without `page`. */
  params: Record<string, string | number>;
  page: number;
  totalPages: number;
  sent: SentRequest;
}

/** A list that the client has started to read. */
interface OpenList {
  pages: Set<number>;
  last: ListPageRead;
}

/**
 * Checks that a client reads every page of a list, in any order. The parameters identify a list. The check runs when the client starts the
 * list again, when it synchronises again, and when a report is made.
 */
export class ListRules {
  readonly #results: RuleResults;
  readonly #open = new Map<string, OpenList>();
  /** Lists that were read to the end, by operation and mode. */
  readonly #complete = new Set<string>();

  constructor(results: RuleResults) {
    this.#results = results;
  }

  onPage(read: ListPageRead): void {
    const name = `${read.operation} ${JSON.stringify(Object.entries(read.params).toSorted())}`;
    const open = this.#open.get(name);
    if (open?.pages.has(1) && read.page === 1) this.#close(name, open);
    const list = this.#open.get(name) ?? { pages: new Set(), last: read };
    list.pages.add(read.page);
    list.last = read;
    this.#open.set(name, list);
    if (missingPages(list.pages, read.totalPages).length === 0) {
      this.#close(name, list);
      this.#complete.add(`${read.operation} ${listReadMode(read)}`);
    }
  }

  /** Whether the list was read to the end, in full or since a version, and not forgotten afterwards. */
  hasRead = (operation: string, mode: "full" | "since"): boolean => this.#complete.has(`${operation} ${mode}`);

  forget(operation: string): void {
    for (const mode of ["full", "since"]) this.#complete.delete(`${operation} ${mode}`);
  }

  /** Checks all lists that are still open. */
  closeAll(): void {
    for (const [name, list] of this.#open) this.#close(name, list);
  }

  /** Returns the verdicts that apply if the client reads no further page. */
  pending(): RuleVerdict[] {
    return [...this.#open.values()].map(verdictOf);
  }

  #close(name: string, list: OpenList): void {
    this.#open.delete(name);
    this.#results.apply(verdictOf(list));
  }
}

function verdictOf({ pages, last }: OpenList): RuleVerdict {
  const read = [...pages].sort((a, b) => a - b);
  const missing = missingPages(pages, last.totalPages);
  // A client may read only the first page of a filtered list, such as a search.
  const isFirstPageOnly = read.length === 1 && read[0] === 1 && listReadMode(last) === "filtered";
  const what = `${last.operation} has ${last.totalPages} pages; the client read ${read.join(", ")} but not ${missing.slice(0, 10).join(", ")}`;
  return { rule: "list.every-page", holds: missing.length === 0 || isFirstPageOnly, what, sent: last.sent };
}

const missingPages = (pages: Set<number>, total: number): number[] =>
  Array.from({ length: total }, (_, index) => index + 1).filter((page) => !pages.has(page));

/** Whether a client keeps a copy of the list. A calendar reads `availability` afresh each time. */
export const isSynchronisedList = (operation: string): boolean =>
  ["products", "productsdeleted", "events", "pages"].includes(operation);

/** A filtered list counts neither as a full read nor as an incremental one. */
export function listReadMode({ params }: Pick<ListPageRead, "params">): "full" | "since" | "filtered" {
  const isFiltered = Object.keys(params).some((name) => !["lang", "version", "fromdate"].includes(name));
  if (isFiltered) return "filtered";
  return params.version ? "since" : "full";
}
