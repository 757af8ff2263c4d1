import { randomUUID } from "node:crypto";
import { isDeepStrictEqual as same } from "node:util";
import { type Language, languages } from "@paseo/contract";
import { foldedWords } from "@paseo/contract/folded-text";
import type { CataloguePage, ProductFields } from "../../records/catalogue-file.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPages, type PageRecord, type ProductRecord, writePages } from "../../store/editing/catalogue-records.ts";
import {
  loadPageRules,
  type PageRules,
  type PageSource,
  pageSources,
  pageTextFields,
} from "../../store/editing/page-rules.ts";
import { isReadableByPartners, type ProductWritePlan, type RecordCounts } from "../editing/catalogue-records.ts";
import { cataloguePageOf, pageRecords } from "../editing/page-records.ts";
import type { FileProblem } from "../editing/schedules.ts";
import type { ImportOptions } from "./options.ts";

/** Content pages made from the products, kept in step with them: docs/decisions/0050-pages-from-products.md. */

/** The changes of an import that affect content pages. */
export class PageChanges {
  /** The source of each changed product; null if the product is not published. */
  readonly sources = new Map<string, PageSource | null>();
  readonly written: PageRecord[] = [];

  product({ before, product }: Pick<ProductWritePlan, "before" | "product">): void {
    const after = sourceOf(product);
    if (!same(before ? sourceOf(before) : null, after)) this.sources.set(product.record.externalId, after);
  }

  get isEmpty(): boolean {
    return this.sources.size === 0 && this.written.length === 0;
  }
}

function sourceOf(product: ProductRecord): PageSource | null {
  if (!isReadableByPartners(product)) return null;
  const { externalId, cityCode, name, names } = product.record;
  const inLanguage = languages.filter((lang) => pageTextFields.some((field) => hasText(product.record, field, lang)));
  return { externalId, cityCode, names: Object.fromEntries(inLanguage.map((lang) => [lang, names?.[lang] ?? name])) };
}

const hasText = (record: ProductFields, field: (typeof pageTextFields)[number], lang: Language) =>
  record[field]?.[lang] !== undefined;

/** Makes, changes and deletes pages as the rules say. Returns whether any page changed. */
export async function makePages(
  tx: Tx,
  changes: PageChanges,
  { dryRun, observer, newId = () => randomUUID(), pageRules }: ImportOptions,
  tally: RecordCounts,
): Promise<boolean> {
  if (changes.isEmpty && !pageRules) return false;
  const rules = pageRules ?? (await loadPageRules(tx));
  if (!pageRules && rules.city === null && rules.product === null) return false;
  // A dry run has written neither products nor pages.
  const stored = (await pageSources(tx)).filter(({ externalId }) => !changes.sources.has(externalId));
  const sources = [...stored, ...[...changes.sources.values()].filter((source) => source !== null)];
  const pages = new Map(
    [...(await loadPages(tx)), ...changes.written].map((page) => [page.external_id, page] as const),
  );
  const own = [...pages.values()].filter(({ made, deleted }) => !made && !deleted);
  const wanted = pagesFor(rules, sources, own).map((page) => {
    const id = pages.get(page.externalId)?.id ?? newId(`page ${page.externalId}`);
    return { ...pageRecords([page])[0]!, id, made: true };
  });
  const ids = new Set(wanted.map(({ id }) => id));
  const gone = [...pages.values()]
    .filter(({ id, made, deleted }) => made && !deleted && !ids.has(id))
    .map((page) => ({ ...page, deleted: true, published: false }));
  const write = [...wanted, ...gone].filter((page) => !same(pages.get(page.external_id), page));
  for (const page of write) {
    const before = pages.get(page.external_id);
    tally[page.deleted ? "removed" : before && !before.deleted ? "changed" : "added"]++;
    observer?.record("pages", page.external_id, before && cataloguePageOf(before), cataloguePageOf(page));
  }
  if (!dryRun) await writePages(tx, write);
  return write.length > 0;
}

/** Returns the pages that rules make of products, without pages of which the operator has an own page. */
function pagesFor(rules: PageRules, sources: readonly PageSource[], own: readonly PageRecord[]): CataloguePage[] {
  const [ids, cities, addresses] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const page of own) {
    ids.add(page.external_id);
    if (page.type === "city" && page.city_code !== null) cities.add(page.city_code.toUpperCase());
    for (const lang of languages) if (page[`url_${lang}`] !== null) addresses.add(page[`url_${lang}`]!);
  }
  const isFree = (page: CataloguePage) =>
    !ids.has(page.externalId) && !languages.some((lang) => addresses.has(page[lang]?.url ?? ""));
  return [
    ...cityPages(rules, sources).filter((page) => isFree(page) && !cities.has(page.cityCode!.toUpperCase())),
    ...sources
      .filter(({ externalId }) => !ids.has(externalId))
      .flatMap((source) => productPage(rules, source))
      .filter(isFree),
  ];
}

function cityPages({ city }: PageRules, sources: readonly PageSource[]): CataloguePage[] {
  if (!city) return [];
  const names = new Map(Object.entries(city.names).map(([code, texts]) => [code.toUpperCase(), texts]));
  const codes = new Map(sources.map(({ cityCode }) => [cityCode.toUpperCase(), cityCode]));
  return [...codes].sort().flatMap(([key, cityCode]) => {
    const texts = textsIn(names.get(key) ?? {}, (lang, name) =>
      addressOf(city.address, { lang, city: cityCode, name }),
    );
    return texts ? [{ externalId: `city:${key}`, type: "city" as const, cityCode, ...texts }] : [];
  });
}

function productPage({ product }: PageRules, { externalId: id, cityCode, names }: PageSource): CataloguePage[] {
  if (!product) return [];
  const texts = textsIn(names, (lang, name) => addressOf(product.address, { lang, city: cityCode, name, id }));
  return texts ? [{ externalId: `product:${id}`, type: "product", cityCode, ...texts }] : [];
}

function textsIn(
  names: Partial<Record<Language, string>>,
  url: (lang: Language, name: string) => string,
): Pick<CataloguePage, Language> | null {
  const known = languages.filter((lang) => names[lang] !== undefined);
  if (known.length === 0) return null;
  return Object.fromEntries(known.map((lang) => [lang, { name: names[lang]!, url: url(lang, names[lang]!) }]));
}

/** The values of an address. `city` and `name` are in lower case; `name` has a hyphen between words. */
const values = { city: ["lang", "city", "name"], product: ["lang", "city", "name", "id"] };

function addressOf(address: string, given: { lang: string; city: string; name: string; id?: string }): string {
  const filled: Record<string, string> = {
    ...given,
    city: given.city.toLowerCase(),
    name: foldedWords(given.name).join("-").normalize("NFC") || given.city.toLowerCase(),
  };
  return address.replace(/\{(\w+)\}/g, (all, value: string) =>
    filled[value] === undefined ? all : encodeURIComponent(filled[value]),
  );
}

/** Returns the problems of the rules: an address that would be the same for all pages, or that names an unknown value. */
export const pageRuleProblems = (rules: PageRules): FileProblem[] =>
  (["city", "product"] as const).flatMap((type) => {
    const address = rules[type]?.address;
    if (address === undefined) return [];
    const pointer = `/${type}/address`;
    const known = values[type].map((value) => `{${value}}`);
    const used = address.match(/\{[^}]*\}?|\}/g) ?? [];
    const unknown = used.find((value) => !known.includes(value));
    if (unknown !== undefined)
      return [{ pointer, detail: `${unknown} is no value of this address: use ${known.join(", ")}.` }];
    const own = type === "city" ? ["{city}", "{name}"] : ["{name}", "{id}"];
    if (used.some((value) => own.includes(value))) return [];
    return [{ pointer, detail: `Every page would have this address: use ${own.join(" or ")}.` }];
  });
