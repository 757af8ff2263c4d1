import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { signedIn } from "../support/console.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { adults, ana, OctoShop } from "./octo-shop.ts";

onPostgres("OCTO with pickups", (open) => {
  const shop = new OctoShop(open);

  test("a client with pickups sees a product that asks for the hotel, and its pickup answers", async () => {
    const capabilities = "octo/pickups";
    const all = await shop.done("GET", "/products", undefined, { capabilities });
    const hotel = all.find((one: { reference: string }) => one.reference === "hotel");
    const [option] = hotel.options;
    assert.deepEqual([option.pickupAvailable, option.pickupRequired, option.pickupPoints[0].id], [true, true, "plaza"]);
    const asked = { productId: hotel.id, optionId: option.id };
    assert.equal(
      await shop.refused("POST", "/availability", {
        ...asked,
        localDateStart: "2026-06-30",
        localDateEnd: "2026-06-30",
      }),
      "INVALID_PRODUCT_ID",
    );
    const options = { capabilities };
    const [evening] = await shop.done(
      "POST",
      "/availability",
      { ...asked, localDateStart: "2026-06-30", localDateEnd: "2026-06-30" },
      options,
    );
    assert.equal(evening.pickupPoints[0].localDateTime, "2026-06-30T19:30:00+02:00");
    const reservation = { ...asked, availabilityId: evening.id, unitItems: adults(1) };
    assert.equal(
      await shop.refused("POST", "/bookings", { ...reservation, pickupPointId: "x" }, options),
      "UNPROCESSABLE_ENTITY",
    );
    const held = await shop.done("POST", "/bookings", reservation, options);
    assert.equal(
      await shop.refused("POST", `/bookings/${held.uuid}/confirm`, { contact: ana }, options),
      "UNPROCESSABLE_ENTITY",
    );
    const pickup = { pickupPointId: "plaza", pickupHotelRoom: "12" };
    const booked = await shop.done("POST", `/bookings/${held.uuid}/confirm`, { contact: ana, ...pickup }, options);
    assert.deepEqual(
      [booked.status, booked.pickupRequested, booked.pickupPoint.name],
      ["CONFIRMED", true, "Hotel Plaza"],
    );
    const hotelOf = async () => {
      const { rows } = await sql<{
        answers: { code: string; value: string }[];
      }>`select answers from orders where id = ${booked.id}`.execute(shop.db);
      return rows[0]!.answers.filter(({ code }) => code.startsWith("hotel")).map(({ value }) => value);
    };
    assert.deepEqual(await hotelOf(), ["Hotel Plaza, 12", "Plaza 1"]);
    const timeOf = async () => {
      const { orders } = await (await signedIn(shop.app, "orders")).ask("GET", `/events/${evening.id}/manifest`);
      return orders.map(({ hotel, pickupAt }: { hotel: string; pickupAt: string | null }) => [hotel, pickupAt]);
    };
    assert.deepEqual(await timeOf(), [["Hotel Plaza, 12", "2026-06-30T19:30"]]);
    const moved = await shop.done("PATCH", `/bookings/${held.uuid}`, { pickupHotel: "Pensión Sol" }, options);
    assert.deepEqual([moved.pickupPointId, moved.pickupHotel], [null, "Pensión Sol"]);
    assert.deepEqual(await hotelOf(), ["Pensión Sol, 12", "Pensión Sol"]);
    assert.deepEqual(await timeOf(), [["Pensión Sol, 12", null]]);
  });
});
