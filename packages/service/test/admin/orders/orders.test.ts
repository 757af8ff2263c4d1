import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The orders desk over HTTP: waiting orders, decisions, and their log. */

onPostgres("the orders desk", (open) => {
  let app: TestApp;
  let partner: Partner;
  let desk: Operator & { email: string };
  let events: string[];
  before(async () => {
    app = await startApp({ open, config: { publicUrl: "https://tickets.example.com" } });
    partner = new Partner(app);
    desk = await signedIn(app, "orders");
    events = await eventIds(app.store.database.db, "show");
  });
  after(() => app.stop());

  const placed = async (event = 4, more = {}) => (await partner.buy(events[event]!, { ADULT: 1 }, more)).id!;
  const listed = async (query: string): Promise<string[]> =>
    (await desk.ask("GET", `/orders?${query}`)).data.map(({ id }: { id: string }) => id);

  test("waiting orders come oldest first and leave the queue when they are decided", async () => {
    const first = await placed();
    const second = await placed();
    assert.deepEqual(await listed("waiting=true"), [first, second]);
    const confirmed = await desk.ask("POST", `/orders/${first}/confirm`, { confirmation: "T-1", why: "by telephone" });
    assert.deepEqual([confirmed.status, confirmed.confirmation], ["complete", "T-1"]);
    assert.deepEqual(await listed("waiting=true"), [second]);
    await desk.ask("POST", `/orders/${second}/decline`, {});
    assert.deepEqual(await listed("waiting=true"), []);
    assert.equal(await desk.refused(409, "POST", `/orders/${second}/confirm`, {}), "status-changed");
    const { timeline } = await desk.ask("GET", `/orders/${first}`);
    const change = timeline.find(({ kind }: { kind: string }) => kind === "status");
    assert.partialDeepStrictEqual(change, {
      ...{ actor: "operator", operator: desk.email, why: "confirmed", message: "by telephone", details: null },
    });
    const { rows } = await listAudit(app.store.database.db, { operation: "orders.confirm" }, { offset: 0, limit: 5 });
    assert.deepEqual([rows[0]!.operator, rows[0]!.before], [desk.email, { status: "waitsupplier" }]);
  });

  test("an order is found by its reference, the partner's reference, the e-mail address and the event's day", async () => {
    const id = await placed(6, { externalReference: "CART-7781", email: "Lucia.Gomez@example.com" });
    const { reference } = await desk.ask("GET", `/orders/${id}`);
    for (const q of [reference, reference.replaceAll("-", " ").toLowerCase(), "cart-7781", "lucia.gomez@"])
      assert.deepEqual(await listed(`q=${encodeURIComponent(q)}`), [id], q);
    assert.deepEqual(await listed("q=nothing-like-it"), []);
    assert.equal((await desk.ask("GET", `/orders/${reference.toLowerCase().replaceAll("-", "")}`)).id, id);
    assert.ok((await listed("eventFrom=2026-06-22&eventTo=2026-06-22")).includes(id));
    assert.ok(!(await listed("eventFrom=2026-06-23")).includes(id));
    assert.ok((await listed("partner=acme&product=show&sort=totalUsd&order=desc")).includes(id));
    assert.deepEqual(await listed("partner=other"), []);
  });

  test("a cancellation that the partner requests waits, and the operator decides it", async () => {
    const id = await placed();
    await desk.ask("POST", `/orders/${id}/confirm`, {});
    const { voucher } = await desk.ask("GET", `/orders/${id}`);
    assert.match(voucher.address, /^https:\/\/tickets\.example\.com\/voucher\/[\w-]{27}$/);
    const requested = { trigger: "cancel", actor: "partner" } as const;
    const { order } = await changeOrder(app.app.service.orderContext, id, requested);
    assert.equal(order!.status, "waitcancel");
    assert.equal((await desk.ask("POST", `/orders/${id}/declineCancel`, {})).status, "complete");
    await changeOrder(app.app.service.orderContext, id, requested);
    const ended = await desk.ask("POST", `/orders/${id}/confirmCancel`, { why: "agreed" });
    assert.equal(ended.status, "cancelled");
    assert.notEqual(ended.voucher.voidAt, null);
  });

  describe("a change of an order", () => {
    type Quoted = { quoteId: string; revision: number };
    const confirmed = async (event = 4) => {
      const id = await placed(event);
      await desk.ask("POST", `/orders/${id}/confirm`, {});
      return id;
    };
    const accepting = ({ quoteId, revision }: Quoted) => ({ quoteId, revision });
    const audited = async (operation: string) => {
      const { rows } = await listAudit(app.store.database.db, { operation }, { offset: 0, limit: 1 });
      return rows[0]!;
    };

    test("is quoted with total, difference, refunds and seats, then accepted, and the order shows it", async () => {
      const id = await confirmed(10);
      const before = await desk.ask("GET", `/orders/${id}`);
      assert.deepEqual(before.changes, []);
      const tickets = [{ code: "ADULT", quantity: 3 }];
      const quote = await desk.ask("POST", `/orders/${id}/quoteAmendment`, { eventId: events[11], tickets });
      const until = "2026-06-25T18:00:00.000Z";
      assert.deepEqual(
        [quote.revision, quote.after, quote.errors],
        [
          2,
          {
            ...{ eventOn: "2026-06-27T20:00:00", itemName: "Butaca", seats: 3, people: 3 },
            ...{ totalUsd: "150.00", differenceUsd: "100.00", refundUsd: "0.00" },
            ...{ currencyCode: "USD", total: "150.00", difference: "100.00", refund: "0.00" },
          },
          [],
        ],
      );
      assert.deepEqual(quote.refunds, [{ hours: 24, percent: 100, until, refundUsd: "0.00", refund: "0.00" }]);
      assert.deepEqual((await audited("orders.quoteAmendment")).after, {
        ...{ quoteId: quote.quoteId, eventOn: "2026-06-27T20:00:00", tickets, totalUsd: "150.00" },
      });
      const body = { ...accepting(quote), why: "by telephone" };
      const after = await desk.ask("POST", `/orders/${id}/acceptAmendment`, body);
      assert.deepEqual([after.status, after.event.id, after.event.tickets], ["complete", events[11], tickets]);
      assert.notEqual(after.voucher.address, before.voucher.address);
      const [change] = after.changes;
      assert.deepEqual([change.status, change.actor, change.totalUsd], ["accepted", "operator", "150.00"]);
      assert.deepEqual(after.terms.refunds, [{ hours: 24, percent: 100, until: "2026-06-26T18:00:00.000Z" }]);
      const entry = await audited("orders.acceptAmendment");
      assert.deepEqual(
        [entry.operator, (entry.before as { totalUsd: string }).totalUsd, (entry.after as { why: string }).why],
        [desk.email, "50.00", "by telephone"],
      );
      const written = {
        ...{ kind: "changed", actor: "operator", operator: desk.email, status: null, why: null },
        details: {
          before: { eventOn: "2026-06-26T20:00:00", tickets: [{ code: "ADULT", quantity: 1 }], total: "50.00" },
          after: { eventOn: "2026-06-27T20:00:00", tickets, total: "150.00" },
          currencyCode: "USD",
        },
      };
      const shown = async () => {
        const { timeline } = await desk.ask("GET", `/orders/${id}`);
        const { at: _, ...entry } = timeline.find(({ kind }: { kind: string }) => kind === "changed");
        return entry;
      };
      assert.deepEqual(await shown(), { ...written, message: "by telephone" });
      await desk.ask("POST", `/orders/${id}/erase`, {});
      assert.deepEqual(await shown(), { ...written, message: null }, "erasure removes the reason only");
    });

    test("with a quote for a former state, of another order or without seats is refused, and changes nothing", async () => {
      const [id, other] = [await confirmed(12), await confirmed(13)];
      const quoteOf = (body: object) => desk.ask("POST", `/orders/${id}/quoteAmendment`, body);
      const [first, second] = [
        await quoteOf({ email: "one@example.com" }),
        await quoteOf({ email: "two@example.com" }),
      ];
      const accept = (of: string, quote: Quoted) =>
        desk.refused(409, "POST", `/orders/${of}/acceptAmendment`, accepting(quote));
      await desk.ask("POST", `/orders/${id}/acceptAmendment`, accepting(first));
      assert.equal(await accept(id, second), "changed-meanwhile");
      assert.equal(
        await desk.refused(404, "POST", `/orders/${other}/acceptAmendment`, accepting(second)),
        "not-found",
        "of another order",
      );
      const full = await quoteOf({ eventId: events[14] });
      for (let n = 0; n < 2; n++) await partner.buy(events[14]!, { ADULT: 10 });
      assert.equal(await accept(id, full), "changed-meanwhile");
      const refused = await quoteOf({ eventId: events[14] });
      assert.deepEqual([refused.quoteId, refused.after, refused.errors[0].code], [null, null, "event-sold-out"]);
      assert.equal(
        await desk.refused(400, "POST", `/orders/${id}/quoteAmendment`, { email: "nobody" }),
        "invalid-field",
      );
      assert.equal((await desk.ask("GET", `/orders/${id}`)).event.email, "one@example.com");
    });

    test("is possible for an operator after the partner's time to cancel, without a refund", async () => {
      const id = await confirmed(8);
      app.clock.now = new Date("2026-06-24T17:00:00Z");
      const late = await signedIn(app, "orders");
      const quote = await late.ask("POST", `/orders/${id}/quoteAmendment`, { eventId: events[9] });
      assert.deepEqual([quote.errors, quote.after.refundUsd], [[], "0.00"]);
      app.clock.now = testNow;
    });
  });

  test("a voucher is checked without being used, and redeemed once", async () => {
    const id = await placed();
    await desk.ask("POST", `/orders/${id}/confirm`, {});
    const code = (await desk.ask("GET", `/orders/${id}`)).voucher.address;
    assert.equal((await desk.ask("POST", "/vouchers/check", { code })).result, "wrong-day");
    app.clock.now = new Date("2026-06-20T17:00:00Z");
    const door = await signedIn(app, "orders");
    assert.equal((await door.ask("POST", "/vouchers/check", { code })).result, "valid");
    assert.equal((await door.ask("POST", "/vouchers/redeem", { code })).result, "valid");
    const again = await door.ask("POST", "/vouchers/redeem", { code });
    assert.deepEqual([again.result, again.voucher.redeemedBy], ["already-redeemed", door.email]);
    assert.equal((await door.ask("POST", "/vouchers/check", { code: "made-up" })).result, "unknown");
  });

  test("notes are in the timeline, personal data are erased on request, and unknown ids are a 404", async () => {
    const door = await signedIn(app, "orders");
    const id = await placed(10, { email: "ana@example.com" });
    await door.ask("POST", `/orders/${id}/notes`, { note: "Refunded 50 dollars" });
    const { timeline } = await door.ask("GET", `/orders/${id}`);
    assert.partialDeepStrictEqual(timeline.at(-1), {
      ...{ kind: "note", operator: door.email, why: null, message: "Refunded 50 dollars" },
    });
    assert.equal((await door.ask("GET", `/orders/${id}/export`)).order.event.email, "ana@example.com");
    await door.ask("POST", `/orders/${id}/erase`, {});
    assert.equal((await door.ask("GET", `/orders/${id}/export`)).order.event.email, "");
    assert.equal(await door.refused(404, "GET", "/orders/00000000-0000-4000-8000-000000000000"), "not-found");
    assert.equal(await door.refused(404, "GET", "/orders/made-up"), "not-found");
    assert.equal(await door.refused(400, "GET", "/orders?status=done"), "invalid-field");
    assert.equal(await door.refused(400, "GET", "/orders?perPage=501"), "invalid-field");
    assert.equal(await door.refused(400, "GET", "/orders?colour=red"), "invalid-field");
    assert.equal(await door.refused(400, "GET", "/orders?eventFrom=2026-02-30"), "invalid-field");
    assert.equal(await door.refused(400, "GET", "/orders?placedFrom=2026-06-15T23:59:60Z"), "invalid-field");
    assert.equal(await door.refused(400, "GET", "/orders?q=a%00b"), "invalid-field");
    assert.equal(await door.refused(400, "POST", `/orders/${id}/notes`, { note: "" }), "invalid-field");
  });
});
