import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import fc from "fast-check";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { formats, namespace, read } from "./support/reading.ts";

const { exampleResponses: examples } = contract;

test("a text's hash is the first 64 bits of its SHA-256, whatever its length and letters", () => {
  const expected = (text: string) => createHash("sha256").update(text).digest().readBigUInt64BE(0);
  // All lengths around block boundaries, then long texts with any characters.
  for (let length = 0; length < 200; length++) {
    const text = "ñ".repeat(length % 7) + "x".repeat(length);
    assert.equal(contract.recordHash(text), expected(text), `${length} letters`);
  }
  for (const text of ["😀".repeat(5000), "a".repeat(100_000), ""])
    assert.equal(contract.recordHash(text), expected(text));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      assert.equal(contract.recordHash(text), expected(text));
    }),
  );
});

test("each kind's text is its fields in the contract's order, without the prices in dollars", () => {
  const fields = (text: string) => text.split("\u001f");
  const summary = [
    "8c1f4e0a-52b7-4d3e-9a61-0f6d2b7c9e14",
    "scheduled",
    "Noche de flamenco en Madrid",
    "madrid",
    "true",
    "true",
  ];
  assert.deepEqual(fields(contract.productSummaryText(examples.products.values[0]!)), summary);
  const item = [
    "2d9a7b36-1c48-4f05-8e72-6b3a90d5c1f8",
    "Espectáculo con una bebida",
    "FLAM-MAD-01",
    "EUR",
    "22.5",
    "true",
  ];
  const rules = ["2", "ADULT", "1", "10", "2", "1", "CHILD", "0", "6", "0", "1"];
  assert.deepEqual(fields(contract.productText(examples.product)), [
    ...summary,
    ...["1", "24", "EUR", "22.5", "Tablao La Plaza", "Calle de Ejemplo, 3, 28012 Madrid", "40.4145", "-3.7004"],
    ...["1", ...item, ...rules],
    ...["false", "false", "true", "false", "2026-03-02T09:41:07Z"],
  ]);
  assert.deepEqual(fields(contract.eventText(examples.events.values[0]!)), [
    ...[
      "5e7c0d92-a6f1-4b38-b2d4-93c81f7e6a05",
      "2d9a7b36-1c48-4f05-8e72-6b3a90d5c1f8",
      "2026-05-16T20:30:00",
      "available",
    ],
    ...["2", "ADULT", "EUR", "42.93", "CHILD", "EUR", "22.5"],
  ]);
  assert.deepEqual(fields(contract.pageText({ ...examples.pages.values[0]!, cityCode: null })), [
    ...[
      "a90e6f13-4b7d-4c25-9f81-3d6c5e7b2a40",
      "Qué hacer en Madrid",
      "city",
      "",
      "true",
      "//www.example.com/es/madrid",
    ],
  ]);
  const peso = { code: "COP", name: "Peso", rate: 4100, displaySymbol: "$" };
  assert.deepEqual(fields(contract.currencyText(peso)), ["COP", "Peso", "4100", "$"]);
  assert.deepEqual(fields(contract.currencyText({ ...peso, rate: 1e-10 })), ["COP", "Peso", "0.0000000001", "$"]);
  const nowhere = { ...examples.product, minPrice: null, location: { ...examples.product.location, latitude: null } };
  assert.deepEqual(fields(contract.productText(nowhere)).slice(8, 13), [
    ...["", "", "Tablao La Plaza", "Calle de Ejemplo, 3, 28012 Madrid", ""],
  ]);
});

test("a record has the same text from JSON and from XML, and another with any field changed", () => {
  const kinds = [
    [contract.Product, contract.productText],
    [contract.Event, contract.eventText],
    [contract.Page, contract.pageText],
    [contract.Currency, contract.currencyText],
  ] as const;
  for (const [schema, text] of kinds as unknown as [typeof contract.Event, (value: contract.Event) => string][]) {
    const values = valuesOf(schema, { amounts: true });
    fc.assert(
      fc.property(values, values, (value, other) => {
        for (const format of formats) {
          const read_ = read(schema, contract.encode(schema, value, format, { namespace }), format);
          assert.equal(text(read_), text(value));
        }
        const without = (one: object) =>
          JSON.stringify(one, (key, held) => (/Usd|^description$/.test(key) ? undefined : held));
        assert.equal(text(value) === text(other), without(value) === without(other));
      }),
      { numRuns: 100 },
    );
  }
});

test("a sum is the same in any order, excludes removed records, and continues from a stored state", () => {
  const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 20 }), fc.array(hash, { maxLength: 20 }), (added, gone) => {
      const plain = new contract.DigestSum();
      for (const one of added) plain.add(one);
      let other = new contract.DigestSum();
      for (const one of gone) other.add(one);
      other = new contract.DigestSum({ count: other.count, hash: other.hash });
      for (const one of added.toReversed()) other.add(one);
      for (const one of gone) other.remove(one);
      assert.deepEqual([other.count, other.hash], [plain.count, plain.hash]);
      const sum = added.reduce((all, one) => all + one, 0n) % 2n ** 64n;
      assert.equal(plain.hash, sum.toString(16).padStart(16, "0"));
    }),
  );
  const twice = new contract.DigestSum();
  twice.add(5n);
  twice.add(5n);
  assert.deepEqual([twice.count, twice.hash], [2, "000000000000000a"]);
});
