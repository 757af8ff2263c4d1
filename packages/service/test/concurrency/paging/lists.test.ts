import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Page, Paged } from "@paseo/contract";
import fc from "fast-check";
import { readCounter } from "../../../src/store/versions/versions.ts";
import { onWidePostgres } from "../../support/servers/stores.ts";
import { ChangingCatalogue, sizes } from "./changing-catalogue.ts";
import { type List, lists, searches } from "./lists.ts";
import { byLink, byNumber, byOffset, type Pages, readUnder } from "./reading.ts";

/** Decision 8: a client that reads a list page by page, by number, while records change never silently misses one. */

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
onWidePostgres("lists read page by page under changes", (open) => {
  let catalogue: ChangingCatalogue;
  before(async () => {
    catalogue = await ChangingCatalogue.start(open);
  });
  after(() => catalogue?.app.stop());
  beforeEach(() => catalogue.restore());

  const readers: Record<string, (list: List) => Pages> = {
    "by number": ({ path }) => byNumber(catalogue.app.url, path),
    "by link": ({ path }) => byLink(catalogue.app.url, path),
    "by OFFSET": ({ live, size }) => byOffset(() => catalogue.ids(live), size),
  };

  interface Case {
    list: List;
    /** Removes other records from the list each time. */
    change(nth: number): Promise<void>;
  }
  const others = (nth: number, size: number) => range(nth * size, (nth + 1) * size);
  const cases: Record<string, Case> = {
    "products that are deleted": {
      list: lists.products,
      change: (nth) => catalogue.changeProducts(others(nth, 30), () => ({ deleted: true })),
    },
    "products that are unpublished, from version 0": {
      list: lists["products from version 0"],
      change: (nth) => catalogue.changeProducts(others(nth, 30), () => ({ published: false })),
    },
    "events that are removed": {
      list: lists.events,
      change: (nth) =>
        catalogue.changeEvents(others(nth, 2), (all) => all.map((event) => ({ ...event, availability: "removed" }))),
    },
    "events of products that are deleted": {
      list: lists["events from a day"],
      change: (nth) => catalogue.changeProducts(others(nth, 2), () => ({ deleted: true })),
    },
  };
  for (const [name, { list, change }] of Object.entries(cases)) {
    describe(name, () => {
      for (const [how, reader] of Object.entries(readers)) {
        const loses = how === "by OFFSET";
        test(`${loses ? "control: " : ""}read ${how}, ${loses ? "others are missed" : "no other is missed"}`, async () => {
          const live = () => catalogue.ids(list.live);
          const { missed, times, pages } = await readUnder(reader(list), live, [() => change(0), () => change(1)]);
          assert.ok(pages >= 2, `only ${pages} page`);
          if (loses) assert.notEqual(missed.length, 0);
          else {
            assert.deepEqual(missed, []);
            assert.equal(Math.max(...times.values()), 1, "a record came twice");
          }
        });
      }
    });
  }

  const newest = async () => (await readCounter(catalogue.app.store.database.db)).updateVersion;

  for (const [how, pagesOf] of [
    ["by number", byNumber],
    ["by link", byLink],
  ] as const) {
    test(`an increment of products read ${how}: a record that changes again comes again, newest last`, async () => {
      const version = await newest();
      await catalogue.rename(range(0, 240));
      const changed = new Set(await catalogue.productIds(range(0, 240)));
      const live = async () => (await catalogue.ids(lists.products.live)).filter((id) => changed.has(id));
      const { read, missed } = await readUnder(pagesOf(catalogue.app.url, `/api/products?version=${version}`), live, [
        async () => {
          await catalogue.rename(range(0, 60));
          await catalogue.changeProducts(range(60, 90), () => ({ deleted: true }));
        },
        () => catalogue.rename(range(30, 60)),
      ]);
      assert.deepEqual(missed, []);
      assert.equal(read.size, 240);
      for (const n of [0, 29, 30, 59, 200]) {
        const [id] = await catalogue.productIds([n]);
        const [name] = await catalogue.ids(`select name as id from product where id = '${id}'`);
        assert.equal((read.get(id!) as { name: string }).name, name);
      }
    });

    test(`an increment of events read ${how}: removed events appear as removed, and none is lost`, async () => {
      const version = await newest();
      const touring = range(0, sizes.touring);
      await catalogue.reprice(touring);
      const all = await catalogue.ids("select id from event where listed");
      const { read, missed } = await readUnder(
        pagesOf(catalogue.app.url, `/api/events?version=${version}`),
        async () => all,
        [
          () => catalogue.reprice([0, 1]),
          () => catalogue.changeEvents([2], (events) => events.map((event) => ({ ...event, availability: "removed" }))),
        ],
      );
      assert.deepEqual(missed, []);
      const removed = [...read.values()].filter(
        (event) => (event as { availabilityCode: string }).availabilityCode === "removed",
      );
      assert.equal(removed.length, sizes.eventsEach);
    });

    test(`an increment after a change of rate, read ${how}, has every record priced in that currency and no other`, async () => {
      const version = await newest();
      await catalogue.changeRate();
      const inEuro = (table: string) => catalogue.ids(`select id from ${table} where currency_code = 'EUR'`);
      for (const [kind, expected] of [
        ["products", await inEuro("product")],
        ["events", await inEuro("event")],
      ] as const) {
        const { read } = await readUnder(
          pagesOf(catalogue.app.url, `/api/${kind}?version=${version}`),
          async () => expected,
          [],
        );
        assert.deepEqual([...read.keys()].sort(), [...expected].sort());
      }
      // Repeats the test while other records change, and with them the positions of every record priced in euros.
      for (const [kind, expected] of [
        ["products", await inEuro("product")],
        ["events", await inEuro("event")],
      ] as const) {
        const { missed, pages } = await readUnder(
          pagesOf(catalogue.app.url, `/api/${kind}?version=${version}`),
          async () => expected,
          [() => catalogue.reprice([1]), () => catalogue.rename(range(20, 50))],
        );
        assert.deepEqual(missed, []);
        assert.ok(pages >= 2);
      }
    });

    test(`an increment of pages read ${how} loses nothing`, async () => {
      const version = await newest();
      await catalogue.retitlePages(range(0, sizes.pages));
      const live = () => catalogue.ids(lists.pages.live);
      const { missed } = await readUnder(pagesOf(catalogue.app.url, `/api/es/pages?version=${version}`), live, [
        () => catalogue.retitlePages(range(0, 40)),
        () => catalogue.changePages(range(0, 30), () => ({ es: undefined as never })),
      ]);
      assert.deepEqual(missed, []);
    });
  }

  test("unpublished products that change their currency keep their positions among repriced products", async () => {
    const away = range(0, 80);
    await catalogue.changeProducts(away, () => ({ published: false }));
    const version = await newest();
    await catalogue.changeRate();
    const live = () => catalogue.ids("select id from product where currency_code = 'EUR' and published");
    const { missed, pages } = await readUnder(byNumber(catalogue.app.url, `/api/products?version=${version}`), live, [
      () => catalogue.changeProducts(away, () => ({ currencyCode: "USD" })),
    ]);
    assert.ok(pages >= 2);
    assert.deepEqual(missed, []);
  });

  test("an increment of pages has as many pages as its changes need, and counts the changed records", async () => {
    const version = await newest();
    await catalogue.retitlePages([240, 3, 17]);
    const answer = await fetch(`${catalogue.app.url}/api/es/pages?version=${version}`);
    const { totalCount, totalPages, values } = (await answer.json()) as Paged<Page>;
    assert.deepEqual([totalCount, totalPages], [3, 1]);
    assert.deepEqual(
      values.map(({ id }) => id),
      await catalogue.ids("select id from page order by seq desc limit 3").then((ids) => ids.toReversed()),
    );
  });

  const changeOfSearch: Record<keyof typeof searches, () => Promise<void>> = {
    "products by a word": () => catalogue.changeProducts(range(0, 30), () => ({ name: "Otra cosa" })),
    "products by a city": () => catalogue.changeProducts(range(0, 30), () => ({ cityCode: "BCN" })),
    "pages by a word": () => catalogue.changePages(range(0, 30), () => ({ pt: undefined as never })),
    "pages of a type": () => catalogue.changePages(range(0, 30), () => ({ type: "category" })),
    "pages of a white label": () => catalogue.changePages(range(0, 30), () => ({ whiteLabels: ["OTHER"] })),
  };
  for (const [name, list] of Object.entries(searches)) {
    test(`a search, ${name}, returns current matches without empty positions`, async () => {
      for (const change of [async () => {}, changeOfSearch[name as keyof typeof searches]]) {
        await change();
        const expected = await catalogue.ids(list.live);
        const pages = await Array.fromAsync(byNumber(catalogue.app.url, list.path));
        assert.deepEqual(
          pages.flatMap((page) => [...page.keys()]),
          expected,
        );
        assert.ok(pages.slice(0, -1).every(({ size }) => size === list.size));
        const first = (await (await fetch(`${catalogue.app.url}${list.path}`)).json()) as Paged<unknown>;
        assert.equal(first.totalCount, expected.length);
      }
    });
  }

  test("a search with a version returns matches that changed after it", async () => {
    const version = await newest();
    await catalogue.rename([5, 200]);
    await catalogue.changeProducts([7], () => ({ name: "Otra cosa" }));
    const found = await Array.fromAsync(byNumber(catalogue.app.url, `/api/products?query=paseo&version=${version}`));
    assert.deepEqual(
      found.flatMap((page) => [...page.keys()]),
      await catalogue.productIds([5, 200]),
    );
  });

  test("no list loses a record during any kind of change", async () => {
    const few = fc.nat(sizes.products - 30).map((n) => range(n, n + 30));
    const tour = fc.nat(sizes.touring - 1);
    type Change = fc.Arbitrary<() => Promise<void>>;
    const changesOf: Record<List["kind"], Change[]> = {
      products: [
        few.map((some) => () => catalogue.changeProducts(some, () => ({ deleted: true }))),
        few.map((some) => () => catalogue.changeProducts(some, () => ({ deleted: false, published: true }))),
        few.map((some) => () => catalogue.changeProducts(some, () => ({ published: false }))),
        few.map((some) => () => catalogue.changeProducts(some, () => ({ name: "Otra cosa" }))),
        few.map((some) => () => catalogue.rename(some)),
        few.map((some) => () => catalogue.changeProducts(some, () => ({ cityCode: "BCN" }))),
        few.map((some) => () => catalogue.changeProducts(some, () => ({ cityCode: "MAD" }))),
      ],
      events: [
        tour.map((n) => () => catalogue.changeProducts([n], ({ deleted }) => ({ deleted: !deleted }))),
        tour.map(
          (n) => () =>
            catalogue.changeProducts([n], ({ currencyCode }) => ({
              currencyCode: currencyCode === "EUR" ? "USD" : "EUR",
            })),
        ),
        tour.map(
          (n) => () =>
            catalogue.changeEvents([n], (all) =>
              all.map((event, at) => (at % 3 === n % 3 ? { ...event, availability: "removed" } : event)),
            ),
        ),
        tour.map(
          (n) => () =>
            catalogue.changeEvents([n], (all) => all.map((event) => ({ ...event, availability: "available" }))),
        ),
        tour.map((n) => () => catalogue.reprice([n])),
        fc.constant(() => catalogue.changeRate()),
      ],
      pages: [
        few.map((some) => () => catalogue.retitlePages(some)),
        few.map(
          (some) => () =>
            catalogue.changePages(some, () => ({
              es: undefined as never,
              pt: { name: "Página", url: "//www.example.com/pt" },
            })),
        ),
        few.map(
          (some) => () =>
            catalogue.changePages(some, () => ({
              pt: undefined as never,
              es: { name: "Página", url: "//www.example.com/es" },
            })),
        ),
        few.map(
          (some) => () => catalogue.changePages(some, ({ type }) => ({ type: type === "city" ? "category" : "city" })),
        ),
        few.map((some) => () => catalogue.changePages(some, () => ({ whiteLabels: ["ACME-ES"] }))),
        few.map((some) => () => catalogue.changePages(some, () => ({ whiteLabels: ["OTHER"] }))),
      ],
    };
    const reading = fc.constantFrom<List>(...Object.values(lists)).chain((list) => {
      const together = fc
        .array(fc.oneof(...changesOf[list.kind]), { minLength: 1, maxLength: 3 })
        .map((all) => async () => {
          for (const one of all) await one();
        });
      return fc.record({
        list: fc.constant(list),
        how: fc.constantFrom(byNumber, byLink),
        changes: fc.array(together, { minLength: 2, maxLength: 4 }),
      });
    });
    const property = fc.asyncProperty(reading, async ({ list, how, changes }) => {
      await catalogue.restore();
      const { missed } = await readUnder(how(catalogue.app.url, list.path), () => catalogue.ids(list.live), changes);
      assert.deepEqual(missed, [], list.path);
    });
    // Both stores get the same statements, and the embedded store takes twice as long.
    await fc.assert(property, { numRuns: 25, endOnFailure: true, seed: 20260615 });
  });
});
