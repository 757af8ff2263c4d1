import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type CatalogDigest,
  type Content,
  type Event,
  type Language,
  languages,
  mapLanguages,
  type Page,
  type Paged,
  type Product,
  type ProductSummary,
} from "@paseo/contract";
import { sql } from "kysely";
import { plantManyEvents } from "../../../../bench/scale.ts";
import { deleteHistory } from "../../src/jobs/cleanup.ts";
import { recountEventDays } from "../../src/store/editing/event-records.ts";
import { publishEndedSales } from "../../src/store/publishing/cleanup.ts";
import { Copied, catalogueAt, sumOf } from "../concurrency/paging/copy.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { Wire } from "../support/wire.ts";

/** The digest equals one computed from the lists, and stays the same for each version during later changes. */

const days = [undefined, "2026-06-20", "2026-07-01", "2030-01-01"];

onPostgres("catalogdigest", (open) => {
  let app: TestApp;
  let wire: Wire;
  before(async () => {
    app = await startApp({ open });
    wire = new Wire(app.url, { sends: "json", reads: "json" });
  });
  after(() => app?.stop());

  const ask = ({
    version,
    fromdate,
  }: {
    version?: number;
    fromdate?: string | undefined;
  } = {}): Promise<CatalogDigest> =>
    wire.ask("catalogdigest", { ...(version !== undefined && { version }), ...(fromdate && { fromdate }) });

  /** Reads all records that the interface returns, product by product and page by page. */
  async function read(): Promise<{ records: Copied; products: Product[]; contents: Record<Language, Content[]> }> {
    const records = new Copied();
    const all = async <T>(path: string): Promise<T[]> => {
      const values: T[] = [];
      for (let page = 1, more = true; more; page++) {
        const list = (await (await fetch(`${app.url}${path}page=${page}`)).json()) as Paged<T>;
        values.push(...list.values);
        more = list.hasNextPage;
      }
      return values;
    };
    const products: Product[] = [];
    for (const product of await all<ProductSummary>("/api/products?")) {
      records.products.set(product.id, product);
      products.push(await wire.ask("product", { id: product.id }));
    }
    for (const event of await all<Event>("/api/events?version=0&")) records.takeEvent(event);
    for (const lang of languages)
      for (const page of await all<Page>(`/api/${lang}/pages?`)) records.pages[lang].set(page.id, page);
    records.takeCurrencies(await catalogueAt(app.url).currencies());
    const contents: Record<Language, Content[]> = mapLanguages(() => []);
    for (const lang of languages) contents[lang] = await all<Content>(`/api/${lang}/contents?`);
    return { records, products, contents };
  }

  /** Computes the expected answer of `catalogdigest` from each of these days. */
  async function expected() {
    const { records, products, contents } = await read();
    const ofContents = mapLanguages((lang) => sumOf(contents[lang]));
    const details = sumOf(products).hash;
    return days.map((day) => {
      const { products, ...others } = records.digest(day ?? "");
      return { fromDate: day ?? null, products: { ...products, detailHash: details }, ...others, contents: ofContents };
    });
  }
  const answered = async (version?: number) =>
    Promise.all(
      days.map(async (fromdate) => {
        const {
          version: _version,
          deleteVersion: _deleted,
          ...sums
        } = await ask({ ...(version && { version }), fromdate });
        return sums;
      }),
    );

  const row = (id: string) => `where e.id = '${id}'`;
  const changes: [what: string, change: () => Promise<void>][] = [
    ["the first import", async () => {}],
    ["a product's name", () => app.import({ products: [{ ...show, name: "Otra noche · ñ € 😀 & <b>" }] })],
    ["a text", () => app.import({ products: [{ ...show, summary: { pt: "Uma noite · ñ € 😀 & <b>" } }] })],
    ["a text of several lines", () => app.import({ products: [{ ...show, description: { pt: "Uma\n\n- ção" } }] })],
    ["prices", () => app.import({ products: [rescheduled(boat, { prices: [{ code: "ADULT", amount: "199.90" }] })] })],
    ["events that are removed", () => app.import({ products: [rescheduled(show, { to: "2026-07-02" })] })],
    ["events that are black-out", () => app.import({ products: [withException({ availability: "black-out" })] })],
    ["a product that leaves", () => app.import({ products: [{ ...museum, published: false }] })],
    ["a product that is deleted", () => app.import({ products: [{ ...boat, deleted: true }] })],
    ["products that come back", () => app.import({ products: [boat, museum] })],
    ["a product's currency", () => app.import({ products: [{ ...show, currencyCode: "BRL" }] })],
    [
      "a place on the map",
      () => app.import({ products: [{ ...show, location: { ...show.location, latitude: 1e-7 } }] }),
    ],
    [
      "no place on the map",
      () => app.import({ products: [{ ...show, location: { ...show.location, latitude: null } }] }),
    ],
    ["an item more", () => app.import({ products: [{ ...show, items: [...show.items, secondItem] }] })],
    [
      "a rate",
      () => app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.8712345678" }] }),
    ],
    [
      "a currency that is not used any more",
      () =>
        app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.87", active: false }] }),
    ],
    ["pages", () => app.import({ pages: [{ ...testCatalogue.pages![0]!, published: false }, page] })],
    ["a page that leaves a language", () => app.import({ pages: [{ ...page, pt: undefined as never }] })],
    ["a page that leaves English", () => app.import({ pages: [{ ...page, en: undefined as never }] })],
    [
      "a place that is the last",
      async () => {
        const partner = new Partner(app, { lang: "pt" });
        const event = await eventId(app, "museum-day", "2026-06-20T00:00");
        await sql
          .raw(`update event e set capacity = 2, capacity_left = 2 ${row(event)}`)
          .execute(app.store.database.db);
        await partner.buy(event, { ADULT: 2 });
      },
    ],
    [
      "time",
      async () => {
        app.clock.now = new Date("2026-06-17T09:00:00Z");
        while ((await publishEndedSales(app.store.database.db, app.clock.now)) === 500);
      },
    ],
  ];
  const page = {
    ...testCatalogue.pages![0]!,
    externalId: "new",
    pt: { name: "Página", url: "//www.example.com/pt" },
    en: { name: "Page", url: "//www.example.com/en" },
  };
  const secondItem = { ...show.items[0]!, externalId: "second", name: "Palco", schedules: [] };

  const history: { version: number; sums: unknown }[] = [];
  for (const [what, change] of changes) {
    test(`after ${what} it equals the sums of the lists, and those of former versions are unchanged`, async () => {
      await change();
      const sums = await expected();
      assert.deepEqual(await answered(), sums);
      const { version, deleteVersion } = await ask();
      assert.deepEqual(await answered(version), sums);
      const stored = await wire.ask("productversion", { updateversion: -1 + version, deleteversion: 0 });
      assert.deepEqual([version, deleteVersion], [stored.updateVersion, stored.deleteVersion]);
      // A deleted product without events creates no version. The sums of the newest version exclude it.
      if (history.at(-1)?.version === version) history.pop();
      for (const known of history)
        assert.deepEqual(await answered(known.version), known.sums, `as of ${known.version}`);
      history.push({ version, sums });
    });
  }

  test("the days' sums equal a count of all events", async () => {
    const { db } = app.store.database;
    const sums = () => sql`select * from event_day where n <> 0 or hash <> 0 order by 1, 2`.execute(db);
    const stored = (await sums()).rows;
    await db.transaction().execute((tx) => recountEventDays(tx));
    assert.deepEqual((await sums()).rows, stored);
  });

  test("a deleted product without events changes the sums of the newest version", async () => {
    const alone = variant(show, { externalId: "alone" }, { externalId: "alone", schedules: [] });
    await app.import({ products: [alone] });
    const before = await ask();
    await app.import({ products: [{ ...alone, deleted: true }] });
    const after = await ask({ version: before.version });
    assert.deepEqual([after.version, after.deleteVersion], [before.version, before.deleteVersion + 1]);
    assert.equal(after.products.count, before.products.count - 1);
    assert.deepEqual(await answered(), await expected());
  });

  test("new events are in it, and not in the version before", async () => {
    const { db } = app.store.database;
    const { version } = await ask();
    const before = await answered();
    await plantManyEvents(db, 1200, app.clock.now);
    assert.deepEqual(await answered(), await expected());
    assert.deepEqual(await answered(version), before);
  });

  const status = async (version: number) => (await fetch(`${app.url}/api/catalogdigest?version=${version}`)).status;

  test("version 0 is an empty catalogue while it is stored", async () => {
    const empty = await ask({ version: 0 });
    const nothing = { count: 0, hash: "0000000000000000" };
    assert.deepEqual(empty, {
      version: 0,
      deleteVersion: 0,
      fromDate: null,
      products: { ...nothing, detailHash: nothing.hash },
      events: nothing,
      pages: { es: nothing, pt: nothing, en: nothing },
      currencies: nothing,
      contents: { es: nothing, pt: nothing, en: nothing },
    });
  });

  test("a new incarnation has correct sums, and keeps the sums of the last common version", async () => {
    const { version: common } = await ask();
    const before = await answered();
    await sql`update counter set incarnation = 'a lost run'`.execute(app.store.database.db);
    await deleteHistory(app.store.database.db, app.clock.now, 30);
    await app.import({ products: [{ ...show, name: "Después" }] });
    const { version } = await ask();
    assert.ok(version > common + 1_000_000);
    assert.deepEqual(await answered(), await expected());
    assert.deepEqual(await answered(common), before);
    assert.deepEqual([await status(common + 1), await status(version - 1)], [410, 410]);
  });

  test("a version below the floor or above the newest is a 410", async () => {
    const newest = (await ask()).version;
    assert.equal(await status(newest + 1), 410);
    const before = await answered(newest);
    app.clock.now = new Date(app.clock.now.getTime() + 6 * 86_400_000);
    await deleteHistory(app.store.database.db, app.clock.now, 30);
    assert.deepEqual([await status(newest), await status(newest - 1), await status(0)], [200, 410, 410]);
    assert.deepEqual(await answered(newest), before);
    const { rows } = await sql`select 1 from digest_day`.execute(app.store.database.db);
    assert.equal(rows.length, 0, "versions below the oldest stored one are deleted");
  });

  test("fromdate is a day in any accepted format; a time or an invalid date is a 400 that names it", async () => {
    const same = await Promise.all(["2026-07-01", "01-07-2026"].map((fromdate) => ask({ fromdate })));
    assert.deepEqual(same[0], same[1]);
    assert.equal(same[0]!.fromDate, "2026-07-01");
    for (const fromdate of ["2026-07-01T10:00", "2026-07-01T00:00:00", "2026-02-30", "soon"]) {
      const answer = await fetch(`${app.url}/api/catalogdigest?fromdate=${fromdate}`);
      assert.equal(answer.status, 400);
      const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string }[] };
      assert.deepEqual([code, errors.map(({ pointer }) => pointer)], ["invalid-parameter", ["fromdate"]]);
    }
    assert.equal((await fetch(`${app.url}/api/catalogdigest?version=-1`)).status, 400);
  });

  test("it has its own root in XML, and an ETag", async () => {
    const answer = await fetch(`${app.url}/api/catalogdigest`, { headers: { accept: "application/xml" } });
    const text = await answer.text();
    const { products } = await ask();
    assert.match(text, /<CatalogDigest xmlns="urn:paseo:partner"><Version>\d+<\/Version>/);
    assert.ok(text.includes(`<DetailHash>${products.detailHash}</DetailHash>`));
    const etag = answer.headers.get("etag")!;
    const again = await fetch(`${app.url}/api/catalogdigest`, {
      headers: { accept: "application/xml", "if-none-match": etag },
    });
    assert.equal(again.status, 304);
  });
});

const rescheduled = (product: typeof show, changes: object) =>
  variant(product, {}, { schedules: [{ ...product.items[0]!.schedules![0]!, ...changes }] });

const withException = (change: object) => rescheduled(show, { exceptions: [{ date: "2026-06-25", ...change }] });
