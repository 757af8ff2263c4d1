import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type DayAvailability, limits } from "@paseo/contract";
import { sql } from "kysely";
import { DateTime } from "luxon";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId } from "../support/partner.ts";
import { newSeed, randomFrom } from "../support/random.ts";
import { catalogue, daysOf, keyOf, minute, products, range } from "../support/samples/days.ts";
import { Holder } from "../support/samples/holding.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { assertProblem, formats, send, Wire } from "../support/wire.ts";

/** GET /api/availability has one record for each product and local day, which always agrees with the list of events. */

onPostgres("availability", (open) => {
  let app: TestApp;
  const ids = new Map<string, string>();
  before(async () => {
    app = await startApp({
      open,
      catalogue,
      jobs: false,
      now: new Date("2026-09-23T09:00:00Z"),
      config: { holdsPerPartner: 1000, heldSeatsPerPartner: 1000 },
    });
    const { rows } = await sql<{ id: string; name: string }>`
      select id, external_id as name from product`.execute(app.store.database.db);
    for (const { id, name } of rows) ids.set(name, id);
  });
  after(() => app?.stop());
  const wire = (format: (typeof formats)[number] = "json") => new Wire(app.url, { sends: format, reads: format });
  const list = async (params: Record<string, string | number>, format?: (typeof formats)[number]) =>
    (await wire(format).ask("availability", params)).values;

  test("of all products is by day, then in the products' order, and pages by number or by Link", async () => {
    app.clock.now = new Date("2026-09-23T09:00:00Z");
    await app.import({ ...catalogue, products: products() });
    const days = { fromdate: "2026-10-06", todate: limit("2026-10-06", limits.availabilityDaysOfAll) };
    const all = await wire().ask("availability", days);
    const order = [...ids.values()];
    const positions = (await wire().ask("products")).values.map(({ id }) => id);
    assert.ok(all.values.length > 10 && order.length === 3);
    const sorted = all.values.toSorted(
      (a, b) => a.date.localeCompare(b.date) || positions.indexOf(a.productId) - positions.indexOf(b.productId),
    );
    assert.deepEqual(all.values, sorted);
    assert.deepEqual(all, { ...all, currentPage: 1, pageSize: 500, totalPages: 1, hasNextPage: false });
    assert.equal(all.totalCount, all.values.length);
    for (const id of order)
      assert.deepEqual(
        await list({ id, ...days }),
        all.values.filter(({ productId }) => productId === id),
      );
    assert.deepEqual((await wire().ask("availability", { ...days, page: 2 })).values, []);
  });

  test("begins today at the product's location by default, and without id and fromdate the latest day is first", async () => {
    app.clock.now = new Date("2026-10-24T11:59:00Z");
    const madrid = ids.get("madrid")!;
    const dates = async (params = {}) => [...new Set((await list(params)).map(({ date }) => date))];
    const october = ["24", "25", "26", "27", "28"].map((day) => `2026-10-${day}`);
    assert.deepEqual(await dates({ id: madrid }), october);
    assert.deepEqual(await dates({ id: madrid, version: 0 }), october);
    assert.deepEqual(await dates({ id: madrid, todate: "2026-10-24" }), october.slice(0, 1));
    assert.deepEqual(await dates({ id: madrid, todate: "2026-10-23" }), []);
    assert.deepEqual(await dates({ id: madrid, todate: "2026-01-01" }), []);
    assert.deepEqual((await dates()).slice(-5), october.toReversed());
    // A day before today is listed if the client names it.
    assert.deepEqual((await dates({ id: madrid, fromdate: "2026-10-23" })).slice(0, 2), ["2026-10-23", "2026-10-24"]);
    // The day begins at 22:00 UTC in Madrid and at 04:00 UTC in New York.
    app.clock.now = new Date("2026-10-24T21:59:00Z");
    assert.deepEqual(await dates({ id: madrid }), october);
    app.clock.now = new Date("2026-10-24T22:00:00Z");
    assert.deepEqual(await dates({ id: madrid }), october.slice(1));
    assert.equal((await wire().ask("availability", { id: madrid })).totalCount, 4);
    const [newYork, first] = [ids.get("new-york")!, "2026-10-27"];
    app.clock.now = new Date("2026-10-28T03:59:00Z");
    assert.equal((await dates({ id: newYork }))[0], first);
    assert.deepEqual(await dates({ id: madrid }), ["2026-10-28"]);
    assert.equal((await dates()).at(-1), first);
    app.clock.now = new Date("2026-10-28T04:00:00Z");
    assert.equal((await dates()).at(-1), "2026-10-28");
  });

  test("refuses ranges that are too long or no days, and unknown products", async () => {
    const id = ids.get("madrid")!;
    const problem = async (query: string, status = 400, code = "invalid-parameter") => {
      const answer = await send(`${app.url}/api/availability?${query}`);
      const { detail, errors } = assertProblem(answer, status, code);
      return [errors?.map(({ pointer }) => pointer).join(), detail];
    };
    const from = "2026-03-01";
    for (const [given, most] of [
      [`id=${id}&`, limits.availabilityDays],
      ["", limits.availabilityDaysOfAll],
    ] as const) {
      const ok = `${app.url}/api/availability?${given}fromdate=${from}&todate=${limit(from, most)}`;
      assert.equal((await send(ok)).status, 200);
      assert.deepEqual(await problem(`${given}fromdate=${from}&todate=${limit(from, most + 2)}`), [
        "todate",
        `todate is 2 days too late: at most ${most} days are listed ${given ? "with" : "without"} id.`,
      ]);
      assert.equal((await problem(`${given}todate=2030-01-01`))[0], "todate");
    }
    assert.deepEqual(await problem("fromdate=2026-03-02&todate=2026-03-01"), ["todate", "todate is before fromdate."]);
    assert.equal((await problem("fromdate=2026-03-02T10:00&todate=x"))[0], "fromdate,todate");
    assert.equal((await problem("id=x"))[0], "id");
    assert.match((await problem(`id=${unknown}`, 404, "not-found"))[1]!, /There is no product 0000/);
    assert.equal((await problem("version=99999999", 410, "version-expired"))[0], undefined);
  });

  test("has an ETag that a change of its days alone changes, and one of when its events can be bought", async () => {
    app.clock.now = new Date("2026-09-23T09:00:00Z");
    const tag = async (product: string, days: { fromdate: string; todate: string }) => {
      const query = new URLSearchParams({ id: ids.get(product)!, ...days });
      const { headers } = await send(`${app.url}/api/availability?${query}`);
      const again = { "if-none-match": headers.etag! };
      assert.equal((await send(`${app.url}/api/availability?${query}`, { headers: again })).status, 304);
      return headers.etag;
    };
    const one = { fromdate: "2026-10-20", todate: "2026-10-20" };
    const other = { fromdate: "2026-10-21", todate: "2026-10-21" };
    const auckland = { fromdate: "2026-09-24", todate: "2026-09-30" };
    const tags = async () => [await tag("madrid", one), await tag("madrid", other), await tag("auckland", auckland)];
    const first = await tags();
    const holder = new Holder(app);
    const hold = await holder.hold(await eventId(app, "madrid", "2026-10-20T20:00"), { ADULT: 3 });
    const sold = await tags();
    assert.deepEqual([sold[0] === first[0], sold[1] === first[1], sold[2] === first[2]], [false, true, true]);
    // Partners see no change of these events themselves.
    await app.import({ ...catalogue, products: products({ lead: 4 }) });
    assert.notEqual(await tag("auckland", auckland), first[2]);
    await app.import({ ...catalogue, products: products() });
    await holder.release(hold.id!);
    assert.deepEqual(await tags(), first);
    app.clock.now = new Date("2026-09-23T13:00:00Z");
    assert.notEqual(await tag("auckland", auckland), first[2], "after the end of a sale");
  });

  test("equals what the list of events says, after any change: a random history", async () => {
    app.clock.now = new Date("2026-09-23T13:00:00Z");
    const seed = newSeed();
    const random = randomFrom(seed);
    const below = (n: number) => Math.floor(random() * n);
    const { db } = app.store.database;
    const holder = new Holder(app);
    const held: string[] = [];
    const copy = new Map<string, DayAvailability>();
    let state = { price: 20, lead: 1, without: "" };
    let version = 0;
    const seen = { open: 0, soldOut: 0, closed: 0, changed: 0 };

    /** Finds an event on sale, mostly in the next days. */
    async function eventOnSale(): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        select id from event where listed and sales_end_at > ${app.clock.now} and availability = 'available'
        order by sales_end_at offset ${below(12)} limit 1`.execute(db);
      return rows[0]?.id;
    }
    /** Holds every seat of one event's product and day. */
    async function holdDay(): Promise<void> {
      const id = await eventOnSale();
      const { rows } = await sql<{ id: string; left: number }>`
        select e.id, e.capacity_left as left from event e join event chosen
          on chosen.product_id = e.product_id and chosen.event_on::date = e.event_on::date
        where chosen.id = ${id ?? null} and e.capacity_left > 0`.execute(db);
      for (const { id, left } of rows) {
        const hold = await holder.hold(id, { ADULT: left });
        if (hold.isValid) held.push(hold.id!);
      }
    }
    const changes: (() => Promise<unknown>)[] = [
      holdDay,
      async () => {
        const id = await eventOnSale();
        const hold = id === undefined ? undefined : await holder.hold(id, { ADULT: 1 + below(3) });
        if (hold?.isValid) held.push(hold.id!);
      },
      async () => {
        const id = await eventOnSale();
        const hold = id === undefined ? undefined : await holder.hold(id, { ADULT: 1 + below(2) });
        if (hold?.isValid) await holder.book(hold);
      },
      async () => {
        const id = held.pop();
        if (id) await holder.release(id);
      },
      () => returnAllExpiredSeats(db, app.clock.now),
      async () => {
        const code = ["black-out", "sold-out", "available", "removed"][below(4)]!;
        await db.transaction().execute(async (tx) => {
          await sql`update event set availability = ${code}, seq = null where id = (
            select id from event order by event_on, id offset ${below(40)} limit 1)`.execute(tx);
          await publishChanges(tx, { touched: [...ids.values()] }, app.clock.now);
        });
      },
      async () => {
        state = { price: 10 + below(40), lead: below(4), without: ["", "", "madrid", "new-york"][below(4)]! };
        await app.import({ ...catalogue, products: products(state) });
      },
      async () => {
        const rate = `${4 + below(3)}.25`;
        const currencies = catalogue.currencies!.map((one) => (one.code === "BRL" ? { ...one, rate } : one));
        await app.import({ ...catalogue, currencies, products: products(state) });
      },
      async () => {
        app.clock.now = new Date(app.clock.now.getTime() + [3, 40, 600, 2400][below(4)]! * minute);
      },
    ];

    const rounds = 60;
    for (let round = 0; round < rounds; round++) {
      await changes[below(changes.length)]!();
      const format = formats[round % 2]!;
      const expected = new Map<string, DayAvailability[]>();
      for (const product of products(state)) {
        const id = ids.get(product.externalId)!;
        const events = (await wire(format).ask("events", { id, ...range })).values;
        expected.set(id, daysOf(id, product, events, app.clock.now));
        assert.deepEqual(
          await list({ id, ...range }, format),
          expected.get(id),
          `${product.externalId}, TEST_SEED=${seed}`,
        );
      }
      const all = [...expected.values()].flat();
      // A copy that reads only what changed is the same.
      const next = (await wire().ask("productversion", {})).updateVersion;
      for (const id of ids.values()) {
        for (const day of await list({ id, ...range, version })) {
          if (day.events === 0) copy.delete(keyOf(day));
          else copy.set(keyOf(day), day);
          if (version > 0) seen.changed++;
        }
      }
      version = next;
      assert.deepEqual(
        [...copy.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
        all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
        `the copy, TEST_SEED=${seed}`,
      );
      for (const day of all) seen[day.openEvents > 0 ? "open" : day.soldOut ? "soldOut" : "closed"]++;
    }
    assert.ok(seen.open > 0 && seen.soldOut > 0 && seen.closed > 0 && seen.changed > 0, JSON.stringify(seen));
    assert.ok(
      seen.changed < (rounds * copy.size) / 2,
      `an increment is nearly the whole list: ${JSON.stringify(seen)}`,
    );
  });
});

const unknown = "00000000-0000-4000-8000-000000000000";

/** The last day of a period of `days`. */
const limit = (first: string, days: number): string =>
  DateTime.fromISO(first)
    .plus({ days: days - 1 })
    .toISODate()!;
