import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { send } from "../../support/wire.ts";
import { Pdf } from "../../vouchers/reading.ts";
import { type Paying, startPaying } from "./paying.ts";

/** Payment links, over HTTP: the guest's page, the provider's report, and the order afterwards. */

onPostgres("a payment link", (open) => {
  let paying: Paying;
  before(async () => {
    paying = await startPaying({ open });
  });
  after(() => paying.stop());
  let nth = 0;
  const sold = (quantity = 2, more: object = {}) => paying.sell(paying.events[14 + nth++]!, quantity, more);
  const online = async () => {
    const { sums } = await paying.desk.ask("GET", "/closings/2026-06-15");
    const kinds: { kind: string; settled: string }[] = sums.kinds;
    return Number(kinds.find(({ kind }) => kind === "online")!.settled);
  };

  test("shows what is due and what for, and a report pays the order once", async () => {
    const { bank, page, choose, report, linkOf, order, payments } = paying;
    const before = await online();
    const { id, reference } = await sold(2);
    const path = await linkOf(id);
    const shown = await page(path);
    assert.equal(shown.status, 200);
    for (const text of [
      /lang="es"/,
      /100,00/,
      new RegExp(reference),
      /Pagar 100,00\sUS\$ ahora/,
      /name="kind" value="test-bank"/,
    ])
      assert.match(shown.text, text);
    assert.doesNotMatch(shown.text, /<script/);
    const chosen = await choose(path);
    assert.deepEqual([chosen.status, chosen.location], [303, `https://bank.example/${bank.last.providerId}`]);
    assert.deepEqual(bank.last.amount, { minor: 10_000, currencyCode: "USD" });
    const again = await choose(path);
    assert.deepEqual([again.location, bank.calls.start], [chosen.location, 1], "the open payment is used again");

    assert.match((await page(`${path}/return`)).text, /Estamos comprobando/, "a return pays nothing");
    assert.equal((await order(id)).account.balanceDue, "100.00");
    bank.pay();
    for (const _ of ["first", "repeated"]) assert.equal(await report(), 200);
    const { account, timeline } = await order(id);
    assert.deepEqual([account.paid, account.balanceDue], ["100.00", "0.00"]);
    assert.deepEqual(
      account.payments.map(({ method, recordedBy }: Record<string, string>) => [method, recordedBy]),
      [["online", "test-bank"]],
    );
    assert.partialDeepStrictEqual(timeline.at(-1), {
      ...{ kind: "paid", actor: "service" },
      details: { amount: "100.00", currencyCode: "USD", method: "online" },
    });
    assert.equal((await online()) - before, 100);
    const { checkouts } = await payments(id);
    assert.deepEqual(
      checkouts.map(({ state, paid, reference: of }: Record<string, string>) => [state, paid, of]),
      [["recorded", "100.00", reference]],
    );
    assert.match((await page(`${path}/return`)).text, /hemos recibido su pago/);
    assert.match((await page(path)).text, /hemos recibido su pago|No queda nada por pagar/);
  });

  test("a return without a report asks the provider", async () => {
    const { bank, page, choose, linkOf, order } = paying;
    const { id } = await sold(1);
    const path = await linkOf(id);
    await choose(path);
    bank.pay();
    assert.match((await page(`${path}/return`)).text, /hemos recibido su pago/);
    assert.equal((await order(id)).account.balanceDue, "0.00");
  });

  test("asks for a deposit, then for the balance", async () => {
    const { bank, page, choose, report, linkOf, order } = paying;
    const { id } = await sold(2, { dueOn: "2026-06-20" });
    const deposit = await linkOf(id, { amount: "30.00" });
    const shown = await page(deposit);
    for (const text of [/Anticipo/, /30,00/, /Quedará por pagar/, /70,00/, /20 de junio de 2026/])
      assert.match(shown.text, text);
    await choose(deposit);
    bank.pay();
    await report();
    assert.match((await page(deposit)).text, /hemos recibido su pago/, "a deposit is paid once");
    assert.equal((await order(id)).account.balanceDue, "70.00");
    const rest = await linkOf(id);
    await choose(rest);
    assert.equal(bank.last.amount.minor, 7_000);
    bank.pay();
    await report();
    assert.equal((await order(id)).account.balanceDue, "0.00");
  });

  test("a changed balance ends the open payment, and what is paid beyond the balance goes back", async () => {
    const { bank, desk, choose, report, linkOf, order, payments, work } = paying;
    const { id } = await sold(2);
    const path = await linkOf(id);
    await choose(path);
    const first = bank.last;
    await desk.ask("POST", `/orders/${id}/payments`, { id: randomUUID(), amount: "40.00", method: "cash" });
    await choose(path);
    assert.deepEqual([first.state, bank.last.amount.minor], ["expired", 6_000]);
    await desk.ask("POST", `/orders/${id}/payments`, { id: randomUUID(), amount: "50.00", method: "cash" });
    bank.pay();
    await report();
    assert.deepEqual([(await order(id)).account.paid, (await order(id)).account.balanceDue], ["100.00", "0.00"]);
    await work();
    assert.deepEqual([...bank.last.refunds.values()], [5_000]);
    const [paid] = (await payments(id)).checkouts;
    assert.deepEqual([paid.state, paid.why, paid.refunded], ["recorded", "nothing-due", "50.00"]);
  });

  test("another amount or currency is recorded by nobody until an operator decides", async () => {
    const { bank, desk, page, choose, report, linkOf, order, payments, work } = paying;
    const [less, foreign] = [await sold(1), await sold(1)];
    const pays = async ({ id }: { id: string }, paid: { minor: number; currencyCode: string }) => {
      const path = await linkOf(id);
      await choose(path);
      bank.pay(bank.last, paid);
      await report();
      assert.match((await page(`${path}/return`)).text, /importe distinto/);
      assert.equal((await order(id)).account.balanceDue, "50.00");
      return (await payments(id)).checkouts[0];
    };
    const first = await pays(less, { minor: 4_000, currencyCode: "USD" });
    assert.deepEqual([first.state, first.amount, first.paid], ["differs", "50.00", "40.00"]);
    const listed = await desk.ask("GET", "/checkouts?state=differs");
    assert.deepEqual([listed.total, listed.data[0].id], [1, first.id]);
    await desk.ask("POST", `/checkouts/${first.id}/decision`, { as: "record" });
    assert.equal(
      await desk.refused(409, "POST", `/checkouts/${first.id}/decision`, { as: "refund" }),
      "status-changed",
    );
    await work();
    assert.equal((await order(less.id)).account.balanceDue, "10.00");

    const second = await pays(foreign, { minor: 5_000, currencyCode: "EUR" });
    const decide = `/checkouts/${second.id}/decision`;
    assert.equal(await desk.refused(409, "POST", decide, { as: "record" }), "not-recordable");
    await desk.ask("POST", decide, { as: "refund" });
    await work();
    assert.deepEqual([bank.last.refunds.size, (await payments(foreign.id)).checkouts[0].state], [1, "refunded"]);
  });

  test("a payment that was lost or late is found, and unknown is never a failure", async () => {
    const { app, bank, page, choose, report, linkOf, order, payments, work } = paying;
    const { id } = await sold(1);
    const path = await linkOf(id);
    bank.faults = { start: ["lost-after"], read: ["lost-before"], expire: ["lost-before"] };
    assert.equal((await choose(path)).status, 503);
    const starts = bank.calls.start!;
    assert.equal((await choose(path)).status, 303, "the second start finds the first");
    assert.equal(bank.calls.start, starts + 1);
    assert.equal(bank.all.filter(({ amount }) => amount === bank.last.amount).length, 1);
    assert.match((await page(`${path}/return`)).text, /Estamos comprobando/);
    app.clock.now = new Date(app.clock.now.getTime() + 40 * 60_000);
    await work();
    assert.equal((await payments(id)).checkouts[0].state, "open", "it is not known to have ended");
    await work();
    assert.equal((await payments(id)).checkouts[0].state, "ended");
    assert.match((await page(`${path}/return`)).text, /El pago no se ha realizado/);
    bank.pay();
    await report();
    assert.equal((await order(id)).account.balanceDue, "0.00", "the provider says later that it was paid");
  });

  test("bad reports and bad links are refused without a fault of the service", async () => {
    const { bank, page, choose, report, linkOf, order } = paying;
    const { id } = await sold(1);
    const path = await linkOf(id);
    await choose(path);
    const unsigned = { ...bank.report(), headers: { signature: "00" } };
    assert.equal(await report(unsigned), 400);
    assert.equal(await report(bank.report(), "/payments/unknown"), 404);
    assert.equal(await report({ ...bank.report(), body: new Uint8Array([0xff, 0x00]) }), 400);
    assert.equal(await report(), 200, "an open payment");
    const reading = { state: "paid", paid: bank.last.amount, refunded: 0, means: null };
    const other = bank.report({ ...bank.last, providerId: "pay_unknown" }, { reading });
    assert.equal(await report(other), 200, "a signed report of another payment");
    assert.equal((await order(id)).account.balanceDue, "50.00");
    assert.equal((await page("/pay/nothing-like-a-code")).status, 404);
    assert.equal((await page(`/pay/${"x".repeat(27)}`)).status, 404);
    assert.equal((await choose(path, "another")).status, 303, "no such provider: the page again");
  });

  /** The address of the page of payment on an order's voucher. */
  const linkOnVoucher = async (id: string): Promise<string | null> => {
    const { code } = (await voucherOf(paying.app.store.database.db, id))!;
    const pdf = await Pdf.read((await send(`${paying.app.url}/voucher/${code}`)).bytes);
    return (await pdf.links()).find((link) => link.includes("/pay/")) ?? null;
  };

  test("is on the voucher as long as the balance is due", async () => {
    const { id } = await sold(1);
    assert.equal(await linkOnVoucher(id), null);
    const path = await paying.linkOf(id);
    assert.ok((await linkOnVoucher(id))!.endsWith(path));
  });

  test("is revoked, with the payment that was begun; a cancelled order has nothing to pay", async () => {
    const { bank, desk, page, choose, linkOf, payments } = paying;
    const { id } = await sold(1);
    const path = await linkOf(id);
    await choose(path);
    const [{ id: link }] = (await payments(id)).links;
    await desk.ask("DELETE", `/orders/${id}/payment-links/${link}`);
    assert.equal(bank.last.state, "expired");
    assert.equal(await linkOnVoucher(id), null);
    const revoked = await page(path);
    assert.deepEqual([revoked.status, /ya no es válido/.test(revoked.text)], [410, true]);

    const cancelled = await sold(1);
    const its = await linkOf(cancelled.id);
    await desk.ask("POST", `/orders/${cancelled.id}/cancel`, { why: "Ill", refund: "50.00" });
    assert.match((await page(its)).text, /se canceló/);
  });

  test("is refused of an order that is not the guest's to pay, that is paid, or beyond the balance", async () => {
    const { desk } = paying;
    const cash = await sold(1, { method: "cash" });
    const links = (id: string) => `/orders/${id}/payment-links`;
    const body = { id: randomUUID() };
    assert.equal(await desk.refused(409, "POST", links(cash.id), body), "nothing-due");
    const { id } = await sold(1);
    assert.equal(await desk.refused(400, "POST", links(id), { ...body, amount: "50.01" }), "invalid-field");
    const silent = await sold(1, { email: undefined });
    assert.equal(await desk.refused(409, "POST", links(silent.id), { ...body, send: true }), "no-address");
  });
});

onPostgres("a provider's test mode", (open) => {
  for (const [where, config, expected] of [
    ["pays an order in a trial", {}, { paid: "100.00", due: "0.00", says: /hemos recibido su pago/, why: null }],
    [
      "pays no live order of a shop that sells",
      { publicUrl: "https://tours.example" },
      { paid: "0", due: "100.00", says: /modo de prueba: no se ha movido dinero/, why: "test" },
    ],
  ] as const)
    test(where, async () => {
      const paying = await startPaying({ open, config });
      try {
        const { bank, page, choose, report, linkOf, order, payments } = paying;
        bank.inTestMode = true;
        const { id } = await paying.sell(paying.events[14]!);
        const path = await linkOf(id);
        await choose(path);
        bank.pay();
        assert.equal(await report(), 200);
        assert.match((await page(`${path}/return`)).text, expected.says);
        const { account } = await order(id);
        assert.deepEqual([account.paid, account.balanceDue], [expected.paid, expected.due]);
        const [{ state, test: isTest, why }] = (await payments(id)).checkouts;
        assert.deepEqual([state, isTest, why], ["recorded", true, expected.why]);
      } finally {
        await paying.stop();
      }
    });
});
