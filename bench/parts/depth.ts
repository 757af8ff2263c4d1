import { readPageCacheLookups, startService } from "../process/service.ts";
import { median, type ResultRow } from "../results/row.ts";
import type { Stores } from "../stores/stores.ts";
import { getJson, sendGet } from "../traffic/ask.ts";
import { uncachedEventsAddress, uncachedProductsAddress } from "./cold.ts";

/** Requests for each page. The pages alternate, so that noise affects all of them equally. */
const samples = 100;
/** Greatest acceptable ratio of the two times. */
const goal = 1 / 1.3;

/**
 * Times of uncached pages: a deep page of a long list against its first page, and the first page of a long list against the
 * first page of a short list. On PostgreSQL. `pages` is the number of pages of events.
 */
export async function measurePageDepth(stores: Stores, events: number): Promise<ResultRow[]> {
  const products = events / 10;
  const large = await startService(await stores.large());
  const small = await startService(await stores.small());
  const lastEvents = (await getJson<{ totalPages: number }>(large.port, "/api/events")).totalPages;
  const deepProducts = Math.round((products / 100) * 0.9);
  const ports = [large.port, small.port];
  const pages = {
    first: eventPage(large.port, 1),
    deep: eventPage(large.port, lastEvents, 1000),
    short: eventPage(small.port, 1),
    firstProducts: productPage(large.port, 1),
    deepProducts: productPage(large.port, deepProducts),
    shortProducts: productPage(small.port, 1),
  };
  try {
    const before = await hits(ports);
    const times = await alternately(pages);
    if ((await hits(ports)) > before) throw new Error("some pages were ready");
    const [ofEvents, ofProducts] = [events, products].map((n) => n.toLocaleString("en"));
    const row = (name: string, page: keyof typeof pages, than: keyof typeof pages, against: string): ResultRow => {
      const [ours, reference] = [times[page], times[than]];
      return { name: `${name} (PostgreSQL)`, unit: "ms", ours, reference, ratio: reference / ours, against, goal };
    };
    const deep = lastEvents.toLocaleString("en");
    return [
      row(`page ${deep} of ${ofEvents} events`, "deep", "first", "ms, page 1"),
      row(
        `page ${deepProducts.toLocaleString("en")} of ${ofProducts} products`,
        "deepProducts",
        "firstProducts",
        "ms, page 1",
      ),
      row(`page 1 of ${ofEvents} events`, "first", "short", "ms, page 1 of 10,000"),
      row(`page 1 of ${ofProducts} products`, "firstProducts", "shortProducts", "ms, page 1 of 100"),
    ];
  } finally {
    await large.stop();
    await small.stop();
  }
}

type Ask = (n: number) => Promise<void>;

// With one page per key, each call requests the same page at an uncached address. `from`: the first of the addresses. Two pages of one
// list share its totals, so that the second of them would cost less.
const eventPage = (port: number, page: number, from = 0) =>
  pageAt(port, (n) => uncachedEventsAddress(from + n, 1).replace("page=1", `page=${page}`), 500);
const productPage = (port: number, page: number) =>
  pageAt(port, (n) => uncachedProductsAddress(n, 1).replace("page=1", `page=${page}`), 100);

function pageAt(port: number, address: (n: number) => string, full: number): Ask {
  return async (n) => {
    const { status, body } = await sendGet(port, address(n), { accept: "application/json" });
    // Only full pages can be compared.
    if (status !== 200 || n > 0) return assertOk(status, body);
    const { values } = JSON.parse(body.toString()) as { values: unknown[] };
    if (values.length < full) throw new Error(`${address(n)} has ${values.length} records`);
  };
}

function assertOk(status: number, body: Buffer): void {
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
}

/** Median of many, in milliseconds. */
async function alternately<Name extends string>(pages: Record<Name, Ask>): Promise<Record<Name, number>> {
  const times = Object.fromEntries(Object.keys(pages).map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  // The first requests also plan statements and compile code.
  for (let n = 0; n < samples + 10; n++) {
    for (const [name, page] of Object.entries(pages) as [Name, Ask][]) {
      const startedAt = performance.now();
      await page(n);
      if (n >= 10) times[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, median(ms as number[])])) as Record<
    Name,
    number
  >;
}

async function hits(ports: number[]): Promise<number> {
  const counts = await Promise.all(ports.map(readPageCacheLookups));
  return counts.reduce((sum, { hit }) => sum + hit, 0);
}
