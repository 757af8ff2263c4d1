import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { isRandomNumber, newOrderNumber, orderReference, parsedReference } from "../src/order-reference.ts";

/** References of orders, as they are written, read and typed. */

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const sample = 1_760_655_701_558;

test("a reference is written in three groups, with its language, and a test order's with TEST", () => {
  assert.equal(orderReference({ number: sample, lang: "es", test: false }), "K7Q-M3X-HP4-ES");
  assert.equal(orderReference({ number: sample, lang: "pt", test: true }), "TEST-K7Q-M3X-HP4-PT");
  assert.equal(orderReference({ number: 1042, lang: "es", test: false }), "1042-ES");
  assert.equal(orderReference({ number: 7, lang: "en", test: true }), "TEST-7-EN");
});

for (const [text, number, isTest] of [
  ["K7Q-M3X-HP4-ES", sample, false],
  ["k7q m3x hp4", sample, null],
  ["test-k7qm3xhp4es", sample, true],
  [" TEST K7Q–M3X‑HP4 ", sample, true],
  ["\u200eK7Q\u00adM3XHP4\u200b", sample, null],
  ["Ｋ７Ｑ-Ｍ３Ｘ-ＨＰ４", sample, null],
  ["1042-ES", 1042, false],
  ["  test-7-pt ", 7, true],
  ["1o42", 1042, null],
  ["TEST1042ES", 1042, true],
  ["TEST-123456789012345-en", 123_456_789_012_345, true],
  // A process of an older release writes the number of a new order in digits.
  [`${sample}-ES`, sample, false],
] as const)
  test(`the reference "${text}" means ${number}`, () =>
    assert.deepEqual(parsedReference(text), { number, test: isTest }));

for (const text of [
  ...["1234567890123456-ES", "1042-FR", "x1042-ES", "1042-ESX", "-ES", "TEST", "", "OIL", "Lillo"],
  ...["K7Q-M3X-HP5-ES", "K7Q-M3X-HP4-FR", "K7Q-M3X-HP-ES", "_7Q-M3X-HP4", "K7Q.M3X.HP4", "9".repeat(100_000)],
])
  test(`the text "${text.slice(0, 30)}" is no reference`, () => assert.equal(parsedReference(text), null));

test("letters that are not in the alphabet are read as those for which people type them", () => {
  const typed = new Set<string>();
  for (let n = 0; n < 300; n++) {
    const number = newOrderNumber(randomInt);
    const text = orderReference({ number, lang: "es", test: false });
    const like = text
      .replace(/0/g, "o")
      .replace(/1/g, n % 2 ? "l" : "I")
      .replace(/V/g, "u");
    if (like !== text) typed.add(like);
    assert.deepEqual(parsedReference(like), { number, test: false }, `${text}, ${like}`);
  }
  assert.ok(typed.size > 100);
});

test("no wrong character and no two that changed places give another reference, and no reference is of digits alone", () => {
  const read = (letters: string[]) => parsedReference(letters.join(""));
  for (let n = 0; n < 20; n++) {
    const number = newOrderNumber(randomInt);
    assert.ok(isRandomNumber(number) && Number.isSafeInteger(number));
    const code = [...orderReference({ number, lang: "es", test: false }).slice(0, -3).replaceAll("-", "")];
    assert.ok(code.length === 9 && code.every((letter) => alphabet.includes(letter)) && /[A-Z]/.test(code.join("")));
    assert.equal(read(code)?.number, number);
    code.forEach((letter, at) => {
      for (const other of alphabet)
        if (other !== letter)
          assert.ok((read(code.with(at, other))?.number ?? 0) < 2 ** 31, `${code.join("")}: ${at} ${other}`);
      code.forEach((other, to) => {
        if (other !== letter)
          assert.equal(read(code.with(at, other).with(to, letter)), null, `${code.join("")}: ${at} ${to}`);
      });
    });
  }
});

test("a code of digits alone is drawn again", () => {
  // They are 00000000 with the check 0, and 00015NM7.
  const drawn = [0, 1_234_567];
  assert.equal(
    newOrderNumber(() => drawn.shift()!),
    2 ** 40 + 1_234_567,
  );
  assert.equal(drawn.length, 0);
});
