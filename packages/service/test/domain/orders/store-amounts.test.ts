import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { splitTax } from "../../../src/domain/money/tax.ts";
import { onlyRow } from "../../../src/store/database/rows.ts";
import { type StoreCurrency, ticketsAmount } from "../../../src/store/money/amounts.ts";
import type { TestStore } from "../../support/servers/stores.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** The rounding of amounts in the store's currency, and of the tax in them. */

const euros: StoreCurrency = { code: "EUR", digits: 2 };
const pesos: StoreCurrency = { code: "CLP", digits: 0 };
const dinars: StoreCurrency = { code: "KWD", digits: 3 };
const dollars: StoreCurrency = { code: "USD", digits: 2 };

type Line = [quantity: number, currencyCode: string, unitPrice: string, unitUsdPrice: string];

const sums: [why: string, currency: StoreCurrency, lines: Line[], amount: string][] = [
  ["a printed price is not rounded through dollars", euros, [[3, "EUR", "10.01", "10.88"]], "30.03"],
  ["whole pesos, which dollars cannot express", pesos, [[7, "CLP", "9990", "10.52"]], "69930"],
  ["a currency of three digits", dinars, [[2, "KWD", "3.125", "10.16"]], "6.250"],
  ["another currency counts by its dollars", euros, [[2, "USD", "12.34", "12.34"]], "22.71"],
  ["half a cent is rounded up", euros, [[1, "USD", "0.0543478260869565", "5.375"]], "4.95"],
  ["the sum is rounded once, not each ticket", euros, [[3, "GBP", "1.00", "1.27"]], "3.51"],
  [
    "two currencies",
    euros,
    [
      [1, "EUR", "45.00", "48.91"],
      [1, "USD", "10.00", "10.00"],
    ],
    "54.20",
  ],
  ["a store in dollars reads the dollars", dollars, [[3, "EUR", "10.01", "10.88"]], "32.64"],
  ["whole pesos of dollars", pesos, [[1, "USD", "10.00", "10.00"]], "9505"],
  ["nothing", euros, [], "0.00"],
];

onPostgres("amounts in the store's currency", (open) => {
  test("each sum is rounded once, half up", async () => {
    const store: TestStore = await open();
    try {
      const { db } = store.database;
      for (const [code, rate] of [
        ["EUR", "0.92"],
        ["CLP", "950.45"],
        ["KWD", "0.3075"],
      ])
        await sql`insert into rate_history (currency_code, at, base_rate, markup, rate, origin)
          values (${code}, '2026-01-01', ${rate}, 0, ${rate}, 'file')`.execute(db);
      for (const [why, currency, lines, amount] of sums) {
        const tickets = [
          {
            prices: lines.map(([quantity, currencyCode, unitPrice, unitUsdPrice]) => ({
              quantity,
              currencyCode,
              unitPrice,
              unitUsdPrice,
            })),
          },
        ];
        const row = await onlyRow(db)<{ amount: string }>`
          select ${ticketsAmount(sql`${JSON.stringify(tickets)}::jsonb`, currency)}::text as amount
          from (select timestamptz '2026-06-01' as created_at) o`;
        assert.equal(row.amount, amount, why);
      }
    } finally {
      await store.close();
    }
  });
});

const taxes: [total: string, rate: string, code: string, base: string, tax: string][] = [
  ["121.00", "21", "EUR", "100.00", "21.00"],
  ["100.00", "21", "EUR", "82.64", "17.36"],
  ["0.03", "21", "EUR", "0.02", "0.01"],
  ["9990", "19", "CLP", "8395", "1595"],
  ["10.50", "10.5", "USD", "9.50", "1.00"],
  ["45.00", "0", "EUR", "45.00", "0.00"],
  ["0.00", "21", "EUR", "0.00", "0.00"],
];

test("tax is rounded half up, and base and tax add up to the total", () => {
  for (const [total, rate, code, base, tax] of taxes)
    assert.deepEqual(splitTax(total, rate, code), { taxRate: rate, base, tax });
  assert.deepEqual(splitTax("45.00", null, "EUR"), { taxRate: null, base: null, tax: null });
});
