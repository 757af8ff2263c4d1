import type { Event, Paged, ProductSummary, pageSizes } from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { type Params, read, type Site } from "./tested-service.ts";

/** The paged lists, and walks through them. */
export const lists = ["products", "events", "pages", "productsdeleted"] as const satisfies (keyof typeof pageSizes)[];
export type ListId = (typeof lists)[number];

export interface Walk {
  pages: { exchange: Exchange; page: Paged<unknown> }[];
  /** Whether the last page was reached. */
  complete: boolean;
}

/** Pages that one walk reads at most. */
const mostPages = 12;

/** Reads a list from its first page on, by number. Throws Skipped when a page cannot be read. */
export async function walk(site: Site, id: ListId, params: Params = {}, most = mostPages): Promise<Walk> {
  const pages: Walk["pages"] = [];
  for (let number = 1; number <= most; number++) {
    const exchange = await site.get(site.path(id, { ...params, page: number }));
    const page: Paged<unknown> = read(id, exchange);
    pages.push({ exchange, page });
    if (!page.hasNextPage) return { pages, complete: true };
  }
  return { pages, complete: false };
}

/** Identifiers of a walk's records, in order, repeated ones included. */
export const idsOf = ({ pages }: Walk): string[] => pages.flatMap(({ page }) => page.values.map(idOf));

/** The identifier of a list's record; deleted products are their identifiers. */
export const idOf = (value: unknown): string => (typeof value === "string" ? value : (value as { id: string }).id);

/** Every product of the list, as far as a walk goes; read once. */
export const allProducts = (site: Site): Promise<ProductSummary[]> =>
  site.once("products", async () =>
    (await walk(site, "products")).pages.flatMap(({ page }) => page.values as ProductSummary[]),
  );

/** The first pages of the events from tomorrow on, which are sorted from the earliest; read once. */
export const comingEvents = (site: Site): Promise<Event[]> =>
  site.once("events", async () =>
    (await walk(site, "events", { fromdate: dayFromNow(1) }, 3)).pages.flatMap(({ page }) => page.values as Event[]),
  );

/** The local day of an event, `yyyy-MM-dd`. */
export const dayOf = ({ eventOn }: Pick<Event, "eventOn">): string => eventOn.slice(0, 10);

/** `yyyy-MM-dd` of so many days from now, in UTC. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
