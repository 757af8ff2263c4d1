import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { testNow } from "../../support/app.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { assertProblem, formats, Wire } from "../../support/wire.ts";
import { type Filter, type Listing, startListing } from "./listing.ts";

/** GET orders: which orders a partner lists. */

onPostgres("orders of a partner", (open) => {
  let shop: Listing;
  before(async () => {
    shop = await startListing(open);
  });
  after(() => shop?.stop());

  describe("access", () => {
    const keys: Record<string, string> = {};
    const orders: Record<string, string> = {};
    const reference = "SHARED-1";
    before(async () => {
      for (const partner of ["acme", "other"])
        for (const mode of ["live", "test"] as const) {
          const { key } = await createKey(shop.db, { partner, mode, readOnly: false, now: testNow });
          keys[`${partner} ${mode}`] = key;
          orders[`${partner} ${mode}`] = await shop.buy({ apiKey: key, externalReference: reference });
        }
    });

    test("a key lists the orders of its own partner and kind, by every date and reference", async () => {
      for (const [owner, key] of Object.entries(keys))
        for (const filter of [{}, { by: "event" }, { by: "changed" }, { reference }])
          assert.deepEqual(await shop.ids(filter, key), [orders[owner]], `${owner} ${JSON.stringify(filter)}`);
    });

    test("a change of another partner's order, or of one of the other kind, is not listed", async () => {
      const cursors = await Promise.all(Object.values(keys).map(async (key) => (await shop.page({}, key)).cursor));
      await shop.change(orders["acme test"]!, { trigger: "cancel", actor: "operator" });
      for (const [n, [owner, key]] of Object.entries(keys).entries()) {
        const { values } = await shop.page({ cursor: cursors[n]! }, key);
        const changed = owner === "acme test" ? [orders[owner]] : [];
        assert.deepEqual(
          values.map(({ id }) => id),
          changed,
          owner,
        );
      }
    });

    test("a read-only key lists the same orders", async () => {
      const { key } = await createKey(shop.db, { partner: "acme", mode: "test", readOnly: true, now: testNow });
      assert.deepEqual(await shop.ids({}, key), [orders["acme test"]]);
    });

    test("a live key lists test orders with testmode, and a test key no live ones", async () => {
      assert.deepEqual(await shop.ids({ testmode: "true" }, keys["acme live"]), [orders["acme test"]]);
      assert.deepEqual(await shop.ids({ testmode: "true" }, keys["acme test"]), [orders["acme test"]]);
      assert.deepEqual(await shop.ids({ testmode: "false" }, keys["acme live"]), [orders["acme live"]]);
      const problem = assertProblem(
        await shop.ask({ testmode: "false" }, { "x-api-key": keys["acme test"]! }),
        400,
        "invalid-parameter",
      );
      assert.deepEqual(
        problem.errors!.map(({ pointer }) => pointer),
        ["testmode"],
      );
    });

    test("a cursor is of one kind of key of one partner", async () => {
      const { cursor } = await shop.page({}, keys["acme live"]);
      for (const owner of ["acme test", "other live"]) {
        const problem = assertProblem(
          await shop.ask({ cursor }, { "x-api-key": keys[owner]! }),
          400,
          "invalid-parameter",
        );
        assert.deepEqual(
          problem.errors!.map(({ pointer }) => pointer),
          ["cursor"],
        );
      }
    });
  });

  test("an order is listed as `order` answers it, with its dates, revision and voucher, in both formats", async () => {
    const reference = "BOTH-1";
    const id = await shop.buy({ externalReference: reference, callbackUrl: "https://shop.example.com/paseo" });
    const { rows } = await sql<{ voucherUrl: string }>`
      select body::jsonb #>> '{data,voucherUrl}' as "voucherUrl" from callback where order_id = ${id}`.execute(shop.db);
    assert.match(rows[0]!.voucherUrl, /\/voucher\/./);
    const { rows: passes } = await sql<{ code: string; people: number }>`
      select substr(code, 1, 4) || '-' || substr(code, 5) as code, people from pass where order_id = ${id}`.execute(
      shop.db,
    );
    assert.match(passes[0]!.code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const expected = {
      ...(await shop.read(id)),
      eventOn: "2026-06-30T20:00:00",
      bookedOn: testNow.toISOString(),
      changedOn: testNow.toISOString(),
      revision: 2,
      voucherUrl: rows[0]!.voucherUrl,
      passes: passes.map((pass) => ({ code: pass.code, ticketCode: null, people: pass.people })),
      ...{ refundUsd: null, endedBy: null, reason: null },
      ...{ termsId: null, retail: null, commission: null, net: null },
    };
    const read = (reads: (typeof formats)[number]) =>
      new Wire(shop.app.url, { sends: "json", reads, key: shop.app.key }).ask("orders", { lang: "es", reference });
    for (const reads of formats) {
      const { values, hasNextPage } = await read(reads);
      assert.deepEqual([values, hasNextPage], [[expected], false], reads);
    }
    await shop.change(id, { trigger: "cancel", actor: "operator" });
    for (const reads of formats) {
      const [ended] = (await read(reads)).values;
      assert.deepEqual([ended!.voucherUrl, ended!.passes], [null, []]);
    }
  });

  test("an ExternalReference finds all its orders, and no similar one", async () => {
    const found = [
      await shop.buy({ externalReference: "Ref 1+ñ" }),
      await shop.buy({ externalReference: "Ref 1+ñ", email: "b@b" }),
    ];
    for (const other of ["ref 1+ñ", "Ref 1+ñ ", "Ref 1", "Ref 1+ñ2"]) await shop.buy({ externalReference: other });
    assert.deepEqual((await shop.ids({ reference: "Ref 1+ñ" })).toSorted(), found.toSorted());
    assert.deepEqual(await shop.ids({ reference: "Ref 1+ñ", from: "2026-01-01", to: "2026-01-02" }), []);
    assert.deepEqual(await shop.ids({ reference: "unknown" }), []);
    const reference = (await shop.page({ reference: "Ref 1" })).values[0]!.reference!;
    const [other] = await shop.ids({ reference: "Ref 1" });
    assert.deepEqual(await shop.ids({ reference: reference.toLowerCase().replaceAll("-", "") }), [other], "ours");
  });

  describe("ranges", () => {
    let first: string;
    let second: string;
    let key: string;
    before(async () => {
      await sql`insert into partner select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'ranges'))).*
        from partner p where external_id = 'acme'`.execute(shop.db);
      ({ key } = await createKey(shop.db, { partner: "ranges", mode: "live", readOnly: false, now: testNow }));
      shop.app.clock.now = new Date("2026-06-02T23:59:59.400Z");
      first = await shop.buy({ apiKey: key }, await shop.evening("own", 29));
      shop.app.clock.now = new Date("2026-06-03T10:00:00Z");
      second = await shop.buy({ apiKey: key }, await shop.evening("own", 28));
      shop.app.clock.now = new Date("2026-06-04T10:00:00Z");
      await shop.change(first, { trigger: "cancel", actor: "operator" });
    });
    after(() => {
      shop.app.clock.now = testNow;
    });

    const cases: [filter: Filter, expected: string][] = [
      [{}, "first second"],
      [{ from: "2026-06-02", to: "2026-06-02" }, "first"],
      [{ to: "2026-06-02T23:59:59Z" }, "first"],
      [{ to: "2026-06-02T23:59:58Z" }, ""],
      [{ from: "2026-06-03T10:00:00" }, "second"],
      [{ from: "2026-06-03T10:00:01" }, ""],
      [{ from: "2026-06-03T12:00:00+02:00" }, "second"],
      [{ from: "2026-06-03T12:00:00-02:00" }, ""],
      [{ from: "03-06-2026 10:00" }, "second"],
      [{ by: "booked", from: "2026-06-03" }, "second"],
      [{ by: "event" }, "second first"],
      [{ by: "event", from: "2026-06-28T20:00:00", to: "2026-06-28T20:00:00" }, "second"],
      [{ by: "event", from: "2026-06-29" }, "first"],
      [{ by: "event", to: "2026-06-28T19:59:59" }, ""],
      [{ by: "changed" }, "second first"],
      [{ by: "changed", from: "2026-06-04" }, "first"],
      [{ by: "changed", to: "2026-06-03" }, "second"],
    ];
    for (const [filter, expected] of cases)
      test(`${JSON.stringify(filter)} lists ${expected || "nothing"}`, async () => {
        const names = new Map([
          [first, "first"],
          [second, "second"],
        ]);
        assert.equal((await shop.ids(filter, key)).map((id) => names.get(id)).join(" "), expected);
      });
  });

  test("a bad parameter is a 400 that names it", async () => {
    const { cursor } = await shop.page();
    const content = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = (more: object) => Buffer.from(JSON.stringify({ ...content, ...more })).toString("base64url");
    const bad: [Filter, string[]][] = [
      [{ by: "created" }, ["by"]],
      [{ from: "yesterday" }, ["from"]],
      [{ from: "2026-02-30", to: "2026-13-01" }, ["from", "to"]],
      [{ from: "2026-06-03", to: "2026-06-02" }, ["to"]],
      [{ reference: "x".repeat(65) }, ["reference"]],
      [{ reference: "x", by: "event" }, ["by"]],
      [{ cursor, by: "event", reference: "x" }, ["by", "reference"]],
      ...["x", "e30", cursor.slice(5), "x".repeat(4001)].map((one): [Filter, string[]] => [
        { cursor: one },
        ["cursor"],
      ]),
      ...[
        { by: "created" },
        { from: "2026" },
        { to: 1e300 },
        { reference: "\u0000" },
        { since: { xmin: -1, xmax: 1, running: [] } },
        { since: undefined },
        { after: { at: -1, id: randomUUID() } },
        { after: { at: 1.5, id: randomUUID() } },
        { after: { at: 1, id: "x" } },
      ].map((more): [Filter, string[]] => [{ cursor: forged(more) }, ["cursor"]]),
    ];
    for (const [filter, names] of bad) {
      const problem = assertProblem(await shop.ask(filter), 400, "invalid-parameter");
      assert.deepEqual(
        problem.errors!.map(({ pointer }) => pointer),
        names,
        JSON.stringify(filter),
      );
    }
    assert.equal((await shop.ask({ cursor: forged({}) })).status, 200);
  });
});
