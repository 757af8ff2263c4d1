import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { Wire } from "../support/wire.ts";

/** Contents of many products, read page by page. */

onPostgres("pages of contents", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [boat, museum] } });
  });
  after(() => app?.stop());

  const wire = () => new Wire(app.url, { sends: "json", reads: "json" });
  const list = (params: Record<string, string | number>) => wire().ask("contents", { lang: "es", ...params });
  const newest = async () => (await wire().ask("catalogdigest")).version;
  const put = (...products: CatalogueProduct[]) => app.import({ products });

  /** Reads a list page by page; `between` runs after each page. Returns the names, and the number of records of each page. */
  async function sweep(params: object, between: (sizes: number[]) => Promise<void> = async () => {}) {
    const names = new Set<string>();
    const sizes: number[] = [];
    for (let more = true; more; ) {
      const read = await list({ ...params, page: sizes.length + 1 });
      for (const { name } of read.values) names.add(name);
      sizes.push(read.values.length);
      more = read.hasNextPage;
      assert.ok(sizes.length <= Math.ceil(read.totalCount / 100));
      await between(sizes);
    }
    return { names, sizes };
  }
  const manyShows = (name: string, count: number, more: object = {}) =>
    Array.from({ length: count }, (_, n) => {
      const externalId = `${name}-${n}`;
      return variant(show, { externalId, name: externalId, ...more }, { externalId, schedules: [] });
    });

  test("pages have 100 contents, and a page by number skips none that changes meanwhile", async () => {
    const many = manyShows("many", 230);
    const since = await newest();
    await put(...many);
    // Two of the first hundred positions of the change log are empty after the first round.
    for (const [params, first] of [
      [{}, 100],
      [{ version: since }, 98],
    ] as const) {
      const { names, sizes } = await sweep(params, async (read) => {
        if (read.length > 1) return;
        // A record of the first page changes after it was read, and another record leaves the page.
        await put({ ...many[3]!, summary: { es: `Otra ${read}` } }, { ...many[5]!, published: false });
        await put(many[5]!);
      });
      assert.equal(sizes[0], first);
      for (const { name } of many) assert.ok(names.has(name), `${name} with ${JSON.stringify(params)}`);
    }
  });
});
