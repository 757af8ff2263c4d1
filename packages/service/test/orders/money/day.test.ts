import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { refusal } from "../../../src/texts/field-refusals.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The money of a day over HTTP: tax, closing, late changes, and the accountant's export. */

const own = variant(
  { ...show, name: "=HYPERLINK(1)" },
  { externalId: "own", immediateBooking: true, taxRate: "21", refundTiers: [{ hours: 24, percent: 50 }] },
  { externalId: "own-seat" },
);
const catalogue = { ...testCatalogue, products: [own] };
const day = "2026-06-15";

onPostgres("the money of a day", (open) => {
  let app: TestApp;
  let desk: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, catalogue });
    desk = await signedIn(app, "orders");
  });
  after(() => app?.stop());

  const at = async (time: string) => {
    app.clock.now = new Date(time);
    desk = await signedIn(app, "orders");
  };
  const sell = async (quantity: number, method = "cash", more = {}) => {
    const event = await eventId(app, "own-seat", "2026-06-20T20:00");
    return desk.ask("POST", "/orders", {
      ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity }], lang: "es", method },
      ...{ totalUsd: (50 * quantity).toFixed(2), ...more },
    });
  };
  const money = (on = day) => desk.ask("GET", `/closings/${on}`);
  const lineOf = (kinds: { kind: string }[], kind: string): object | undefined =>
    kinds.find((one) => one.kind === kind);
  const exported = async (from = day, to = day, format = "csv") =>
    (
      await desk.call("GET", `/documents/export?format=${format}&from=${from}&to=${to}`, undefined, {
        "accept-language": "en",
      })
    ).text;

  test("an order keeps the tax rate of its sale when the product's rate changes", async () => {
    const order = await sell(2);
    const printed = { currencyCode: "EUR", amount: "90.00" };
    const tax = { taxScheme: "rate", taxRate: "21", base: "74.38", tax: "15.62" };
    const amounts = { currencyCode: "EUR", total: "90.00", printed, rate: "0.9", ...tax };
    assert.deepEqual(order.amounts, amounts);
    assert.deepEqual(order.decisionRefunds.cancel, { setOff: "0.00", due: "45.00" });
    await app.import({ products: [{ ...own, taxRate: "10" }] });
    const { amounts: later } = await desk.ask("GET", `/orders/${order.id}`);
    assert.deepEqual([later.taxRate, later.tax], ["21", "15.62"]);
    const other = await sell(1, "card");
    assert.deepEqual([other.amounts.taxRate, other.amounts.tax], ["10", "4.09"]);
    await app.import({ products: [own] });
  });

  test("the day has the sums by kind of payment and by operator; a refund counts on the day on which it was paid", async () => {
    const order = await sell(1, "cash");
    const cancelled = await desk.ask("POST", `/orders/${order.id}/cancel`, {});
    const { refundId, due } = { refundId: cancelled.refunds[0].id, due: cancelled.refunds[0].due };
    assert.equal(due, "22.50");
    const { sums } = await money();
    assert.deepEqual(lineOf(sums.kinds, "cash"), {
      kind: "cash",
      orders: 2,
      sold: "135.00",
      settled: "0.00",
      refunds: 0,
      paidBack: "0.00",
      balance: "135.00",
    });
    assert.deepEqual(sums.cancelled, { orders: 1, amount: "45.00" });
    await desk.ask("POST", `/orders/${order.id}/refunds`, { refundId, amount: "22.50", method: "cash" });
    const { sums: later, closing } = await money();
    assert.equal(closing, null);
    assert.deepEqual(lineOf(later.kinds, "cash"), {
      kind: "cash",
      orders: 2,
      sold: "135.00",
      settled: "0.00",
      refunds: 1,
      paidBack: "22.50",
      balance: "112.50",
    });
    assert.deepEqual(later.total, {
      orders: 3,
      sold: "180.00",
      settled: "0.00",
      refunds: 1,
      paidBack: "22.50",
      balance: "157.50",
    });
    assert.deepEqual(later.sellers, [
      { operator: desk.email, kind: "cash", orders: 2, sold: "135.00", settled: "0.00" },
      { operator: desk.email, kind: "card", orders: 1, sold: "45.00", settled: "0.00" },
    ]);
  });

  test("a closing never changes; a later sale of the day is a difference, which the next closing contains once", async () => {
    const closed = await desk.ask("POST", `/closings/${day}`);
    assert.deepEqual(
      [closed.closing.closedBy, closed.closing.sums.total.sold, closed.changed],
      [desk.email, "180.00", []],
    );
    const again = await desk.call("POST", `/closings/${day}`, undefined, { "accept-language": "en" });
    assert.deepEqual([again.status, JSON.parse(again.text).code], [409, "day-closed"]);
    await sell(1, "transfer");
    const change = {
      kind: "transfer",
      orders: 1,
      sold: "45.00",
      settled: "0.00",
      refunds: 0,
      paidBack: "0.00",
      balance: "45.00",
    };
    const later = await money();
    assert.deepEqual([later.closing.sums.total.sold, later.sums.total.sold], ["180.00", "225.00"]);
    assert.deepEqual(later.changed, [{ day, kinds: [change], closedWith: null }]);
    await at("2026-06-16T10:00:00Z");
    const next = await desk.ask("POST", "/closings/2026-06-16");
    assert.deepEqual(next.closing.late, [{ day, kinds: [change] }]);
    assert.deepEqual((await money()).changed, [{ day, kinds: [change], closedWith: "2026-06-16" }]);
    await at("2026-06-17T10:00:00Z");
    assert.deepEqual((await desk.ask("POST", "/closings/2026-06-17")).closing.late, []);
    const { rows } = await listAudit(app.store.database.db, { operation: "closings.close" }, { offset: 0, limit: 5 });
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ["2026-06-17", "2026-06-16", day],
    );
    await at(testNow.toISOString());
  });

  test("two requests at once close a day once", async () => {
    await at("2026-06-18T10:00:00Z");
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.call("POST", "/closings/2026-06-18")));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    await at(testNow.toISOString());
  });

  test("a day that does not exist and a day to come are refused, and a reader cannot close", async () => {
    for (const wrong of ["2026-02-30", "x", "2026-06-16"])
      assert.equal((await desk.call("GET", `/closings/${wrong}`)).status, 400, wrong);
    const reader = await signedIn(app, "read-only");
    assert.equal((await reader.call("POST", `/closings/${day}`)).status, 403);
    assert.equal((await reader.call("GET", `/documents/export?format=csv`)).status, 403);
    assert.equal((await reader.call("GET", `/closings/${day}`)).status, 200);
  });

  test("the export has a document for sale, change, cancellation and fee, and no text of it is a formula", async () => {
    const order = await sell(4, "account");
    const quote = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, {
      tickets: [{ code: "ADULT", quantity: 3 }],
    });
    await desk.ask("POST", `/orders/${order.id}/acceptAmendment`, { quoteId: quote.quoteId, revision: quote.revision });
    await desk.ask("POST", `/orders/${order.id}/cancel`, {});
    const lines = (await exported()).trim().split("\r\n");
    const own = lines.filter((line) => line.startsWith(order.reference)).map((line) => line.split(","));
    const columns = (n: number) => own.map((cells) => cells[n]);
    const { reference } = order;
    assert.deepEqual(columns(0), [
      reference,
      `${reference}-C1`,
      `${reference}-C1F`,
      `${reference}-X`,
      `${reference}-XF`,
    ]);
    assert.deepEqual(columns(2), ["Sale", "Change", "Cancellation fee", "Cancellation", "Cancellation fee"]);
    assert.deepEqual(columns(10), ["180.00", "-45.00", "22.50", "-135.00", "67.50"]);
    assert.deepEqual(columns(9), ["31.24", "-7.81", "3.90", "-23.43", "11.71"]);
    assert.deepEqual(new Set(columns(3)), new Set(["'=HYPERLINK(1)"]));
    assert.equal((await desk.call("GET", `/documents/export?format=csv&from=${day}&to=2026-02-30`)).status, 400);
  });

  test("the CSV has the decimal mark of the reader's language, unless the reader chooses another", async () => {
    const { reference } = await sell(2);
    const lineIn = async (lang: string, choice = "") => {
      const address = `/documents/export?format=csv&from=${day}&to=${day}${choice}`;
      const { text } = await desk.call("GET", address, undefined, { "accept-language": lang });
      return text.split("\r\n").find((line) => line.startsWith(reference));
    };
    for (const lang of ["es", "pt"]) assert.match((await lineIn(lang))!, /;74,38;21;15,62;90,00;EUR;/, lang);
    assert.match((await lineIn("en"))!, /,74\.38,21,15\.62,90\.00,EUR,/);
    assert.match((await lineIn("es", "&decimals=point"))!, /,74\.38,21,15\.62,90\.00,EUR,/);
    assert.match((await lineIn("en", "&decimals=comma"))!, /;74,38;21;15,62;90,00;EUR;/);
  });

  test("the operator says how the difference of an amendment is paid, and the closing counts it there", async () => {
    await at("2026-06-19T10:00:00Z");
    const order = await sell(2, "cash");
    const path = `/orders/${order.id}`;
    const quoted = (quantity: number) =>
      desk.ask("POST", `${path}/quoteAmendment`, { tickets: [{ code: "ADULT", quantity }] });
    const accept = async (quote: { quoteId: string; revision: number }, more = {}) => {
      const body = { quoteId: quote.quoteId, revision: quote.revision, ...more };
      const { status, text } = await desk.call("POST", `${path}/acceptAmendment`, body, { "accept-language": "en" });
      return { status, body: JSON.parse(text) };
    };
    const dearer = await quoted(3);
    const { currencyCode, total, difference, refund } = dearer.after;
    assert.deepEqual([currencyCode, total, difference, refund], ["EUR", "135.00", "45.00", "0.00"]);
    const without = await accept(dearer);
    assert.deepEqual(
      [without.status, without.body.errors],
      [400, [{ pointer: "/method", ...refusal("difference-needs-method", { amount: "45.00", currency: "EUR" }) }]],
    );
    assert.equal((await desk.ask("GET", path)).event.tickets[0].quantity, 2, "nothing changed");
    assert.equal((await accept(dearer, { method: "free" })).status, 400);
    const { body: after } = await accept(dearer, { method: "card" });
    assert.deepEqual([after.payment.method, after.changes[0].payment.method], ["cash", "card"]);
    assert.deepEqual([after.changes[0].difference, after.changes[0].payment.by], ["45.00", desk.email]);
    const details = { before: { total: "90.00" }, after: { total: "135.00" }, currencyCode: "EUR", paidBy: "card" };
    assert.partialDeepStrictEqual(after.timeline, [{ kind: "changed", details }]);
    const cheaper = await quoted(2);
    assert.deepEqual([cheaper.after.difference, cheaper.after.refund], ["-45.00", "22.50"]);
    assert.equal(cheaper.refunds[0].refund, "22.50");
    assert.equal((await accept(cheaper, { method: "card" })).status, 400, "nothing is to be paid");
    const { body: last } = await accept(cheaper);
    assert.deepEqual([last.changes[1].payment, last.refunds[0].due], [null, "22.50"]);
    const { sums } = await money("2026-06-19");
    const sold = sums.kinds.map(({ kind, sold }: { kind: string; sold: string }) => [kind, sold]);
    assert.deepEqual(sold.slice(0, 2), [
      ["cash", "90.00"],
      ["card", "45.00"],
    ]);
    assert.deepEqual(sums.sellers, [
      { operator: desk.email, kind: "cash", orders: 1, sold: "90.00", settled: "0.00" },
      { operator: desk.email, kind: "card", orders: 0, sold: "45.00", settled: "0.00" },
    ]);
    const lines = (await exported("2026-06-19", "2026-06-19")).trim().split("\r\n");
    assert.match(lines.find((line) => line.startsWith(`${order.reference}-C1,`))!, /,Card\b/);
    await at(testNow.toISOString());
  });

  test("a partner settles the difference of its order, unless the guest paid it at the desk", async () => {
    await at("2026-06-19T12:00:00Z");
    const partner = new Partner(app);
    for (const [method, kind] of [
      [undefined, "partner"],
      ["cash", "cash"],
    ] as const) {
      const before = lineOf((await money("2026-06-19")).sums.kinds, kind) as { sold: string };
      const order = await partner.buy(await eventId(app, "own-seat", "2026-06-20T20:00"), { ADULT: 1 });
      const quote = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, {
        tickets: [{ code: "ADULT", quantity: 2 }],
      });
      const body = { quoteId: quote.quoteId, revision: quote.revision, ...(method && { method }) };
      await desk.ask("POST", `/orders/${order.id}/acceptAmendment`, body);
      const after = lineOf((await money("2026-06-19")).sums.kinds, kind) as { sold: string };
      assert.equal(Number(after.sold) - Number(before.sold), method ? 45 : 90, kind);
    }
    const { sums } = await money("2026-06-19");
    const { orders, sold } = lineOf(sums.kinds, "partner") as { orders: number; sold: string };
    const { data } = await desk.ask("GET", "/partners?q=acme");
    assert.partialDeepStrictEqual(sums.partners, [{ partner: data[0].name, orders, sold }]);
    await at(testNow.toISOString());
  });

  test("orders of an exempt product and of the margin scheme have no tax, and the files say which", async () => {
    await at("2026-06-19T13:00:00Z");
    const { taxRate: _, ...untaxed } = own;
    const references: Record<string, string> = {};
    for (const taxScheme of ["exempt", "margin"] as const) {
      await app.import({ products: [{ ...untaxed, taxScheme }] });
      const { id, reference } = await sell(1);
      await app.import({ products: [own] });
      const { amounts } = await desk.ask("GET", `/orders/${id}`);
      assert.partialDeepStrictEqual(amounts, { taxScheme, taxRate: null, base: null, tax: null, total: "45.00" });
      references[taxScheme] = reference;
    }
    const orders = (await desk.call("GET", "/orders/export?format=csv", undefined, { "accept-language": "es" })).text;
    for (const [file, separator] of [
      [await exported("2026-06-19", "2026-06-19"), ","],
      [orders, ";"],
    ] as const) {
      const [header, ...lines] = file
        .replace(/^\uFEFF/, "")
        .trim()
        .split("\r\n")
        .map((line) => line.split(separator));
      const cellsOf = (line: string[]) =>
        ["Tax scheme", "Tax %", "Tax", "Tax included", "Régimen fiscal", "Impuesto %", "Impuesto incluido"].flatMap(
          (name) => (header!.includes(name) ? [line[header!.indexOf(name)]] : []),
        );
      const schemes =
        separator === "," ? ["Exempt", "Margin (travel agencies)"] : ["Exento", "Margen (agencias de viajes)"];
      for (const [n, reference] of Object.values(references).entries()) {
        const line = lines.find((cells) => cells[0] === reference)!;
        assert.deepEqual(cellsOf(line), [schemes[n], "", ""], file.slice(0, 400));
      }
    }
    await at(testNow.toISOString());
  });

  test("amounts of past days keep the rate of their day", async () => {
    const { db } = app.store.database;
    await sql`insert into fact (name, value) values ('home-currency', 'USD') on conflict (name) do update set value = 'USD'`.execute(
      db,
    );
    assert.equal((await money()).closing.sums.total.sold, "180.00", "a closing keeps its currency");
    await sql`update fact set value = 'BRL' where name = 'home-currency'`.execute(db);
    const before = (await money("2026-06-14")).sums;
    assert.equal(before.currencyCode, "BRL");
    await sql`delete from fact where name = 'home-currency'`.execute(db);
  });
});
