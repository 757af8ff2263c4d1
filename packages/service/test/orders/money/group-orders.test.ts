import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { codesOf, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Groups' orders from blocks of seats, with deposit and balance, over HTTP. */

const named = variant(
  show,
  {
    ...{ externalId: "named", immediateBooking: true, taxRate: "21", refundTiers: [{ hours: 24, percent: 80 }] },
    questions: { ...show.questions, allPassengerNames: true },
  },
  { externalId: "named-seat" },
);
const catalogue = { ...testCatalogue, products: [show, named] };
const [saleDay, laterDay, lastDay] = ["2026-06-15", "2026-06-16", "2026-06-17"] as const;

onPostgres("a group's order from a block", (open) => {
  let app: TestApp;
  let desk: Operator & { email: string };
  let shows: string[];
  before(async () => {
    app = await startApp({ open, catalogue });
    desk = await signedIn(app, "orders");
    shows = (await eventIds(app.store.database.db, "named")).slice(14);
  });
  after(() => app.stop());

  const at = async (time: string) => {
    app.clock.now = new Date(time);
    desk = await signedIn(app, "orders");
  };
  const block = (event: string, seats: number) =>
    desk.ask("POST", `/events/${event}/blocks`, { name: "School", seats, release: "2026-06-28T12:00" });
  const body = (event: string, from: { id: string; revision: number }, quantity: number, more: object = {}) => ({
    ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity }], lang: "es", name: "Ana Ruiz" },
    ...{ method: "account", totalUsd: (50 * quantity).toFixed(2), blockId: from.id },
    block: { revision: from.revision, rest: "keep", namesLater: true },
    ...more,
  });
  const sell = async (event: string, from: { id: string; revision: number }, quantity: number, more: object = {}) =>
    desk.ask("POST", "/orders", body(event, from, quantity, more));
  const eventOf = async (event: string): Promise<{ left: number; sold: number; blocks: { seats: number }[] }> =>
    desk.ask("GET", `/events/${event}`);
  const seatsOf = async (event: string) => {
    const { left, sold, blocks } = await eventOf(event);
    return { left, sold, blocked: blocks.map(({ seats }) => seats) };
  };
  const kinds = async (day: string) => {
    const { sums } = await desk.ask("GET", `/closings/${day}`);
    const lines: { kind: string; sold: string; settled: string; paidBack: string; balance: string }[] = sums.kinds;
    return Object.fromEntries(lines.map(({ kind, balance }) => [kind, Number(balance)]));
  };

  test("takes the seats of the block, beyond the ticket's maximum, and the rest stays blocked or is released", async () => {
    const [one, two, three] = shows as [string, string, string];
    const kept = await block(one, 18);
    await sell(one, kept, 15);
    assert.deepEqual(await seatsOf(one), { left: 2, sold: 15, blocked: [3] });

    const released = await block(two, 18);
    const rest = { block: { revision: 1, rest: "release", namesLater: true } };
    const sale = body(two, released, 15, rest);
    const order = await desk.ask("POST", "/orders", sale);
    assert.deepEqual(await seatsOf(two), { left: 5, sold: 15, blocked: [] });
    assert.equal((await desk.ask("POST", "/orders", sale)).id, order.id);
    assert.equal((await seatsOf(two)).sold, 15);
    const notes = order.timeline.filter(({ kind }: { kind: string }) => kind === "note");
    assert.deepEqual(notes, [], "a block without a note adds none");

    const further = await block(three, 12);
    await sell(three, further, 14);
    assert.deepEqual(await seatsOf(three), { left: 6, sold: 14, blocked: [] });
  });

  test("has the note of its block, by the operator who blocked the seats, once", async () => {
    const event = shows[15]!;
    const given = { name: "School", note: "Two wheelchairs", seats: 6, release: "2026-06-28T12:00" };
    const made = await desk.ask("POST", `/events/${event}/blocks`, given);
    const [seller, sale] = [await signedIn(app, "orders"), body(event, made, 6)];
    for (const _ of ["first", "repeated"]) {
      const { timeline } = await seller.ask("POST", "/orders", sale);
      const notes = timeline.filter(({ kind }: { kind: string }) => kind === "note");
      const { actor, operator, message } = notes[0];
      assert.deepEqual([notes.length, actor, operator, message], [1, "operator", desk.email, "Two wheelchairs"]);
    }
  });

  test("is refused beyond the capacity, for a block that changed, and without a block", async () => {
    const event = shows[3]!;
    const made = await block(event, 12);
    await new Partner(app).buy(event, { ADULT: 4 }, { answers: names(4) });
    assert.equal(await desk.refused(409, "POST", "/orders", body(event, made, 17)), "sale-refused");
    assert.deepEqual(await seatsOf(event), { left: 4, sold: 4, blocked: [12] });
    assert.equal(
      await desk.refused(409, "POST", "/orders", body(event, { id: made.id, revision: 2 }, 12)),
      "changed-meanwhile",
    );
    const free = { ...body(event, made, 12), blockId: undefined, block: undefined };
    assert.equal(await desk.refused(409, "POST", "/orders", free), "sale-refused");
    assert.equal(await desk.refused(400, "POST", "/orders", { ...free, blockId: made.id }), "invalid-field");
    const unknown = { id: randomUUID(), revision: 1 };
    assert.equal(await desk.refused(404, "POST", "/orders", body(event, unknown, 12)), "not-found");
    await sell(event, made, 16);
    assert.deepEqual(await seatsOf(event), { left: 0, sold: 20, blocked: [] });
  });

  const names = (count: number) =>
    Array.from({ length: count }, (_, n) => [
      { code: "passenger-first-name", value: `Guest ${n + 1}` },
      { code: "passenger-last-name", value: "Ruiz" },
    ]).flat();

  test("is sold after partners' sales have ended", async () => {
    const event = shows[12]!;
    const made = await block(event, 5);
    await sql`update event set sales_end_at = ${app.clock.now} where id = ${event}`.execute(app.store.database.db);
    assert.deepEqual(codesOf(await new Partner(app).validate(event, { ADULT: 1 })), ["too-late"]);
    await sell(event, made, 5);
    assert.deepEqual(await seatsOf(event), { left: 15, sold: 5, blocked: [] });
  });

  test("is flagged until all names are there; an amendment adds them, some or all, and changes the quantity", async () => {
    const event = shows[4]!;
    const order = await sell(event, await block(event, 14), 14);
    const shown = async () => {
      const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
      const { data } = await desk.ask("GET", `/orders?eventId=${event}`);
      const { answersToCome } = await desk.ask("GET", `/orders/${order.id}`);
      return [answersToCome, orders[0].toCome.length > 0, data[0].answersToCome, orders[0].leadName];
    };
    assert.deepEqual(await shown(), [true, true, true, "Ana Ruiz"]);
    const amend = async (wish: object) => {
      const quote = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, wish);
      assert.deepEqual(quote.errors, []);
      await desk.ask("POST", `/orders/${order.id}/acceptAmendment`, {
        quoteId: quote.quoteId,
        revision: quote.revision,
      });
    };
    await amend({ answers: names(5) });
    assert.deepEqual(await shown(), [true, true, true, "Guest 1 Ruiz"]);
    await amend({ tickets: [{ code: "ADULT", quantity: 13 }] });
    assert.equal((await shown())[0], true);
    await amend({ answers: names(13) });
    assert.deepEqual(await shown(), [false, false, false, "Guest 1 Ruiz"]);
    const { text } = await desk.call("GET", `/events/${event}/manifest/export?format=csv`);
    assert.doesNotMatch(text, /Details to come/);
  });

  test("of a product that asks its travellers nothing is never flagged; the answers of some travellers can come with the sale", async () => {
    const plain = (await eventIds(app.store.database.db, "show"))[14]!;
    const unasked = await sell(plain, await block(plain, 6), 6);
    const guests = await desk.ask("GET", `/events/${plain}/manifest`);
    assert.deepEqual([unasked.answersToCome, guests.orders[0].leadName], [false, "Ana Ruiz"]);
    const event = shows[13]!;
    const order = await sell(event, await block(event, 6), 6, { answers: names(2) });
    const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
    assert.deepEqual([order.answersToCome, orders[0].leadName], [true, "Guest 1 Ruiz"]);
  });

  test("the manifest's file names blocks and orders whose names are to come", async () => {
    const event = shows[5]!;
    const made = await block(event, 14);
    await sell(event, made, 4);
    const { text } = await desk.call("GET", `/events/${event}/manifest/export?format=csv`, undefined, {
      "accept-language": "en",
    });
    assert.match(text, /Ana Ruiz,.*Details to come/);
    assert.match(text, /School,,10,.*Seats blocked until 2026-06-28 12:00/);
  });

  test("deposit and payments count on their days by kind, and the balance is due until all is paid", async () => {
    const event = shows[6]!;
    const before = await kinds(saleDay);
    const deposit = { amount: "200.00", method: "card" };
    const order = await sell(event, await block(event, 18), 15, { deposit, dueOn: "2026-06-16" });
    assert.deepEqual(
      [order.account.paid, order.account.balanceDue, order.account.dueOn, order.payment.method],
      ["200.00", "475.00", "2026-06-16", "account"],
    );
    assert.partialDeepStrictEqual(order.timeline.at(-1), {
      ...{ kind: "paid", operator: desk.email, why: null, message: null },
      details: { amount: "200.00", currencyCode: "EUR", method: "card" },
    });
    const after = await kinds(saleDay);
    assert.deepEqual([after.card! - before.card!, after.account! - before.account!], [200, 475]);
    const due = async () =>
      (await desk.ask("GET", "/orders?balanceDue=true")).data.map((one: { id: string }) => one.id);
    assert.ok((await due()).includes(order.id));

    await at(`${laterDay}T10:00:00Z`);
    const payment = { id: randomUUID(), amount: "100.00", method: "cash", note: "Paid by the teacher" };
    const pay = (more: object) => ({ ...payment, ...more });
    const paid = await desk.ask("POST", `/orders/${order.id}/payments`, payment);
    await desk.ask("POST", `/orders/${order.id}/payments`, payment);
    assert.deepEqual([paid.account.paid, paid.account.balanceDue], ["300.00", "375.00"]);
    assert.deepEqual(
      paid.account.payments.map(({ note }: { note: string | null }) => note),
      [null, "Paid by the teacher"],
    );
    const over = pay({ id: randomUUID(), amount: "375.01" });
    assert.equal(await desk.refused(400, "POST", `/orders/${order.id}/payments`, over), "invalid-field");
    assert.equal((await kinds(laterDay)).cash, 100);
    assert.equal((await kinds(laterDay)).account, -100);

    await at(`${lastDay}T10:00:00Z`);
    const { balances } = await desk.ask("GET", `/closings/${lastDay}`);
    assert.equal(balances.overdue, "375.00");
    assert.deepEqual((await desk.ask("GET", "/dashboard")).balances, balances, "the overview has the same balances");
    await desk.ask(
      "POST",
      `/orders/${order.id}/payments`,
      pay({ id: randomUUID(), amount: "375", method: "transfer" }),
    );
    assert.ok(!(await due()).includes(order.id));
    assert.equal((await kinds(lastDay)).transfer, 375);
    const { text } = await desk.call("GET", `/documents/export?format=csv&from=${saleDay}&to=${lastDay}`);
    const documents = text.split("\n").filter((line) => line.includes(order.reference));
    assert.equal(documents.length, 1);
    assert.match(documents[0]!, /675.00/);
  });

  test("a cancellation refunds no more than was paid: the balance is set off first", async () => {
    // By the terms 80 % are refunded.
    const cases = [
      { deposit: "300.00", refunds: { account: 375, due: 165 }, balance: "0.00" },
      { deposit: "100.00", refunds: { account: 540, due: 0 }, balance: "35.00" },
      { deposit: "675.00", refunds: { account: 0, due: 540 }, balance: "0.00" },
    ];
    const start = { ...(await kinds(lastDay)) };
    for (const [n, { deposit, refunds, balance }] of cases.entries()) {
      const event = shows[7 + n]!;
      const order = await sell(event, await block(event, 15), 15, { deposit: { amount: deposit, method: "card" } });
      const cancelled = await desk.ask("POST", `/orders/${order.id}/cancel`, {});
      const sum = (some: { due: string }[]) => some.reduce((all, { due }) => all + Number(due), 0);
      const all: { due: string; method: string | null }[] = cancelled.refunds;
      assert.deepEqual(
        { account: sum(all.filter(({ method }) => method)), due: sum(all.filter(({ method }) => !method)) },
        refunds,
      );
      assert.equal(cancelled.account.balanceDue, balance);
      const { text } = await desk.call("GET", `/documents/export?format=csv&from=${lastDay}&to=${lastDay}`);
      const totals = text
        .split("\n")
        .filter((line) => line.includes(order.reference))
        .map((line) => Number(line.match(/,(-?\d+\.\d\d),EUR/)?.[1]));
      assert.deepEqual(
        [...totals].sort((a, b) => a - b),
        [-675, 135, 675],
      );
    }
    // The group made its last payment by card, so the refund counts as card money and not as account money.
    const { data } = await desk.ask("GET", "/refunds?state=due&perPage=500");
    const ids = data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await desk.ask("POST", "/refunds/record", { ids }), { recorded: 2 });
    const end = await kinds(lastDay);
    assert.deepEqual([end.card! - start.card!, end.account! - start.account!], [1075 - 705, 35]);
  });

  test("fewer guests reduce the balance before anything is refunded", async () => {
    const event = shows[10]!;
    const deposit = { amount: "200.00", method: "cash" };
    const order = await sell(event, await block(event, 15), 15, { deposit });
    const wish = { tickets: [{ code: "ADULT", quantity: 14 }] };
    const quote = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, wish);
    await desk.ask("POST", `/orders/${order.id}/acceptAmendment`, { quoteId: quote.quoteId, revision: quote.revision });
    const { account, refunds } = await desk.ask("GET", `/orders/${order.id}`);
    // 45.00 less; 20 % of it is the fee.
    assert.deepEqual([account.balanceDue, account.paid], ["439.00", "200.00"]);
    assert.deepEqual(
      refunds.map(({ due, method }: { due: string; method: string }) => [due, method]),
      [["36.00", "account"]],
    );
  });

  test("a deposit and a due day are for a sale on account; the fields say what is wrong", async () => {
    const event = shows[11]!;
    const made = await block(event, 15);
    const pointersOf = async (more: object) => {
      const { status, text } = await desk.call("POST", "/orders", body(event, made, 15, more));
      assert.equal(status, 400, text);
      return JSON.parse(text).errors.map(({ pointer }: { pointer: string }) => pointer);
    };
    const deposit = { amount: "10.00", method: "cash" };
    assert.deepEqual(await pointersOf({ method: "cash", deposit }), ["/deposit"]);
    assert.deepEqual(await pointersOf({ method: "cash", dueOn: "2026-06-20" }), ["/dueOn"]);
    assert.deepEqual(await pointersOf({ dueOn: "2026-02-31" }), ["/dueOn"]);
    assert.deepEqual(await pointersOf({ deposit: { ...deposit, amount: "675.01" } }), ["/deposit/amount"]);
    assert.deepEqual(await pointersOf({ deposit: { ...deposit, amount: "1.005" } }), ["/deposit/amount"]);
    assert.deepEqual(await seatsOf(event), { left: 5, sold: 0, blocked: [15] });
  });
});
