import assert from "node:assert/strict";
import { test } from "node:test";
import { readSupplierSeats } from "../../../src/domain/import/supplier-seats.ts";
import { codesOf, eventId } from "../../support/partner.ts";
import { Holder, seatsOf } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { evening, later, OctoShops } from "./octo-shops.ts";

const stored = { lang: "en", answerWithinMinutes: 60 } as const;

/** One Paseo service buys from another over OCTO: the buyer's orders are bookings of the seller. */

onPostgres("orders of a supplier that speaks OCTO", (open) => {
  const shops = new OctoShops(open);
  const soldThere = async (at = evening) =>
    (await seatsOf(shops.seller.app.service.db, await eventId(shops.seller, "seat", at))).sold;

  test("an order is booked there, has the number from there, and is cancelled there", async () => {
    const order = await shops.partner.buy(await shops.event(), { ADULT: 2 });
    const booking = await shops.booking(order.id!);
    assert.deepEqual(
      [order.status, order.confirmation, booking.status, booking.unitItems.length, await soldThere()],
      ["complete", booking.supplierReference, "CONFIRMED", 2, 2],
    );
    await shops.partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: shops.buyer.key });
    await until(async () => (await shops.booking(order.id!)).status === "CANCELLED", "the booking to be cancelled");
    const after = await shops.partner.wire.ask("order", { lang: "es", id: order.id! });
    assert.deepEqual([after.status, await soldThere()], ["cancelled", 0]);
  });

  test("a change of an order changes the booking there", async () => {
    const order = await shops.partner.buy(await shops.event(), { ADULT: 2 });
    const ask = (body: object) =>
      shops.partner.wire.ask("orderamend", { lang: "es" }, { id: order.id!, apiKey: shops.buyer.key, ...body });
    const { quoteId, revision, errors } = await ask({
      eventId: await shops.event(later),
      tickets: [{ code: "ADULT", quantity: 3 }],
    });
    assert.deepEqual(errors, []);
    await ask({ quoteId, revision });
    const changed = await until(async () => {
      const booking = await shops.booking(order.id!);
      return booking.unitItems.length === 3 && booking;
    }, "the booking to change");
    assert.equal(changed.availability.localDateTimeStart, `${later}:00+02:00`);
    assert.deepEqual([await soldThere(), await soldThere(later)], [0, 3]);
  });

  test("seats that others took there, gave back or lost are noticed by the next poll", async () => {
    const left = async () => (await seatsOf(shops.buyer.app.service.db, await shops.event())).left;
    const poll = () =>
      readSupplierSeats(shops.buyer.app.service.orderContext, { ...stored, secrets: [], ...shops.supplier() });
    const order = await shops.partner.buy(await shops.event(), { ADULT: 2 });
    const uuid = await shops.reserve(5);
    // No notification came: the buyer still offers seats that are gone.
    assert.equal(await left(), 8);
    assert.equal(await poll(), 1);
    assert.equal(await left(), 3);
    assert.equal(await poll(), 0);
    await shops.cancel(uuid);
    assert.equal(await poll(), 1);
    assert.equal(await left(), 8);
    await shops.partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: shops.buyer.key });
    await until(async () => (await left()) === 10, "the seats to be free");
    await poll();
    assert.equal(await left(), 10);
  });

  test("an order for more seats than there are is declined, and takes none", async () => {
    const holder = new Holder(shops.buyer);
    const hold = await holder.hold(await shops.event(), { ADULT: 4 });
    await shops.reserve(9);
    const order = await holder.book(hold);
    assert.deepEqual([order.status, codesOf(order)], ["rejected", ["supplier-declined"]]);
    assert.deepEqual(
      [await soldThere(), (await seatsOf(shops.buyer.app.service.db, await shops.event())).sold],
      [0, 0],
    );
  });
});
