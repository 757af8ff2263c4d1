import { readPageCacheLookups, startService } from "../process/service.ts";
import { startReference } from "../references/reference.ts";
import { type ResultRow, ratioRow } from "../results/row.ts";
import type { StoreSetting } from "../stores/stores.ts";
import { getJson, sendGet } from "../traffic/ask.ts";
import { measureInTurn, measureLoad, type RoundPlan } from "../traffic/load.ts";

const connections = 16;

/**
 * Returns the n-th uncached address of a list with this number of pages. The last page comes first, so that the service builds no page
 * ahead.
 */
type Addresses = (n: number, pages: number) => string;

/** All dates are long after the last event, so every cache key differs and the pages are equal. */
export const uncachedEventsAddress: Addresses = (n, pages) => {
  const to = new Date(Date.UTC(2100, 0, 1) + Math.floor(n / pages) * 1000).toISOString().slice(0, 19);
  return `/api/events?page=${pages - (n % pages)}&todate=${to}`;
};

/** A search for spaces matches the whole list, and each sequence of two kinds of spaces is another cache key. */
export const uncachedProductsAddress: Addresses = (n, pages) => {
  const blanks = Math.floor(n / pages)
    .toString(2)
    .replaceAll("0", "+")
    .replaceAll("1", "%C2%A0");
  return `/api/products?page=${pages - (n % pages)}&query=${blanks}`;
};

const lists = [
  { name: "products", path: "/api/products", addresses: uncachedProductsAddress },
  { name: "events", path: "/api/events", addresses: uncachedEventsAddress },
];

const formats = [
  { name: "JSON", accept: "application/json", goal: 0.7 },
  { name: "XML", accept: "application/xml", goal: null },
];

/**
 * Uncached list pages, compared with a process that runs the same statements and writes their rows as JSON. Throws if the
 * service had a page cached.
 */
export async function measureUncachedPages(env: StoreSetting, pace: RoundPlan): Promise<ResultRow[]> {
  const service = await startService(env);
  const minimal = await startReference("minimal.ts", { url: env.DATABASE_URL });
  try {
    const rows: ResultRow[] = [];
    for (const { name, path, addresses } of lists) {
      const { totalPages } = await getJson<{ totalPages: number }>(service.port, path);
      await mustBeEqual(service.port, minimal.port, addresses(1, totalPages));
      for (const format of formats) {
        // The first round of pages was compared just before.
        let next = totalPages;
        const request = () =>
          `GET ${addresses(next++, totalPages)} HTTP/1.1\r\nHost: bench\r\nAccept: ${format.accept}\r\n\r\n`;
        const at = (port: number) => (seconds: number) =>
          measureLoad({ port, connections, seconds, request }, "HTTP/1.1 200");
        const rates = await measureInTurn(pace, at(minimal.port), allMissed(service.port, at(service.port)));
        const what = { name: `cold ${name}, ${format.name}`, unit: "pages/s", against: "minimal handler" };
        rows.push(ratioRow({ ...what, goal: format.goal }, rates));
      }
    }
    return rows;
  } finally {
    await minimal.stop();
    await service.stop();
  }
}

/** Throws unless both return the same page, since the reference must do the same work. */
async function mustBeEqual(ours: number, reference: number, path: string): Promise<void> {
  const [one, other] = await Promise.all([ours, reference].map((port) => sendGet(port, path)));
  const values = ({ body }: { body: Buffer }) => JSON.stringify(JSON.parse(body.toString()).values);
  if (values(one!) !== values(other!)) throw new Error(`${path}: the reference gives other values`);
}

function allMissed(port: number, rate: (seconds: number) => Promise<number>) {
  return async (seconds: number) => {
    const before = await readPageCacheLookups(port);
    const rated = await rate(seconds);
    const after = await readPageCacheLookups(port);
    if (after.hit > before.hit || after.miss === before.miss)
      throw new Error(`${after.hit - before.hit} pages were ready, ${after.miss - before.miss} were not`);
    return rated;
  };
}
