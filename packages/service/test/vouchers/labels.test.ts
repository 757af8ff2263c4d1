import assert from "node:assert/strict";
import { test } from "node:test";
import { mapLink } from "../../src/texts/map-link.ts";
import { dateInWords, voucherLabels } from "../../src/vouchers/labels.ts";
import { portuguese, spanish } from "./reading.ts";

test("the date is written out by kind of product and language, in local time", () => {
  for (const [content, productType, eventOn, written] of [
    [spanish, "scheduled", "2026-11-21T20:00:00", "sábado, 21 de noviembre de 2026, 20:00"],
    [spanish, "scheduled", "2027-03-01T00:05:00", "lunes, 1 de marzo de 2027, 0:05"],
    [spanish, "timeless", "2026-09-30T00:00:00", "miércoles, 30 de septiembre de 2026"],
    [spanish, "dateless", "2026-12-31T00:00:00", "válido hasta el 31 de diciembre de 2026"],
    [portuguese, "scheduled", "2026-11-21T20:00:00", "sábado, 21 de novembro de 2026 às 20:00"],
    [portuguese, "timeless", "2028-02-29T00:00:00", "terça-feira, 29 de fevereiro de 2028"],
    [portuguese, "dateless", "2026-12-31T23:59:59", "válido até 31 de dezembro de 2026"],
  ] as const) {
    assert.equal(dateInWords({ ...content, productType, eventOn }), written);
  }
});

test("no label has the same text in both languages by mistake", () => {
  const same = Object.entries(voucherLabels.es).filter(([key, label]) => {
    const other = voucherLabels.pt[key as keyof typeof voucherLabels.pt];
    return typeof label === "function"
      ? (label as (...values: unknown[]) => string)("1", "2") === (other as typeof label)("1" as never, "2" as never)
      : JSON.stringify(label) === JSON.stringify(other);
  });
  assert.deepEqual(
    same.map(([key]) => key),
    ["code", "total", "page"],
  );
});

test("a map link has plain degrees and accepts any text", () => {
  const at = (latitude: number, longitude: number) => mapLink({ ...spanish, latitude, longitude });
  assert.equal(at(0, 0), "https://www.openstreetmap.org/?mlat=0&mlon=0#map=17/0/0");
  assert.equal(at(-0.00000001, 1e-6), "https://www.openstreetmap.org/?mlat=0&mlon=0.000001#map=17/0/0.000001");
  assert.equal(
    mapLink({ ...spanish, latitude: null, longitude: null, venue: "A & B\ud800", address: "" }),
    "https://www.openstreetmap.org/search?query=A%20%26%20B%EF%BF%BD",
  );
});
