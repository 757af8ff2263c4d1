import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { BookRequest } from "@paseo/contract";
import { sql } from "kysely";
import { createKey } from "../../../src/domain/partners/keys.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { testNow } from "../../support/app.ts";
import { codesOf } from "../../support/partner.ts";
import { boat } from "../../support/samples/catalogue.ts";
import { Holder, seatsOf } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { formats } from "../../support/wire.ts";
import { catalogue, evening, HoldShop, minute, products } from "./shop.ts";

/** Bookings of held seats: eventbook with the header Paseo-Hold, and repeated requests. */

/** Returns the unit prices at which an order was sold. */
async function pricesOf(db: Db, order: string): Promise<{ unitPrice: string }[]> {
  const { rows } = await sql<{ tickets: { prices: { unitPrice: string }[] }[] }>`
    select agreed -> 'tickets' as tickets from orders where id = ${order}`.execute(db);
  return rows[0]!.tickets.flatMap(({ prices }) => prices);
}

onPostgres("bookings of holds", (open) => {
  const shop = new HoldShop(open);

  for (const format of formats)
    test(`the order takes the held seats at the held total, in ${format}, whatever the price becomes`, async () => {
      const own = new Holder(shop.app, { format, lang: "pt" });
      const id = await shop.event(format);
      const hold = await own.hold(id, { ADULT: 3 });
      const expiresAt = new Date(shop.app.clock.now.getTime() + 15 * minute).toISOString();
      assert.deepEqual(
        { ...hold, id: typeof hold.id },
        {
          ...{ id: "string", eventId: id, status: "open", tickets: [{ code: "ADULT", quantity: 3 }] },
          ...{ totalUsd: { currencyCode: "USD", value: 150 }, expiresAt, extensionsLeft: 2, testMode: false },
          ...{ isValid: true, errors: [], questions: [] },
        },
      );
      assert.deepEqual(await seatsOf(shop.db, id), { left: 7, sold: 0, held: 3 });

      const dearer = products.map((one) => (one.name === format ? evening(format, { amount: "90.00" }) : one));
      await shop.app.import({ ...catalogue, products: [...dearer, boat] });
      // With extensions, the hold lasts for longer than PRICE_HOLD_MINUTES.
      for (let n = 0; n < 2; n++) {
        shop.pass(14 * minute);
        assert.equal((await own.extend(hold.id!)).status, "open");
      }
      shop.pass(10 * minute);
      const order = await own.book(hold);
      assert.deepEqual([order.isValid, order.errors, order.event.totalUsd.value], [true, null, 150]);
      assert.deepEqual(await seatsOf(shop.db, id), { left: 7, sold: 3, held: 0 });
      const [row] = (await pricesOf(shop.db, order.id!)) as [{ unitPrice: string }];
      assert.equal(row.unitPrice, "45.00");
    });

  test("a booking that differs from its hold is refused, and the hold stays", async () => {
    const id = await shop.event("wrong");
    const hold = await shop.holder.hold(id, { ADULT: 2 });
    const differing: Parameters<Holder["book"]>[1][] = [
      { tickets: [{ code: "ADULT", quantity: 1 }] },
      { tickets: [{ code: "CHILD", quantity: 2 }] },
      { id: await shop.event("last") },
      { whiteLabelCode: "ACME-ES" },
      { testMode: true },
    ];
    for (const more of differing)
      assert.deepEqual(await shop.refused(hold, more), ["hold-differs"], JSON.stringify(more));
    assert.deepEqual(await shop.refused(hold, { totalUsd: { currencyCode: "USD", value: 99 } }), ["price-changed"]);
    assert.deepEqual(await shop.refused({ ...hold, id: randomUUID() }), ["hold-unknown"]);
    const { key } = await createKey(shop.db, { partner: "other", mode: "live", readOnly: false, now: testNow });
    const other = new Holder(shop.app, { key });
    assert.deepEqual(codesOf(await other.book(hold)), ["hold-unknown"]);
    await other.wire.refused(404, "holdrelease", { lang: "es" }, { id: hold.id!, apiKey: key });
    await other.wire.refused(404, "holdextend", { lang: "es" }, { id: randomUUID(), apiKey: key });
    assert.deepEqual(await seatsOf(shop.db, id), { left: 8, sold: 0, held: 2 });
    const inOtherOrder = { tickets: [{ code: "CHILD", quantity: 0 }, ...hold.tickets] };
    assert.equal((await shop.holder.book(hold, inOtherOrder)).isValid, true);
  });

  test("an event that is closed for new sales still sells what is held, a removed event does not", async () => {
    const id = await shop.event("closing");
    const hold = () => shop.holder.hold(id, { ADULT: 1 });
    const [first, second, third] = [await hold(), await hold(), await hold()];
    const set = async (availability: "sold-out" | "black-out" | "removed") => {
      const closed = evening("closing");
      closed.items[0]!.events![0]!.availability = availability;
      await shop.app.import({
        ...catalogue,
        products: [...products.filter(({ name }) => name !== "closing"), closed, boat],
      });
    };
    await set("sold-out");
    assert.equal((await shop.holder.book(first)).isValid, true);
    await set("black-out");
    assert.deepEqual(codesOf(await hold()), ["event-black-out"]);
    assert.equal((await shop.holder.book(second)).isValid, true);
    await set("removed");
    assert.deepEqual(await shop.refused(third), ["event-removed"]);
  });

  test("the trigger hold-expired refuses a test booking as an expired hold", async () => {
    const hold = await shop.holder.hold(await shop.event("sandbox"), { ADULT: 1 }, { testMode: true });
    assert.deepEqual(await shop.refused(hold, { email: "hold-expired@sandbox.test" }), ["hold-expired"]);
    assert.equal((await shop.holder.book(hold)).isValid, true);
  });

  test("an Idempotency-Key of eventhold returns the first answer, and is apart from that of eventbook", async () => {
    const id = await shop.event("keys");
    const headers = { "idempotency-key": "cart-7" };
    const hold = await shop.holder.hold(id, { ADULT: 2 }, { headers });
    assert.deepEqual(await shop.holder.hold(id, { ADULT: 2 }, { headers }), hold);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 8, sold: 0, held: 2 });
    const body = { id, apiKey: shop.app.key, tickets: [{ code: "ADULT", quantity: 3 }] };
    const reused = await shop.holder.wire.refused(422, "eventhold", { lang: "es" }, body, headers);
    assert.equal(reused.code, "idempotency-key-reused");
    const order = await shop.holder.book(hold, { headers });
    assert.equal(order.isValid, true);
    assert.deepEqual(await shop.holder.book(hold, { headers }), order);
  });

  test("an Idempotency-Key of eventhold returns the first answer under another language too, in that language", async () => {
    const id = await shop.event("keys");
    const ask = (lang: "es" | "pt", party: number, key: string) =>
      shop.holder.wire.ask(
        "eventhold",
        { lang },
        { id, apiKey: shop.app.key, tickets: [{ code: "ADULT", quantity: party }] },
        { "idempotency-key": key },
      );
    const hold = await ask("es", 1, "cart-9");
    assert.equal((await ask("pt", 1, "cart-9")).id, hold.id);
    const refused = await Promise.all([ask("es", 21, "cart-10"), ask("pt", 21, "other-key")]);
    assert.deepEqual(await ask("pt", 21, "cart-10"), refused[1]);
    assert.deepEqual(await ask("es", 21, "cart-10"), refused[0]);
    assert.notEqual(refused[0].errors![0]!.message, refused[1].errors![0]!.message);
  });

  test("without Paseo-Hold a booking is another one, which an Idempotency-Key refuses, and under another language it is the same", async () => {
    const hold = await shop.holder.hold(await shop.event("repeated"), { ADULT: 1 });
    const headers = { "idempotency-key": "cart-8" };
    const { id } = await shop.holder.book(hold, { headers, externalReference: "CART-8" });
    const { eventId, tickets, totalUsd } = hold;
    const body: BookRequest = {
      ...{ id: eventId, tickets, totalUsd: totalUsd!, apiKey: shop.app.key, email: "customer@example.com" },
      ...{ phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1", externalReference: "CART-8" },
    };
    const { wire } = shop.holder;
    const held = { "paseo-hold": hold.id! };
    assert.equal((await wire.refused(422, "eventbook", { lang: "es" }, body, headers)).code, "idempotency-key-reused");
    for (const repeated of [{ ...held, ...headers }, held])
      assert.equal((await wire.ask("eventbook", { lang: "pt" }, body, repeated)).id, id);
    const second = await wire.ask("eventbook", { lang: "es" }, body);
    assert.deepEqual([second.isValid, second.id === id], [true, false]);
  });

  test("a new capacity and the end of an order leave held seats taken", async () => {
    const id = await shop.event("resized");
    const order = await shop.holder.book(await shop.holder.hold(id, { ADULT: 3 }));
    const hold = await shop.holder.hold(id, { ADULT: 4 });
    const resize = (capacity: number) =>
      shop.app.import({
        ...catalogue,
        products: [...products.map((one) => (one.name === "resized" ? evening("resized", { capacity }) : one)), boat],
      });
    await resize(20);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 13, sold: 3, held: 4 });
    await resize(5);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 0, sold: 3, held: 4 });
    await shop.cancel(order.id!);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 1, sold: 0, held: 4 });
    await shop.holder.release(hold.id!);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 5, sold: 0, held: 0 });
  });
});
