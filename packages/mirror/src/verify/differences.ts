import {
  type CatalogDigest,
  currencyText,
  DigestSum,
  type Event,
  eventText,
  type Language,
  type Price,
  pageText,
  productSummaryText,
  productText,
  recordHash,
} from "@paseo/contract";
import { count } from "../progress.ts";
import { type Collection, isWhole, type Kind, type Records } from "../records/records.ts";
import type { State, Target } from "../targets/target.ts";
import { differingDays } from "./differing-days.ts";
import { dollarsChecker } from "./dollars.ts";
import { parsed, plain, type Sum, same, total } from "./sums.ts";

/**
 * Proving a copy: the sums that it comes to against those of the service's digest, and its prices in dollars, which the digest
 * leaves out, against its rates.
 */

/** What a copy comes to. */
export interface CopySums {
  products: Sum;
  /** Over all fields of the products; undefined in a copy without their details. */
  details: Sum | undefined;
  /** Events that are not removed, by local day. */
  days: Map<string, Sum>;
  pages: Map<Language, Sum>;
  currencies: Sum;
  /** Products and events that have a price in dollars which does not follow from the rates. */
  wrongDollars: number;
}

/** Reads the whole copy. */
export async function sumsOf(target: Target, { languages, details }: State): Promise<CopySums> {
  const rates = new Map<string, number>();
  const currencies = await sumOf<"currency">(target, { kind: "currency" }, currencyText, ({ code, rate }) => {
    rates.set(code, rate);
  });
  const comesTo = dollarsChecker(rates);
  let wrongDollars = 0;
  const fits = (price: Price | null, dollars: Price | null) => !price || !dollars || comesTo(price, dollars.value);

  const products = await sumOf<"product">(target, { kind: "product" }, productSummaryText);
  const wholeText = (product: Records["product"]) => (isWhole(product) ? productText(product) : product.id);
  const whole = details
    ? await sumOf<"product">(target, { kind: "product" }, wholeText, (product) => {
        const priced = isWhole(product) ? [product, ...product.items] : [];
        if (!priced.every(({ minPrice, minUsdPrice }) => fits(minPrice, minUsdPrice))) wrongDollars++;
      })
    : undefined;
  const pages = new Map<Language, Sum>();
  for (const lang of languages) pages.set(lang, await sumOf<"page">(target, { kind: "page", lang }, pageText));

  const days = new Map<string, DigestSum>();
  for await (const events of target.records({ kind: "event" }) as AsyncIterable<Event[]>) {
    for (const event of events) {
      if (!event.tickets.every(({ unitPrice, unitUsdPrice }) => fits(unitPrice, unitUsdPrice))) wrongDollars++;
      if (event.availabilityCode === "removed") continue;
      const day = event.eventOn.slice(0, 10);
      const sum = days.get(day) ?? new DigestSum();
      days.set(day, sum);
      sum.add(recordHash(eventText(event)));
    }
  }
  const daySums = new Map([...days].map(([day, sum]) => [day, plain(sum)]));
  return { products, details: whole, days: daySums, pages, currencies, wrongDollars };
}

async function sumOf<K extends Kind>(
  target: Target,
  collection: Collection,
  text: (record: Records[K]) => string,
  look: (record: Records[K]) => void = () => {},
): Promise<Sum> {
  const sum = new DigestSum();
  // A collection holds the records of its kind.
  for await (const records of target.records(collection) as AsyncIterable<Records[K][]>) {
    for (const record of records) {
      sum.add(recordHash(text(record)));
      look(record);
    }
  }
  return plain(sum);
}

/** A digest of the version that the copy has, of the events from a local day on, or of all. */
export type AskDigest = (fromDate?: string) => Promise<CatalogDigest>;

/**
 * A line for each kind that differs, and for events one for each day. None when nothing does. Events of days before the
 * digest's first are not compared: the service has dropped them, and a copy may have them or not.
 */
export async function differences(copy: CopySums, ask: AskDigest): Promise<string[]> {
  const { fromDate, products, events, pages, currencies } = await ask();
  const days = new Map([...copy.days].filter(([day]) => day >= (fromDate ?? "")));
  const all = total(days, "");
  const details =
    copy.details && line("products' details", copy.details, parsed({ ...products, hash: products.detailHash }));
  return [
    ...line("products", copy.products, parsed(products)),
    ...(details ?? []),
    ...line("events", all, parsed(events)),
    ...(same(all, parsed(events)) ? [] : await dayLines(days, ask)),
    ...[...copy.pages].flatMap(([lang, sum]) => line(`pages in ${lang}`, sum, parsed(pages[lang]))),
    ...line("currencies", copy.currencies, parsed(currencies)),
    ...(copy.wrongDollars > 0
      ? [`prices in dollars: ${count(copy.wrongDollars)} records do not follow from the rates`]
      : []),
  ];
}

async function dayLines(days: Map<string, Sum>, ask: AskDigest): Promise<string[]> {
  const { found, more } = await differingDays(days, async (day) => parsed((await ask(day)).events));
  const lines = found.flatMap(({ day, ours, theirs }) => line(`  on ${day}`, ours, theirs));
  return more ? [...lines, "  and on more days"] : lines;
}

function line(what: string, ours: Sum, theirs: Sum): string[] {
  if (same(ours, theirs)) return [];
  const some = ours.count === theirs.count ? ", and some differ" : "";
  return [`${what}: ${count(ours.count)} in the copy, ${count(theirs.count)} in the catalogue${some}`];
}
