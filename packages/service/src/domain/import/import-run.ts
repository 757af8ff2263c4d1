import { randomUUID } from "node:crypto";
import { setImmediate as giveWay } from "node:timers/promises";
import { isDeepStrictEqual as same } from "node:util";
import Big from "big.js";
import type { CatalogueFile, CataloguePartner, CatalogueProduct } from "../../records/catalogue-file.ts";
import { rowsByKey } from "../../store/database/batch-loader.ts";
import type { Tx } from "../../store/database/database.ts";
import * as store from "../../store/editing/catalogue-records.ts";
import { recountEventDays, writeEvents } from "../../store/editing/event-records.ts";
import { endPastPrices } from "../../store/editing/past-prices.ts";
import { writeProducts } from "../../store/editing/product-sources.ts";
import { writeRateTerms } from "../../store/editing/rates.ts";
import { missingPhotos } from "../../store/photos/photos.ts";
import { type ChangesToPublish, publishChanges } from "../../store/publishing/publishing.ts";
import { loadSuppliers, writeSupplier } from "../../store/suppliers/suppliers.ts";
import { readCounter } from "../../store/versions/versions.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";
import { signingSecrets } from "../callbacks/signing-secrets.ts";
import {
  hasLabels,
  isUnchanged,
  type ProductWritePlan,
  planProduct,
  type RecordCounts,
  supplierFields,
  supplierRecord,
} from "../editing/catalogue-records.ts";
import { CatalogueError } from "../editing/catalogue-rules.ts";
import { createPause } from "../editing/files/pauses.ts";
import { cataloguePageOf, pageRecords } from "../editing/page-records.ts";
import { nextBatch } from "./batches.ts";
import { makePages, PageChanges } from "./made-pages.ts";
import type { ImportOptions, ImportSummary } from "./options.ts";
import { settingsToStore } from "./supplier-settings.ts";
import { importTicketTypes } from "./ticket-types.ts";

/** A file that has, instead of its products, only the references of its products to other records. */
export type CatalogueOutline = Omit<CatalogueFile, "products"> & {
  products?: Pick<CatalogueProduct, "currencyCode" | "supplier" | "photos">[];
};

/** An import in its transaction. A file can come in parts; partners read none of it before `finish`. */
export class ImportRun {
  readonly summary: Omit<ImportSummary, "updateVersion"> = {
    currencies: tally(),
    partners: tally(),
    suppliers: tally(),
    ticketTypes: tally(),
    products: tally(),
    items: tally(),
    events: tally(),
    pages: tally(),
  };
  readonly changes: Required<ChangesToPublish> = {
    products: [],
    touched: [],
    removed: [],
    ticketTypes: [],
    pages: false,
    whiteLabels: false,
    repricedCurrencies: [],
    currencies: false,
  };
  private readonly pageChanges = new PageChanges();
  private recount = false;
  private supplierIds = new Map<string, string>();
  private readonly pause = createPause();
  private readonly tx: Tx;
  private readonly options: ImportOptions;

  constructor(tx: Tx, options: ImportOptions) {
    this.tx = tx;
    this.options = options;
  }

  /** Writes a file that `catalogueProblems` has accepted. */
  add(file: CatalogueFile): Promise<void> {
    return this.addParts(file, [file.products ?? []]);
  }

  /** Writes a file whose products come in parts. */
  async addParts(
    outline: CatalogueOutline,
    parts: Iterable<CatalogueProduct[]> | AsyncIterable<CatalogueProduct[]>,
  ): Promise<void> {
    await this.currencies(outline);
    await this.partners(outline);
    await this.suppliers(outline);
    await this.photos(outline);
    await this.ticketTypes(outline);
    const all = outline.products?.length ?? 0;
    let done = 0;
    for await (const part of parts) {
      await this.products(part, done, all);
      done += part.length;
    }
    await this.pages(outline);
  }

  /** Publishes the changes. */
  async finish(): Promise<ImportSummary> {
    if (await makePages(this.tx, this.pageChanges, this.options, this.summary.pages)) this.changes.pages = true;
    const counter = this.options.dryRun
      ? await readCounter(this.tx)
      : await publishChanges(this.tx, this.changes, this.options.now);
    if (this.recount && !this.options.dryRun) await recountEventDays(this.tx);
    if (!this.options.dryRun) await endPastPrices(this.tx, this.options.now);
    return { ...this.summary, updateVersion: counter.updateVersion };
  }

  private async currencies(file: CatalogueOutline): Promise<void> {
    if (!file.currencies?.length && !file.products?.length) return;
    const known = new Map((await store.loadCurrencies(this.tx)).map((currency) => [currency.code, currency]));
    for (const given of file.currencies ?? []) {
      const currency = { ...given, rate: given.rate, active: given.active ?? true };
      const before = known.get(currency.code);
      known.set(currency.code, currency);
      const repriced = before !== undefined && !new Big(before.rate).eq(currency.rate);
      if (before && !repriced && same({ ...before, rate: "" }, { ...currency, rate: "" })) {
        this.summary.currencies.unchanged++;
        continue;
      }
      const rate = new Big(currency.rate).toFixed();
      this.options.observer?.record("currencies", currency.code, before, { ...currency, rate });
      if (!this.options.dryRun) {
        await store.writeCurrency(this.tx, currency);
        if (repriced || !before) await this.rateTerms(currency);
      }
      if (repriced) this.changes.repricedCurrencies.push(currency.code);
      this.changes.currencies = true;
      this.summary.currencies[before ? "changed" : "added"]++;
    }
    refuseUnknown(
      (file.products ?? []).map(({ currencyCode }, n) => ({
        code: currencyCode,
        pointer: `/products/${n}/currencyCode`,
      })),
      known,
      "currency",
    );
  }

  private rateTerms({ code, rate }: { code: string; rate: string }): Promise<void> {
    const terms = this.options.rates?.get(code) ?? { base: rate, markup: "0", origin: "file" };
    return writeRateTerms(this.tx, code, terms, this.options.by ?? null, this.options.now);
  }

  private async partners(file: CatalogueOutline): Promise<void> {
    if (!file.partners?.length && !file.pages?.length) return;
    const known = rowsByKey(await store.loadPartners(this.tx), (partner) => partner.externalId);
    const owners = labelOwners(known.values());
    for (const [index, partner] of (file.partners ?? []).entries()) {
      const before = known.get(partner.externalId);
      if (before && isUnchanged(partner, before)) {
        this.summary.partners.unchanged++;
        continue;
      }
      const taken = transferWhiteLabels(owners, partner);
      if (taken.length > 0) {
        const detail = `White label ${taken.join(", ")} belongs to another partner.`;
        throw new CatalogueError([{ pointer: `/partners/${index}/whiteLabels`, detail }]);
      }
      this.options.observer?.record("partners", partner.externalId, before, { ...before, ...partner });
      if (!this.options.dryRun) await store.writePartner(this.tx, randomUUID(), partner);
      if (!hasLabels(partner, before)) this.changes.whiteLabels = true;
      this.summary.partners[before ? "changed" : "added"]++;
    }
    refuseUnknown(
      (file.pages ?? []).flatMap(({ whiteLabels = [] }, n) =>
        whiteLabels.map((code, m) => ({ code: code.toUpperCase(), pointer: `/pages/${n}/whiteLabels/${m}` })),
      ),
      owners,
      "white label",
    );
  }

  /** Partners do not see suppliers: their changes make no version. */
  private async suppliers(file: CatalogueOutline): Promise<void> {
    if (!file.suppliers?.length && !file.products?.some(({ supplier }) => supplier)) return;
    const known = rowsByKey(await loadSuppliers(this.tx), (supplier) => supplier.externalId);
    this.supplierIds = new Map([...known].map(([externalId, { id }]) => [externalId, id]));
    for (const [n, given] of (file.suppliers ?? []).entries()) {
      const stored = known.get(given.externalId);
      const { settings, missing } = settingsToStore(this.tx, given, stored);
      if (missing !== null) throw new CatalogueError([missingSecret(`/suppliers/${n}/settings/${missing}`)]);
      const supplier = { ...supplierRecord(given), settings, id: stored?.id ?? randomUUID() };
      if (same(stored, supplier)) {
        this.summary.suppliers.unchanged++;
        continue;
      }
      const before = stored && supplierFields(stored);
      this.options.observer?.record("suppliers", given.externalId, before, supplierFields(supplier, stored));
      if (!this.options.dryRun) {
        await writeSupplier(this.tx, supplier);
        if (findSupplierKind(given.kind)?.signed) await signingSecrets(this.tx, { supplierId: supplier.id });
      }
      this.summary.suppliers[stored ? "changed" : "added"]++;
      this.supplierIds.set(given.externalId, supplier.id);
    }
    refuseUnknown(
      (file.products ?? []).flatMap(({ supplier }, n) =>
        supplier ? [{ code: supplier, pointer: `/products/${n}/supplier` }] : [],
      ),
      this.supplierIds,
      "supplier",
    );
  }

  private async ticketTypes({ ticketTypes = [] }: CatalogueOutline): Promise<void> {
    const written = await importTicketTypes(this.tx, ticketTypes, this.options, this.summary.ticketTypes);
    this.changes.ticketTypes.push(...written);
  }

  private async photos({ products = [] }: CatalogueOutline): Promise<void> {
    const named = products.flatMap(({ photos = [] }, n) =>
      photos.map(({ id }, k) => ({ code: id, pointer: `/products/${n}/photos/${k}/id` })),
    );
    if (named.length === 0) return;
    const missing = new Set(
      await missingPhotos(
        this.tx,
        named.map(({ code }) => code),
      ),
    );
    refuseUnknown(named, { has: (id) => !missing.has(id) }, "photo");
  }

  private async products(part: CatalogueProduct[], before: number, all: number): Promise<void> {
    for (let at = 0; at < part.length; ) {
      const batch = nextBatch(part, at);
      await this.productBatch(batch);
      at += batch.length;
      this.options.progress?.(before + at, all, "products");
      // Signals and other requests are served between batches.
      await giveWay();
    }
  }

  private async productBatch(batch: CatalogueProduct[]): Promise<void> {
    const { now, dryRun, observer, newId } = this.options;
    const externalIds = batch.map((product) => product.externalId);
    const known = rowsByKey(
      await store.loadProducts(this.tx, externalIds, now),
      ({ product }) => product.record.externalId,
    );
    const plans: ProductWritePlan[] = [];
    for (const product of batch) {
      const supplierId = product.supplier ? this.supplierIds.get(product.supplier)! : null;
      plans.push(await planProduct(product, supplierId, known.get(product.externalId), now, this.pause, newId));
      await this.pause();
    }
    if (!dryRun) await this.write(plans, batch);
    for (const plan of plans) {
      this.count(plan);
      observer?.product(plan);
      await this.pause();
    }
  }

  private async write(plans: ProductWritePlan[], batch: CatalogueProduct[]): Promise<void> {
    const { now, by } = this.options;
    await writeProducts(
      this.tx,
      batch.map((source, n) => ({ product: plans[n]!.product, source })),
      by ?? null,
      now,
    );
    await store.writeItems(
      this.tx,
      plans.flatMap((plan) => plan.items.write.map(({ after }) => after)),
    );
    const touched = await writeEvents(
      this.tx,
      plans.flatMap((plan) => plan.events.write),
      now,
    );
    this.changes.touched.push(...touched);
  }

  private count(plan: ProductWritePlan): void {
    const { product } = plan;
    add(this.summary.items, plan.items.tally);
    add(this.summary.events, plan.events.tally);
    this.summary.products[plan.outcome]++;
    this.pageChanges.product(plan);
    if (plan.currencyChanged) this.recount = true;
    if (plan.leaves) this.changes.removed.push(product.id);
    else if (plan.seen || plan.items.write.length > 0) this.changes.products.push(product.id);
    if (plan.events.write.length > 0 || plan.seen) this.changes.touched.push(product.id);
  }

  private async pages(file: CatalogueOutline): Promise<void> {
    if (!file.pages?.length) return;
    const records = pageRecords(file.pages, this.options.newId);
    const known = rowsByKey(
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
      if (outcome === "unchanged") return [];
      this.options.observer?.record(
        "pages",
        page.external_id,
        before && cataloguePageOf(before),
        cataloguePageOf(record),
      );
      return [record];
    });
    if (!this.options.dryRun) await store.writePages(this.tx, write);
    this.pageChanges.written.push(...write);
    if (write.length > 0) this.changes.pages = true;
  }
}

const missingSecret = (pointer: string) => ({
  pointer,
  detail: "It is missing: the stored one is kept only for the same kind and address.",
});

/** Throws CatalogueError for references to records that neither the file nor the store has. */
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

function tally(): RecordCounts {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

function add(to: RecordCounts, from: RecordCounts): void {
  for (const key of Object.keys(to) as (keyof RecordCounts)[]) to[key] += from[key];
}

/** Returns the owner of each white label, by the label's code in upper case. */
const labelOwners = (partners: Iterable<Required<CataloguePartner>>): Map<string, string> =>
  new Map([...partners].flatMap((one) => one.whiteLabels.map(({ code }) => [code.toUpperCase(), one.externalId])));

/** Assigns a partner the white labels that the file names and removes its other white labels. Returns white labels of other partners. */
function transferWhiteLabels(owners: Map<string, string>, { externalId, whiteLabels }: CataloguePartner): string[] {
  if (!whiteLabels) return [];
  for (const [code, owner] of owners) if (owner === externalId) owners.delete(code);
  const taken = whiteLabels.filter(({ code }) => owners.has(code.toUpperCase()));
  for (const { code } of whiteLabels) owners.set(code.toUpperCase(), externalId);
  return taken.map(({ code }) => code);
}
