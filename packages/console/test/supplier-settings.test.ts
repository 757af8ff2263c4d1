import assert from "node:assert/strict";
import { test } from "node:test";
import type { SupplierKind } from "../src/suppliers/kind.ts";
import { parseSettings, settingInputs, settingTexts } from "../src/suppliers/kinds.ts";

/** The settings of a supplier in a form, by the schema of its kind. */

const words = (en: string) => ({ en, es: `${en} es`, pt: `${en} pt` });
const kind: SupplierKind = {
  kind: "telex",
  label: words("Telex"),
  lead: words("By telex."),
  unset: words("Nothing set"),
  settings: {
    type: "object",
    additionalProperties: false,
    required: ["number"],
    properties: {
      number: { type: "string", label: words("Number") },
      tries: { type: "integer", label: words("Tries"), minimum: 1, maximum: 9 },
      paper: { enum: ["a4", "roll"], label: words("Paper"), choices: { a4: words("Sheets"), roll: words("Roll") } },
      bell: { type: "boolean", label: words("Rings a bell") },
    },
  },
};

test("the form has a value for each setting of the kind, and for no other", () => {
  const typed = settingInputs(kind, { number: "12", tries: 3, bell: true, url: "https://other.example" });
  assert.deepEqual(typed, { number: "12", tries: "3", paper: "", bell: true });
  assert.deepEqual(settingInputs(kind, {}), { number: "", tries: "", paper: "", bell: false });
});

test("the settings have the typed values of this kind, without empty fields and without fields of another kind", () => {
  const typed = { number: " 12 ", tries: "3", paper: "", bell: true, url: "https://other.example" };
  assert.deepEqual(parseSettings(kind, typed), { number: "12", tries: 3, bell: true });
  assert.deepEqual(parseSettings(kind, {}), { bell: false });
});

test("the settings of a kind that the console does not know stay unchanged", () => {
  assert.deepEqual(parseSettings(undefined, { dish: 7 }), { dish: 7 });
  assert.deepEqual(settingTexts(undefined, { dish: 7 }, "en"), ["7"]);
});

test("a list names choices and flags, and says when nothing is set", () => {
  const settings = { number: "12", tries: 3, paper: "roll", bell: true };
  assert.deepEqual(settingTexts(kind, settings, "es"), ["12", "3", "Roll es", "Rings a bell es"]);
  assert.deepEqual(settingTexts(kind, { bell: false }, "en"), ["Nothing set"]);
});
