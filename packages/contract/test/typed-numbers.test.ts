import assert from "node:assert/strict";
import test from "node:test";
import { readTypedAmount, readTypedNumber } from "../src/typed-numbers.ts";

const read = (typed: string, currency: string) => {
  const found = readTypedAmount(typed, currency);
  return found.problem === undefined
    ? found.number
    : found.problem === "two-readings"
      ? `${found.readings.join(" or ")}?`
      : found.problem;
};

test("a typed amount has one reading, or both are named", () => {
  for (const [typed, currency, expected] of [
    ["45", "EUR", "45"],
    ["45,5", "EUR", "45.5"],
    [" 45.50 ", "EUR", "45.50"],
    ["0045,50", "EUR", "45.50"],
    [",5", "EUR", "0.5"],
    ["45.000", "EUR", "45000 or 45.00?"],
    ["2,500", "EUR", "2500 or 2,50?"],
    ["2,345", "EUR", "2345 or 2,35?"],
    ["45.000", "ARS", "45000 or 45.00?"],
    ["45.000", "CLF", "45000 or 45.0000?"],
    ["45.000", "CLP", "45000"],
    ["45,000", "JPY", "45000"],
    ["1.234.567", "CLP", "1234567"],
    ["45.00", "CLP", "45"],
    ["45,5", "CLP", "decimals"],
    ["0.500", "CLP", "decimals"],
    ["45.000", "KWD", "45.000"],
    ["45,125", "KWD", "45.125"],
    ["4500.000", "EUR", "4500.00"],
    ["0.500", "EUR", "0.50"],
    ["0,505", "EUR", "decimals"],
    ["30,5555", "EUR", "decimals"],
    ["1.025,00", "EUR", "1025.00"],
    ["1,025.00", "EUR", "1025.00"],
    ["1.025,500", "EUR", "1025.50"],
    ["1.025.000", "EUR", "1025000"],
    ["1.234.567,8", "EUR", "1234567.8"],
    ["1 025,50", "EUR", "1025.50"],
    ["1\u202f025", "EUR", "1025"],
    ["1’025.50", "EUR", "1025.50"],
    ["-1.025,5", "EUR", "-1025.5"],
    ["−5", "EUR", "-5"],
    ["1,2,3", "EUR", "no-number"],
    ["1.02.000", "EUR", "no-number"],
    ["1,025,00", "EUR", "no-number"],
    ["1.025.", "EUR", "no-number"],
    ["1e3", "EUR", "no-number"],
    ["", "EUR", "no-number"],
    ["€ 5", "EUR", "no-number"],
  ] as const)
    assert.equal(read(typed, currency), expected, `${typed} ${currency}`);
});

test("thousands above the maximum are no reading", () => {
  assert.deepEqual(readTypedNumber("41.385", 6, 90), { number: "41.385" });
  assert.deepEqual(readTypedNumber("1.025", 8), { problem: "two-readings", readings: ["1025", "1.0250"] });
});
