import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { exampleIds } from "@paseo/contract";
import { assetFolder } from "../../assets.ts";
import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { expandItem } from "../../domain/editing/schedules.ts";
import { dayNumber, isoDay } from "../../domain/selling/dates.ts";
import type { CatalogueFile, CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";

/**
 * The catalogue file of the demo. It has the dates of 52 weeks, which the demo repeats. So weekdays stay the same, and
 * seasons shift by a day or two a year.
 */
const source = new URL("catalogue.json", assetFolder("demo"));
const yearDays = 364;

/** The demo has events from this many days before its creation. */
export const demoPastDays = 42;
/** An item without dates stays valid for at least this many days. */
const leastValidDays = 182;

/** Returns the demo's catalogue from six weeks before `today`, `yyyy-MM-dd`, to a year after it. The same day gives the same value. */
export async function demoCatalogue(today: string): Promise<CatalogueFile & { products: CatalogueProduct[] }> {
  const { products, ...others } = JSON.parse(await readFile(source, "utf8"));
  return { ...others, products: products.map((product: CatalogueProduct) => moved(product, today)) };
}

function moved(product: CatalogueProduct, today: string): CatalogueProduct {
  const days = { from: addDays(today, -demoPastDays), to: addDays(today, yearDays) };
  const move = (item: CatalogueItem) => (product.type === "dateless" ? stillValid(item, today) : repeated(item, days));
  return { ...product, items: product.items.map(move) };
}

/** Returns a dateless item with its next last day of validity. */
function stillValid(item: CatalogueItem, today: string): CatalogueItem {
  const least = addDays(today, leastValidDays);
  const next = (to: string): string => addDays(to, yearDays * Math.ceil(daysBetween(to, least) / yearDays));
  return { ...item, schedules: item.schedules!.map((one) => ({ ...one, from: today, to: next(one.to) })) };
}

/** Returns an item with its events in these days. */
function repeated({ schedules = [], events = [], ...item }: CatalogueItem, days: Days): CatalogueItem {
  return {
    ...item,
    schedules: schedules.flatMap(({ exceptions = [], ...schedule }) =>
      repeats(schedule, days).map((by) => {
        const from = [addDays(schedule.from, by), days.from].sort()[1]!;
        const to = [addDays(schedule.to, by), days.to].sort()[0]!;
        const inside = exceptions
          .map((exception) => ({ ...exception, date: addDays(exception.date, by) }))
          .filter(({ date }) => from <= date && date <= to);
        return { ...schedule, from, to, exceptions: inside };
      }),
    ),
    events: events.flatMap((event) => {
      const [date = "", time] = event.eventOn.split("T");
      return repeats({ from: date, to: date }, days).map((by) => ({
        ...event,
        eventOn: `${addDays(date, by)}T${time}`,
      }));
    }),
  };
}

interface Days {
  from: string;
  to: string;
}

/** Returns by how many days an event in the range `own` moves to be in the range `days`. */
function repeats(own: Days, days: Days): number[] {
  const first = Math.ceil(daysBetween(own.to, days.from) / yearDays);
  const last = Math.floor(daysBetween(own.from, days.to) / yearDays);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * yearDays);
}

const daysBetween = (from: string, to: string): number => dayNumber(to)! - dayNumber(from)!;

export const addDays = (date: string, days: number): string => isoDay(dayNumber(date)! + days);

/** The product in the published examples, whose requests work in the demo unchanged. */
const exampleProduct = "mad-flamenco-plaza";

/**
 * Returns the ids of the demo's records. Every demo has the same ids, so that links, examples and collections work in each. The example
 * uses the last bookable event, so that a partner can buy it for as long as the demo has events.
 */
export function demoIds({ products = [] }: CatalogueFile): MakeId {
  const product = products.find(({ externalId }) => externalId === exampleProduct)!;
  const item = product.items[0]!;
  const plan = expandItem(product.type, item, product.currencyCode);
  const last = plan.ok ? plan.events.filter(({ availability }) => availability === "available").at(-1) : undefined;
  const published = new Map([
    [`product ${product.externalId}`, exampleIds.product],
    [`item ${item.externalId}`, exampleIds.item],
    [`event ${item.externalId} ${last?.eventOn}`, exampleIds.event],
  ]);
  return (record) => published.get(record) ?? demoId(record);
}

/** Makes a UUID of version 8 from the record's name. */
export function demoId(record: string): string {
  const bytes = createHash("sha256").update(`paseo demo ${record}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
