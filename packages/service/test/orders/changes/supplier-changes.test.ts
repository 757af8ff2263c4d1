import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import type { SupplierOutcome } from "../../../src/suppliers/supplier.ts";
import { codesOf } from "../../support/partner.ts";
import { type Changer, seatsOf, ticketsOf } from "../../support/samples/changing.ts";
import { cancelling, silent } from "../../support/samples/ordering.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Changing, startChanging } from "./changing.ts";

/** Changes to orders of a supplier: it confirms or declines them, or cannot be asked. */

onPostgres("changes that a supplier decides", (open) => {
  let ordering: Changing;
  before(async () => {
    ordering = await startChanging(open);
  });
  after(() => ordering?.stop());

  test("while a supplier decides, the new seats are taken and the order stays; it confirms or declines", async () => {
    const [from, to] = [await ordering.evening("theirs", 17), await ordering.evening("theirs", 18)];
    for (const decision of ["confirmed", "declined"] as const) {
      ordering.supplier.now = {
        ...silent,
        request: async () => ({ outcome: "confirmed", message: null, confirmation: "A-1" }),
      };
      const { id } = await ordering.buy(from, {}, { ADULT: 2 });
      const asked: unknown[] = [];
      ordering.supplier.now = {
        ...silent,
        status: async () => ({ outcome: "unknown", message: null }),
        change: async (order, change) => {
          asked.push([order.eventOn, change.order.eventOn, change.order.tickets]);
          return { outcome: "unknown", message: "Thinking." };
        },
      };
      const waiting = await ordering.changer.change(id!, { eventId: to });
      assert.deepEqual([waiting.isValid, waiting.status, waiting.revision], [true, "waitsupplier", 3]);
      assert.deepEqual(asked, [["2026-06-17T20:00:00", "2026-06-18T20:00:00", [{ code: "ADULT", quantity: 2 }]]]);
      assert.deepEqual(await seatsOf(ordering.db, to), { left: 18, sold: 0, waiting: 2 });
      assert.deepEqual([(await ordering.read(id!)).status, (await ordering.read(id!)).event.id], ["complete", from]);
      assert.deepEqual(codesOf(await ordering.changer.quote(id!, { email: "b@example.com" })), ["change-waiting"]);
      const outcome =
        decision === "confirmed"
          ? ({ outcome: "confirmed", message: null, confirmation: "A-2" } as const)
          : ({ outcome: "declined", message: "Full." } as const);
      ordering.supplier.now = { ...ordering.supplier.now, change: async () => outcome };
      await sql`update orders set supplier_due_at = now() where id = ${id}`.execute(ordering.db);
      const done = await untilDecided(waiting);
      const order = await ordering.read(id!);
      if (decision === "confirmed") {
        assert.deepEqual([done.status, order.event.id, order.confirmation], ["accepted", to, "A-2"]);
        assert.deepEqual(await seatsOf(ordering.db, to), { left: 18, sold: 2, waiting: 0 });
        await cancelSilently(id!);
      } else {
        assert.deepEqual([done.isValid, done.status, codesOf(done)], [false, "declined", ["change-declined"]]);
        assert.deepEqual([order.status, order.event.id, order.confirmation], ["complete", from, "A-1"]);
        assert.deepEqual(await seatsOf(ordering.db, to), { left: 20, sold: 0, waiting: 0 });
        assert.deepEqual(await seatsOf(ordering.db, from), { left: 18, sold: 2, waiting: 0 });
      }
      const kinds = (await orderTimeline(ordering.db, id!))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith("change"));
      assert.deepEqual(kinds, ["change-requested", decision === "confirmed" ? "changed" : "change-declined"]);
    }
  });

  const cancelSilently = async (id: string) => {
    ordering.supplier.now = { ...silent, cancel: async () => ({ outcome: "cancelled", message: null }) };
    assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
  };
  const untilDecided = async (change: Awaited<ReturnType<Changer["accept"]>>) => {
    for (let n = 0; n < 100; n++) {
      const body = { id: change.id, quoteId: change.quoteId, apiKey: ordering.app.key };
      const now = await ordering.changer.quote(change.id, { quoteId: body.quoteId, revision: change.revision - 1 });
      if (now.status !== "waitsupplier") return now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("the change still waits");
  };

  test("an order that is cancelled while its change waits returns the seats of both", async () => {
    const [from, to] = [await ordering.evening("theirs", 21), await ordering.evening("theirs", 22)];
    ordering.supplier.now = {
      ...silent,
      request: async () => ({ outcome: "confirmed", message: null, confirmation: null }),
    };
    const { id } = await ordering.buy(from, {}, { ADULT: 2 });
    ordering.supplier.now = silent;
    const waiting = await ordering.changer.change(id!, { eventId: to });
    assert.equal(waiting.status, "waitsupplier");
    await cancelSilently(id!);
    const ended = await ordering.changer.quote(id!, { quoteId: waiting.quoteId, revision: waiting.revision - 1 });
    assert.equal(ended.status, "withdrawn");
    for (const event of [from, to])
      assert.deepEqual(await seatsOf(ordering.db, event), { left: 20, sold: 0, waiting: 0 });
  });

  test("an order whose cancellation withdraws its change, and is then refused, is flagged: its supplier may have changed it", async () => {
    const [from, to] = [await ordering.evening("theirs", 24), await ordering.evening("theirs", 25)];
    ordering.supplier.now = {
      ...silent,
      request: async () => ({ outcome: "confirmed", message: null, confirmation: null }),
    };
    const { id } = await ordering.buy(from, {}, { ADULT: 2 });
    const answer = Promise.withResolvers<SupplierOutcome>();
    ordering.supplier.now = {
      ...silent,
      change: () => answer.promise,
      cancel: async () => ({ outcome: "declined", message: "Too late." }),
    };
    const accepting = ordering.changer.change(id!, { eventId: to });
    try {
      await until(async () => (await seatsOf(ordering.db, to)).waiting === 2, "the seats of the change");
      assert.equal((await cancelling(ordering.app)(id!)).status, "complete");
    } finally {
      answer.resolve({ outcome: "confirmed", message: null, confirmation: "A-2" });
    }
    assert.equal((await accepting).status, "withdrawn");
    assert.deepEqual([(await ordering.read(id!)).status, (await ordering.read(id!)).event.id], ["complete", from]);
    const { rows } = await sql<{ flag: string }>`select flag from orders where id = ${id}`.execute(ordering.db);
    assert.equal(rows[0]!.flag, "change-unanswered");
    assert.deepEqual(await seatsOf(ordering.db, to), { left: 20, sold: 0, waiting: 0 });
  });

  test("a supplier that cannot be asked for a change is never a failure: the order is flagged for the operator", async () => {
    const event = await ordering.evening("theirs", 23);
    ordering.supplier.now = {
      ...silent,
      request: async () => ({ outcome: "confirmed", message: null, confirmation: null }),
    };
    const { id } = await ordering.buy(event, {}, { ADULT: 2 });
    ordering.supplier.now = silent;
    await ordering.changer.change(id!, { tickets: ticketsOf({ ADULT: 1 }) });
    const row = async () => {
      const { rows } = await sql<{ flag: string | null; due: boolean }>`
        select flag, supplier_due_at <= now() as due from orders where id = ${id}`.execute(ordering.db);
      return rows[0]!;
    };
    assert.equal((await row()).flag, null);
    for (let n = 0; n < 100 && (await row()).flag === null; n++) {
      await sql`update orders set supplier_due_at = now() where id = ${id}`.execute(ordering.db);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal((await row()).flag, "change-unanswered");
    assert.equal((await ordering.read(id!)).status, "complete");
  });
});
