import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CatalogDigest, DigestSum, type Event, type Order, type Paged, recordHash } from "@paseo/contract";
import { sql } from "kysely";
import { dropYears, yearsToDrop } from "../../src/domain/editing/dropped-years.ts";
import { erasePersonalData, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { redeemVoucher } from "../../src/domain/visits/admission.ts";
import { voucherContent } from "../../src/domain/visits/vouchers.ts";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import type { Db } from "../../src/store/database/database.ts";
import { readSales } from "../../src/store/orders/dashboard.ts";
import { listOrders } from "../../src/store/orders/order-list.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { eventIds } from "../concurrency/booking.ts";
import { testNow } from "../support/app.ts";
import { command } from "../support/command.ts";
import { codesOf, eventId, productId } from "../support/partner.ts";
import { boat, museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { storedYears } from "../support/stored-years.ts";
import { until } from "../support/until.ts";

/** Partners and the operator read a catalogue of three years, of which the first two are dropped. */

/** 720 evenings, mornings and nights: each year fills a page and a half of the list. */
const dollars = { code: "USD", digits: 2 };

const hourly: CatalogueProduct = {
  ...show,
  items: show.items.map((item) => ({
    ...item,
    schedules: item.schedules!.map((schedule) => ({
      ...schedule,
      times: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`),
    })),
  })),
};
const catalogueOf = (year: number): CatalogueProduct[] =>
  JSON.parse(JSON.stringify([hourly, boat, museum]).replaceAll('"2026-', `"${year}-`));
const perYear = 720 + 30 + 16;

onPostgres("dropped years", (open) => {
  let shop: Ordering;
  let db: Db;
  /** `complete`: an order of 2024 with its voucher. `waiting`: an order of 2024 that waits. `later`: an order of 2025 that waits. */
  let complete: Order;
  let waiting: Order;
  let later: Order;
  let droppedEvent: string;
  let storedIds: Set<string>;
  let version2025: number;
  /** After this version, events of the dropped years change again. */
  let version2026: number;
  const get = async <T>(path: string): Promise<{ value: T; link: string | null }> => {
    const answer = await fetch(`${shop.app.url}${path}`);
    assert.equal(answer.status, 200, path);
    return { value: (await answer.json()) as T, link: answer.headers.get("link") };
  };
  const digest = async (query = "") => (await get<CatalogDigest>(`/api/catalogdigest?${query}`)).value;
  /** Reads the pages of a list by number, from `first` to `last`. */
  async function byNumber(list: string, first = 1, last = Number.POSITIVE_INFINITY): Promise<Paged<Event>[]> {
    const pages: Paged<Event>[] = [];
    for (let page = first; page <= last; page++) {
      pages.push((await get<Paged<Event>>(`/api/events?${list}&page=${page}`)).value);
      if (!pages.at(-1)!.hasNextPage) break;
    }
    return pages;
  }
  /** Returns the page on which each event occurs first. */
  const pagesOf = (pages: Paged<Event>[]): Map<string, number> =>
    new Map(
      pages.toReversed().flatMap(({ currentPage, values }) => values.map(({ id }) => [id, currentPage] as const)),
    );

  before(async () => {
    shop = await startOrdering({ open, catalogue: { ...testCatalogue, products: [] } });
    db = shop.app.store.database.db;
    for (const year of [2024, 2025, 2026]) {
      shop.app.clock.now = new Date(testNow.toISOString().replace("2026", `${year}`));
      await shop.app.import({ products: catalogueOf(year) });
      if (year === 2026) break;
      const event = await eventId(shop.app, "show-seat", `${year}-07-01T20:00`);
      if (year === 2024) {
        droppedEvent = event;
        complete = await shop.buy(event);
        await shop.change(complete.id!, { trigger: "confirmed", actor: "operator", confirmation: "T-1" });
        waiting = await shop.buy(event);
      } else later = await shop.buy(event);
      version2025 = (await digest()).version;
    }
    version2026 = (await digest()).version;
    await db.transaction().execute(async (tx) => {
      await sql`update event set seq = null where event_on < '2026-01-01'`.execute(tx);
      await publishChanges(tx, {}, shop.app.clock.now);
    });
    const { rows } = await sql<{ id: string }>`select id from event where event_on >= '2026-01-01'`.execute(db);
    storedIds = new Set(rows.map(({ id }) => id));
    assert.deepEqual([storedIds.size, await storedYears(db)], [perYear, [2024, 2025, 2026]]);
  });
  after(() => shop?.stop());

  const now = () => shop.app.clock.now;

  test("a year is refused while changes of its last day are stored, and nothing is dropped without `yes`", async () => {
    await assert.rejects(dropYears(db, 2027, now()), { name: "YearsInUse", firstStored: 2026 });
    for (const soon of ["2025-12-31T23:00:00Z", "2026-01-06T11:59:59Z"])
      await assert.rejects(dropYears(db, 2026, new Date(soon)), { name: "YearsInUse", firstStored: 2025 });
    assert.equal((await yearsToDrop(db, 2026, new Date("2026-01-06T12:00:00Z"))).length, 2);
    const drop = (...more: string[]) => command(shop.app.app.service, "events", "drop", ...more);
    await assert.rejects(
      drop("--before", "2027", "--yes"),
      /Events from 2026 on cannot be dropped yet: .* 5 days after its last day/,
    );
    const data = [
      { year: 2024, events: 766, orders: 2, waiting: 1 },
      { year: 2025, events: 766, orders: 1, waiting: 1 },
    ];
    assert.deepEqual(await drop("--before", "2026"), { data, total: 2, dropped: false });
    assert.deepEqual(await drop("--before", "2020", "--yes"), { data: [], total: 0, dropped: true });
    assert.deepEqual(await storedYears(db), [2024, 2025, 2026]);
  });

  test("their events are gone, and the full list has every other event on the same page", async () => {
    const product = `id=${await productId(shop.app, "show")}`;
    const lists = ["version=0", "", product];
    const moved = ["fromdate=2024-07-01", "fromdate=2025-06-20T12:00:00&todate=2026-06-20", `${product}&version=0`];
    const were = await Promise.all([...lists, ...moved].map((list) => byNumber(list)));
    const begun = await byNumber("version=0", 1, 1);
    assert.equal((await digest()).fromDate, null);

    assert.equal((await dropYears(db, 2026, now())).length, 2);
    assert.deepEqual(await storedYears(db), [2026]);
    assert.deepEqual(await dropYears(db, 2026, now()), []);

    const read = pagesOf([...begun, ...(await byNumber("version=0", 2))]);
    assert.deepEqual(
      [...storedIds].filter((id) => !read.has(id)),
      [],
    );
    for (const [n, list] of [...lists, ...moved].entries()) {
      const is = await byNumber(list);
      const [before, after] = [pagesOf(were[n]!), pagesOf(is)];
      const left = [...before].filter(([id]) => storedIds.has(id));
      if (lists.includes(list)) assert.deepEqual([...after], left, list);
      else assert.deepEqual(new Set(after.keys()), new Set(left.map(([id]) => id)), list);
      assert.equal(is[0]!.totalCount, after.size, list);
    }
    assert.deepEqual(
      (await byNumber("version=0")).map(({ values }) => values.length),
      [500, 266],
    );
  });

  test("the digest starts at the first stored day, also for earlier versions", async () => {
    const events = (await byNumber("version=0")).flatMap(({ values }) => values);
    const from = (day: string) => {
      const sum = new DigestSum();
      for (const event of events) if (event.eventOn >= day) sum.add(recordHash(event));
      return { fromDate: day, events: { count: sum.count, hash: sum.hash } };
    };
    const listed = async (query?: string) => {
      const { fromDate, events } = await digest(query);
      return { fromDate, events };
    };
    assert.deepEqual(await listed(), from("2026-01-01"));
    assert.deepEqual(await listed("fromdate=2024-07-01"), from("2026-01-01"));
    assert.deepEqual(await listed("fromdate=2026-06-20"), from("2026-06-20"));
    const { version } = await digest();
    assert.deepEqual(await listed(`version=${version}`), from("2026-01-01"));
  });

  test("increments have every change of the other events, also changes of rate", async () => {
    const { version } = await digest();
    const countedBefore2026 = async () =>
      (
        await sql`
          select 1 from event_day where day < '2026-01-01' union all select 1 from product_day where day < '2026-01-01'`.execute(
          db,
        )
      ).rows.length;
    assert.equal(pagesOf(await byNumber(`version=${version2026}`)).size, 0);
    assert.equal(await countedBefore2026(), 0);
    await shop.app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.8" }] });
    const shows = (await eventIds(db, "show")).sort();
    for (const since of [version, version2026])
      assert.deepEqual([...pagesOf(await byNumber(`version=${since}`)).keys()].sort(), shows);
    // Another currency changes the sums of the days.
    await shop.app.import({ products: [{ ...catalogueOf(2026)[0]!, currencyCode: "USD" }] });
    assert.equal(await countedBefore2026(), 0);
    assert.deepEqual(new Set(pagesOf(await byNumber("version=0")).keys()), storedIds);
    assert.deepEqual((await digest()).events.count, perYear);
    // Reads the digest of an earlier version, which had none of the stored events.
    const { fromDate, events } = await digest(`version=${version2025}`);
    assert.deepEqual([fromDate, events.count, events.hash], ["2026-01-01", 0, "0".repeat(16)]);
  });

  test("a dropped event is unknown to validate and book", async () => {
    assert.deepEqual(codesOf(await shop.partner.validate(droppedEvent, { ADULT: 2 })), ["event-unknown"]);
    assert.deepEqual(codesOf(await shop.partner.book(droppedEvent, { ADULT: 2 }, 100)), ["event-unknown"]);
  });

  test("its orders can be read, listed, counted and redeemed", async () => {
    const read = (order: Order) => shop.partner.wire.ask("order", { lang: "es", id: order.id! });
    assert.deepEqual(await read(waiting), waiting);
    assert.deepEqual((await read(complete)).confirmation, "T-1");
    const { rows: listed } = await listOrders(
      db,
      dollars,
      { product: "show", eventTo: "2025-12-31" },
      { offset: 0, limit: 10 },
      new Date(),
    );
    assert.deepEqual(
      listed.map(({ id, productName, eventOn }) => [id, productName, eventOn.slice(0, 16)]),
      [later, waiting, complete].map(({ id }) => [id, show.name, `${id === later.id ? 2025 : 2024}-07-01T20:00`]),
    );
    const onOneDay = { eventFrom: "2024-07-01", eventTo: "2024-07-01" };
    assert.equal((await listOrders(db, dollars, onOneDay, { offset: 0, limit: 1 }, new Date())).total, 2);
    const sold = await readSales(db, { from: "2024-01-01", to: "2025-12-31" }, dollars, new Date());
    assert.deepEqual(
      sold.filter(({ by }) => by === "product").map(({ key, orders, seats }) => [key, orders, seats]),
      [["show", 3, 6]],
    );
    const { voucher } = (await exportOrder(db, complete.id!))!;
    const content = await voucherContent(db, voucher!.code, {
      publicUrl: "https://paseo.example.com",
      operatorName: "P",
    });
    assert.ok(content && content !== "void" && content.eventOn === "2024-07-01T20:00:00");
    const atTheDoor = {
      by: "Gate",
      sandbox: false,
      door: { before: 3, after: 6 },
      now: new Date("2024-07-01T17:00:00Z"),
    };
    assert.equal((await redeemVoucher(db, voucher!.code, atTheDoor)).result, "valid");
  });

  test("its orders can be cancelled, return no seats, and lose their personal data in time", async () => {
    const { orderContext } = shop.app.app.service;
    const { changed } = await changeOrder(orderContext, waiting.id!, { trigger: "cancel", actor: "operator" });
    assert.ok(changed);
    const { order } = (await exportOrder(db, waiting.id!))!;
    assert.equal(order.status, "cancelled");
    // The night of 1 July ends at 22:00 UTC.
    const end = Date.parse("2025-07-01T22:00:00Z") + 90 * 86_400_000;
    // The cancellation's callback may lock the order for a moment. Then the next run erases it.
    let erased = 0;
    await until(async () => {
      erased += await erasePersonalData(db, new Date(end), 90);
      return erased >= 2;
    }, "both orders of 2024 to be erased");
    assert.equal(erased, 2);
    assert.equal(await erasePersonalData(db, new Date(end), 90), 0);
    assert.equal(await erasePersonalData(db, new Date(end + 1000), 90), 1);
    assert.equal((await exportOrder(db, later.id!))!.order.event.email, "");
  });
});
