import { randomUUID } from "node:crypto";
import { setImmediate as giveWay } from "node:timers/promises";
import type { CatalogueFile, CatalogueProduct } from "../../records/catalogue-file.ts";
import { lockTicketTypes, storedTicketTypes, writeTicketType } from "../../store/catalogue/ticket-types.ts";
import { rowsByKey } from "../../store/database/batch-loader.ts";
import type { Tx } from "../../store/database/database.ts";
import * as store from "../../store/editing/catalogue-records.ts";
import { recountEventDays, writeEvents } from "../../store/editing/event-records.ts";
import { endPastPrices } from "../../store/editing/past-prices.ts";
import { type WrittenProduct, writeProducts } from "../../store/editing/product-sources.ts";
import { writeRateTerms } from "../../store/editing/rates.ts";
import { resizeTickets } from "../../store/editing/ticket-sizes.ts";
import { missingPhotos } from "../../store/photos/photos.ts";
import { type ChangesToPublish, publishChanges } from "../../store/publishing/publishing.ts";
import { loadSuppliers, writeSupplier } from "../../store/suppliers/suppliers.ts";
import { readCounter } from "../../store/versions/versions.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";
import { signingSecrets } from "../callbacks/signing-secrets.ts";
import { type ProductWritePlan, planProduct, type RecordCounts } from "../editing/catalogue-records.ts";
import { createPause, type Pause } from "../editing/files/pauses.ts";
import { nextBatch } from "./batches.ts";
import { PageChanges, planMadePages, readPageState } from "./made-pages.ts";
import type { CatalogueOutline, ImportOptions, ImportSummary } from "./options.ts";
import {
  planCurrencies,
  planPages,
  planPartners,
  planSuppliers,
  planTicketTypes,
  type RecordPlan,
  type RecordsToWrite,
  refuseUnknown,
} from "./record-plans.ts";
import { settingsToStore } from "./supplier-settings.ts";

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
  /** The products whose source differed, each once. */
  readonly written = new Map<string, WrittenProduct>();
  private readonly pageChanges = new PageChanges();
  private recount = false;
  private supplierIds: ReadonlyMap<string, string> = new Map();
  private readonly pause: Pause;
  private readonly tx: Tx;
  private readonly options: ImportOptions;

  constructor(tx: Tx, options: ImportOptions) {
    this.tx = tx;
    this.options = options;
    this.pause = createPause(options.pauseMs);
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
    const { now, dryRun, pageRules, newId } = this.options;
    const pages = await readPageState(this.tx, this.pageChanges, pageRules);
    if (pages) await this.take(planMadePages(pages, newId));
    if (dryRun) return { ...this.summary, updateVersion: (await readCounter(this.tx)).updateVersion };
    const { updateVersion } = await publishChanges(this.tx, this.changes, now);
    if (this.recount) await recountEventDays(this.tx);
    await endPastPrices(this.tx, now);
    return { ...this.summary, updateVersion };
  }

  /** Counts, reports and applies a plan. */
  private async take<K extends keyof RecordsToWrite>(plan: RecordPlan<K>): Promise<void> {
    const counts = this.summary[plan.kind];
    counts.unchanged += plan.unchanged;
    for (const { outcome, subject, before, after } of plan.writes) {
      counts[outcome]++;
      this.options.observer?.record(plan.kind, subject, before, after);
    }
    this.publish(plan.publish);
    const records = plan.writes.map(({ record }) => record);
    await this.unlessDry(() => writers[plan.kind](this.tx, records, this.options));
  }

  private publish(changes: ChangesToPublish): void {
    for (const [name, change] of Object.entries(changes) as [keyof ChangesToPublish, string[] | boolean][])
      if (Array.isArray(change)) (this.changes[name] as string[]).push(...change);
      else if (change) Object.assign(this.changes, { [name]: true });
  }

  /** Applies a plan: a dry run only makes plans. */
  private async unlessDry(write: () => Promise<void>): Promise<void> {
    if (!this.options.dryRun) await write();
  }

  private async currencies(file: CatalogueOutline): Promise<void> {
    if (!file.currencies?.length && !file.products?.length) return;
    await this.take(planCurrencies(file, await store.loadCurrencies(this.tx)));
  }

  private async partners(file: CatalogueOutline): Promise<void> {
    if (!file.partners?.length && !file.pages?.length) return;
    await this.take(planPartners(file, await store.loadPartners(this.tx)));
  }

  private async suppliers(file: CatalogueOutline): Promise<void> {
    if (!file.suppliers?.length && !file.products?.some(({ supplier }) => supplier)) return;
    const plan = planSuppliers(file, await loadSuppliers(this.tx), (given, former) =>
      settingsToStore(this.tx, given, former),
    );
    this.supplierIds = plan.ids;
    await this.take(plan);
  }

  private async ticketTypes(file: CatalogueOutline): Promise<void> {
    if (!file.ticketTypes?.length) return;
    await this.unlessDry(() => lockTicketTypes(this.tx));
    await this.take(planTicketTypes(file, await storedTicketTypes(this.tx)));
  }

  private async photos({ products = [] }: CatalogueOutline): Promise<void> {
    const named = products.flatMap(({ photos = [] }, n) =>
      photos.map(({ id }, k) => ({ code: id, pointer: `/products/${n}/photos/${k}/id` })),
    );
    if (named.length === 0) return;
    const ids = named.map(({ code }) => code);
    const missing = new Set(await missingPhotos(this.tx, ids));
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
    const { now, observer, newId } = this.options;
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
    await this.unlessDry(() => this.writeProducts(plans, batch));
    for (const plan of plans) {
      this.count(plan);
      observer?.product(plan);
      await this.pause();
    }
  }

  private async writeProducts(plans: ProductWritePlan[], sources: CatalogueProduct[]): Promise<void> {
    const { by = null, now } = this.options;
    const products = plans.map(({ product }, n) => ({ product, source: sources[n]! }));
    const items = plans.flatMap((plan) => plan.items.write.map(({ after }) => after));
    const events = plans.flatMap((plan) => plan.events.write);
    for (const one of await writeProducts(this.tx, products, by, now))
      this.written.set(one.id, { ...one, former: this.written.get(one.id)?.former ?? one.former });
    await store.writeItems(this.tx, items);
    const { touched, own } = await writeEvents(this.tx, events, now);
    this.changes.touched.push(...touched);
    this.changes.products.push(...own);
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
    const ids = file.pages.map(({ externalId }) => externalId);
    const plan = planPages(file, await store.loadPages(this.tx, ids), this.options.newId);
    this.pageChanges.written.push(...plan.writes.map(({ record }) => record));
    await this.take(plan);
  }
}

/** Writes the records of a plan. */
const writers: {
  [K in keyof RecordsToWrite]: (tx: Tx, records: RecordsToWrite[K][], options: ImportOptions) => Promise<void>;
} = {
  async currencies(tx, records, { rates, by, now }) {
    for (const { hasNewRate, ...currency } of records) {
      const { code, rate } = currency;
      await store.writeCurrency(tx, currency);
      const terms = rates?.get(code) ?? { base: rate, markup: "0", origin: "file" };
      if (hasNewRate) await writeRateTerms(tx, code, terms, by ?? null, now);
    }
  },
  async partners(tx, records) {
    for (const partner of records) await store.writePartner(tx, randomUUID(), partner);
  },
  async suppliers(tx, records) {
    for (const supplier of records) {
      await writeSupplier(tx, supplier);
      if (findSupplierKind(supplier.kind)?.signed) await signingSecrets(tx, { supplierId: supplier.id });
    }
  },
  async ticketTypes(tx, records) {
    for (const row of records) await writeTicketType(tx, row);
    await resizeTickets(
      tx,
      records.map(({ code }) => code),
    );
  },
  pages: store.writePages,
};

function tally(): RecordCounts {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

function add(to: RecordCounts, from: RecordCounts): void {
  for (const key of Object.keys(to) as (keyof RecordCounts)[]) to[key] += from[key];
}
