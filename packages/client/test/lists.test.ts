import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "../../service/test/support/app.ts";
import { show, testCatalogue, variant } from "../../service/test/support/samples/catalogue.ts";
import { type Event, type Form, type Paged, PaseoClient } from "../src/index.ts";
import { json, startScripted } from "./support/scripted.ts";

/** Lists are walked to their end, whatever lies on the way. */

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

/** 230 products on three pages; the first has 600 events, on two. */
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

for (const form of ["json", "xml"] as Form[]) {
  test(`lists of several pages are walked over records and over pages, in ${form}`, async (t) => {
    const app = await startApp({ catalogue: largeCatalogue });
    t.after(() => app.stop());
    const client = new PaseoClient({ baseUrl: app.url, form });

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
    assert.deepEqual(await all(list), await all(list), "a list can be walked again");
  });
}

test("a walk of the events goes on from the day it began with, while weeks go by", async (t) => {
  const app = await startApp({ catalogue: largeCatalogue });
  t.after(() => app.stop());
  const byNumber = (page: number) =>
    fetch(`${app.url}/api/events?page=${page}`).then((answer) => answer.json() as Promise<Paged<Event>>);
  const expected = new Set((await all(new PaseoClient({ baseUrl: app.url }).events())).map(({ id }) => id));

  const walk = new PaseoClient({ baseUrl: app.url }).events().pages();
  const first = (await walk.next()).value!;
  app.clock.now = new Date("2026-07-14T13:00:00Z");
  const walked = [first, ...(await all(walk))].flatMap(({ values }) => values);
  assert.deepEqual(new Set(walked.map(({ id }) => id)), expected);

  const second = await byNumber(2);
  const careless = new Set([...first.values, ...second.values].map(({ id }) => id));
  assert.equal(second.hasNextPage, false);
  assert.ok(careless.size < expected.size, "page numbers alone would have lost some");
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

test("short and empty pages in the middle do not end a walk, and the last page does", async (t) => {
  const pages = [page(1, [id(1), id(2)], true), page(2, [], true), page(3, [id(3)], true), page(4, [], false)];
  const { url, asked } = await startScripted(t, (count) => json(pages[count - 1]));
  assert.deepEqual(await all(new PaseoClient({ baseUrl: url }).deletedProducts({ version: 7 })), [id(1), id(2), id(3)]);
  assert.deepEqual(
    asked.map(({ url }) => url),
    [1, 2, 3, 4].map((n) => `/api/productsdeleted?page=${n}&version=7`),
  );
});

test("what a Link pins goes into the pages after it, what was asked for stays, and it may lead ahead but not back", async (t) => {
  const links = [
    '</elsewhere?page=9&fromdate=2026-06-14&version=1>; rel="next", </api>; rel="index"',
    "</elsewhere?page=9>; rel=next",
    '<?fromdate=1999-01-01>; rel="prev"',
  ];
  const { url, asked } = await startScripted(t, (count) =>
    json(page(count, [], count < 4), 200, count < 4 ? { link: links[count - 1]! } : {}),
  );
  await all(new PaseoClient({ baseUrl: url }).deletedProducts({ version: 7 }));
  assert.deepEqual(
    asked.map(({ url }) =>
      [...new URL(url, "http://localhost").searchParams]
        .map((pair) => pair.join("="))
        .sort()
        .join("&"),
    ),
    [
      "page=1&version=7",
      "fromdate=2026-06-14&page=9&version=7",
      "fromdate=2026-06-14&page=10&version=7",
      "fromdate=2026-06-14&page=11&version=7",
    ],
  );
});

test("a page is asked for only when the one before it is used up", async (t) => {
  const { url, asked } = await startScripted(t, (count) => json(page(count, [id(count), id(count + 100)], true)));
  for await (const one of new PaseoClient({ baseUrl: url }).deletedProducts()) if (one === id(2)) break;
  assert.equal(asked.length, 2);
});
