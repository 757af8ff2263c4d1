import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "@paseo/contract";
import { refusalEntry } from "../../../src/domain/selling/messages.ts";

const plainCodes = [
  "event-unknown",
  "event-removed",
  "event-black-out",
  "event-sold-out",
  "event-past",
  "product-unpublished",
  "item-unpublished",
  "tickets-missing",
  "capacity",
  "white-label-unknown",
  "price-changed",
  "supplier-declined",
  "cancel-too-late",
  "cancel-redeemed",
  "cancel-rejected",
  "cancel-declined",
] as const;

for (const code of plainCodes) {
  test(`${code} has its own sentence in each language`, () => {
    const messages = languages.map((lang) => refusalEntry(code, lang));
    for (const { code: given, message } of messages) {
      assert.equal(given, code);
      assert.match(message, /^\p{Lu}.*\.$/u);
    }
    assert.equal(new Set(messages.map(({ message }) => message)).size, languages.length);
  });
}

test("refusals with different codes have different messages", () => {
  for (const lang of languages) {
    const messages = plainCodes.map((code) => refusalEntry(code, lang).message);
    assert.equal(new Set(messages).size, messages.length);
  }
});

const ticket = "adult-2";
const title = "Peso";
for (const lang of languages) {
  const integer = { type: "integer", minimum: 3, maximum: 500 } as const;
  for (const [entry, ...parts] of [
    [refusalEntry("ticket-unknown", lang, { ticket }), ticket],
    [refusalEntry("ticket-duplicate", lang, { ticket }), ticket],
    [refusalEntry("ticket-required", lang, { ticket, minimum: 7 }), ticket, "7"],
    [refusalEntry("quantity-below-minimum", lang, { ticket, minimum: 7 }), ticket, "7"],
    [refusalEntry("quantity-above-maximum", lang, { ticket, maximum: 9 }), ticket, "9"],
    [refusalEntry("quantity-off-increment", lang, { ticket, minimum: 7, increment: 4 }), ticket, "7", "4"],
    [refusalEntry("answer-missing", lang, { title, passenger: 3 }), title, "3"],
    [refusalEntry("answer-invalid", lang, { title, passenger: 8, expected: integer }), title, "8", "3", "500"],
    [
      refusalEntry("answer-invalid", lang, { title, passenger: null, expected: { type: "date" } }),
      title,
      lang === "en" ? "yyyy-mm-dd" : "aaaa-mm-dd",
    ],
    [refusalEntry("answer-invalid", lang, { title, passenger: null, expected: { type: "time" } }), title, "hh:mm"],
    [refusalEntry("answer-unknown", lang, { question: "shoe-size" }), "shoe-size"],
  ] as const) {
    test(`${entry.code} in ${lang} contains ${parts.join(", ")}`, () => {
      for (const part of parts) assert.ok(entry.message.includes(part), entry.message);
    });
  }
}

test("a question of the whole order names no passenger", () => {
  const params = { title, passenger: null };
  assert.equal(refusalEntry("answer-missing", "es", params).message, "Falta la respuesta a «Peso».");
  assert.equal(refusalEntry("answer-missing", "pt", params).message, "Falta a resposta a “Peso”.");
});

test("the passenger of a question is named after its title", () => {
  const params = { title, passenger: 2 };
  assert.equal(refusalEntry("answer-missing", "es", params).message, "Falta la respuesta a «Peso» (pasajero 2).");
  assert.equal(refusalEntry("answer-missing", "pt", params).message, "Falta a resposta a “Peso” (passageiro 2).");
});
