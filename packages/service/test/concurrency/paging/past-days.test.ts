import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Event, type Paged, pageSizes } from "@paseo/contract";
import type { CatalogueFile } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { productId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onWidePostgres } from "../../support/servers/stores.ts";
import { idsIn } from "./changing-catalogue.ts";
import { byLink, byNumber, byToday, type Pages, readUnder } from "./reading.ts";

/** Days end while clients read the lists of coming events. */

const halfHours = Array.from(
  { length: 30 },
  (_, n) => `${String(7 + (n >> 1)).padStart(2, "0")}:${n % 2 ? "30" : "00"}`,
);
const season = { from: "2026-06-16", to: "2026-09-15", capacity: null, prices: [{ code: "ADULT", amount: "30.00" }] };

/** 40 events a day for three months, on both sides of the Atlantic. */
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

const ends: Record<string, string> = {
  "a day in Madrid": "2026-06-24T22:00:00Z",
  "a day in Los Angeles": "2026-06-25T07:00:00Z",
  "a day in the last time zone": "2026-06-25T12:00:00Z",
};

onWidePostgres("lists of coming events while days end", (open) => {
  let app: TestApp;
  let tower: string;
  before(async () => {
    app = await startApp({ open, catalogue });
    tower = await productId(app, "tower");
  });
  after(() => app?.stop());

  const live = (where: string, order: "asc" | "desc") => () =>
    idsIn(
      app,
      `select id from event where listed and availability <> 'removed' and day_ends_at > '${app.clock.now.toISOString()}'
         and ${where} order by event_on ${order}, id`,
    );
  const lists: Record<string, () => { path: string; live: () => Promise<string[]> }> = {
    "all events": () => ({ path: "/api/events", live: live("true", "desc") }),
    "one product's": () => ({ path: `/api/events?id=${tower}`, live: live(`product_id = '${tower}'`, "asc") }),
    "those until a day": () => ({
      path: "/api/events?todate=2026-08-31",
      live: live("event_on < '2026-09-01'", "desc"),
    }),
  };

  /** Returns the records that a client misses if the day ends after it has read `after` pages. */
  async function missedOver(end: string, list: Pages, present: () => Promise<string[]>, after: number) {
    const at = Date.parse(end);
    app.clock.now = new Date(at - 60_000);
    const nothing = Array.from({ length: after - 1 }, () => async () => {});
    const ends = async () => {
      app.clock.now = new Date(at + 60_000);
    };
    const { missed, pages, times } = await readUnder(list, present, [...nothing, ends]);
    assert.ok(pages >= after, `the list ended on page ${pages}`);
    return { missed, repeated: [...times.values()].filter((n) => n > 1).length };
  }

  for (const [name, end] of Object.entries(ends)) {
    describe(`the end of ${name}`, () => {
      for (const [kind, list] of Object.entries(lists)) {
        test(`makes no client miss or repeat a record of ${kind}, by number or by link, on any page`, async () => {
          const { path, live } = list();
          const none = { missed: [], repeated: 0 };
          for (const after of [1, 2, 3, 5]) {
            assert.deepEqual(await missedOver(end, byNumber(app.url, path), live, after), none, `by number, ${after}`);
            assert.deepEqual(await missedOver(end, byLink(app.url, path), live, after), none, `by link, ${after}`);
          }
        });
      }
    });
  }

  test("control: a list whose first day leaves at its start loses some", async () => {
    const { path, live } = lists["all events"]!();
    const today = () => new Date(app.clock.now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
    const list = byToday(app.url, path, today);
    assert.notEqual((await missedOver(ends["a day in the last time zone"]!, list, live, 2)).missed.length, 0);
  });

  const page = async (path: string): Promise<Paged<Event>> =>
    (await (await fetch(`${app.url}${path}`)).json()) as never;
  const isSorted = (events: Event[], order: "asc" | "desc"): boolean =>
    events.every((event, n) => {
      const before = events[n - 1] ?? event;
      if (event.eventOn === before.eventOn) return event.id >= before.id;
      return order === "asc" ? event.eventOn > before.eventOn : event.eventOn < before.eventOn;
    });

  test("the full list is sorted from the latest, lists with id or fromdate from the earliest, then by Id", async () => {
    app.clock.now = new Date("2026-06-25T13:00:00Z");
    for (const [query, order] of [
      ["", "desc"],
      ["todate=2026-07-31", "desc"],
      ["version=0", "desc"],
      [`id=${tower}`, "asc"],
      [`id=${tower}&version=0`, "asc"],
      [`id=${tower}&todate=2026-07-31`, "asc"],
      ["fromdate=2026-07-01", "asc"],
      ["fromdate=2026-07-01T10:00:00&todate=2026-08-01", "asc"],
      ["fromdate=2026-07-01&version=0", "asc"],
    ] as const) {
      const events: Event[] = [];
      for (let number = 1, more = true; more; number++) {
        const { values, hasNextPage } = await page(`/api/events?${query}&page=${number}`);
        events.push(...values);
        more = hasNextPage;
      }
      assert.ok(events.length > pageSizes.events, query);
      assert.ok(isSorted(events, order), query);
    }
  });

  test("over three months no list repeats a record, and TotalCount is at most one page too high", async () => {
    const size = pageSizes.events;
    for (let day = 16; day < 107; day += 5) {
      app.clock.now = new Date(Date.UTC(2026, 5, day, 13));
      for (const [kind, list] of Object.entries(lists)) {
        const { path, live } = list();
        const at = (number: number) => page(`${path}${path.includes("?") ? "&" : "?"}page=${number}`);
        const there = await live();
        const read: Event[] = [];
        for (let number = 1, more = true; more; number++) {
          const one = await at(number);
          read.push(...one.values);
          more = one.hasNextPage;
          assert.ok(one.totalCount >= there.length && one.totalCount <= there.length + size, `${kind}, day ${day}`);
          assert.equal(Math.ceil(one.totalCount / size), one.totalPages);
          assert.equal(one.hasPreviousPage, number > 1);
          if (!more) assert.deepEqual((await at(number + 1)).values, []);
        }
        assert.deepEqual(
          read.map(({ id }) => id),
          there,
          `${kind}, day ${day}`,
        );
      }
    }
  });

  test("one product's list starts with a page of coming events; a list of one page is complete on it", async () => {
    for (const day of ["2026-07-20T13:00:00Z", "2026-09-01T13:00:00Z"]) {
      app.clock.now = new Date(day);
      const there = await lists["one product's"]!().live();
      const { values, totalPages, totalCount } = await page(`/api/events?id=${tower}`);
      assert.equal(values[0]!.id, there[0]);
      if (there.length > pageSizes.events) continue;
      assert.deepEqual([values.length, totalPages, totalCount], [there.length, 1, there.length]);
    }
  });

  test("a list up to a past day is empty", async () => {
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
