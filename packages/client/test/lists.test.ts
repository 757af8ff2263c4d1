import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "../../service/test/support/app.ts";
import { show, testCatalogue, variant } from "../../service/test/support/samples/catalogue.ts";
import { type Format, PaseoClient } from "../src/index.ts";
import { json, startScripted } from "./support/scripted.ts";

/** Reading lists to their end. */

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

/** A catalogue of 230 products on three pages. The first product has 600 events on two pages. */
const largeCatalogue = {
  ...testCatalogue,
  products: Array.from({ length: 230 }, (_, n) =>
    variant(
      show,
      { externalId: `show-${n}`, name: `Espectáculo ${n}` },
      {
        externalId: `seat-${n}`,
        partNumber: `SEAT-${n}`,
        schedules: [
          {
            ...show.items[0]!.schedules![0]!,
            from: "2026-06-16",
            to: n === 0 ? "2026-07-15" : "2026-06-16",
            times: n === 0 ? Array.from({ length: 20 }, (_, at) => `${String(at + 3).padStart(2, "0")}:30`) : ["20:00"],
          },
        ],
      },
    ),
  ),
};

for (const format of ["json", "xml"] as Format[]) {
  test(`a list of several pages is read by record and by page, in ${format}`, async (t) => {
    const app = await startApp({ catalogue: largeCatalogue });
    t.after(() => app.stop());
    const client = new PaseoClient({ baseUrl: app.url, format });

    const products = await all(client.products());
    assert.equal(products.length, 230);
    assert.equal(new Set(products.map(({ id }) => id)).size, 230);

    const pages = await all(client.products({ query: "Espectáculo" }).pages());
    assert.deepEqual(
      pages.map(({ currentPage, values, totalPages, hasNextPage }) => [
        currentPage,
        values.length,
        totalPages,
        hasNextPage,
      ]),
      [
        [1, 100, 3, true],
        [2, 100, 3, true],
        [3, 30, 3, false],
      ],
    );
    assert.deepEqual(
      (await all(client.products({ page: 3 }).pages())).map(({ currentPage }) => currentPage),
      [3],
    );

    const events = await all(client.events());
    assert.equal(new Set(events.map(({ id }) => id)).size, 600 + 229);
    const list = client.events({ version: 0 });
    assert.deepEqual(await all(list), await all(list), "a list can be events again");
  });
}

test("a list of events that is read while days end misses none that is still coming", async (t) => {
  const app = await startApp({ catalogue: largeCatalogue });
  t.after(() => app.stop());
  const client = new PaseoClient({ baseUrl: app.url });
  const pages = client.events().pages();
  const first = (await pages.next()).value!;
  app.clock.now = new Date("2026-07-03T13:00:00Z");
  const read = new Set([first, ...(await all(pages))].flatMap(({ values }) => values.map(({ id }) => id)));
  const coming = (await all(client.events())).map(({ id }) => id);
  assert.ok(coming.length < 600);
  assert.deepEqual(
    coming.filter((id) => !read.has(id)),
    [],
  );
});

const page = (currentPage: number, values: string[], hasNextPage: boolean) => ({
  currentPage,
  pageSize: 500,
  totalCount: 1001,
  totalPages: 4,
  hasPreviousPage: currentPage > 1,
  hasNextPage,
  values,
});
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

test("a list ends at the last page, not at a short or empty page in the middle", async (t) => {
  const pages = [page(1, [id(1), id(2)], true), page(2, [], true), page(3, [id(3)], true), page(4, [], false)];
  const { url, requests } = await startScripted(t, (count) => json(pages[count - 1]));
  assert.deepEqual(await all(new PaseoClient({ baseUrl: url }).deletedProducts({ version: 7 })), [id(1), id(2), id(3)]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    [1, 2, 3, 4].map((n) => `/api/productsdeleted?page=${n}&version=7`),
  );
});

test("a page is requested only when the previous one is used up", async (t) => {
  const { url, requests } = await startScripted(t, (count) => json(page(count, [id(count), id(count + 100)], true)));
  for await (const one of new PaseoClient({ baseUrl: url }).deletedProducts()) if (one === id(2)) break;
  assert.equal(requests.length, 2);
});
