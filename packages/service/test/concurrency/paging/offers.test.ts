import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogDigest } from "@paseo/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { readOffer, saveOffer } from "../../../src/domain/offers/partner-offer.ts";
import {
  isStopped,
  type Offer,
  type OfferTerms,
  offerOf,
  sellsItem,
  sellsProduct,
} from "../../../src/records/partners/offer.ts";
import { inTransaction } from "../../../src/store/database/database.ts";
import { onWidePostgres } from "../../support/servers/stores.ts";
import { ChangingCatalogue, twoPages } from "./changing-catalogue.ts";
import { Copied, Copy, catalogueAt, differences } from "./copy.ts";
import { dayMs, planWith, Run } from "./plans.ts";

/**
 * A partner stores a copy with its key while its offer and the catalogue change. The copy ends up equal to what the offer allows, and the
 * partner's digest proves it. A reader of full lists by page number misses no product that was in them throughout.
 */

interface ItemRow {
  id: string;
  productId: string;
}

/** The partner `acme`, whose offer changes. */
class OfferedPartner {
  readonly catalogue: ChangingCatalogue;
  readonly id: string;
  private readonly items: ItemRow[];

  private constructor(catalogue: ChangingCatalogue, id: string, items: ItemRow[]) {
    this.catalogue = catalogue;
    this.id = id;
    this.items = items;
  }

  static async of(catalogue: ChangingCatalogue): Promise<OfferedPartner> {
    const { db } = catalogue.app.store.database;
    const partner = await sql<{ id: string }>`select id from partner where external_id = 'acme'`.execute(db);
    const items = await sql<ItemRow>`
      select i.id, i.product_id as "productId" from item i join product_state s on s.product_id = i.product_id
      order by s.pos, i.position`.execute(db);
    return new OfferedPartner(catalogue, partner.rows[0]!.id, items.rows);
  }

  get url(): string {
    return this.catalogue.app.url;
  }

  reader() {
    return catalogueAt(this.url, this.catalogue.app.key);
  }

  async save(change: (terms: OfferTerms) => Partial<OfferTerms>): Promise<void> {
    const { store, clock } = this.catalogue.app;
    await inTransaction(store.database.db, async (tx) => {
      const { terms, revision } = await readOffer(tx, this.id);
      const wanted = { ...terms, ...change(terms) };
      const saved = await saveOffer(tx, this.id, { terms: wanted, revision, dryRun: false }, clock.now);
      // A product that another writer has deleted cannot be named.
      if (saved.outcome === "refused") assert.ok(saved.problems.every(({ code }) => code.startsWith("no-such")));
    });
  }

  async offer(): Promise<Offer> {
    const { terms } = await readOffer(this.catalogue.app.store.database.db, this.id);
    return offerOf({ partnerId: this.id, version: 0, key: "" }, terms);
  }

  /** Products from the `n`-th on, of which every third one is named by an item. */
  named(n: number, count: number): OfferTerms["products"] {
    return Array.from({ length: count }, (_, k) => this.items[(n + k) % this.items.length]!).map(
      ({ id, productId }, k) => ({ productId, itemIds: k % 3 === 2 ? [id] : null }),
    );
  }

  readonly changes = {
    "sell everything": () => this.save(() => ({ sells: "all", products: [] })),
    "sell some products": (_: unknown, n: number) => this.save(() => ({ sells: "only", products: this.named(n, 60) })),
    "sell all but some": (_: unknown, n: number) => this.save(() => ({ sells: "except", products: this.named(n, 25) })),
    "hide a touring product": (_: unknown, n: number) =>
      this.save(() => ({ sells: "except", products: this.named(n % twoPages.touring, 2) })),
    "stop some days": (_: unknown, n: number) =>
      this.save(({ stops }) => ({
        stops: [
          ...stops.slice(-2),
          {
            productId: n % 3 ? this.items[n % twoPages.touring]!.productId : null,
            itemId: null,
            from: `2026-07-${String(1 + (n % 20)).padStart(2, "0")}`,
            to: "2026-07-24",
            reason: `stop ${n}`,
          },
        ],
      })),
    "end the stops": () => this.save(() => ({ stops: [] })),
  };

  /** What the offer allows, found in the store by the rules in JavaScript. */
  async allowed(fromDay: string) {
    const { db } = this.catalogue.app.store.database;
    const offer = await this.offer();
    const products = await sql<{ id: string }>`select id from product where published and not deleted`.execute(db);
    const events = await sql<{ id: string; productId: string; itemId: string; day: string; code: string }>`
      select e.id, e.product_id as "productId", e.item_id as "itemId", e.event_on::date as day,
        case when e.availability = 'available' and e.capacity_left < e.least_seats then 'sold-out' else e.availability end as code
      from event e join product p on p.id = e.product_id
      where p.published and not p.deleted and e.availability <> 'removed' and e.event_on >= ${fromDay}::date`.execute(
      db,
    );
    const sold = events.rows.filter(({ productId, itemId }) => sellsItem(offer, productId, itemId));
    return {
      products: products.rows.map(({ id }) => id).filter((id) => sellsProduct(offer, id)),
      events: new Map(sold.map((event) => [event.id, isStopped(offer, event) ? "black-out" : event.code])),
    };
  }

  async digest(query: string): Promise<CatalogDigest> {
    const answer = await fetch(`${this.url}/api/catalogdigest?${query}`, {
      headers: { "x-api-key": this.catalogue.app.key },
    });
    assert.equal(answer.status, 200);
    return (await answer.json()) as CatalogDigest;
  }
}

onWidePostgres("copies of a partner whose offer changes", (open) => {
  let catalogue: ChangingCatalogue;
  let partner: OfferedPartner;
  before(async () => {
    catalogue = await ChangingCatalogue.start(open, new Date("2026-06-15T10:00:00Z"), twoPages);
    const about = Array.from({ length: 30 }, (_, n) => ({
      externalId: `paseo-${n}`,
      type: "product" as const,
      es: { name: `Paseo ${n}`, url: "//www.example.com/es" },
    }));
    await catalogue.app.import({ pages: about });
    partner = await OfferedPartner.of(catalogue);
  });
  after(() => catalogue?.app.stop());

  test("a copy that follows the published algorithm is what the offer allows, and the digest confirms it", async () => {
    const kinds = Object.keys(partner.changes);
    let entered = 0;
    const property = fc.asyncProperty(planWith([...kinds, ...kinds]), async (steps) => {
      const run = new Run(catalogue, partner.reader(), partner.changes);
      await run.follow(steps);
      const fromDay = new Date(catalogue.app.clock.now.getTime() + 2 * dayMs).toISOString().slice(0, 10);
      const { records, versions } = run.copy;
      const { products, events } = await partner.allowed(fromDay);
      assert.deepEqual([...records.products.keys()].sort(), products.sort());
      const ours = [...records.events.values()].filter(({ eventOn }) => eventOn >= fromDay);
      const codes = new Map(ours.map(({ id, availabilityCode }) => [id, availabilityCode]));
      assert.deepEqual([...codes].sort(), [...events].sort());
      entered += codes.size;
      const fresh = new Copy(partner.reader());
      for await (const _ of fresh.sync());
      const expected = new Copied();
      Object.assign(expected, fresh.records, {
        events: new Map([...fresh.records.events].filter(([, { eventOn }]) => eventOn >= fromDay)),
      });
      assert.deepEqual(differences(records, expected, fromDay), { missed: [], wrong: [], tooMany: [] });
      const { products: sums, ...digest } = await partner.digest(`version=${versions!.update}&fromdate=${fromDay}`);
      assert.equal(digest.deleteVersion, versions!.delete);
      const proved = { count: sums.count, hash: sums.hash };
      const { events: ofEvents, pages, currencies } = digest;
      assert.deepEqual(records.digest(fromDay), { products: proved, events: ofEvents, pages, currencies });
    });
    await fc.assert(property, { numRuns: 6, seed: 20261130, endOnFailure: true });
    assert.ok(entered > 0, "the partner sold no event in any run");
  });

  test("everybody else reads the public set meanwhile", async () => {
    await partner.save(() => ({ sells: "only", products: partner.named(0, 2) }));
    const open = new Copy(catalogueAt(catalogue.app.url));
    for await (const _ of open.sync());
    assert.deepEqual(
      [...open.records.products.keys()].sort(),
      (await catalogue.ids("select id from product where published and not deleted")).sort(),
    );
    const about = [...open.records.pages.es.values()].filter(({ pageTypeCode }) => pageTypeCode === "product");
    assert.ok(about.length > 0 && about.every(({ published }) => published));
  });

  test("a reader of full lists misses no product that stayed in the set, whatever leaves it meanwhile", async () => {
    await partner.save(() => ({ sells: "all", products: [], stops: [] }));
    const at = partner.reader();
    const read = new Set<string>();
    const inSet = async () => new Set((await partner.allowed("2026-06-20")).products);
    let throughout = await inSet();
    for (let page = 1, more = true; more; page++) {
      const list = await at.products(page);
      for (const { id } of list.values) read.add(id);
      more = list.hasNextPage;
      // What the first page had leaves: the next page must not begin later.
      if (page === 1) await partner.save(() => ({ sells: "except", products: partner.named(0, 60) }));
      throughout = throughout.intersection(await inSet());
    }
    assert.deepEqual([...throughout.difference(read)], []);
    assert.ok(throughout.size > 0);
  });
});
