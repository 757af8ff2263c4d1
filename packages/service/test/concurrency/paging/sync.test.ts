import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { languages, pageSizes } from "@paseo/contract";
import fc from "fast-check";
import { readDigest } from "../../../src/domain/catalogue/digest.ts";
import { listEvents } from "../../../src/domain/catalogue/event-lists.ts";
import { onWidePostgres } from "../../support/servers/stores.ts";
import { ChangingCatalogue, twoPages } from "./changing-catalogue.ts";
import { type Catalogue, Copied, type Copy, catalogueAt, differences, type ListPage } from "./copy.ts";
import { lists } from "./lists.ts";
import { dayMs, plan, Run } from "./plans.ts";

/**
 * Partners store a copy by the published algorithm, over HTTP, while two writers change the catalogue, seats sell out and days
 * end. Each copy ends up equal to the service, and its digest proves it.
 */

/** Reads the service's records from the store, independently of the partners' requests. */
async function truth(catalogue: ChangingCatalogue, fromDay: string): Promise<Copied> {
  const { store, clock, url } = catalogue.app;
  const { db } = store.database;
  const records = new Copied();
  const at = catalogueAt(url);
  const all = async <T>(read: (page: number) => Promise<ListPage<T> | null>): Promise<T[]> => {
    const values: T[] = [];
    for (let page = 1, more = true; more; page++) {
      const list = (await read(page))!;
      values.push(...list.values);
      more = list.hasNextPage;
    }
    return values;
  };
  for (const product of await all((page) => at.products(page))) records.products.set(product.id, product);
  for (const event of await all((page) => listEvents(db, { page, fromdate: `${fromDay}T00:00:00` }, clock.now)))
    records.events.set(event.id, event);
  for (const lang of languages)
    for (const page of await all((number) => at.pages(lang, number))) records.pages[lang].set(page.id, page);
  records.takeCurrencies(await at.currencies());
  const ids = async (map: Map<string, unknown>, query: string) =>
    assert.deepEqual([...map.keys()].sort(), (await catalogue.ids(query)).sort());
  await ids(records.products, lists.products.live);
  await ids(
    records.events,
    `select e.id from event e join product p on p.id = e.product_id
     where p.published and not p.deleted and e.availability <> 'removed' and e.event_on >= '${fromDay}'`,
  );
  await ids(records.pages.es, lists.pages.live);
  return records;
}

/** The control: cuts pages of full lists by OFFSET at the time of each request. Identifiers are enough to miss a record. */
function byOffset(catalogue: ChangingCatalogue): Catalogue {
  const at = catalogueAt(catalogue.app.url);
  const cut = async <T>(query: string, page: number, size: number): Promise<ListPage<T>> => {
    const ids = await catalogue.ids(query);
    const values = ids.slice((page - 1) * size, page * size).map((id) => ({ id, eventOn: "9999" }) as T);
    return { values, hasNextPage: ids.length > page * size };
  };
  const today = (): string => new Date(catalogue.app.clock.now.getTime() - dayMs / 2).toISOString().slice(0, 10);
  const events = () => `select id from event where listed and shown and event_on >= '${today()}' order by event_on, id`;
  return {
    ...at,
    products: (page, version) =>
      version === undefined ? cut(lists.products.live, page, pageSizes.products) : at.products(page, version),
    events: (page, version) =>
      version === undefined ? cut(events(), page, pageSizes.events) : at.events(page, version),
  };
}

/** Runs plans on one catalogue, each with a new partner, and compares its copy with the service. */
async function runs(
  catalogue: ChangingCatalogue,
  options: { numRuns: number; seed: number },
  partner: (catalogue: ChangingCatalogue) => Catalogue,
  judge: (copy: Copy, expected: Copied, fromDay: string) => Promise<void>,
): Promise<{ daysEnded: number; restarts: number }> {
  const seen = { daysEnded: 0, restarts: 0 };
  const property = fc.asyncProperty(plan, async (steps) => {
    const run = new Run(catalogue, partner(catalogue));
    await run.follow(steps);
    seen.daysEnded += run.daysEnded;
    seen.restarts += run.copy.restarts;
    // The day after tomorrow has ended in no time zone.
    const fromDay = new Date(catalogue.app.clock.now.getTime() + 2 * dayMs).toISOString().slice(0, 10);
    await judge(run.copy, await truth(catalogue, fromDay), fromDay);
  });
  await fc.assert(property, { ...options, endOnFailure: true });
  return seen;
}

onWidePostgres("copies that follow the published algorithm", (open) => {
  let daysEnded = 0;
  // Each run starts at another time before days end: the last time zone ends its day at 12:00 UTC.
  for (const [n, start] of [
    "2026-06-15T10:00:00Z",
    "2026-07-02T09:00:00Z",
    "2026-07-03T11:00:00Z",
    "2026-07-04T01:00:00Z",
  ].entries()) {
    describe(`from ${start} on`, () => {
      let catalogue: ChangingCatalogue;
      before(async () => {
        catalogue = await ChangingCatalogue.start(open, new Date(start), twoPages);
      });
      after(() => catalogue?.app.stop());

      const judge = async ({ records, versions }: Copy, expected: Copied, fromDay: string) => {
        assert.deepEqual(differences(records, expected, fromDay), { missed: [], wrong: [], tooMany: [] });
        const { clock, store } = catalogue.app;
        const selection = { version: versions!.update, fromdate: fromDay };
        const { products, deleteVersion, ...digest } = await readDigest(store.database.db, selection, clock.now);
        const { events, pages, currencies } = digest;
        const proved = { products: { count: products.count, hash: products.hash }, events, pages, currencies };
        assert.deepEqual(records.digest(fromDay), proved);
        assert.equal(deleteVersion, versions!.delete);
      };

      test("15 partners have complete and correct copies, and the digest confirms it", async () => {
        const options = { numRuns: 15, seed: 20260700 + n };
        const seen = await runs(catalogue, options, ({ app }) => catalogueAt(app.url), judge);
        assert.ok(seen.daysEnded > 0, "no day ended");
        daysEnded += seen.daysEnded;
      });
    });
  }

  test("days ended while they read", () => assert.ok(daysEnded >= 10, `only ${daysEnded} days ended`));

  test("control: copies whose full lists are read by OFFSET miss records", async () => {
    const catalogue = await ChangingCatalogue.start(open, undefined, twoPages);
    const judge = async ({ records }: Copy, expected: Copied, fromDay: string) =>
      assert.deepEqual(differences(records, expected, fromDay).missed, []);
    try {
      const control = runs(catalogue, { numRuns: 200, seed: 20260706 }, byOffset, judge);
      await assert.rejects(control, ({ cause }) => cause instanceof assert.AssertionError);
    } finally {
      await catalogue.app.stop();
    }
  });
});
