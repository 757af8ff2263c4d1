import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { officeRoles } from "../../../src/admin/operation.ts";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { museum, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The dashboard's figures for orders that were placed through the partner interface. */

onPostgres("the dashboard", (open) => {
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    // Most products are where the clock is that of UTC.
    const lagoon = ["lagoon", "island"].map((id) =>
      variant(museum, { externalId: id, timeZone: "Africa/Abidjan" }, { externalId: `${id}-day` }),
    );
    const products = [...testCatalogue.products!, ...lagoon];
    app = await startApp({ open, catalogue: { ...testCatalogue, products } });
    const { db } = app.store.database;
    const events = await eventIds(db, "show");
    const partner = new Partner(app);
    const done = async (id: string, ...triggers: ("confirmed" | "declined" | "cancel" | "cancel-confirmed")[]) => {
      for (const trigger of triggers)
        await changeOrder(app.app.service.orderContext, id, { trigger, actor: "operator" });
    };
    const placed = async (party: Record<string, number>, more = {}) => (await partner.buy(events[4]!, party, more)).id!;
    app.clock.now = new Date("2026-06-15T23:30:00Z");
    await done(await placed({ ADULT: 2 }), "confirmed");
    await done(await placed({ ADULT: 3 }), "confirmed", "cancel", "cancel-confirmed");
    app.clock.now = new Date("2026-06-16T00:30:00Z");
    await placed({ ADULT: 1 });
    await done(await placed({ ADULT: 1, CHILD: 2 }), "declined");
    await placed({ ADULT: 5 }, { testMode: true });
    await partner.validate(events[4]!, { ADULT: 99 });
    const { key } = await createKey(db, { partner: "acme", mode: "test", readOnly: false, now: app.clock.now });
    await new Partner(app, { key }).buy(events[4]!, { ADULT: 4 });
    await app.app.service.usage.write(db);
    // Signs in after time has passed, because an unused session ends.
    owner = await signedIn(app, "owner");
  });
  after(() => app.stop());

  const rows = async (path: string) => (await owner.ask("GET", path)).data;

  test("sales are counted by day in the zone of most products, by product, partner and city; cancelled and rejected orders separately, test orders never", async () => {
    const days = "from=2026-06-14&to=2026-06-16";
    const none = {
      ...{ cancelledOrders: 0, cancelledSeats: 0, cancelledUsd: "0.00", rejectedOrders: 0 },
      ...{ expectedPeople: 0, noShowPeople: 0, noShowRate: null },
    };
    // The store's currency is the US dollar.
    const inOwn = <Row extends { usd: string; cancelledUsd: string }>(row: Row) => ({
      ...row,
      currencyCode: "USD",
      amount: row.usd,
      cancelledAmount: row.cancelledUsd,
    });
    const day = (key: string, more: object) =>
      inOwn({ key, name: key, orders: 0, seats: 0, usd: "0.00", ...none, ...more });
    assert.deepEqual(await rows(`/dashboard/sales?by=day&${days}`), [
      day("2026-06-14", {}),
      day("2026-06-15", {
        orders: 1,
        seats: 2,
        usd: "100.00",
        cancelledOrders: 1,
        cancelledSeats: 3,
        cancelledUsd: "150.00",
      }),
      day("2026-06-16", { orders: 1, seats: 1, usd: "50.00", rejectedOrders: 1 }),
    ]);
    const all = inOwn({
      ...none,
      orders: 2,
      seats: 3,
      usd: "150.00",
      cancelledOrders: 1,
      cancelledSeats: 3,
      cancelledUsd: "150.00",
      rejectedOrders: 1,
    });
    assert.deepEqual(await rows(`/dashboard/sales?by=product&${days}`), [
      { key: "show", name: "Noche de flamenco", ...all },
    ]);
    assert.deepEqual(await rows(`/dashboard/sales?by=city&${days}`), [{ key: "MAD", name: "MAD", ...all }]);
    const [partner, ...others] = await rows(`/dashboard/sales?by=partner&${days}`);
    assert.deepEqual([{ ...partner, name: "" }, others], [{ key: "acme", name: "", ...all }, []]);
    const shown = await owner.ask("GET", `/dashboard?${days}`);
    assert.deepEqual([shown.timeZone, shown.timeZoneOrigin], ["Africa/Abidjan", "products"]);
    assert.equal((await owner.ask("GET", "/session")).timeZone, "Africa/Abidjan");
    assert.deepEqual(shown.sales.total, all);
    assert.equal(shown.sales.byDay.length, 3);
    assert.deepEqual(shown.orders, {
      waitsupplier: 1,
      waitcancel: 0,
      flagged: 0,
      oldestWaitingAt: "2026-06-16T00:30:00.000Z",
    });
    const period = "placedFrom=2026-06-14T00:00:00Z&placedTo=2026-06-17T00:00:00Z";
    const { total } = await owner.ask("GET", `/orders?product=show&standing=true&test=false&${period}`);
    assert.equal(total, all.orders, "the list to which the overview links");
    assert.equal((await owner.ask("GET", "/dashboard?from=2026-01-01&to=2026-01-02")).sales.total.orders, 0);
  });

  test("looks are validations with live keys, books are orders, and refusals are counted by reason", async () => {
    const looks = await rows("/dashboard/look-to-book?by=day&from=2026-06-15&to=2026-06-16");
    assert.deepEqual(
      looks.map((row: Record<string, unknown>) => [row.validations, row.refused, row.orders, row.ratio]),
      [
        [2, 0, 2, 1],
        [4, 1, 2, 2],
      ],
    );
    const [partner] = await rows("/dashboard/look-to-book?by=partner");
    assert.deepEqual([partner.key, partner.validations, partner.orders, partner.ratio], ["acme", 6, 4, 1.5]);
    await sql`update orders set payment = '{"method": "cash"}' where test = false and status = 'rejected'`.execute(
      app.store.database.db,
    );
    const [withoutDesk] = await rows("/dashboard/look-to-book?by=partner");
    assert.deepEqual([withoutDesk.orders, withoutDesk.ratio], [3, 2], "a sale of the desk is no partner's order");
    await sql`update orders set payment = null`.execute(app.store.database.db);
    const reasons = await rows("/dashboard/refusals");
    assert.deepEqual(reasons.map(({ code }: { code: string }) => code).sort(), ["capacity", "quantity-above-maximum"]);
  });

  test("load is capacity and seats sold by the event's local day, without test orders", async () => {
    const load = await rows("/dashboard/load");
    assert.deepEqual([load.length, load[0].day, load.at(-1).day], [14, "2026-06-16", "2026-06-29"]);
    const day = load.find(({ sold }: { sold: number }) => sold > 0);
    assert.deepEqual([day.day, day.events >= 1, day.sold], ["2026-06-20", true, 3]);
    assert.equal(day.load, day.sold / day.capacity);
    assert.equal((await rows("/dashboard/load?days=3")).length, 3);
  });

  test("callbacks are counted by outcome, with their delay", async () => {
    await sql`
      insert into callback (id, order_id, partner_id, sequence, status, url, body, test, state, attempts, created_at, settled_at)
      select gen_random_uuid(), gen_random_uuid(), p.id, 1, 'complete', 'https://example.com/', '{}', n > 23,
        case when n <= 20 then 'delivered' when n = 21 then 'given-up' when n = 22 then 'stopped' when n = 23 then 'waiting'
          else 'given-up' end,
        case when n <= 15 then 1 else 3 end, ${app.clock.now}::timestamptz,
        ${app.clock.now}::timestamptz + n * interval '1 second'
      from partner p, generate_series(1, 30) n where p.external_id = 'acme'`.execute(app.store.database.db);
    const [all, acme, ...others] = await rows("/dashboard/callbacks");
    const { partner, name, ...figures } = all;
    assert.deepEqual([partner, name, others], ["", "", []]);
    assert.deepEqual(figures, {
      callbacks: 23,
      firstAttempt: 15,
      retried: 5,
      givenUp: 1,
      stopped: 1,
      waiting: 1,
      medianSeconds: 10.5,
      p95Seconds: 19.1,
    });
    assert.deepEqual([acme.partner, acme.callbacks], ["acme", 23]);
    assert.deepEqual((await owner.ask("GET", "/dashboard")).callbacks, all);
  });

  test("a partner's copy is behind by the versions and minutes of its last request", async () => {
    const { usage, db, clock } = app.app.service;
    const [before] = await rows("/dashboard/sync");
    assert.deepEqual([before.partner, before.syncedAt, before.versionsBehind], ["acme", null, null]);
    const { rows: found } = await sql<{ id: string; v: number; d: number }>`
      select p.id, c.update_version as v, c.delete_version as d from partner p, counter c where p.external_id = 'acme'`.execute(
      db,
    );
    const { id: partnerId, v, d } = found[0]!;
    const rights = { test: false, readOnly: false, assistants: false, active: true };
    const caller = { keyId: partnerId, partnerId, partner: "acme", ...rights };
    usage.synced(caller, { updateVersion: v, deleteVersion: d }, clock());
    usage.synced({ ...caller, test: true }, { updateVersion: 0, deleteVersion: 0 }, clock());
    await usage.write(db);
    const [current] = await rows("/dashboard/sync");
    assert.deepEqual([current.updateVersion, current.versionsBehind, current.minutesBehind], [v, 0, 0]);
    assert.equal(current.expired, false);
    await sql`insert into version (number, at, product_seq, event_seq, page_seq, content_seq)
      select ${v}::bigint + n, ${clock()}::timestamptz - (90 - n) * interval '1 minute', product_seq, event_seq, page_seq, content_seq
      from counter, generate_series(1, 3) n`.execute(db);
    await sql`update counter set update_version = update_version + 3`.execute(db);
    const [behind] = await rows("/dashboard/sync");
    assert.deepEqual([behind.versionsBehind, behind.minutesBehind], [3, 89]);
    usage.synced(caller, { updateVersion: v + 90, deleteVersion: 0 }, clock());
    await usage.write(db);
    const [ahead] = await rows("/dashboard/sync");
    assert.deepEqual([ahead.versionsBehind, ahead.minutesBehind, ahead.expired], [0, 0, true]);
  });

  test("every table is available as CSV without formulas", async () => {
    await sql`update product set record = record || '{"name": "=HYPERLINK(\\"http://x\\";\\"y\\")"}' where external_id = 'show'`.execute(
      app.store.database.db,
    );
    const sales = await owner.call("GET", "/dashboard/sales?by=product&format=csv");
    assert.match(sales.headers["content-disposition"]!, /; filename="dashboard-sales-by-product-2026-06-16\.csv"$/);
    const spanish = await owner.call("GET", "/dashboard/sales?by=product&format=csv", undefined, {
      "accept-language": "es",
    });
    assert.match(spanish.headers["content-disposition"]!, /; filename="ventas-por-producto-2026-06-16\.csv"$/);
    assert.match(
      sales.text,
      /^\uFEFF?Product's code,Product,Orders,Seats,Currency,Sales,Sales US\$,.*\r\nshow,"'=HYPERLINK\(""http:\/\/x"";""y""\)",2,3,USD,150\.00,150\.00,/,
    );
    for (const path of ["sales?by=day", "look-to-book?by=partner", "refusals", "load", "callbacks", "sync"]) {
      const { data } = await owner.ask("GET", `/dashboard/${path}`);
      const { status, text } = await owner.call("GET", `/dashboard/${path}${path.includes("?") ? "&" : "?"}format=csv`);
      assert.equal(status, 200, path);
      assert.equal(text.trim().split("\r\n").length, data.length + 1, path);
      assert.doesNotMatch(text.split("\r\n")[0]!, /(^|,)[a-z]/, `titles, not the names of fields: ${path}`);
    }
  });

  test("every role of the office can read it; invalid days and tables are refused", async () => {
    for (const role of officeRoles) await (await signedIn(app, role)).ask("GET", "/dashboard");
    for (const path of [
      "/dashboard?from=2026-13-01",
      "/dashboard?from=2026-06-02&to=2026-06-01",
      "/dashboard?from=1999-01-01",
      "/dashboard?to=9999-99-99",
      "/dashboard/sales",
      "/dashboard/sales?by=colour",
      "/dashboard/sales?by=day&format=pdf",
      "/dashboard/load?days=0",
    ])
      assert.equal(await owner.refused(400, "GET", path), "invalid-field", path);
  });

  test("days are those of the time zone that an owner chose, with a first currency; the first steps show what is done", async () => {
    const nothingDone = { dismissed: false, home: false, mail: false, letters: false, secondFactor: false };
    const before = await owner.ask("GET", "/home");
    assert.deepEqual(before, {
      timeZone: null,
      zoneInUse: "Africa/Abidjan",
      currencyCode: null,
      currencyInUse: "USD",
      setup: { ...nothingDone, product: true, partner: true },
      sold: true,
    });
    const wrong = [
      { timeZone: "Europe/Nowhere", currencyCode: "EUR" },
      { timeZone: "Europe/Madrid", currencyCode: "euro" },
      { timeZone: "Europe/Madrid", currencyCode: "CHF" },
      { timeZone: "Europe/Madrid", currencyCode: "CHF", rate: "0" },
    ];
    for (const body of wrong) assert.equal(await owner.refused(400, "PUT", "/home", body), "invalid-field");
    const seller = await signedIn(app, "catalogue");
    assert.equal(await seller.refused(403, "PUT", "/home", wrong[0]), "role-forbidden");

    await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: "CHF", rate: "0.8" });
    const home = await seller.ask("GET", "/home");
    assert.deepEqual(
      [home.timeZone, home.zoneInUse, home.currencyCode, home.setup.home],
      ["Europe/Madrid", "Europe/Madrid", "CHF", true],
    );
    const franc = await owner.ask("GET", "/currencies/CHF");
    assert.deepEqual([franc.name, franc.displaySymbol, franc.base], ["Swiss Franc", "CHF", "0.8"]);
    // In Madrid both orders of the night are of the 16th.
    const days = await rows("/dashboard/sales?by=day&from=2026-06-15&to=2026-06-16");
    assert.deepEqual(
      days.map(({ key, orders, cancelledOrders }: Record<string, unknown>) => [key, orders, cancelledOrders]),
      [
        ["2026-06-15", 0, 0],
        ["2026-06-16", 2, 1],
      ],
    );
    const shown = await owner.ask("GET", "/dashboard?from=2026-06-16&to=2026-06-16");
    assert.deepEqual([shown.timeZone, shown.timeZoneOrigin], ["Europe/Madrid", "store"]);
    assert.deepEqual([shown.sales.total.orders, shown.lookToBook.total.orders], [2, 4]);
    assert.equal((await seller.ask("GET", "/session")).timeZone, "Europe/Madrid");

    assert.equal(await seller.refused(403, "POST", "/home/dismiss-setup"), "role-forbidden");
    await owner.ask("POST", "/home/dismiss-setup");
    assert.equal((await seller.ask("GET", "/home")).setup.dismissed, true);
  });
});
