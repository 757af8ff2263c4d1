import assert from "node:assert/strict";
import { test } from "node:test";
import { demoCatalogue, demoIds } from "../../src/commands/demo/catalogue.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { ItemListing, ProductListing } from "../../src/records/listing-fields.ts";
import { startApp, testNow } from "../support/app.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { mediaTypes, send } from "../support/wire.ts";

/** A listing is in `contents` alone: no published list changes by a byte. */

const without = <T extends object>(record: T, fields: object): T =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !(name in fields))) as T;

/** Every answer of the published reads over the whole demo, in both formats, by its address. */
async function answersOf(catalogue: CatalogueFile): Promise<Map<string, string>> {
  const app = await startApp({ catalogue: { partners: testCatalogue.partners! } });
  const answers = new Map<string, string>();
  try {
    await importCatalogue(app.store.database.db, catalogue, { now: testNow, newId: demoIds(catalogue) });
    const read = async (path: string, accept: string): Promise<string> => {
      const { status, text } = await send(`${app.url}/api/${path}`, { headers: { accept } });
      assert.equal(status, 200, text);
      answers.set(`${path} ${accept}`, text);
      return text;
    };
    for (const accept of Object.values(mediaTypes)) {
      for (const path of ["products", "products?lang=pt", "products?version=0", "productversion", "productsdeleted"])
        await read(path, accept);
      for (const path of ["currencies", "es/pages", "pt/pages"]) await read(path, accept);
      for (let page = 1, more = true; more; page++) {
        const text = await read(`events?page=${page}`, accept);
        more = /"hasNextPage":true|<HasNextPage>true/.test(text);
      }
    }
    const { values } = JSON.parse(await read("products?page=1", mediaTypes.json));
    for (const { id } of values) for (const accept of Object.values(mediaTypes)) await read(`product/${id}`, accept);
    const contents = await send(`${app.url}/api/es/contents`);
    answers.set("contents", contents.text);
  } finally {
    await app.stop();
  }
  return answers;
}

test("the published reads of the whole demo are the same with and without listings", async () => {
  const full = await demoCatalogue(testNow.toISOString().slice(0, 10));
  const { durationMinutes: _, ...ofItems } = ItemListing;
  const products = full.products.map((product) => ({
    ...without(product, { ...ProductListing, durationMinutes: null }),
    items: product.items.map((item) => without(item, { ...ofItems, durationMinutes: null })),
  }));
  const [listed, plain] = [await answersOf(full), await answersOf({ ...full, products })];
  assert.notEqual(listed.get("contents"), plain.get("contents"));
  listed.delete("contents");
  plain.delete("contents");
  assert.ok(listed.size > 80);
  assert.deepEqual([...listed.keys()], [...plain.keys()]);
  for (const [path, text] of listed) assert.equal(text, plain.get(path), path);
});
