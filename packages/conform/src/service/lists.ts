import type { Event, Paged, ProductSummary, pageSizes } from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { UnreadableAnswerError } from "./skipped.ts";
import type { RequestParameters, TestedService } from "./tested-service.ts";

/** The paged lists. */
export const lists = ["products", "events", "pages", "productsdeleted"] as const satisfies (keyof typeof pageSizes)[];
export type ListId = (typeof lists)[number] | "availability" | "contents";

export interface PagesRead {
  pages: { exchange: Exchange; page: Paged<unknown> }[];
  /** Whether the last page was reached. */
  complete: boolean;
}

/** Greatest number of pages to read of a list. */
const maxPages = 12;

/** Reads the pages of a list by number. Throws UnreadableAnswerError. */
export async function readPages(
  service: TestedService,
  id: ListId,
  params: RequestParameters = {},
  most = maxPages,
): Promise<PagesRead> {
  const pages: PagesRead["pages"] = [];
  for (let number = 1; number <= most; number++) {
    const exchange = await service.get(service.path(id, { ...params, page: number }));
    const page: Paged<unknown> = service.read(id, exchange);
    pages.push({ exchange, page });
    if (!page.hasNextPage) return { pages, complete: true };
  }
  return { pages, complete: false };
}

/** Returns the identifiers of the records in order, with repeated identifiers. */
export const recordIds = ({ pages }: PagesRead): string[] => pages.flatMap(({ page }) => page.values.map(recordId));

/** The identifier of a record; a deleted product is an identifier itself. */
export const recordId = (value: unknown): string => (typeof value === "string" ? value : (value as { id: string }).id);

/**
 * The records of the pages before the first broken one. Throws UnreadableAnswerError if there are none. The checks of lists report every broken page.
 */
async function sampleOf<T>(
  service: TestedService,
  id: ListId,
  params?: RequestParameters,
  most?: number,
): Promise<T[]> {
  const values: T[] = [];
  for (let number = 1; number <= (most ?? maxPages); number++) {
    const exchange = await service.get(service.path(id, { ...params, page: number }));
    try {
      const page: Paged<unknown> = service.read(id, exchange);
      values.push(...(page.values as T[]));
      if (!page.hasNextPage) break;
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError) || values.length === 0) throw error;
      break;
    }
  }
  return values;
}

/** Reads the products of the first pages, once for each run. */
export const readAllProducts = (service: TestedService): Promise<ProductSummary[]> =>
  service.once("products", () => sampleOf(service, "products"));

/** Reads the first pages of the events from tomorrow on, sorted from the earliest, once for each run. */
export const readComingEvents = (service: TestedService): Promise<Event[]> =>
  service.once("events", () => sampleOf(service, "events", { fromdate: dayFromNow(1) }, 3));

/** The local day of an event, `yyyy-MM-dd`. */
export const eventDay = ({ eventOn }: Pick<Event, "eventOn">): string => eventOn.slice(0, 10);

/** The day in UTC, `yyyy-MM-dd`, this number of days from now. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
