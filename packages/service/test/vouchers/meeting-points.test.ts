import assert from "node:assert/strict";
import { test } from "node:test";
import type { VoucherPoint } from "../../src/vouchers/content.ts";
import { Pdf, spanish } from "./reading.ts";

/** Meeting points on a voucher. */

const door: VoucherPoint = {
  name: "Puerta principal",
  arriveMinutesBefore: 15,
  instructions: "Junto a la fuente, bajo el reloj.",
  address: "Calle Mayor 1",
  latitude: 40.41,
  longitude: -3.7,
};
const square: VoucherPoint = { ...door, name: "Plaza", arriveMinutesBefore: null, instructions: null, latitude: null };

test("the only meeting point stands in the place of the venue, with a link to its own position", async () => {
  const pdf = await Pdf.of({ ...spanish, meetingPoints: [door] });
  const text = await pdf.text();
  const part =
    "Punto de encuentro Puerta principal Calle Mayor 1 Preséntese 15 minutos antes. Junto a la fuente, bajo el reloj. Ver en el mapa";
  assert.ok(text.includes(part), text);
  assert.ok(!text.includes("Lugar El Viejo Galpón"), text);
  assert.deepEqual(await pdf.links(), ["https://www.openstreetmap.org/?mlat=40.41&mlon=-3.7#map=17/40.41/-3.7"]);
});

test("several meeting points are listed below the venue", async () => {
  const text = await (await Pdf.of({ ...spanish, meetingPoints: [door, square] })).text();
  assert.ok(text.includes("Lugar El Viejo Galpón"), text);
  assert.match(text, /Puntos de encuentro Puerta principal .* Plaza Calle Mayor 1 Ver en el mapa/);
});

test("the longest meeting points are printed in full, over as many pages as they need", async () => {
  const instructions = Array.from({ length: 111 }, (_, n) => `paso-${100 + n}`).join(" ");
  assert.ok(instructions.length > 980 && instructions.length <= 1000);
  for (const meetingPoints of [
    [{ ...door, instructions }],
    Array.from({ length: 20 }, () => ({ ...door, instructions })),
  ]) {
    const text = await (await Pdf.of({ ...spanish, meetingPoints })).text();
    assert.equal(text.split("paso-210").length - 1, meetingPoints.length, text);
    assert.ok(!text.includes("…"));
  }
});
