import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import { readConfig } from "../../src/config.ts";
import { checkValue } from "../../src/domain/editing/files/shapes.ts";
import { sendRequest } from "../../src/outgoing/request.ts";
import { SupplierLine } from "../../src/store/suppliers/suppliers.ts";
import {
  addressSetting,
  choiceSetting,
  emailSetting,
  flagSetting,
  numberSetting,
  type OfficeText,
  supplierKind,
  textSetting,
} from "../../src/suppliers/kind.ts";
import { createSuppliers, supplierKindNames, supplierKinds } from "../../src/suppliers/kinds.ts";
import { anOrder, storedSupplier } from "./supplier-server.ts";

/** Checks the name, the texts and the settings that each kind of supplier declares. */

const words = (text: string): OfficeText => ({ en: text, es: text, pt: text });
const emails = { isSet: async () => false, send: async () => null };
const unseal = (stored: string) => stored;
const suppliers = createSuppliers({
  config: readConfig({}),
  clock: () => new Date(),
  send: sendRequest,
  emails,
  unseal,
});

test("every kind has a name of its own, and a text in each language for itself and its settings", () => {
  assert.equal(new Set(supplierKindNames).size, supplierKindNames.length);
  for (const { kind, label, lead, unset, settings } of supplierKinds) {
    assert.match(kind, /^[a-z][a-z-]*$/);
    const shown = Object.values(settings.properties as Record<string, { label: OfficeText; lead?: OfficeText }>);
    for (const text of [label, lead, unset, ...shown.flatMap((one) => [one.label, one.lead])])
      if (text) assert.ok(Object.values(text).filter(Boolean).length === 3, `${kind}: ${JSON.stringify(text)}`);
  }
});

// A list of changes shows both in one row of fields.
test("no setting has the name of a field that every supplier has", () => {
  for (const { kind, settings } of supplierKinds)
    for (const name of Object.keys(settings.properties))
      assert.ok(!(name in SupplierLine.properties), `${kind}: ${name}`);
});

describe("settings", () => {
  const { settings } = supplierKind({
    kind: "telex",
    label: words("Telex"),
    lead: words("By telex."),
    settings: {
      number: textSetting({ label: words("Number") }, { maxLength: 5, pattern: "^[0-9]+$" }),
      copy: Type.Optional(emailSetting({ label: words("Copy to") })),
      system: Type.Optional(addressSetting({ label: words("System") })),
      tries: Type.Optional(numberSetting({ label: words("Tries") }, { minimum: 1, maximum: 9 })),
      paper: Type.Optional(choiceSetting({ label: words("Paper") }, { a4: words("Sheets"), roll: words("Roll") })),
      bell: Type.Optional(flagSetting({ label: words("Bell") })),
    },
    create: ({ settings: { number, tries, paper, bell } }) => {
      // The types of the settings, as the compiler sees them.
      const typed: [string, number | undefined, "a4" | "roll" | undefined, boolean | undefined] = [
        number,
        tries,
        paper,
        bell,
      ];
      assert.fail(`${typed}`);
    },
  });
  const all = { number: "12", copy: "a@b.example", system: "https://a.example", tries: 9, paper: "roll", bell: true };

  test("of every type fit", () => {
    assert.deepEqual(checkValue(settings, all), []);
    assert.deepEqual(checkValue(settings, { number: "1" }), []);
  });

  for (const [name, ...values] of [
    ["number", "", "123456", "x", 12, undefined],
    ["copy", "a@b.example,c@d.example", "a,b@c.example", "<a@b.example>", "a"],
    ["system", "ftp://a.example", "https://user@a.example"],
    ["tries", 0, 10, 1.5, "3"],
    ["paper", "a5"],
    ["bell", "yes"],
    ["fax", "12"],
  ] as [string, ...unknown[]][])
    for (const value of values)
      test(`are refused by their name: ${name} ${JSON.stringify(value)}`, () => {
        const given = JSON.parse(JSON.stringify({ ...all, [name]: value }));
        assert.deepEqual(
          checkValue(settings, given).map(({ pointer }) => pointer),
          [`/${name}`],
        );
      });
});

test("a supplier of a kind that this version does not have leaves its orders to the operator", async () => {
  const supplier = suppliers(storedSupplier({ kind: "telex", settings: { number: "12" } }));
  const waits = {
    outcome: "unknown",
    message: "This version of the service does not know suppliers of kind telex. The order waits for the operator.",
  };
  assert.equal(supplier.status, null);
  assert.deepEqual(await supplier.request(anOrder), waits);
  assert.deepEqual(await supplier.cancel({ ...anOrder, status: "waitcancel" }), waits);
  assert.deepEqual(await supplier.change!(anOrder, { id: "1", order: anOrder }), waits);
});
