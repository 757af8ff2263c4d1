import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { sweepHistory } from "../../../src/store/catalogue/cleanup.ts";
import { onBothStores } from "../../support/servers/stores.ts";
import { type List, lists } from "./lists.ts";
import { byNumber, ChangingCatalogue, walkUnder } from "./walking.ts";

/**
 * Searches count with former names, so that they do not close up under a walker, and forget them with the layout of lists, of
 * which one ends at noon of 4 July 2026 and the next one four weeks later.
 */

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

onBothStores("searches and former names", (open) => {
  let catalogue: ChangingCatalogue;
  before(async () => {
    catalogue = await ChangingCatalogue.start(open, new Date("2026-06-20T08:00:00Z"));
    await catalogue.changeProducts(range(0, 40), () => ({ name: "Otra cosa" }));
    await catalogue.changeProducts(range(60, 80), () => ({ cityCode: "BCN" }));
    await catalogue.changePages(range(0, 40), () => ({ type: "product" }));
    await sweep();
  });
  after(() => catalogue?.app.stop());

  const at = (instant: string) => {
    catalogue.app.clock.now = new Date(instant);
  };
  const sweep = () => sweepHistory(catalogue.app.store.database.db, catalogue.app.clock.now, 30);
  const former = async () => {
    const count = (table: string) =>
      sql
        .raw<{ n: number }>(`select count(*) as n from ${table} where former <> '[]'`)
        .execute(catalogue.app.store.database.db);
    const [products, pages] = [await count("product"), await count("page")];
    return [products.rows[0]!.n, pages.rows[0]!.n];
  };
  const met = async ({ path }: List) =>
    (await Array.fromAsync(byNumber(catalogue.app.url, path))).flatMap((records) => [...records.keys()]);

  const searches = {
    word: lists["products by a word"],
    city: lists["products by a city"],
    type: lists["pages of a type"],
  };
  for (const [what, list] of Object.entries(searches)) {
    test(`a walk by ${what} loses nothing when its layout ends, or the first day of one, wherever it is`, async () => {
      for (const turn of ["2026-07-04T12:00:00Z", "2026-07-05T12:00:00Z"])
        for (const after of [1, 2]) {
          at(new Date(Date.parse(turn) - 60_000).toISOString());
          const end = async () => at(new Date(Date.parse(turn) + 60_000).toISOString());
          const changes = after === 1 ? [end] : [async () => {}, end];
          const live = () => catalogue.ids(list.live);
          const { missed } = await walkUnder(byNumber(catalogue.app.url, list.path), live, changes);
          assert.deepEqual(missed, [], `${turn} after page ${after}`);
        }
    });

    test(`a list by ${what} keeps its positions in a layout, is followed by itself for a day, and then has closed up`, async () => {
      const there = (await catalogue.ids(list.live)).sort();
      const page = async (number: number) =>
        (await (await fetch(`${catalogue.app.url}${list.path}&page=${number}`)).json()) as { values: unknown[] };
      at("2026-07-04T11:59:00Z");
      assert.ok((await page(1)).values.length < list.size, "no hole on the first page");
      assert.deepEqual((await met(list)).sort(), there);
      at("2026-07-04T13:00:00Z");
      assert.deepEqual((await met(list)).sort(), [...there, ...there].sort());
      at("2026-07-05T13:00:00Z");
      assert.deepEqual((await met(list)).sort(), there);
      assert.equal((await page(1)).values.length, list.size);
    });
  }

  test("former names are dated by the sweep and dropped a layout after the one in which they were given up", async () => {
    at("2026-07-31T12:00:00Z");
    await sweep();
    assert.deepEqual(await former(), [60, 40]);
    await catalogue.changeProducts([200], () => ({ name: "Otra cosa" }));
    at("2026-08-01T12:00:00Z");
    await sweep();
    assert.deepEqual(await former(), [1, 0]);
    at("2026-09-26T12:00:00Z");
    await sweep();
    assert.deepEqual(await former(), [0, 0]);
  });
});
