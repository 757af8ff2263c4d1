import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanTexts, findUnfitTexts } from "../../../src/domain/selling/typed-texts.ts";

test("characters that nobody sees are removed at the ends and in telephone numbers, and blanks around keys and addresses", () => {
  const given = {
    phoneNumber: "\u202a+34 612\u200b 345 678\u202c",
    phones: ["\u2067٠٦١٢ ٣٤٥ ٦٧٨\u2069", "＋８１ ３ １２３４", "०९८७६५"],
    name: "\u200eAna\u200f ",
    note: " kept ",
    password: "\u200bsecret ",
    apiKey: " pk_live_1\n",
    email: "\ufeff ana@example.com ",
    lastName: "علی\u200cزاده",
  };
  assert.deepEqual(cleanTexts(given), {
    ...given,
    phoneNumber: "+34 612 345 678",
    phones: ["0612 345 678", "+81 3 1234", "098765"],
    name: "Ana",
    apiKey: "pk_live_1",
    email: "ana@example.com",
  });
  let deep: unknown = "\u200bx";
  for (let n = 0; n < 100_000; n++) deep = [deep];
  assert.match(findUnfitTexts(cleanTexts(deep))[0]!.detail, /nested deeper/);
});

test("names refuse them, and fields of one line refuse line breaks, from operators, partners and channels", () => {
  const answers = [
    { code: "passenger-first-name", value: "A\u200bna" },
    { code: "passenger-last-name", value: "Ruiz\nBcc: x@example.com" },
    { code: "hotel-address", value: "Calle 1\nMadrid" },
  ];
  const given = { answers, names: { es: "Pa\u00adseo", pt: "a\u2028b" }, summary: "a\nb", description: { es: "a\nb" } };
  const found = (from: "operator" | "partner") =>
    findUnfitTexts({ ...given, travelers: [{ firstName: "Ana\r\nMaría" }], password: "a\nb" }, from).map(
      ({ pointer, detail }) => `${pointer} ${detail}`,
    );
  const both = [
    "/answers/0/value The character U+200B cannot be used.",
    "/answers/1/value A line break cannot be used here.",
    "/names/es The character U+00AD cannot be used.",
    "/names/pt A line break cannot be used here.",
  ];
  const traveler = "/travelers/0/firstName A line break cannot be used here.";
  assert.deepEqual(found("operator"), [...both, "/summary A line break cannot be used here.", traveler]);
  assert.deepEqual(found("partner"), [...both, traveler]);
  // A postal address has lines, an address on a map has none.
  const addresses = { company: { address: "Calle 1\nMadrid" }, address: "Calle 1\nMadrid" };
  assert.deepEqual(
    findUnfitTexts(addresses).map(({ pointer }) => pointer),
    ["/address"],
  );
  // The legal pages of a site are Markdown, by language.
  const settings = { legal: { terms: { es: "### Condiciones\n\nSin cambios." } }, lead: { es: "Del mar\na la mesa" } };
  assert.deepEqual(
    findUnfitTexts({ settings }).map(({ pointer }) => pointer),
    ["/settings/lead/es"],
  );
});
