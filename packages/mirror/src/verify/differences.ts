import {
  type CatalogDigest,
  DigestSum,
  type Event,
  type Language,
  listedProductRecord,
  type Price,
  recordHash,
} from "@paseo/contract";
import { groupThousands } from "../progress.ts";
import {
  decimalText,
  hasDetails,
  type RecordCollection,
  type RecordKind,
  type RecordsByKind,
} from "../records/records.ts";
import type { CopyState, Target } from "../targets/target.ts";
import { type HashSum, isSameSum, parseSum, subtractSums, totalFromDay } from "./sums.ts";

/** Compares the sums of a copy with the digest of the service, and its prices in US dollars with its rates. */

/** The sums of a copy. */
interface CopySums {
  products: HashSum;
  /** The sum over all fields of the products; undefined in a copy without details. */
  details: HashSum | undefined;
  /** Sums of events that are not removed, by local day. */
  days: Map<string, HashSum>;
  pages: Map<Language, HashSum>;
  contents: Map<Language, HashSum>;
  currencies: HashSum;
  /** Products and events with a wrong price in US dollars. */
  wrongDollars: number;
}

/** Reads the whole copy and sums its records. */
export async function sumCopy(target: Target, { languages, details }: CopyState): Promise<CopySums> {
  const rates = new Map<string, number>();
  const currencies = await sumOf<"currency">(
    target,
    { kind: "currency" },
    (record) => record,
    ({ code, rate }) => {
      rates.set(code, rate);
    },
  );
  const isWorth = createDollarsCheck(rates);
  let wrongDollars = 0;
  const fits = (price: Price | null, dollars: Price | null) => !price || !dollars || isWorth(price, dollars.value);

  const products = await sumOf<"product">(target, { kind: "product" }, listedProductRecord);
  const whole = details
    ? await sumOf<"product">(
        target,
        { kind: "product" },
        (record) => record,
        (product) => {
          const priced = hasDetails(product) ? [product, ...product.items] : [];
          if (!priced.every(({ minPrice, minUsdPrice }) => fits(minPrice, minUsdPrice))) wrongDollars++;
        },
      )
    : undefined;
  const pages = new Map<Language, HashSum>();
  for (const lang of languages) pages.set(lang, await sumOf<"page">(target, { kind: "page", lang }));
  const contents = new Map<Language, HashSum>();
  for (const lang of languages) contents.set(lang, await sumOf<"content">(target, { kind: "content", lang }));

  const days = new Map<string, DigestSum>();
  for await (const events of target.records({ kind: "event" }) as AsyncIterable<Event[]>) {
    for (const event of events) {
      if (!event.tickets.every(({ unitPrice, unitUsdPrice }) => fits(unitPrice, unitUsdPrice))) wrongDollars++;
      if (event.availabilityCode === "removed") continue;
      const day = event.eventOn.slice(0, 10);
      const sum = days.get(day) ?? new DigestSum();
      days.set(day, sum);
      sum.add(recordHash(event));
    }
  }
  const daySums = new Map([...days].map(([day, sum]) => [day, parseSum(sum)]));
  return { products, details: whole, days: daySums, pages, contents, currencies, wrongDollars };
}

async function sumOf<K extends RecordKind>(
  target: Target,
  collection: RecordCollection,
  counted: (record: RecordsByKind[K]) => object = (record) => record,
  visit: (record: RecordsByKind[K]) => void = () => {},
): Promise<HashSum> {
  const sum = new DigestSum();
  // A collection has records of its kind only.
  for await (const records of target.records(collection) as AsyncIterable<RecordsByKind[K][]>) {
    for (const record of records) {
      sum.add(recordHash(counted(record)));
      visit(record);
    }
  }
  return parseSum(sum);
}

/** Reads the digest at the version of the copy, with the events from a local day on or all. */
type ReadDigest = (fromDate?: string) => Promise<CatalogDigest>;

/**
 * A line for each kind that differs, and for each differing day of events. Days before the first day of the digest are not
 * compared: the service has deleted them, and a copy may still have them.
 */
export async function findDifferences(copy: CopySums, readDigest: ReadDigest): Promise<string[]> {
  const { fromDate, products, events, pages, contents, currencies } = await readDigest();
  const days = new Map([...copy.days].filter(([day]) => day >= (fromDate ?? "")));
  const all = totalFromDay(days, "");
  const details =
    copy.details && line("products' details", copy.details, parseSum({ ...products, hash: products.detailHash }));
  return [
    ...line("products", copy.products, parseSum(products)),
    ...(details ?? []),
    ...line("events", all, parseSum(events)),
    ...(isSameSum(all, parseSum(events)) ? [] : await dayLines(days, readDigest)),
    ...[...copy.pages].flatMap(([lang, sum]) =>
      line(`pages in ${lang}`, sum, parseSum(pages[lang] ?? { count: 0, hash: "0" })),
    ),
    ...[...copy.contents].flatMap(([lang, sum]) =>
      line(`contents in ${lang}`, sum, parseSum(contents?.[lang] ?? { count: 0, hash: "0" })),
    ),
    ...line("currencies", copy.currencies, parseSum(currencies)),
    ...(copy.wrongDollars > 0
      ? [`prices in dollars: ${groupThousands(copy.wrongDollars)} records do not follow from the rates`]
      : []),
  ];
}

async function dayLines(days: Map<string, HashSum>, readDigest: ReadDigest): Promise<string[]> {
  const { found, more } = await differingDays(days, async (day) => parseSum((await readDigest(day)).events));
  const lines = found.flatMap(({ day, ours, theirs }) => line(`  on ${day}`, ours, theirs));
  return more ? [...lines, "  and on more days"] : lines;
}

function line(what: string, ours: HashSum, theirs: HashSum): string[] {
  if (isSameSum(ours, theirs)) return [];
  const some = ours.count === theirs.count ? ", and some differ" : "";
  return [
    `${what}: ${groupThousands(ours.count)} in the copy, ${groupThousands(theirs.count)} in the catalogue${some}`,
  ];
}

/**
 * Finds days with different events by bisection: the sum from one day minus the sum from a later day is the sum between
 * them.
 */

const maxDays = 10;
/** How many days before the copy's first day and after its last day are also searched. */
const beyondDays = 4000;

interface DifferingDay {
  day: string;
  ours: HashSum;
  theirs: HashSum;
}

/** Returns the first ten days that differ, and whether there are more. `theirsFrom` returns the sum of events from a local day on. */
export async function differingDays(
  days: Map<string, HashSum>,
  theirsFrom: (day: string) => Promise<HashSum>,
): Promise<{ found: DifferingDay[]; more: boolean }> {
  const found: DifferingDay[] = [];
  const known = new Map<number, HashSum>();
  const theirs = async (day: number): Promise<HashSum> => {
    const sum = known.get(day) ?? (await theirsFrom(dateOf(day)));
    known.set(day, sum);
    return sum;
  };
  const find = async (from: number, to: number): Promise<void> => {
    if (found.length > maxDays) return;
    const ours = subtractSums(totalFromDay(days, dateOf(from)), totalFromDay(days, dateOf(to)));
    const expected = subtractSums(await theirs(from), await theirs(to));
    if (isSameSum(ours, expected)) return;
    if (to - from === 1) {
      found.push({ day: dateOf(from), ours, theirs: expected });
      return;
    }
    const middle = Math.floor((from + to) / 2);
    await find(from, middle);
    await find(middle, to);
  };
  const numbers = days.size > 0 ? [...days.keys()].map(dayOf) : [dayOf(new Date().toISOString().slice(0, 10))];
  const least = numbers.reduce((a, b) => Math.min(a, b));
  const most = numbers.reduce((a, b) => Math.max(a, b));
  await find(least - beyondDays, most + beyondDays);
  return { found: found.slice(0, maxDays), more: found.length > maxDays };
}

const dayMs = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Prices in US dollars, which the digest does not include: price / rate, rounded half up to the cent. */

/** Returns a function that checks an amount in US dollars by the rates; true for an unknown rate. */
export function createDollarsCheck(rates: Map<string, number>): (price: Priced, dollars: number) => boolean {
  const known = new Map<string, bigint>();
  return ({ currencyCode, value }, dollars) => {
    const rate = rates.get(currencyCode);
    if (rate === undefined) return true;
    const key = `${currencyCode} ${value}`;
    const cents = known.get(key) ?? centsOf(decimalOf(value), decimalOf(rate));
    known.set(key, cents);
    const given = decimalOf(dollars);
    return given.units * 100n === cents * given.scale;
  };
}

interface Priced {
  currencyCode: string;
  value: number;
}

/** A decimal number with the value units / scale. */
interface Decimal {
  units: bigint;
  scale: bigint;
}

function decimalOf(amount: number): Decimal {
  const [whole = "", fraction = ""] = decimalText(amount).split(".");
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}

/** The product of amounts that are not negative. */
function centsOf(price: Decimal, rate: Decimal): bigint {
  const dividend = price.units * rate.scale * 100n;
  const divisor = price.scale * rate.units;
  return (2n * dividend + divisor) / (2n * divisor);
}
