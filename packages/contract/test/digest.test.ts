import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import fc from "fast-check";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { formats, namespace, read } from "./support/reading.ts";

const { exampleResponses: examples } = contract;

test("a record's hash is the first 64 bits of the SHA-256 of its text, whatever its length and letters", () => {
  const expected = (text: string) =>
    createHash("sha256")
      .update(`{"text":${JSON.stringify(text)}}`)
      .digest()
      .readBigUInt64BE(0);
  // All lengths around block boundaries, then long texts with any characters.
  for (let length = 0; length < 200; length++) {
    const text = "ñ".repeat(length % 7) + "x".repeat(length);
    assert.equal(contract.recordHash({ text }), expected(text), `${length} letters`);
  }
  for (const text of ["😀".repeat(5000), "a".repeat(100_000), ""])
    assert.equal(contract.recordHash({ text }), expected(text));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      assert.equal(contract.recordHash({ text }), expected(text));
    }),
  );
});

test("a record's text is its canonical JSON without null and without prices in dollars", () => {
  assert.equal(
    contract.canonicalRecordText(examples.events.values[0]!),
    '{"availabilityCode":"available","eventOn":"2026-05-16T20:30:00","id":"5e7c0d92-a6f1-4b38-b2d4-93c81f7e6a05",' +
      '"itemId":"2d9a7b36-1c48-4f05-8e72-6b3a90d5c1f8","tickets":[' +
      '{"code":"ADULT","unitPrice":{"currencyCode":"EUR","value":42.93}},{"code":"CHILD","unitPrice":{"currencyCode":"EUR","value":22.5}}]}',
  );
  const page = { ...examples.pages.values[0]!, cityCode: null };
  assert.equal(
    contract.canonicalRecordText(page),
    '{"id":"a90e6f13-4b7d-4c25-9f81-3d6c5e7b2a40","name":"Qué hacer en Madrid","pageTypeCode":"city","published":true,' +
      '"url":"//www.example.com/es/madrid"}',
  );
  // The examples of RFC 8785: numbers as ECMAScript writes them, short escapes, members sorted by their UTF-16 units.
  const numbers = [1e30, 4.5, 2e-3, 1e-27, -0];
  assert.equal(contract.canonicalRecordText({ numbers }), '{"numbers":[1e+30,4.5,0.002,1e-27,0]}');
  assert.equal(contract.canonicalRecordText({ s: "\u20ac$\u000f\nA'B\"\\/" }), '{"s":"€$\\u000f\\nA\'B\\"\\\\/"}');
  const sorted = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  assert.equal(contract.canonicalRecordText(sorted), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  const dollars = { currencyCode: "USD", value: 1 };
  assert.equal(
    contract.canonicalRecordText({ b: [{ minUsdPrice: dollars, a: null, c: 1 }], unitUsdPrice: dollars }),
    '{"b":[{"c":1}]}',
  );
});

test("a record has the same text from JSON and from XML, and another with any field changed", () => {
  const kinds = [contract.Product, contract.Event, contract.Page, contract.Currency];
  for (const schema of kinds as (typeof contract.Event)[]) {
    const values = valuesOf(schema, { amounts: true });
    fc.assert(
      fc.property(values, values, (value, other) => {
        for (const format of formats) {
          const received = read(schema, contract.encode(schema, value, format, { namespace }), format);
          assert.equal(contract.canonicalRecordText(received), contract.canonicalRecordText(value));
        }
        const without = (one: object) =>
          JSON.stringify(one, (key, held) => (/Usd|^description$/.test(key) ? undefined : held));
        assert.equal(
          contract.canonicalRecordText(value) === contract.canonicalRecordText(other),
          without(value) === without(other),
        );
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
