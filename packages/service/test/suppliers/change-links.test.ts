import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventId } from "../support/partner.ts";
import { Changer, ticketsOf } from "../support/samples/changing.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { answer, DeskShop, headingOf, openPage } from "./desk-shop.ts";

/** E-mails to suppliers about changes to orders, and the answers through their links. */

onPostgres("a supplier's link about a change", (open) => {
  let shop: DeskShop;
  before(async () => {
    shop = await DeskShop.open({ open });
  });
  after(() => shop.close());

  for (const agreed of [true, false])
    test(`a link ${agreed ? "accepts" : "refuses"} a change of a confirmed order, as the e-mail shows it`, async () => {
      const evening = await eventId(shop.app, "show-seat", "2026-06-25T20:00");
      const order = await shop.partner.buy(evening, { ADULT: 3 });
      await answer(await shop.link(order), { answer: "yes" });
      const changer = new Changer(shop.app);
      const waiting = await changer.change(order.id!, { tickets: ticketsOf({ ADULT: 1 }) });
      assert.equal(waiting.status, "waitsupplier");
      const link = await shop.link(order, 2);
      const mail = (await shop.mails(order, 2)).at(-1)!;
      assert.match(mail.headers.get("subject")!, /^Cambio de la reserva /);
      assert.ok(mail.text.includes("1 × Adulto"), mail.text);
      assert.equal(headingOf(await openPage(link)), "¿Acepta cambiar esta reserva?");
      const done = await answer(link, agreed ? { answer: "yes" } : { answer: "no", reason: "No es posible" });
      assert.equal(done.status, 200);
      const after = await changer.quote(order.id!, { quoteId: waiting.quoteId, revision: waiting.revision - 1 });
      assert.equal(after.status, agreed ? "accepted" : "declined");
      const { status, event } = await shop.read(order);
      assert.deepEqual([status, event.tickets], ["complete", ticketsOf({ ADULT: agreed ? 1 : 3 })]);
      assert.equal((await answer(link, { answer: "yes" })).status, 409, "it answers once");
    });
});
