import { randomUUID } from "node:crypto";
import { isDeepStrictEqual as same } from "node:util";
import Big from "big.js";
import { newSecret } from "../outgoing/signature.ts";
import * as store from "../store/catalogue.ts";
import type { Db, Tx } from "../store/database.ts";
import { loadSuppliers, type SupplierRecord, writeSupplier } from "../store/suppliers.ts";
import { type Changes, publish } from "../store/versions.ts";
import type { CatalogueFile, CataloguePartner, CatalogueProduct, CatalogueSupplier } from "./catalogue-file.ts";
import { type ProductPlan, pageRecords, planProduct } from "./catalogue-records.ts";
import { catalogueProblems } from "./catalogue-rules.ts";
import type { FileProblem } from "./schedules.ts";

/** The file cannot be imported; nothing was changed. */
export class CatalogueError extends Error {
  override name = "CatalogueError";
  readonly problems: FileProblem[];
  constructor(problems: FileProblem[]) {
    super(`The catalogue has ${problems.length} problem${problems.length === 1 ? "" : "s"}; nothing was changed.`);
    this.problems = problems;
  }
}

export interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export const recordKinds = ["currencies", "partners", "suppliers", "products", "items", "events", "pages"] as const;

export type ImportSummary = Record<(typeof recordKinds)[number], Tally> & { updateVersion: number };

export type Progress = (done: number, all: number, what: string) => void;

const batchSize = 50;

/**
 * Imports a catalogue whose shape is already checked. Records are matched by external id; one that did not change gets
 * no new version. A product in the file brings all its items and coming events: what the file no longer has is
 * unpublished or becomes `removed`. Products and pages that the file does not name stay as they are. All or nothing.
 */
export async function importCatalogue(
  db: Db,
  file: CatalogueFile,
  options: { now: Date; progress?: Progress },
): Promise<ImportSummary> {
  const problems = catalogueProblems(file);
  if (problems.length > 0) throw new CatalogueError(problems);
  return db.transaction().execute(async (tx) => {
    await store.lockCatalogueFiles(tx);
    return new Import(tx, file, options).run();
  });
}

class Import {
  readonly summary: Omit<ImportSummary, "updateVersion"> = {
    currencies: tally(),
    partners: tally(),
    suppliers: tally(),
    products: tally(),
    items: tally(),
    events: tally(),
    pages: tally(),
  };
  readonly changes: Required<Changes> = {
    products: [],
    touched: [],
    removed: [],
    pages: false,
    whiteLabels: false,
    rates: [],
    currencies: false,
  };
  private recount = false;
  private supplierIds = new Map<string, string>();
  private readonly tx: Tx;
  private readonly file: CatalogueFile;
  private readonly options: { now: Date; progress?: Progress };

  constructor(tx: Tx, file: CatalogueFile, options: { now: Date; progress?: Progress }) {
    this.tx = tx;
    this.file = file;
    this.options = options;
  }

  async run(): Promise<ImportSummary> {
    await this.currencies();
    await this.partners();
    await this.suppliers();
    await this.products();
    await this.pages();
    const counter = await publish(this.tx, this.changes, this.options.now);
    if (this.recount) await store.recountEventDays(this.tx);
    return { ...this.summary, updateVersion: counter.updateVersion };
  }

  private async currencies(): Promise<void> {
    const known = new Map((await store.loadCurrencies(this.tx)).map((currency) => [currency.code, currency]));
    for (const given of this.file.currencies ?? []) {
      const currency = { ...given, rate: given.rate, active: given.active ?? true };
      const before = known.get(currency.code);
      known.set(currency.code, currency);
      const repriced = before !== undefined && !new Big(before.rate).eq(currency.rate);
      if (before && !repriced && same({ ...before, rate: "" }, { ...currency, rate: "" })) {
        this.summary.currencies.unchanged++;
        continue;
      }
      await store.writeCurrency(this.tx, currency, this.options.now);
      if (repriced) this.changes.rates.push(currency.code);
      this.changes.currencies = true;
      this.summary.currencies[before ? "changed" : "added"]++;
    }
    refuseUnknown(
      (this.file.products ?? []).map(({ currencyCode }, n) => ({
        code: currencyCode,
        pointer: `/products/${n}/currencyCode`,
      })),
      known,
      "currency",
    );
  }

  private async partners(): Promise<void> {
    const known = byKey(await store.loadPartners(this.tx), (partner) => partner.externalId);
    for (const [index, partner] of (this.file.partners ?? []).entries()) {
      const before = known.get(partner.externalId);
      if (before && isUnchanged(partner, before)) {
        this.summary.partners.unchanged++;
        continue;
      }
      const taken = await store.writePartner(this.tx, randomUUID(), partner);
      if (taken.length > 0) {
        const detail = `White label ${taken.join(", ")} belongs to another partner.`;
        throw new CatalogueError([{ pointer: `/partners/${index}/whiteLabels`, detail }]);
      }
      if (!hasLabels(partner, before)) this.changes.whiteLabels = true;
      this.summary.partners[before ? "changed" : "added"]++;
    }
    const pages = this.file.pages ?? [];
    refuseUnknown(
      pages.flatMap(({ whiteLabels = [] }, n) =>
        whiteLabels.map((code, m) => ({ code: code.toUpperCase(), pointer: `/pages/${n}/whiteLabels/${m}` })),
      ),
      new Set(pages.some((page) => page.whiteLabels) ? await store.loadWhiteLabels(this.tx) : []),
      "white label",
    );
  }

  /** What an import changes of a supplier, partners do not see: none of it makes a version. */
  private async suppliers(): Promise<void> {
    const known = byKey(await loadSuppliers(this.tx), (supplier) => supplier.externalId);
    this.supplierIds = new Map([...known].map(([externalId, { id }]) => [externalId, id]));
    for (const given of this.file.suppliers ?? []) {
      const supplier = supplierRecord(given);
      const { id, ...before } = known.get(given.externalId) ?? { id: randomUUID() };
      if (same(before, supplier)) {
        this.summary.suppliers.unchanged++;
        continue;
      }
      await writeSupplier(this.tx, id, supplier, given.kind === "http" ? newSecret() : null);
      this.summary.suppliers[known.has(given.externalId) ? "changed" : "added"]++;
      this.supplierIds.set(given.externalId, id);
    }
    refuseUnknown(
      (this.file.products ?? []).flatMap(({ supplier }, n) =>
        supplier ? [{ code: supplier, pointer: `/products/${n}/supplier` }] : [],
      ),
      this.supplierIds,
      "supplier",
    );
  }

  private async products(): Promise<void> {
    const all = this.file.products ?? [];
    for (let at = 0; at < all.length; at += batchSize) {
      await this.productBatch(all.slice(at, at + batchSize));
      this.options.progress?.(Math.min(at + batchSize, all.length), all.length, "products");
    }
  }

  private async productBatch(batch: CatalogueProduct[]): Promise<void> {
    const known = byKey(
      await store.loadProducts(
        this.tx,
        batch.map((product) => product.externalId),
      ),
      (row) => row.external_id,
    );
    const ids = [...known.values()].map((row) => row.id);
    const items = group(await store.loadItems(this.tx, ids), (row) => row.product_id);
    const events = group(await store.loadComingEvents(this.tx, ids, this.options.now), (row) => row.product_id);
    const plans = batch.map((product) => {
      const before = known.get(product.externalId);
      const state = {
        product: before,
        items: items.get(before?.id ?? "") ?? [],
        events: events.get(before?.id ?? "") ?? [],
      };
      const supplierId = product.supplier ? this.supplierIds.get(product.supplier)! : null;
      return planProduct(product, supplierId, state, this.options.now);
    });
    await store.writeProducts(
      this.tx,
      plans.flatMap((plan) => (plan.writeProduct ? [plan.product] : [])),
    );
    await store.writeItems(
      this.tx,
      plans.flatMap((plan) => plan.items.write),
    );
    await store.writeEvents(
      this.tx,
      plans.flatMap((plan) => plan.events.write),
      this.options.now,
    );
    for (const plan of plans) this.count(plan);
  }

  private count(plan: ProductPlan): void {
    const { product } = plan;
    add(this.summary.items, plan.items.tally);
    add(this.summary.events, plan.events.tally);
    this.summary.products[plan.outcome]++;
    if (plan.currencyChanged) this.recount = true;
    if (plan.leaves) this.changes.removed.push(product.id);
    else if (plan.seen || plan.items.write.length > 0) this.changes.products.push(product.id);
    if (plan.events.write.length > 0 || plan.seen) this.changes.touched.push(product.id);
  }

  private async pages(): Promise<void> {
    const records = pageRecords(this.file.pages ?? []);
    const known = byKey(
      await store.loadPages(
        this.tx,
        records.map((page) => page.external_id),
      ),
      (row) => row.external_id,
    );
    const write = records.flatMap((page) => {
      const before = known.get(page.external_id);
      const record = { ...page, id: before?.id ?? page.id };
      const outcome = before === undefined ? "added" : same(before, record) ? "unchanged" : "changed";
      this.summary.pages[outcome]++;
      return outcome === "unchanged" ? [] : [record];
    });
    await store.writePages(this.tx, write);
    this.changes.pages = write.length > 0;
  }
}

/** Throws CatalogueError for references to what neither the file nor the store has. */
function refuseUnknown(
  references: { code: string; pointer: string }[],
  known: { has(code: string): boolean },
  what: string,
): void {
  const problems = references.flatMap(({ code, pointer }) =>
    known.has(code) ? [] : [{ pointer, detail: `${code} is no ${what} of this catalogue.` }],
  );
  if (problems.length > 0) throw new CatalogueError(problems);
}

function tally(): Tally {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

function add(to: Tally, from: Tally): void {
  for (const key of Object.keys(to) as (keyof Tally)[]) to[key] += from[key];
}

const supplierRecord = (given: CatalogueSupplier): SupplierRecord => ({
  externalId: given.externalId,
  name: given.name,
  kind: given.kind,
  lang: given.lang ?? "es",
  email: given.email ?? null,
  url: given.url ?? null,
  answerWithinMinutes: given.answerWithinMinutes ?? 1440,
});

/** Whether the store has what the file says of a partner. A file that is silent about white labels leaves them as they are. */
const isUnchanged = (given: CataloguePartner, before: Required<CataloguePartner>): boolean =>
  given.name === before.name && (given.active ?? true) === before.active && hasLabels(given, before);

const hasLabels = ({ whiteLabels }: CataloguePartner, before: Required<CataloguePartner> | undefined): boolean =>
  whiteLabels === undefined ||
  (whiteLabels.length === (before?.whiteLabels.length ?? 0) &&
    whiteLabels.every((label) => before?.whiteLabels.some((known) => same(known, label))));

const byKey = <T>(rows: T[], key: (row: T) => string): Map<string, T> => new Map(rows.map((row) => [key(row), row]));
const group = <T>(rows: T[], key: (row: T) => string): Map<string, T[]> => Map.groupBy(rows, key);
