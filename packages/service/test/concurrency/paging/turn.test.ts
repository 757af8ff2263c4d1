import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Event, type Paged, pageSizes } from "@paseo/contract";
import type { CatalogueFile } from "../../../src/store/editing/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { productId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onBothStores } from "../../support/servers/stores.ts";
import { byLink, byNumber, byToday, idsIn, type Walk, walkUnder } from "./walking.ts";

/** The list of coming events begins today. When a day ends under a walker, it must lose nothing all the same. */

const halfHours = Array.from(
  { length: 30 },
  (_, n) => `${String(7 + (n >> 1)).padStart(2, "0")}:${n % 2 ? "30" : "00"}`,
);
const season = { from: "2026-06-16", to: "2026-09-15", capacity: null, prices: [{ code: "ADULT", amount: "30.00" }] };

/** 40 events a day for three months, on both sides of the Atlantic: eight pages, the first two of which go by in a month. */
const catalogue: CatalogueFile = {
  ...testCatalogue,
  products: [
    variant(show, { externalId: "tower" }, { externalId: "tower", schedules: [{ ...season, times: halfHours }] }),
    variant(
      boat,
      { externalId: "bay", timeZone: "America/Los_Angeles" },
      { externalId: "bay", schedules: [{ ...season, times: halfHours.slice(0, 10) }] },
    ),
    museum,
  ],
};

/** Ends of days, each with what is special about it. The layout of lists changes at noon UTC of 4 July. */
const turns: Record<string, string> = {
  "an ordinary day": "2026-06-25T12:00:00Z",
  "the day with which the first whole page is over": "2026-06-29T12:00:00Z",
  "the last day of a layout": "2026-07-04T12:00:00Z",
  "the first day of a layout": "2026-07-05T12:00:00Z",
};

onBothStores("the turn of the day", (open) => {
  let app: TestApp;
  let tower: string;
  before(async () => {
    app = await startApp({ open, catalogue });
    tower = await productId(app, "tower");
  });
  after(() => app?.stop());

  const live = (where: string) => () =>
    idsIn(
      app,
      `select id from event where listed and availability <> 'removed' and day_ends_at > '${app.clock.now.toISOString()}'
         and ${where} order by event_on, id`,
    );
  const lists: Record<string, () => { path: string; live: () => Promise<string[]> }> = {
    "all events": () => ({ path: "/api/events", live: live("true") }),
    "one product's": () => ({ path: `/api/events?id=${tower}`, live: live(`product_id = '${tower}'`) }),
    "those up to a day": () => ({ path: "/api/events?todate=2026-08-31", live: live("event_on < '2026-09-01'") }),
  };

  /** What is missed by a walk in which the day ends after page `after`. */
  async function missedOver(turn: string, walk: Walk, present: () => Promise<string[]>, after: number) {
    const at = Date.parse(turn);
    app.clock.now = new Date(at - 60_000);
    const nothing = Array.from({ length: after - 1 }, () => async () => {});
    const end = async () => {
      app.clock.now = new Date(at + 60_000);
    };
    const { missed, pages } = await walkUnder(walk, present, [...nothing, end]);
    assert.ok(pages > after, `the walk ended on page ${pages}`);
    return missed;
  }

  for (const [name, turn] of Object.entries(turns)) {
    describe(`the end of ${name}`, () => {
      for (const [kind, list] of Object.entries(lists)) {
        test(`takes nothing from a walk through ${kind}, by number or by link, wherever it is`, async () => {
          const { path, live } = list();
          for (const after of [1, 2, 3]) {
            assert.deepEqual(await missedOver(turn, byNumber(app.url, path), live, after), [], `by number, ${after}`);
            assert.deepEqual(await missedOver(turn, byLink(app.url, path), live, after), [], `by link, ${after}`);
          }
        });
      }

      test("control: a list that simply begins a day later loses some", async () => {
        const { path, live } = lists["all events"]!();
        const today = () => new Date(app.clock.now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
        assert.notEqual((await missedOver(turn, byToday(app.url, path, today), live, 2)).length, 0);
      });
    });
  }

  const page = async (path: string): Promise<Paged<Event>> =>
    (await (await fetch(`${app.url}${path}`)).json()) as never;

  test("through two layouts the first page begins today, and every page agrees with the totals", async () => {
    const size = pageSizes.events;
    for (let day = 16; day < 80; day += 3) {
      app.clock.now = new Date(Date.UTC(2026, 5, day, 13));
      const today = app.clock.now.toISOString().slice(0, 10);
      for (const { path, live } of Object.values(lists).map((list) => list())) {
        const at = (number: number) => page(`${path}${path.includes("?") ? "&" : "?"}page=${number}`);
        const first = await at(1);
        assert.equal(first.values[0]!.eventOn.slice(0, 10), today, path);
        const there = await live();
        assert.ok(first.totalCount >= there.length);
        assert.equal(Math.ceil(first.totalCount / size), first.totalPages);
        const last = await at(first.totalPages);
        assert.deepEqual([last.hasNextPage, last.hasPreviousPage], [false, first.totalPages > 1]);
        assert.equal(last.values.at(-1)!.id, there.at(-1));
        assert.deepEqual((await at(first.totalPages + 1)).values, []);
        assert.equal(first.hasNextPage, first.totalPages > 1);
      }
    }
  });

  test("only on the first day of a layout is a list followed by itself, and never for who goes by link", async () => {
    const { path, live } = lists["all events"]!();
    const met = async (walk: Walk) => (await Array.fromAsync(walk)).flatMap((records) => [...records.keys()]);
    for (const [day, rounds] of [
      ["2026-07-03T12:00:00Z", 1],
      ["2026-07-04T12:00:00Z", 2],
      ["2026-07-05T11:59:59Z", 2],
      ["2026-07-05T12:00:00Z", 1],
    ] as const) {
      app.clock.now = new Date(day);
      const there = (await live()).sort();
      const byPage = Map.groupBy(await met(byNumber(app.url, path)), (id) => id);
      assert.deepEqual([...byPage.keys()].sort(), there);
      // Of days gone by, a layout repeats no more than the pages they would fill.
      const repeated = [...byPage.values()].filter((times) => times.length > 1).length;
      assert.ok(rounds === 2 ? repeated === there.length : repeated <= 2 * pageSizes.events, `${day}: ${repeated}`);
      // By link the list is one from a named day, with what of that day is over.
      const linked = await met(byLink(app.url, path));
      assert.equal(new Set(linked).size, linked.length);
      assert.ok(new Set(linked).isSupersetOf(new Set(there)));
    }
  });

  test("a list up to a day that is over is empty", async () => {
    app.clock.now = new Date("2026-07-10T13:00:00Z");
    for (const todate of ["2026-07-01", "2026-06-20T10:00:00"]) {
      const { values: none, ...envelope } = await page(`/api/events?todate=${todate}`);
      assert.deepEqual(none, []);
      assert.deepEqual(envelope, {
        currentPage: 1,
        pageSize: pageSizes.events,
        totalCount: 0,
        totalPages: 0,
        hasPreviousPage: false,
        hasNextPage: false,
      });
    }
  });
});
