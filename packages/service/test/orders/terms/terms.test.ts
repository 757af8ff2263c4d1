import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Amendment } from "@paseo/contract";
import { sql } from "kysely";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import type { TermsContent, TermsLine } from "../../../src/records/partners/partner-terms.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { codesOf, eventId, Partner, productId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Changer } from "../../support/samples/changing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";

/** Terms of partners from the sale to the statement. */

const rule = (code: string, more: object = {}) => ({
  ...{ code, minQuantity: 0, maxQuantity: 60, defaultQuantity: 0, incrementQuantity: 1, ...more },
});
const prices = [
  { code: "ADULT", amount: "30.00", steps: [{ from: 4, amount: "25.00" }] },
  { code: "CHILD", amount: "10.05" },
  { code: "WINE", amount: "18.00" },
];
const times = ["2026-06-20T10:00", "2026-06-30T10:00", "2026-07-10T10:00"];
const product = (externalId: string, more: object = {}) =>
  variant(
    show,
    { externalId, name: externalId, immediateBooking: true, currencyCode: "USD", taxRate: "21", ...more },
    {
      externalId: `${externalId}-seat`,
      ticketRules: [rule("ADULT"), rule("CHILD"), rule("WINE", { people: 0, seats: 0 })],
      schedules: [],
      events: times.map((eventOn) => ({ eventOn, capacity: 200, prices })),
    },
  );
const catalogue = {
  ...testCatalogue,
  products: [product("boat"), product("walk"), product("asked", { immediateBooking: false })],
};

const commission: TermsContent = {
  basis: "commission",
  collects: "partner",
  percent: "20",
  percentOf: "price",
  extras: false,
  dueOn: "event",
  afterCancellation: "share",
  noShow: "as-sold",
  paymentDays: 30,
  period: "month",
  currencyCode: null,
  limit: null,
};
const net: TermsContent = { ...commission, basis: "net" };
const noLimit = { kind: "credit" as const, amount: "0.00", currencyCode: "USD", warnBelow: null };
const line = (more: Partial<TermsLine>): TermsLine => ({
  ...{ productId: null, itemId: null, ticket: null, firstOn: null, lastOn: null, rule: { percent: "10" }, ...more },
});

onPostgres("terms of partners", (open) => {
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    app = await startApp({ open, catalogue, config: { priceHoldMinutes: 30 } });
    owner = await signedIn(app, "owner");
  });
  after(() => app?.stop());

  const db = () => app.store.database.db;
  const boat = (n = 1) => eventId(app, "boat-seat", times[n]!);
  const later = (minutes: number) => (app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000));

  /** A new partner with these terms. */
  async function partnerWith(content: TermsContent | null, lines: TermsLine[] = [], priceListId: string | null = null) {
    const externalId = `p-${randomUUID().slice(0, 8)}`;
    await importCatalogue(db(), { partners: [{ externalId, name: externalId }] }, { now: app.clock.now });
    const { key } = await createKey(db(), { partner: externalId, mode: "live", readOnly: false, now: app.clock.now });
    const { id } = await owner.ask("GET", `/partners/${externalId}`);
    const add = (wanted: TermsContent, more: object = {}) =>
      owner.ask("POST", `/partners/${externalId}/terms`, { content: wanted, lines, priceListId, ...more });
    if (content) await add(content);
    const seller = new Partner(app, { key });
    return { externalId, id: id as string, key, seller, add, changer: new Changer(app, { key }) };
  }
  const total = async (seller: Partner, party: Record<string, number>, n = 1) =>
    (await seller.validate(await boat(n), party)).totalUsd?.value;
  const agreed = async (id: string | null) => (await orderById(db(), id!))!.agreed;

  test("net terms charge the net price, with the price of the step, and an order keeps both", async () => {
    const { seller } = await partnerWith(net);
    assert.equal(await total(seller, { ADULT: 2 }), 48);
    assert.equal(await total(seller, { ADULT: 4 }), 80);
    // 20 % of 10.05 is 2.01; an extra earns nothing.
    assert.equal(await total(seller, { CHILD: 1, WINE: 1 }), 26.04);
    const order = await seller.buy(await boat(), { ADULT: 2, CHILD: 1 });
    assert.equal(order.event.totalUsd.value, 56.04);
    const { terms, tickets } = await agreed(order.id);
    assert.equal(terms?.basis, "net");
    assert.deepEqual(
      tickets.flatMap(({ prices }) =>
        prices.map(({ unitPrice, partner }) => [unitPrice, partner?.retail, partner?.net]),
      ),
      [
        ["24.00", "30.00", "24.00"],
        ["8.04", "10.05", "8.04"],
      ],
    );
  });

  test("an operator sells for a partner by its terms, on its account where the partner collects", async () => {
    const desk = await signedIn(app, "orders");
    const selling = async (partner: string, more: object = {}) => {
      const selection = { eventId: await boat(), tickets: [{ code: "ADULT", quantity: 2 }], partner };
      const { total, partnerTerms } = await desk.ask("POST", "/orders/quote", selection);
      const body = { ...selection, id: randomUUID(), lang: "en", totalUsd: total.usd, ...more };
      return { partnerTerms, sold: () => desk.call("POST", "/orders", body) };
    };
    const onAccount = await partnerWith({ ...net, limit: { ...noLimit, amount: "50.00" } });
    const { partnerTerms, sold } = await selling(onAccount.externalId, { note: "By telephone" });
    const amounts = { currencyCode: "USD", retail: "60.00", commission: "12.00", net: "48.00" };
    assert.deepEqual(partnerTerms, { basis: "net", collects: "partner", amounts });
    const order = JSON.parse((await sold()).text);
    assert.deepEqual([order.status, order.partner.externalId, order.payment], ["complete", onAccount.externalId, null]);
    assert.deepEqual(order.partnerTerms, partnerTerms);
    const { operator, message } = order.timeline.find(({ kind }: { kind: string }) => kind === "sold");
    assert.deepEqual([operator, message], [desk.email, "By telephone"]);
    // A repeated request returns the order, and the limit leaves 2.00.
    assert.equal(JSON.parse((await sold()).text).id, order.id);
    const over = await (await selling(onAccount.externalId)).sold();
    assert.deepEqual([over.status, JSON.parse(over.text).errors[0].code], [409, "partner-limit"]);
    const paid = await (await selling(onAccount.externalId, { method: "cash" })).sold();
    assert.deepEqual([paid.status, JSON.parse(paid.text).errors[0].code], [400, "partner-pays"]);

    const earning = await partnerWith({ ...commission, collects: "operator" });
    const missing = await (await selling(earning.externalId)).sold();
    assert.deepEqual([missing.status, JSON.parse(missing.text).errors[0].pointer], [400, "/method"]);
    const atDesk = JSON.parse((await (await selling(earning.externalId, { method: "cash" })).sold()).text);
    assert.deepEqual([atDesk.payment.method, atDesk.partnerTerms.collects], ["cash", "operator"]);
    assert.equal((await agreed(atDesk.id)).terms?.collects, "operator");
  });

  test("commission terms charge the public price", async () => {
    const { seller } = await partnerWith({ ...commission, percentOf: "price-without-tax" });
    const order = await seller.buy(await boat(), { ADULT: 1 });
    assert.equal(order.event.totalUsd.value, 30);
    // 30.00 has 5.21 of tax: 20 % of 24.79 is 4.958.
    assert.deepEqual((await agreed(order.id)).tickets[0]!.prices[0]!.partner, {
      ...{ retail: "30.00", net: "25.04", rule: { percent: "20" } },
    });
  });

  test("the most specific line applies, the partner's own before one of its price list", async () => {
    const [boatId, walkId] = [await productId(app, "boat"), await productId(app, "walk")];
    const list = await owner.ask("POST", "/price-lists", { name: `Agencies ${randomUUID().slice(0, 6)}` });
    await owner.ask("POST", `/price-lists/${list.id}/versions`, {
      lines: [
        line({ productId: boatId, rule: { percent: "30" } }),
        line({ productId: boatId, ticket: "CHILD", rule: { net: "7.00", currencyCode: "USD" } }),
        line({ productId: boatId, firstOn: "2026-07-01", lastOn: "2026-07-31", rule: { percent: "50" } }),
        line({ productId: walkId, rule: { percent: "40" } }),
      ],
    });
    const lines = [line({ productId: boatId, rule: { fixed: "6.00", currencyCode: "USD" } })];
    const { seller } = await partnerWith(net, lines, list.id);
    assert.equal(await total(seller, { ADULT: 1 }), 24);
    assert.equal(await total(seller, { CHILD: 1 }), 7);
    assert.equal(await total(seller, { ADULT: 1 }, 2), 15);
    const walk = await seller.validate(await eventId(app, "walk-seat", times[1]!), { ADULT: 1 });
    assert.equal(walk.totalUsd?.value, 18);

    const body = { content: net, priceListId: list.id, lines, day: "2026-06-30" };
    const preview = await owner.ask("POST", "/terms/preview", body);
    const row = (name: string, ticket: string) =>
      preview.data.find(
        (one: { productName: string; ticket: string }) => one.productName === name && one.ticket === ticket,
      );
    assert.deepEqual(
      [row("boat", "ADULT").net, row("boat", "ADULT").list, row("boat", "ADULT").line],
      ["24.00", false, 0],
    );
    assert.deepEqual([row("boat", "CHILD").net, row("boat", "CHILD").list], ["7.00", true]);
    assert.deepEqual([row("walk", "ADULT").net, row("boat", "WINE").net], ["18.00", "18.00"]);
  });

  test("a new version of a price list writes a row for each line, however many partners share it", async () => {
    const list = await owner.ask("POST", "/price-lists", { name: `Shared ${randomUUID().slice(0, 6)}` });
    // Background jobs write other tables meanwhile.
    const tables = [
      "partner",
      "partner_terms",
      "price_list",
      "price_list_version",
      "terms_line",
      "product",
      "item",
      "event",
    ];
    /** Adds a version with this number of lines. Returns the number of rows that were written, in the tables of partners and of the catalogue. */
    async function written(lines: number): Promise<number> {
      const { rows } = await sql<{ at: string }>`select pg_current_xact_id()::text as at`.execute(db());
      const version = Array.from({ length: lines }, (_, n) => line({ ticket: `T${n}` }));
      await owner.ask("POST", `/price-lists/${list.id}/versions`, { lines: version });
      let sum = 0;
      for (const table of tables) {
        const { rows: counted } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(table)} t where t.xmin::text::bigint > ${rows[0]!.at}::bigint`.execute(
          db(),
        );
        sum += counted[0]!.n;
      }
      return sum;
    }
    const share = async (partners: number) => {
      for (let n = 0; n < partners; n++) await partnerWith(net, [], list.id);
    };
    await share(1);
    later(1);
    const few = await written(20);
    later(1);
    const many = await written(120);
    assert.equal(many - few, 100);
    await share(14);
    later(1);
    assert.equal(await written(120), many, "15 partners cost what one costs");
  });

  test("lines that overlap without one being more specific are refused", async () => {
    const { externalId } = await partnerWith(null);
    const dated = { firstOn: "2026-07-01", lastOn: "2026-07-31" };
    const lines = [line({ ...dated }), line({ ...dated, firstOn: "2026-07-31", lastOn: null }), line({})];
    const add = (body: object) =>
      owner.call("POST", `/partners/${externalId}/terms`, { content: net, priceListId: null, lines: [], ...body });
    const pointers = async (body: object) =>
      JSON.parse((await add(body)).text).errors.map(({ pointer, code }: { pointer: string; code: string }) => [
        pointer,
        code,
      ]);
    assert.deepEqual(await pointers({ lines }), [["/lines/1", "lines-overlap"]]);
    assert.deepEqual(await pointers({ lines: [line({ productId: randomUUID() })] }), [
      ["/lines/0/productId", "target-unknown"],
    ]);
    assert.deepEqual(await pointers({ content: { ...net, collects: "operator" } }), [
      ["/content/collects", "net-collected-by-operator"],
    ]);
  });

  test("a validated total holds when the terms change, and new terms apply to new sales", async () => {
    const { seller, add } = await partnerWith(net);
    const event = await boat();
    assert.equal(await total(seller, { ADULT: 1 }), 24);
    later(10);
    await add({ ...net, percent: "50" });
    later(1);
    assert.equal(await total(seller, { ADULT: 1 }), 15);
    const held = await seller.book(event, { ADULT: 1 }, 24);
    assert.deepEqual(codesOf(held), []);
    assert.equal((await agreed(held.id)).tickets[0]!.prices[0]!.partner!.net, "24.00");
    later(31);
    assert.deepEqual(codesOf(await seller.book(event, { ADULT: 1 }, 24, { externalReference: "late" })), [
      "price-changed",
    ]);
  });

  test("amendments use the terms of the sale", async () => {
    const { seller, add, changer } = await partnerWith(net);
    const order = await seller.buy(await boat(), { ADULT: 1 });
    later(1);
    await add({ ...net, percent: "50" });
    later(1);
    await changer.change(order.id!, { tickets: [{ code: "ADULT", quantity: 3 }] });
    assert.equal((await orderById(db(), order.id!))!.totalUsd, "72.00");
    // Four cost the guest 25.00 each, and three of them again 30.00.
    await changer.change(order.id!, { tickets: [{ code: "ADULT", quantity: 4 }] });
    await changer.change(order.id!, { eventId: await boat(2), tickets: [{ code: "ADULT", quantity: 2 }] });
    const moved = (await orderById(db(), order.id!))!;
    assert.equal(moved.totalUsd, "48.00");
    assert.equal(moved.agreed.terms?.basis, "net");
  });

  test("a limit refuses before seats are taken, exactly under concurrent sales, and a payment makes room", async () => {
    const limit = { kind: "prepaid" as const, amount: "0", currencyCode: "USD", warnBelow: "20.00" };
    const { seller, externalId } = await partnerWith({ ...net, limit });
    const event = await boat();
    const pay = (amount: string) =>
      owner.ask("POST", `/partners/${externalId}/payments`, {
        ...{ id: randomUUID(), currencyCode: "USD", amount, paidOn: "2026-06-15", method: "transfer", reference: "A" },
      });
    const book = (reference: string) => seller.book(event, { ADULT: 1 }, 24, { externalReference: reference });
    assert.deepEqual(codesOf(await book("first")), ["partner-limit"]);
    await pay("100.00");
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => book(`race ${n}`)));
    assert.equal(answers.filter(({ isValid }) => isValid).length, 4);
    assert.deepEqual(codesOf(answers.find(({ isValid }) => !isValid)!), ["partner-limit"]);
    const { limit: state } = await owner.ask("GET", `/partners/${externalId}/terms`);
    assert.deepEqual([state.owed, state.left, state.isLow], ["-4.00", "4.00", true]);
    await pay("20.00");
    assert.deepEqual(codesOf(await book("after payment")), []);
  });

  test("an amendment that adds to the debt needs room within the limit, also of amendments that wait, and is exact when two are accepted at once", async () => {
    const limited = (amount: string) => partnerWith({ ...net, limit: { ...noLimit, amount } });
    const adults = (quantity: number) => ({ tickets: [{ code: "ADULT", quantity }] });
    const one = await limited("60.00");
    const order = await one.seller.buy(await boat(), { ADULT: 2 });
    const tooMany = await one.changer.quote(order.id!, adults(3));
    assert.deepEqual([tooMany.isValid, tooMany.errors.map(({ code }) => code)], [false, ["partner-limit"]]);
    // Over its limit, a partner still changes what costs nothing, and returns tickets.
    await one.add({ ...net, limit: { ...noLimit, amount: "10.00" } });
    later(1);
    assert.equal((await one.changer.change(order.id!, { phoneNumber: "+34600111222" })).status, "accepted");
    assert.equal((await one.changer.change(order.id!, adults(1))).status, "accepted");

    const outcomes = async (event: string, { seller, changer, externalId }: typeof one, atOnce: boolean) => {
      const quotes = [];
      for (const n of [1, 2]) {
        const { id } = await seller.book(event, { ADULT: 1 }, 24, { externalReference: `${externalId} ${n}` });
        await changeOrder(app.app.service.orderContext, id!, { trigger: "confirmed", actor: "operator" });
        quotes.push(await changer.quote(id!, adults(3)));
      }
      const [first, second] = quotes as [Amendment, Amendment];
      const accept = (quote: Amendment) => changer.accept(quote);
      const accepted = atOnce
        ? await Promise.all([accept(first), accept(second)])
        : [await accept(first), await accept(second)];
      return accepted.map(({ errors, status }) => errors[0]?.code ?? status).sort();
    };
    // Two orders cost 48.00, and each change adds as much.
    assert.deepEqual(await outcomes(await boat(), await limited("100.00"), true), ["accepted", "partner-limit"]);
    const asked = await eventId(app, "asked-seat", times[1]!);
    assert.deepEqual(await outcomes(asked, await limited("100.00"), false), ["partner-limit", "waitsupplier"]);
  });

  test("a payment is deleted, however many there are since", async () => {
    const { externalId, id: partner } = await partnerWith(net);
    const id = randomUUID();
    const path = `/partners/${externalId}/payments`;
    await owner.ask("POST", path, { id, currencyCode: "USD", amount: "1", paidOn: "2026-01-01", method: "cash" });
    await sql`
      insert into partner_payment (id, partner_id, currency_code, amount, paid_on, method, recorded_at, recorded_by)
      select gen_random_uuid(), ${partner}::uuid, 'USD', 1, '2026-02-01', 'cash', now(), '' from generate_series(1, 500)`.execute(
      db(),
    );
    assert.equal((await owner.call("DELETE", `${path}/${id}`)).status, 200);
    assert.equal((await owner.call("DELETE", `${path}/${id}`)).status, 404);
    assert.equal((await owner.call("DELETE", `${path}/none`)).status, 404);
  });

  test("statements have differences, their numbers no gap, and all lines add up to all orders", async () => {
    const at = async (instant: string) => {
      app.clock.now = new Date(instant);
      owner = await signedIn(app, "owner");
    };
    await at("2026-06-16T10:00:00Z");
    const { seller, changer, externalId, id: partner } = await partnerWith({ ...commission, dueOn: "sale" });
    const buy = async (n: number, party: Record<string, number>) => (await seller.buy(await boat(n), party)).id!;
    await buy(0, { ADULT: 2 });
    const changed = await buy(0, { ADULT: 3, CHILD: 1 });
    const ended = await buy(0, { ADULT: 1 });
    const july = await buy(2, { ADULT: 1 });
    await changer.change(changed, { tickets: [{ code: "ADULT", quantity: 2 }] });
    const cancel = (order: string) =>
      changeOrder(app.app.service.orderContext, order, { trigger: "cancel", actor: "operator" });
    await cancel(ended);
    await at("2026-07-01T10:00:00Z");
    const { draft } = await owner.ask("GET", `/partners/${externalId}/statement`);
    const problemOn = async (lastOn: string) =>
      (await owner.ask("GET", `/partners/${externalId}/statement?lastOn=${lastOn}`)).draft.problem;
    assert.deepEqual(
      [draft.problem, await problemOn("2026-07-01"), await problemOn("2026-06-15")],
      [null, "period-not-over", "nothing-to-state"],
    );
    assert.deepEqual([draft.firstOn, draft.lastOn, draft.dueOn], ["2026-06-01", "2026-06-30", "2026-07-31"]);
    // Twice 60.00 less 12.00, and 30.00 less 6.00; the order that ended left nothing.
    assert.deepEqual([draft.total, draft.lines.length], ["120.00", 3]);
    const issue = (lastOn: string) =>
      owner.ask("POST", `/partners/${externalId}/statements`, { currencyCode: "USD", lastOn });
    const one = await issue("2026-06-30");
    assert.match(one.number, /^[A-Z]+-\d{4}$/);
    assert.deepEqual(
      [one.retail, one.commission, one.net, one.balanceAfter, one.state],
      ["150.00", "30.00", "120.00", "120.00", "issued"],
    );
    const again = await owner.refused(409, "POST", `/partners/${externalId}/statements`, {
      currencyCode: "USD",
      lastOn: "2026-06-30",
    });
    assert.equal(again, "period-has-statement");
    assert.equal(await problemOn("2026-06-30"), "period-has-statement");

    later(60);
    await owner.ask("POST", `/partners/${externalId}/payments`, {
      ...{ id: randomUUID(), currencyCode: "USD", amount: "120.00", paidOn: "2026-07-01", method: "transfer" },
    });
    await cancel(july);
    await at("2026-08-01T10:00:00Z");
    const two = await issue("2026-07-31");
    const [series, number] = one.number.split("-");
    assert.equal(two.number, `${series}-${String(Number(number) + 1).padStart(4, "0")}`);
    assert.deepEqual(
      [two.balanceBefore, two.paid, two.total, two.balanceAfter],
      ["120.00", "120.00", "-24.00", "-24.00"],
    );
    const { lines } = await owner.ask("GET", `/statements/${two.id}`);
    assert.deepEqual(
      lines.map(({ orderId, kind, owed }: { orderId: string; kind: string; owed: string }) => [orderId, kind, owed]),
      [[july, "cancellation", "-24.00"]],
    );
    const { data } = await owner.ask("GET", `/statements?partner=${externalId}`);
    assert.deepEqual(
      data.map(({ state, openAmount }: { state: string; openAmount: string }) => [state, openAmount]),
      [
        ["issued", "-24.00"],
        ["settled", "0.00"],
      ],
    );
    const file = (format: string) => owner.call("GET", `/statements/${two.number}/file?format=${format}`);
    const pdf = (await file("pdf")).bytes;
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    const [head, row] = (await file("csv")).text.trim().split("\r\n");
    assert.match(head!, /^.?Statement,Partner,Legal name/);
    // 24.00 has 4.17 of tax at 21 %.
    assert.match(
      row!,
      /,Cancellation,2026-07-10,.*,-30\.00,-6\.00,-24\.00,-24\.00,USD,21,-24\.79,-5\.21,-19\.83,-4\.17$/,
    );
    assert.equal((await file("xlsx")).bytes.subarray(0, 2).toString(), "PK");
    // The same sum by another way: prices as agreed of what stands.
    const { rows } = await sql<{ owed: string }>`
      select sum((p ->> 'quantity')::int * (p #>> '{partner,net}')::numeric)::text as owed
      from orders o, jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') p where o.partner_id = ${partner} and o.status = 'complete'`.execute(
      db(),
    );
    const stated = await sql<{ owed: string }>`
      select sum(l.owed)::text as owed from statement_line l join statement s on s.id = l.statement_id where s.partner_id = ${partner}`.execute(
      db(),
    );
    assert.equal(stated.rows[0]!.owed, rows[0]!.owed);
  });

  test("a guest who does not come counts as the terms say, on the next statement", async () => {
    const at = async (instant: string) => {
      app.clock.now = new Date(instant);
      owner = await signedIn(app, "owner");
    };
    await at("2026-06-17T10:00:00Z");
    const notCharged = await partnerWith({ ...net, noShow: "not-charged" });
    const noCommission = await partnerWith({ ...commission, noShow: "no-commission" });
    const orders = [];
    for (const { seller } of [notCharged, noCommission])
      orders.push((await seller.buy(await boat(0), { ADULT: 2, CHILD: 1 })).id!);
    await at("2026-07-01T10:00:00Z");
    const owed = async ({ externalId }: { externalId: string }) => {
      const { draft } = await owner.ask("GET", `/partners/${externalId}/statement`);
      return [draft.total, draft.lines[0]?.noShows];
    };
    assert.deepEqual(
      [await owed(notCharged), await owed(noCommission)],
      [
        ["56.04", 0],
        ["56.04", 0],
      ],
    );
    for (const id of orders) await owner.ask("POST", `/orders/${id}/no-show`, { noShow: true });
    assert.deepEqual(
      [await owed(notCharged), await owed(noCommission)],
      [
        ["0.00", 3],
        ["70.05", 3],
      ],
    );
  });

  test("a run issues the statements of all partners, and a repeated request joins it", async () => {
    app.clock.now = new Date("2026-08-02T10:00:00Z");
    owner = await signedIn(app, "owner");
    const { externalId } = await partnerWith({ ...net, dueOn: "sale" });
    await owner.ask("POST", `/partners/${externalId}/payments`, {
      ...{ id: randomUUID(), currencyCode: "USD", amount: "7.00", paidOn: "2026-08-01", method: "transfer" },
    });
    const body = { lastOn: "2026-08-01" };
    const { data: drafts } = await owner.ask("GET", "/statements/drafts?lastOn=2026-08-01");
    const draft = drafts.find(({ partner }: { partner: string }) => partner === externalId);
    assert.deepEqual([draft.paid, draft.balanceAfter, draft.problem], ["7.00", "-7.00", null]);
    const first = await owner.ask("POST", "/statement-runs", body);
    const runs = async () => (await owner.ask("GET", "/statement-runs")).data;
    if ((await runs())[0].endedAt === null)
      assert.equal((await owner.ask("POST", "/statement-runs", body)).id, first.id);
    await until(async () => (await runs())[0].endedAt !== null, "the run to end");
    const [run] = await runs();
    assert.deepEqual([run.waiting, run.issued + run.nothingToState + run.refusals.length], [0, run.accounts]);
    const { data } = await owner.ask("GET", `/statements?partner=${externalId}`);
    assert.deepEqual(
      data.map(({ lastOn, balanceAfter }: { lastOn: string; balanceAfter: string }) => [lastOn, balanceAfter]),
      [["2026-08-01", "-7.00"]],
    );
    const { data: ofRun, total: issued } = await owner.ask("GET", `/statements?run=${first.id}`);
    assert.equal(issued, run.issued);
    assert.ok(ofRun.some(({ id }: { id: string }) => id === data[0].id));
    assert.equal(await owner.refused(409, "POST", "/statement-runs", { lastOn: "2026-08-02" }), "period-not-over");
  });

  test("a bank's file is matched with statements, and a row is recorded once", async () => {
    app.clock.now = new Date("2026-09-02T10:00:00Z");
    owner = await signedIn(app, "owner");
    const { externalId } = await partnerWith(net);
    const pay = (amount: string) =>
      owner.ask("POST", `/partners/${externalId}/payments`, {
        ...{ id: randomUUID(), currencyCode: "USD", amount, paidOn: "2026-08-20", method: "transfer" },
      });
    await pay("-35.50");
    const wish = { currencyCode: "USD", lastOn: "2026-08-31" };
    const { number } = await owner.ask("POST", `/partners/${externalId}/statements`, wish);
    later(5);
    const mapping = {
      date: "Fecha",
      amount: "Importe",
      texts: ["Concepto"],
      dates: "dmy",
      decimals: "comma",
      currencyCode: "USD",
    };
    await owner.ask("PUT", "/bank-files", { name: "Sabadell", mapping });
    assert.deepEqual((await owner.ask("GET", "/bank-files")).data, [{ name: "Sabadell", mapping }]);
    const file = Buffer.from(
      `Cuenta;ES00\nFecha;Concepto;Importe\n03/09/2026;Extracto ${number.replace("-", " ")};35,50\n04/09/2026;${externalId};1.000,00\nx;y;z`,
    );
    const read = () => owner.upload("/bank-files/read?name=Sabadell", "text/csv", file);
    const first = await read();
    // As some banks write it: in Windows-1252, with a first line without separators.
    const old = Buffer.from(`Últimos movimientos, 2026\n${file.toString()}`, "latin1");
    assert.deepEqual(
      (await owner.upload("/bank-files/read?name=Sabadell", "text/csv", old)).rows.map(
        ({ digest, row }: { digest: string; row: number }) => [digest, row - 1],
      ),
      first.rows.map(({ digest, row }: { digest: string; row: number }) => [digest, row]),
    );
    const { columns, dates, decimals } = await owner.upload("/bank-files/columns", "text/csv", old);
    assert.deepEqual(
      [columns.map(({ heading }: { heading: string }) => heading), dates, decimals],
      [["Fecha", "Concepto", "Importe"], "dmy", "comma"],
    );
    const noTable = { "content-type": "text/csv" };
    const refused = await owner.call("POST", "/bank-files/columns", Buffer.from("1;2\n3;4"), noTable);
    assert.deepEqual([refused.status, JSON.parse(refused.text).errors?.[0]?.code], [400, "no-headings"]);
    assert.deepEqual(
      first.rows.map((row: Record<string, unknown>) => [
        row.state,
        row.partner,
        row.statementNumber,
        row.amount,
        row.day,
      ]),
      [
        ["matched", externalId, number, "35.50", "2026-09-03"],
        ["partner-only", externalId, null, "1000.00", "2026-09-04"],
      ],
    );
    assert.deepEqual(
      first.problems.map(({ row, code }: { row: number; code: string }) => [row, code]),
      [
        [5, "date-unreadable"],
        [5, "amount-unreadable"],
      ],
    );
    const [{ digest, amount, day: paidOn }] = first.rows;
    const record = {
      currencyCode: "USD",
      payments: [{ digest, partner: externalId, amount, paidOn, reference: "row" }],
    };
    assert.deepEqual(await owner.ask("POST", "/bank-files/payments", record), { recorded: 1, repeated: 0 });
    assert.deepEqual(await owner.ask("POST", "/bank-files/payments", record), { recorded: 0, repeated: 1 });
    assert.equal((await read()).rows[0].state, "recorded");
    const { data } = await owner.ask("GET", `/statements?partner=${externalId}`);
    assert.deepEqual([data[0].state, data[0].openAmount], ["settled", "0.00"]);
    await owner.ask("DELETE", "/bank-files/Sabadell");
    assert.equal(
      (await owner.call("POST", "/bank-files/read?name=Sabadell", file, { "content-type": "text/csv" })).status,
      404,
    );
  });

  test("a partner's count is compared with its orders, and versions of the terms explain amounts", async () => {
    app.clock.now = new Date("2026-06-16T10:00:00Z");
    owner = await signedIn(app, "owner");
    const { seller, externalId, add } = await partnerWith(net);
    await seller.buy(await boat(1), { ADULT: 1 }, { externalReference: "AG-1" });
    await seller.buy(await boat(1), { ADULT: 2 }, { externalReference: "AG-2" });
    const lacking = await seller.buy(await boat(1), { CHILD: 1 });
    later(1);
    await add({ ...net, percent: "50" });
    later(1);
    const mapping = {
      ...{
        reference: "Ref",
        amount: "Total",
        counts: "owed",
        day: null,
        status: "State",
        cancelled: ["void"],
        by: "event",
      },
      ...{ dates: "ymd", decimals: "point" },
    };
    assert.equal((await owner.ask("GET", `/partners/${externalId}/count-file`)).mapping, null);
    await owner.ask("PUT", `/partners/${externalId}/count-file`, { mapping });
    const path = `/partners/${externalId}/differences?from=2026-06-01&to=2026-06-30&currencyCode=USD`;
    const answer = await owner.upload(
      path,
      "text/csv",
      Buffer.from("Ref,Total,State\nag1,24.00,ok\nAG-2,30.00,ok\nAG-3,5.00,ok\n"),
    );
    assert.deepEqual(
      answer.differences.map((one: Record<string, unknown>) => [one.kind, one.explanation, one.row, one.ourAmount]),
      [
        ["amount", "terms-version", 3, "48.00"],
        ["missing-here", null, 4, null],
        ["missing-there", null, null, "8.04"],
      ],
    );
    assert.equal(answer.differences[2].orderId, lacking.id);
    assert.deepEqual([answer.rows, answer.unexplained], [3, 2]);
    const other = path.replace("USD", "EUR");
    assert.equal((await owner.call("POST", other, Buffer.from("Ref"), { "content-type": "text/csv" })).status, 400);
  });
});
