import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { decideAmendmentForSupplier } from "../../../src/domain/orders/decide-amendment.ts";
import { eraseOrder } from "../../../src/domain/orders/personal-data.ts";
import { inTransaction } from "../../../src/store/database/database.ts";
import { testNow } from "../../support/app.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { assertProblem, formats, mediaTypes } from "../../support/wire.ts";
import { type Listing, startListing } from "./listing.ts";

/** GET orders: lists stay complete while orders change. */

onPostgres("orders that change", (open) => {
  let shop: Listing;
  before(async () => {
    shop = await startListing(open);
  });
  after(() => shop?.stop());

  describe("paging", () => {
    for (const by of ["booked", "event", "changed"] as const) {
      test(`by ${by}, a list that nobody changes has each order once`, async () => {
        const { key } = await shop.planted(250);
        const { ids, sizes, cursor } = await shop.all({ by }, { key });
        assert.deepEqual([new Set(ids).size, ids.length, sizes], [250, 250, [100, 100, 50, 0]]);
        assert.deepEqual((await shop.all({ cursor }, { key })).ids, []);
      });

      test(`by ${by}, orders that are placed, cancelled and moved meanwhile are listed with their last state`, async () => {
        const { key, partner } = await shop.planted(250);
        let pages = 0;
        const { orders } = await shop.all(
          { by },
          {
            key,
            between: async () => {
              if (pages++ > 2) return;
              await shop.plant(partner, 20);
              await shop.cancelled(partner, sql`number % 7 = ${pages}`);
              // Moves orders to the beginning of the list, which the client has already read.
              await sql`update orders set event_on = event_on - interval '1 day', amended = amended + 1, changed_xid = pg_current_xact_id()
              where partner_id = ${partner}::uuid and number % 11 = ${pages}`.execute(shop.db);
            },
          },
        );
        const copy = new Map(orders.map((order) => [order.id, order]));
        const { orders: now } = await shop.all({ by }, { key });
        assert.equal(pages > 2, true);
        assert.deepEqual(
          now.filter((order) => JSON.stringify(copy.get(order.id)) !== JSON.stringify(order)),
          [],
        );
        assert.deepEqual([copy.size, now.length], [310, 310]);
      });
    }

    test("the control: pages of moved orders without the second part of the list miss some", async () => {
      const { key, partner } = await shop.planted(250);
      const first = await shop.page({ by: "event" }, key);
      await sql`update orders set event_on = event_on - interval '1 day', changed_xid = pg_current_xact_id()
        where partner_id = ${partner}::uuid and id = (select id from orders where partner_id = ${partner}::uuid order by event_on desc limit 1)`.execute(
        shop.db,
      );
      const second = await shop.page({ cursor: first.cursor }, key);
      const third = await shop.page({ cursor: second.cursor }, key);
      const seen = new Set([first, second, third].flatMap(({ values }) => values.map(({ id }) => id)));
      assert.deepEqual([seen.size, third.hasNextPage], [249, true]);
      const { values, hasNextPage } = await shop.page({ cursor: third.cursor }, key);
      assert.deepEqual([values.map(({ id }) => seen.has(id)), hasNextPage], [[false], false]);
    });

    test("more changes than a page are paged, and changes outside of the range count for a page", async () => {
      const { key, partner } = await shop.planted(250);
      const { cursor } = await shop.all({}, { key });
      const narrow = await shop.all({ by: "event", to: "2026-06-30T20:10:59" }, { key });
      assert.equal(narrow.ids.length, 32);
      await shop.cancelled(partner);
      assert.deepEqual((await shop.all({ cursor }, { key })).sizes, [100, 100, 50]);
      const changes = await shop.all({ cursor: narrow.cursor }, { key });
      assert.deepEqual([new Set(changes.ids), changes.sizes.length], [new Set(narrow.ids), 3]);
    });
  });

  describe("incremental reading", () => {
    test("a transaction that began first and commits last is not missed, and nothing is repeated", async (t) => {
      const { key, partner } = await shop.planted(2);
      const [early, late] = (await shop.all({}, { key })).ids;
      const start = (await shop.page({}, key)).cursor;
      const begun = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      t.after(() => mayCommit.resolve());
      const slow = inTransaction(shop.db, async (tx) => {
        await shop.cancelled(partner, sql`id = ${early}`, tx);
        begun.resolve();
        await mayCommit.promise;
      });
      await begun.promise;
      await shop.cancelled(partner, sql`id = ${late}`);
      const first = await shop.page({ cursor: start }, key);
      assert.deepEqual(
        first.values.map(({ id }) => id),
        [late],
      );
      mayCommit.resolve();
      await slow;
      const { rows } = await sql<{ isControlEmpty: boolean }>`
        select e.changed_xid < l.changed_xid as "isControlEmpty" from orders e, orders l where e.id = ${early} and l.id = ${late}`.execute(
        shop.db,
      );
      assert.equal(
        rows[0]!.isControlEmpty,
        true,
        "a cursor of the greatest transaction that was read misses the other",
      );
      const second = await shop.page({ cursor: first.cursor }, key);
      assert.deepEqual(
        second.values.map(({ id }) => id),
        [early],
      );
      assert.deepEqual((await shop.page({ cursor: second.cursor }, key)).values, []);
    });

    const changes: [name: string, status: string, change: (id: string) => Promise<unknown>][] = [
      ["a status", "cancelled", (id) => shop.change(id, { trigger: "cancel", actor: "operator" })],
      ["an amendment", "complete", (id) => shop.changer.change(id, { email: "new@example.com" })],
      ["the erasure of personal data", "complete", (id) => eraseOrder(shop.db, id, testNow)],
    ];
    for (const [name, status, change] of changes)
      test(`${name} is a change`, async () => {
        const id = await shop.buy();
        const { cursor } = await shop.page({ from: "2026-01-01" });
        await change(id);
        const { values } = await shop.page({ cursor });
        assert.deepEqual(
          values.map((order) => [order.id, order.status]),
          [[id, status]],
        );
        const { eventOn, bookedOn, changedOn, revision, voucherUrl, passes, refundUsd, endedBy, reason, ...rest } =
          values[0]!;
        const { termsId, retail, commission, net, ...order } = rest;
        assert.deepEqual(order, await shop.read(id));
      });

    test("a request to the supplier for an amendment, and its refusal, are changes", async () => {
      const id = await shop.buy({}, await shop.evening("theirs", 30));
      await shop.change(id, { trigger: "confirmed", actor: "supplier" });
      const { cursor } = await shop.page();
      await shop.changer.change(id, { eventId: await shop.evening("theirs", 29) });
      const asked = await shop.page({ cursor });
      await decideAmendmentForSupplier(
        shop.app.app.service.orderContext,
        id,
        { accepted: false, actor: "operator" },
        async () => {},
      );
      const declined = await shop.page({ cursor: asked.cursor });
      assert.deepEqual(
        [asked, declined].map(({ values }) => values.map((order) => [order.id, order.revision])),
        [[[id, 3]], [[id, 4]]],
      );
    });

    test("what partners do not read is no change", async () => {
      const id = await shop.buy();
      const { cursor } = await shop.page();
      await sql`update orders set supplier_due_at = now(), flag = 'x', flagged_at = now() where id = ${id}`.execute(
        shop.db,
      );
      assert.deepEqual((await shop.page({ cursor })).values, []);
    });
  });

  test("a cursor of a lost incarnation is a 410 in both formats, and a new list begins", async () => {
    const { cursor } = await shop.page();
    await sql`update counter set incarnation = 'another run'`.execute(shop.db);
    for (const format of formats) {
      const answer = await shop.ask({ cursor }, { "x-api-key": shop.app.key, accept: mediaTypes[format] });
      assert.match(assertProblem(answer, 410, "cursor-expired", format).detail, /again without cursor/);
    }
    const again = await shop.page();
    assert.deepEqual((await shop.page({ cursor: again.cursor })).values, []);
  });
});
