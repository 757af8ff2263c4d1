import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanTexts, invisibleInNames } from "../../src/web/clean-texts.ts";

test("characters that nobody sees are removed at the ends and in telephone numbers, and refused in names", () => {
  const given = {
    phoneNumber: "\u202a+34 612\u200b 345 678\u202c",
    name: "\u200eAna\u200f ",
    note: " kept ",
    password: "\u200bsecret",
    email: "\ufeffana@example.com",
    answers: [{ code: "passenger-first-name", value: "A\u200bna" }],
    lastName: "علی\u200cزاده",
  };
  const cleaned = cleanTexts(given);
  assert.deepEqual(cleaned, {
    ...given,
    phoneNumber: "+34 612 345 678",
    name: "Ana",
    email: "ana@example.com",
  });
  assert.deepEqual(invisibleInNames(cleaned), [
    { pointer: "/answers/0/value", detail: "The character U+200B cannot be used." },
  ]);
});
