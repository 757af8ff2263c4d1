import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import { letterOfKind } from "../../../src/domain/letters/guest-letter.ts";
import { toCollectOf, toCollectOfOrder } from "../../../src/domain/money/to-collect.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { voucherContent } from "../../../src/domain/visits/vouchers.ts";
import { isOnAccount } from "../../../src/store/money/account.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { refusal } from "../../../src/texts/field-refusals.ts";
import { toCollectText } from "../../../src/vouchers/labels.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** What is to be collected from guests, and who records it: the rule, the door, and the till of a day, over HTTP. */

const times = ["2026-06-20T18:00", "2026-06-21T18:00"] as const;
const own = variant(
  show,
  { externalId: "own", immediateBooking: true, leadPurchaseDay: 0 },
  {
    externalId: "own-seat",
    schedules: [],
    events: times.map((eventOn) => ({ eventOn, capacity: 200, prices: [{ code: "ADULT", amount: "45.00" }] })),
  },
);
const catalogue = { ...testCatalogue, products: [own] };
/** Half an hour before the first event. */
const atDoor = new Date("2026-06-20T15:30:00Z");
const day = "2026-06-20";

onPostgres("what is to be collected from guests", (open) => {
  let app: TestApp;
  let owner: Operator & { email: string };
  let desk: Operator & { email: string };
  let gate: Operator & { email: string };
  let event: string;
  before(async () => {
    app = await startApp({ open, catalogue, now: atDoor });
    owner = await signedIn(app, "owner");
    desk = await signedIn(app, "orders");
    gate = await signedIn(app, "door");
    event = await eventId(app, "own-seat", times[0]);
  });
  after(() => app?.stop());

  test("orders with a balance have an index", async () => {
    const plan = await db()
      .transaction()
      .execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const { rows } = await sql`explain select o.id from orders o where ${isOnAccount}`.execute(tx);
        return JSON.stringify(rows);
      });
    assert.match(plan, /orders_with_balance/);
  });

  const db = () => app.store.database.db;
  const sell = (quantity: number, method: string | undefined, more: object = {}) =>
    desk.ask("POST", "/orders", {
      ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity }], lang: "es", name: "Ana Ruiz" },
      ...{ method, totalUsd: (50 * quantity).toFixed(2), ...more },
    });
  const collects = async (id: string) => (await toCollectOfOrder(db(), id))?.amount ?? null;
  /** A partner, whose terms say who collects; null: it has none. */
  async function partnerWith(collects: "partner" | "operator" | null) {
    const externalId = `p-${randomUUID().slice(0, 8)}`;
    await importCatalogue(db(), { partners: [{ externalId, name: externalId }] }, { now: app.clock.now });
    const { key } = await createKey(db(), { partner: externalId, mode: "live", readOnly: false, now: app.clock.now });
    const content = {
      ...{ basis: "commission", collects, percent: "20", percentOf: "price", extras: false, dueOn: "event" },
      ...{ afterCancellation: "share", noShow: "as-sold", paymentDays: 30, period: "month" },
      ...{ currencyCode: null, limit: null },
    };
    if (collects) await owner.ask("POST", `/partners/${externalId}/terms`, { content, lines: [], priceListId: null });
    return { externalId, seller: new Partner(app, { key }) };
  }
  const collect = (who: Operator, code: string, amount: string, more: object = {}) =>
    who.ask("POST", "/door/payments", { id: randomUUID(), code, amount, method: "cash", ...more });
  const redeem = (code: string, more: object = {}) => gate.ask("POST", "/vouchers/redeem", { code, ...more });
  const codeOf = ({ voucher }: { voucher: { address: string } }) => voucher.address;

  test("only what the operator collects is asked of a guest, never what is on a partner's account", async () => {
    const orders: [who: string, id: string, expected: string | null][] = [];
    for (const method of ["cash", "card", "transfer"])
      orders.push([`the desk, ${method}`, (await sell(1, method)).id, null]);
    orders.push(["the desk, on account", (await sell(1, "account")).id, "45.00"]);
    const free = { prices: [{ code: "ADULT", amount: "0" }], reason: "A gift", totalUsd: "0.00" };
    orders.push(["the desk, free", (await sell(1, "free", free)).id, null]);
    const [theirs, ours, none] = [await partnerWith("partner"), await partnerWith("operator"), await partnerWith(null)];
    orders.push(["a partner that collects", (await theirs.seller.buy(event, { ADULT: 1 })).id!, null]);
    orders.push(["a partner, the operator collects", (await ours.seller.buy(event, { ADULT: 1 })).id!, "45.00"]);
    orders.push(["a partner without terms", (await none.seller.buy(event, { ADULT: 1 })).id!, null]);
    const sold = (partner: string, method?: string) => sell(1, method, { partner });
    orders.push(["the desk for a partner that collects", (await sold(theirs.externalId)).id, null]);
    orders.push([
      "the desk for a partner, the operator collects",
      (await sold(ours.externalId, "account")).id,
      "45.00",
    ]);
    orders.push(["the desk for it, paid", (await sold(ours.externalId, "cash")).id, null]);
    const agency = await sold(none.externalId, "account");
    orders.push(["the desk on account of an agency without terms", agency.id, null]);
    const found = await toCollectOf(
      db(),
      orders.map(([, id]) => id),
    );
    assert.deepEqual(
      orders.map(([who, id]) => [who, found.get(id)?.amount ?? null]),
      orders.map(([who, , expected]) => [who, expected]),
    );
    assert.equal((await desk.ask("GET", `/orders/${agency.id}`)).account.balanceDue, "45.00", "the agency owes it");
    const { orders: guests, totals } = await desk.ask("GET", `/events/${event}/manifest`);
    const listed = new Map(guests.map((one: { orderId: string }) => [one.orderId, one]));
    for (const [who, id, expected] of orders)
      assert.equal(
        (listed.get(id) as { toCollect: { amount: string } | null }).toCollect?.amount ?? null,
        expected,
        who,
      );
    assert.deepEqual(totals.toCollect, { orders: 3, amount: "135.00", currencyCode: "EUR" });
  });

  test("payments and refunds lower it, and a guest who pays the partner's order is no debt of the partner", async () => {
    const { seller, externalId } = await partnerWith("operator");
    const id = (await seller.buy(event, { ADULT: 2 })).id!;
    const before = (await desk.ask("GET", `/closings/${day}`)).sums;
    const payment = { id: randomUUID(), amount: "50.00", method: "card" };
    for (const _ of ["first", "repeated"]) await desk.ask("POST", `/orders/${id}/payments`, payment);
    assert.equal(await collects(id), "40.00");
    const { sums } = await desk.ask("GET", `/closings/${day}`);
    const change = (kind: string) => {
      const of = (all: { kind: string; balance: string }[]) => Number(all.find((one) => one.kind === kind)!.balance);
      return of(sums.kinds) - of(before.kinds);
    };
    assert.deepEqual([change("card"), change("partner"), change("account")], [50, -50, 0]);
    const named = sums.partners.find(({ partner }: { partner: string }) => partner === externalId);
    assert.partialDeepStrictEqual(named, { orders: 1, sold: "90.00", settled: "-50.00", balance: "40.00" });
    const cancelled = await desk.ask("POST", `/orders/${id}/cancel`, { refund: "90.00", why: "The boat is broken" });
    assert.equal(await collects(id), null);
    const due = cancelled.refunds.find(({ paidAt }: { paidAt: string | null }) => paidAt === null);
    assert.equal(due.due, "50.00", "only what the guest paid goes back");
  });

  test("the door stops a guest who owes, admits who paid or is let in, and never asks before the agreed day", async () => {
    const order = await sell(2, "account");
    const stopped = await redeem(codeOf(order));
    const toCollect = { amount: "90.00", currencyCode: "EUR", dueOn: null, onArrival: true };
    assert.deepEqual([stopped.result, stopped.people, stopped.admission], ["to-collect", 2, null]);
    assert.deepEqual(stopped.voucher.toCollect, toCollect);
    const part = await collect(gate, codeOf(order), "30.00");
    assert.deepEqual(
      [part.result, part.recorded, part.tooMuch, part.toCollect.amount],
      [...["recorded", "30.00", "0.00", "60.00"]],
    );
    const rest = { id: randomUUID(), code: codeOf(order), amount: "60.00", method: "card", device: "Gate 1" };
    for (const _ of ["first", "repeated"]) {
      const paid = await gate.ask("POST", "/door/payments", rest);
      assert.deepEqual([paid.recorded, paid.toCollect], ["60.00", null]);
    }
    assert.equal((await redeem(codeOf(order))).result, "valid");
    const { account } = await desk.ask("GET", `/orders/${order.id}`);
    assert.deepEqual(
      account.payments
        .map(({ amount, method, recordedBy }: Record<string, string>) => [amount, method, recordedBy])
        .sort(),
      [
        ["30.00", "cash", gate.email],
        ["60.00", "card", gate.email],
      ],
    );
    const letIn = await sell(1, "account");
    assert.equal((await redeem(codeOf(letIn), { unpaid: true })).result, "valid");
    assert.equal(await collects(letIn.id), "45.00");
    for (const [dueOn, result] of [
      [day, "to-collect"],
      ["2026-07-01", "valid"],
    ])
      assert.equal((await redeem(codeOf(await sell(1, "account", { dueOn })))).result, result, dueOn);
  });

  test("a payment at the door is at most the balance; taken without network, the rest is given back", async () => {
    const order = await sell(1, "account");
    const { status, text } = await gate.call(
      "POST",
      "/door/payments",
      { id: randomUUID(), code: codeOf(order), amount: "45.01", method: "cash" },
      { "accept-language": "en" },
    );
    const most = { pointer: "/amount", ...refusal("balance-due", { most: "45.00 EUR" }) };
    assert.deepEqual([status, JSON.parse(text).errors], [400, [most]]);
    for (const [amount, pointer] of [
      ["0", "/amount"],
      ["1.001", "/amount"],
    ]) {
      const body = { id: randomUUID(), code: codeOf(order), amount, method: "cash" };
      const refused = await gate.call("POST", "/door/payments", body);
      assert.deepEqual([refused.status, JSON.parse(refused.text).errors[0].pointer], [400, pointer]);
    }
    await collect(gate, codeOf(order), "20.00");
    const takenAt = "2026-06-20T15:00:00Z";
    const taken = { id: randomUUID(), code: codeOf(order), amount: "45.00", method: "cash", takenAt };
    for (const _ of ["first", "repeated"]) {
      const made = await gate.ask("POST", "/door/payments", taken);
      assert.deepEqual([made.recorded, made.tooMuch, made.toCollect], ["25.00", "20.00", null]);
    }
    const { account, timeline } = await desk.ask("GET", `/orders/${order.id}`);
    assert.deepEqual(
      [account.paid, account.balanceDue, account.payments[0].paidAt],
      [...["45.00", "0.00", "2026-06-20T15:00:00.000Z"]],
    );
    const entries = timeline.filter(({ kind }: { kind: string }) => kind === "paid");
    assert.deepEqual([entries.length, entries.at(-1).details.tooMuch], [2, "20.00"]);
    const other = await sell(1, "account");
    assert.equal(
      await gate.refused(409, "POST", "/door/payments", { ...taken, code: codeOf(other) }),
      "payment-id-taken",
    );
    const paid = await sell(1, "cash");
    const body = { id: randomUUID(), code: codeOf(paid), amount: "1.00", method: "cash" };
    assert.equal(await gate.refused(409, "POST", "/door/payments", body), "not-on-account");
    assert.equal((await collect(gate, "AAAA-AAAA", "1.00")).result, "unknown");
  });

  test("voucher, letters, the manifest's files, the device's list and the overview have it, and a paid order none", async () => {
    const order = await sell(2, "account", { email: "ana@example.com" });
    const paid = await sell(1, "cash");
    const sender = { publicUrl: "", operatorName: "Paseo" };
    const voucherOf = async (sold: { voucher: { address: string } }) => {
      const content = await voucherContent(db(), codeOf(sold).split("/").at(-1)!, sender);
      return typeof content === "object" && content ? toCollectText(content) : null;
    };
    assert.match((await voucherOf(order))!, /^Por pagar a la llegada: 90,00\s€\.$/);
    assert.equal(await voucherOf(paid), "");
    const own = { subject: "Hola", body: "Hasta pronto, {guest}." };
    for (const [kind, text] of [["confirmation"], ["reminder"], ["reminder", own]] as const) {
      const row = (await orderById(db(), order.id))!;
      const letter = await letterOfKind({ ...sender, db: db() }, kind, row, { text });
      assert.match(letter!.text, /Por pagar a la llegada: 90,00\s€\./, kind);
    }
    const lines = async (list: string) => {
      const { text } = await desk.call("GET", `/events/${event}/manifest/export?format=csv&list=${list}`, undefined, {
        "accept-language": "en",
      });
      const [head, ...rows] = text.split("\r\n").map((line) => line.split(","));
      return rows
        .filter((row) => row.includes(order.reference))
        .map((row) => [row[head!.indexOf("To collect")], row[head!.indexOf("Currency")]]);
    };
    assert.deepEqual(await lines("orders"), [["90.00", "EUR"]]);
    assert.deepEqual(await lines("persons"), [
      ["90.00", "EUR"],
      ["", ""],
    ]);
    const list = await gate.ask("POST", "/door/list", { eventIds: [event] });
    const amounts = list.orders.map(({ toCollect }: { toCollect: { amount: string } | null }) => toCollect?.amount);
    assert.ok(amounts.includes("90.00"));
    const { balances } = await desk.ask("GET", "/dashboard");
    assert.ok(Number(balances.today) >= 90 && balances.todayOrders >= 1, JSON.stringify(balances));
  });

  test("a receipt names the payment and what is left, as PDF", async () => {
    const order = await sell(1, "account");
    const id = randomUUID();
    await desk.ask("POST", `/orders/${order.id}/payments`, { id, amount: "20.00", method: "card" });
    const printed = await desk.call("GET", `/orders/${order.id}/payments/${id}/receipt`);
    assert.equal(printed.status, 200);
    assert.match(printed.headers["content-disposition"] as string, new RegExp(`recibo-${order.reference}\\.pdf`));
    assert.equal(printed.text.slice(0, 5), "%PDF-");
    const unknown = `/orders/${order.id}/payments/${randomUUID()}/receipt`;
    assert.equal(await desk.refused(404, "GET", unknown), "not-found");
    // Paid in full at the desk: the sale itself is the payment.
    const paid = await sell(1, "cash");
    assert.equal((await desk.call("GET", `/orders/${paid.id}/payments/sale/receipt`)).text.slice(0, 5), "%PDF-");
    assert.equal(await desk.refused(404, "GET", `/orders/${order.id}/payments/sale/receipt`), "not-found");
    assert.equal(await desk.refused(409, "POST", `/orders/${order.id}/payments/${id}/receipt`, {}), "no-mail-server");
  });

  test("after a part refund everything that is offered is what is left", async () => {
    const early = "2026-06-10T10:00:00Z";
    app.clock.now = new Date(early);
    desk = await signedIn(app, "orders");
    const order = await sell(2, "card");
    await desk.ask("POST", `/orders/${order.id}/refunds`, { amount: "30.00", method: "card" });
    const shown = await desk.ask("GET", `/orders/${order.id}`);
    const { cancel, decline } = shown.decisionRefunds;
    assert.deepEqual([cancel.due, decline.due, shown.maxCancelRefund], ["60.00", "60.00", "60.00"]);
    assert.deepEqual(shown.maxOtherRefund, { account: "60.00", money: "60.00" });
    const quote = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, {
      tickets: [{ code: "ADULT", quantity: 1 }],
    });
    assert.equal(quote.after.refund, "15.00", "45.00 by the terms, of which 30.00 are paid back");
    const preview = await desk.ask("POST", "/bulk-actions/preview", { kind: "cancel", eventIds: [event] });
    const listed = preview.orders.find(({ reference }: { reference: string }) => reference === order.reference);
    assert.equal(listed.refundTerms, "60.00");
    app.clock.now = atDoor;
    [desk, gate] = [await signedIn(app, "orders"), await signedIn(app, "door")];
  });

  test("a day of three people and two currencies is counted by person, and adds up to the cent", async () => {
    app.clock.now = new Date("2026-06-21T15:30:00Z");
    [desk, gate] = [await signedIn(app, "orders"), await signedIn(app, "door")];
    event = await eventId(app, "own-seat", times[1]);
    const other = await signedIn(app, "orders");
    const order = await sell(3, "account");
    await sell(1, "cash");
    await collect(gate, codeOf(order), "45.00");
    const received = { amount: "50.00", currencyCode: "USD" };
    await collect(gate, codeOf(order), "45.00", { received });
    await other.ask("POST", `/orders/${order.id}/payments`, { id: randomUUID(), amount: "5.00", method: "cash" });
    const inDollars = { id: randomUUID(), amount: "10.00", method: "cash" };
    await desk.ask("POST", `/orders/${order.id}/payments`, {
      ...{ ...inDollars, received: { amount: "11.25", currencyCode: "USD" } },
    });
    await collect(gate, codeOf(order), "10.00", { method: "card" });
    await other.ask("POST", `/orders/${order.id}/refunds`, { amount: "20.00", method: "cash" });
    for (const currencyCode of ["EUR", "XXX"]) {
      const body = { id: randomUUID(), code: codeOf(order), amount: "1.00", method: "cash" };
      const { status, text } = await gate.call("POST", "/door/payments", {
        ...body,
        received: { ...received, currencyCode },
      });
      assert.deepEqual([status, JSON.parse(text).errors[0].pointer], [400, "/received/currencyCode"]);
    }
    const { sums } = await desk.ask("GET", "/closings/2026-06-21");
    const till = (operator: { email: string }, currencyCode: string, cash: string, paidBack = "0.00") => ({
      ...{ operator: operator.email, currencyCode, received: cash, paidBack },
    });
    const byPerson = [
      till(desk, "EUR", "45.00"),
      till(desk, "USD", "11.25"),
      till(gate, "EUR", "45.00"),
      till(gate, "USD", "50.00"),
      till(other, "EUR", "5.00", "20.00"),
    ].sort((a, b) => a.operator.localeCompare(b.operator) || a.currencyCode.localeCompare(b.currencyCode));
    assert.deepEqual(sums.tills, byPerson);
    const cash = sums.kinds.find(({ kind }: { kind: string }) => kind === "cash");
    assert.deepEqual([cash.sold, cash.settled, cash.paidBack], ["45.00", "105.00", "20.00"]);
    const count = (operator: { email: string }, currencyCode: string, float: string, counted: string) => ({
      ...{ operator: operator.email, currencyCode, float, counted },
    });
    const tills = [
      count(desk, "EUR", "0.10", "45.20"),
      count(desk, "USD", "0", "11.24"),
      count(gate, "EUR", "100.00", "144.50"),
      count(gate, "USD", "0", "50"),
      count(other, "EUR", "50", "35"),
    ];
    for (const [wrong, pointer] of [
      [[...tills, tills[0]], "/tills/5"],
      [[{ ...tills[0]!, counted: "1.001" }], "/tills/0/counted"],
      [[{ ...tills[0]!, float: "x" }], "/tills/0/float"],
    ] as const) {
      const { status, text } = await desk.call("POST", "/closings/2026-06-21", { tills: wrong });
      assert.deepEqual([status, JSON.parse(text).errors[0].pointer], [400, pointer]);
    }
    const { closing } = await desk.ask("POST", "/closings/2026-06-21", { tills });
    const counted = [
      [desk.email, "EUR", "45.10", "45.20", "0.10"],
      [desk.email, "USD", "11.25", "11.24", "-0.01"],
      [gate.email, "EUR", "145.00", "144.50", "-0.50"],
      [gate.email, "USD", "50.00", "50.00", "0.00"],
      [other.email, "EUR", "35.00", "35.00", "0.00"],
    ];
    const inOrder = (rows: string[][]) => rows.map((row) => row.join(" ")).sort();
    assert.deepEqual(
      inOrder(
        closing.tills.map((one: Record<string, string>) =>
          ["operator", "currencyCode", "expected", "counted", "difference"].map((field) => one[field]!),
        ),
      ),
      inOrder(counted),
    );
    // The accountant's file has what was sold less what was paid back, in euros, whatever the tills took.
    const { text } = await desk.call("GET", "/documents/export?format=csv&from=2026-06-21&to=2026-06-21");
    const totals = text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
    assert.deepEqual(new Set(totals.map((cells) => cells[11])), new Set(["EUR"]));
    const cents = (amounts: string[]) => amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
    const kinds: Record<string, string>[] = closing.sums.kinds;
    const takings = cents(kinds.flatMap(({ sold, settled, paidBack }) => [sold!, settled!, `-${paidBack}`]));
    assert.equal(cents(totals.map((cells) => cells[10]!)), takings);
    await collect(gate, codeOf(order), "5.00");
    const later = await desk.ask("GET", "/closings/2026-06-21");
    assert.deepEqual(later.closing, closing, "a closing never changes");
    assert.equal(later.changed[0].closedWith, null, "the next closing contains the late payment");
  });
});
