import assert from "node:assert/strict";
import { test } from "node:test";
import Big from "big.js";
import fc from "fast-check";
import {
  minorDigits,
  priceObject,
  roundedAmount,
  totalUsd,
  usdConverter,
  usdPrice,
} from "../../../src/domain/selling/money.ts";

for (const [currencyCode, digits] of Object.entries({
  USD: 2,
  EUR: 2,
  COP: 2,
  HUF: 2,
  CLP: 0,
  PYG: 0,
  ISK: 0,
  UGX: 0,
  XPF: 0,
  IQD: 3,
  KWD: 3,
  CLF: 4,
})) {
  test(`${currencyCode} has ${digits} minor digits`, () => assert.equal(minorDigits(currencyCode), digits));
}

for (const [price, rate, expected] of [
  ["45.00", "1", "45"],
  ["100", "0.85", "117.65"],
  ["1250.50", "19.87", "62.93"],
  ["0.01", "2", "0.01"],
  ["0.0099", "2", "0"],
  ["0", "3.7", "0"],
  ["999999999.9999", "0.0000000001", "9999999999999000000"],
  // Below half a cent by 10^-21. Rounding to 20 places first would make it a cent.
  ["4999999.9999", "999999999.9800000002", "0"],
] as const) {
  test(`${price} at ${rate} is ${expected} dollars`, () => assert.equal(usdPrice(price, rate).toFixed(), expected));
}

/** Units of 10^-10, as the widest rate of the catalogue file has. */
const rates = fc.bigInt(1n, 10n ** 19n - 1n).map((units) => ({ units, text: decimal(units, 10) }));
/** Units of 10^-4, as the widest amount has. */
const prices = fc.bigInt(0n, 10n ** 13n - 1n).map((units) => ({ units, text: decimal(units, 4) }));
const decimal = (units: bigint, places: number): string => {
  const digits = units.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

test("a dollar price is the exact quotient, rounded half up to the cent", () => {
  fc.assert(
    fc.property(prices, rates, (price, rate) => {
      // cents = price·10^-4 / (rate·10^-10) · 100, plus a half, floored.
      const [over, under] = [price.units * 10n ** 8n, rate.units];
      const cents = (2n * over + under) / (2n * under);
      assert.equal(usdPrice(price.text, rate.text).times(100).toFixed(), cents.toString());
    }),
  );
});

test("a converter agrees with usdPrice, also after it has dropped its cache", () => {
  const convert = usdConverter("19.87");
  const texts = Array.from({ length: 5000 }, (_, n) => `${n}.5`);
  for (const price of [...texts, ...texts]) assert.equal(convert(price), usdPrice(price, "19.87").toNumber());
});

for (const [price, currencyCode, expected] of [
  ["10.10", "EUR", 10.1],
  ["10.105", "EUR", 10.11],
  ["10.1049", "EUR", 10.1],
  ["1.005", "USD", 1.01],
  ["1500.50", "CLP", 1501],
  ["1500.4999", "CLP", 1500],
  ["1500", "CLP", 1500],
  ["1.2345", "KWD", 1.235],
  ["999999999.99", "EUR", 999999999.99],
] as const) {
  test(`${price} ${currencyCode} is sent as ${expected}`, () => {
    assert.equal(roundedAmount(price, currencyCode), expected);
    assert.equal(roundedAmount(new Big(price), currencyCode), expected);
    assert.deepEqual(priceObject(price, currencyCode), { currencyCode, value: expected });
  });
}

test("an amount in an answer never has a binary tail", () => {
  fc.assert(
    fc.property(prices, fc.constantFrom("EUR", "CLP", "KWD"), ({ text }, currencyCode) => {
      const [, fraction = ""] = JSON.stringify(roundedAmount(text, currencyCode)).split(".");
      assert.ok(fraction.length <= minorDigits(currencyCode));
    }),
  );
});

test("the total is the sum of quantity times the rounded unit price, in any order", () => {
  const line = fc.record({ price: prices, quantity: fc.integer({ min: 0, max: 9999 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), rates, (lines, { text: rate }) => {
      const priced = lines.map(({ price, quantity }) => ({ price: price.text, rate, quantity }));
      const cents = lines.reduce(
        (sum, { price, quantity }) => sum + BigInt(usdPrice(price.text, rate).times(100).toFixed()) * BigInt(quantity),
        0n,
      );
      assert.equal(totalUsd(priced).times(100).toFixed(), cents.toString());
      assert.ok(totalUsd(priced.toReversed()).eq(totalUsd(priced)));
    }),
  );
});

test("each ticket is rounded, not the total", () => {
  assert.equal(totalUsd([{ price: "1", rate: "3", quantity: 3 }]).toFixed(2), "0.99");
});
