import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import fc from "fast-check";
import { readCounter } from "../../../src/store/catalogue/versions.ts";
import { onBothStores } from "../../support/servers/stores.ts";
import { type List, lists } from "./lists.ts";
import { byLink, byNumber, byOffset, ChangingCatalogue, sizes, type Walk, walkUnder } from "./walking.ts";

/** Decision 8: walking the pages by number while records change never silently loses one. */

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
onBothStores("walking by page number under changes", (open) => {
  let catalogue: ChangingCatalogue;
  before(async () => {
    catalogue = await ChangingCatalogue.start(open);
  });
  after(() => catalogue?.app.stop());
  beforeEach(() => catalogue.restore());

  const walkers: Record<string, (list: List) => Walk> = {
    "by number": ({ path }) => byNumber(catalogue.app.url, path),
    "by link": ({ path }) => byLink(catalogue.app.url, path),
    "by OFFSET": ({ live, size }) => byOffset(() => catalogue.ids(live), size),
  };

  interface Case {
    list: List;
    /** Makes other records leave the list at each turn. */
    change(turn: number): Promise<void>;
  }
  const turnOf = (turn: number, size: number) => range(turn * size, (turn + 1) * size);
  const cases: Record<string, Case> = {
    "products that are deleted": {
      list: lists.products,
      change: (turn) => catalogue.changeProducts(turnOf(turn, 30), () => ({ deleted: true })),
    },
    "products that are unpublished, from version 0": {
      list: lists["products from version 0"],
      change: (turn) => catalogue.changeProducts(turnOf(turn, 30), () => ({ published: false })),
    },
    "products that no longer match a word": {
      list: lists["products by a word"],
      change: (turn) => catalogue.changeProducts(turnOf(turn, 30), () => ({ name: "Otra cosa" })),
    },
    "products that move to another city": {
      list: lists["products by a city"],
      change: (turn) => catalogue.changeProducts(turnOf(turn, 30), () => ({ cityCode: "BCN" })),
    },
    "events that are removed": {
      list: lists.events,
      change: (turn) =>
        catalogue.changeEvents(turnOf(turn, 2), (all) => all.map((event) => ({ ...event, availability: "removed" }))),
    },
    "events of products that are deleted": {
      list: lists["events from a day"],
      change: (turn) => catalogue.changeProducts(turnOf(turn, 2), () => ({ deleted: true })),
    },
    "pages that leave a word and a language": {
      list: lists["pages by a word"],
      change: (turn) => catalogue.changePages(turnOf(turn, 30), () => ({ pt: undefined as never })),
    },
    "pages that change their type": {
      list: lists["pages of a type"],
      change: (turn) => catalogue.changePages(turnOf(turn, 30), () => ({ type: "category" })),
    },
    "pages that leave a white label": {
      list: lists["pages of a white label"],
      change: (turn) => catalogue.changePages(turnOf(turn, 30), () => ({ whiteLabels: ["OTHER"] })),
    },
  };
  for (const [name, { list, change }] of Object.entries(cases)) {
    describe(name, () => {
      for (const [how, walker] of Object.entries(walkers)) {
        const loses = how === "by OFFSET";
        test(`${loses ? "control: " : ""}walked ${how}, ${loses ? "others are lost" : "nothing else is lost"}`, async () => {
          const live = () => catalogue.ids(list.live);
          const { missed, pages } = await walkUnder(walker(list), live, [() => change(0), () => change(1)]);
          assert.ok(pages >= 2, `only ${pages} page`);
          if (loses) assert.notEqual(missed.length, 0);
          else assert.deepEqual(missed, []);
        });
      }
    });
  }

  const newest = async () => (await readCounter(catalogue.app.store.database.db)).updateVersion;

  for (const [how, walk] of [
    ["by number", byNumber],
    ["by link", byLink],
  ] as const) {
    test(`an increment of products walked ${how}: what changes again comes again, newest last`, async () => {
      const version = await newest();
      await catalogue.rename(range(0, 240));
      const changed = new Set(await catalogue.productIds(range(0, 240)));
      const live = async () => (await catalogue.ids(lists.products.live)).filter((id) => changed.has(id));
      const { met, missed } = await walkUnder(walk(catalogue.app.url, `/api/products?version=${version}`), live, [
        async () => {
          await catalogue.rename(range(0, 60));
          await catalogue.changeProducts(range(60, 90), () => ({ deleted: true }));
        },
        () => catalogue.rename(range(30, 60)),
      ]);
      assert.deepEqual(missed, []);
      assert.equal(met.size, 240);
      for (const n of [0, 29, 30, 59, 200]) {
        const [id] = await catalogue.productIds([n]);
        const [name] = await catalogue.ids(`select name as id from product where id = '${id}'`);
        assert.equal((met.get(id!) as { name: string }).name, name);
      }
    });

    test(`an increment of events walked ${how}: removed ones come as removed, and none is lost`, async () => {
      const version = await newest();
      const touring = range(0, sizes.touring);
      await catalogue.reprice(touring);
      const all = await catalogue.ids("select id from event where listed");
      const { met, missed } = await walkUnder(
        walk(catalogue.app.url, `/api/events?version=${version}`),
        async () => all,
        [
          () => catalogue.reprice([0, 1]),
          () => catalogue.changeEvents([2], (events) => events.map((event) => ({ ...event, availability: "removed" }))),
        ],
      );
      assert.deepEqual(missed, []);
      const removed = [...met.values()].filter(
        (event) => (event as { availabilityCode: string }).availabilityCode === "removed",
      );
      assert.equal(removed.length, sizes.eventsEach);
    });

    test(`a change of a rate, walked ${how}: every record priced in it is in the increment, no other`, async () => {
      const version = await newest();
      await catalogue.changeRate();
      const inEuro = (table: string) => catalogue.ids(`select id from ${table} where currency_code = 'EUR'`);
      for (const [kind, expected] of [
        ["products", await inEuro("product")],
        ["events", await inEuro("event")],
      ] as const) {
        const { met } = await walkUnder(
          walk(catalogue.app.url, `/api/${kind}?version=${version}`),
          async () => expected,
          [],
        );
        assert.deepEqual([...met.keys()].sort(), [...expected].sort());
      }
      // The same while other records change, and with them the positions of all that is priced in euros.
      for (const [kind, expected] of [
        ["products", await inEuro("product")],
        ["events", await inEuro("event")],
      ] as const) {
        const { missed, pages } = await walkUnder(
          walk(catalogue.app.url, `/api/${kind}?version=${version}`),
          async () => expected,
          [() => catalogue.reprice([1]), () => catalogue.rename(range(20, 50))],
        );
        assert.deepEqual(missed, []);
        assert.ok(pages >= 2);
      }
    });

    test(`an increment of pages walked ${how} loses nothing`, async () => {
      const version = await newest();
      await catalogue.retitlePages(range(0, sizes.pages));
      const live = () => catalogue.ids(lists.pages.live);
      const { missed } = await walkUnder(walk(catalogue.app.url, `/api/es/pages?version=${version}`), live, [
        () => catalogue.retitlePages(range(0, 40)),
        () => catalogue.changePages(range(0, 30), () => ({ es: undefined as never })),
      ]);
      assert.deepEqual(missed, []);
    });
  }

  test("products that are away and change their currency keep their places among those repriced", async () => {
    const away = range(0, 80);
    await catalogue.changeProducts(away, () => ({ published: false }));
    const version = await newest();
    await catalogue.changeRate();
    const live = () => catalogue.ids("select id from product where currency_code = 'EUR' and published");
    const { missed, pages } = await walkUnder(byNumber(catalogue.app.url, `/api/products?version=${version}`), live, [
      () => catalogue.changeProducts(away, () => ({ currencyCode: "USD" })),
    ]);
    assert.ok(pages >= 2);
    assert.deepEqual(missed, []);
  });

  test("any list under any changes loses nothing", async () => {
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
    const walk = fc.constantFrom<List>(...Object.values(lists)).chain((list) => {
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
    const property = fc.asyncProperty(walk, async ({ list, how, changes }) => {
      await catalogue.restore();
      const { missed } = await walkUnder(how(catalogue.app.url, list.path), () => catalogue.ids(list.live), changes);
      assert.deepEqual(missed, [], list.path);
    });
    await fc.assert(property, { numRuns: 60, endOnFailure: true, seed: 20260615 });
  });
});
