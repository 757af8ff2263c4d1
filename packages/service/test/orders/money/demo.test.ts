import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import Big from "big.js";
import { sql } from "kysely";
import { createDemo } from "../../../src/commands/demo/seed.ts";
import { readTable } from "../../../src/domain/editing/files/table.ts";
import { writeTable } from "../../../src/domain/editing/sheets.ts";
import { documentTable } from "../../../src/domain/money/document-table.ts";
import { accountDocuments } from "../../../src/domain/money/documents.ts";
import { storeCurrency } from "../../../src/domain/money/store-currency.ts";
import { splitTax } from "../../../src/domain/money/tax.ts";
import { minorDigits } from "../../../src/domain/selling/money.ts";
import { type Db, inTransaction } from "../../../src/store/database/database.ts";
import { allRows } from "../../../src/store/database/rows.ts";
import { documentsOf } from "../../../src/store/money/documents.ts";
import { listRefunds } from "../../../src/store/money/refund-list.ts";
import { currencyInUse, saveHome } from "../../../src/store/operators/home.ts";
import { readSales } from "../../../src/store/orders/dashboard.ts";
import { listOrders } from "../../../src/store/orders/order-list.ts";
import type { AgreedTerms } from "../../../src/store/sale/orders.ts";
import { openStore, type TestStore } from "../../support/servers/stores.ts";

/** The accountant's export over all orders of the demo: its sums are the orders'. */

const now = new Date("2026-11-21T15:00:00Z");
const days = { from: "2026-10-01", to: "2026-11-21", zone: "Europe/Madrid" };
const period = { from: new Date("2026-09-30T22:00:00Z"), until: new Date("2026-11-21T23:00:00Z") };

const sum = (amounts: readonly (string | null)[]): Big => amounts.reduce((all, one) => all.plus(one ?? 0), new Big(0));

interface DemoOrder {
  id: string;
  number: number;
  status: string;
  agreed: AgreedTerms;
  totalUsd: string;
}

describe("the accountant's export of the demo", () => {
  let store: TestStore;
  let db: Db;
  let orders: DemoOrder[];
  before(async () => {
    store = await openStore();
    db = store.database.db;
    await createDemo(db, now, { share: 0.1 });
    // Some orders are sold with a tax, and some by the desk.
    await sql`update orders set agreed = agreed || case number % 3 when 0 then '{"taxRate": "21"}'::jsonb when 1 then '{"taxRate": "10.5"}' else '{}' end`.execute(
      db,
    );
    orders = await allRows(db)<DemoOrder>`
      select id, number, status, agreed, total_usd::text as "totalUsd" from orders where not test`;
  });
  after(() => store.close());

  test("has statements with sales, a cancellation, a change and a no-show", async () => {
    const kinds = await allRows(db)<{ kind: string }>`select distinct kind from statement_line order by kind`;
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ["amendment", "cancellation", "no-show", "sale"],
    );
  });

  test("is in the currency of most products until an owner chooses another", async () => {
    assert.equal(await currencyInUse(db), "EUR");
  });

  for (const code of ["EUR", "USD", "CLP"])
    test(`has the sums of the orders in ${code}: sale, change and cancellation are the standing totals, with the fees they are what was not refunded`, async () => {
      await inTransaction(db, (tx) => saveHome(tx, { timeZone: "Europe/Madrid", currencyCode: code }));
      if (code === "CLP")
        await sql`insert into rate_history (currency_code, at, base_rate, markup, rate, origin) values ('CLP', '2026-01-01', 950.45, 0, 950.45, 'hand')`.execute(
          db,
        );
      const currency = await storeCurrency(db);
      const { rows: listed } = await listOrders(db, currency, { test: false }, { offset: 0, limit: 1000 }, new Date());
      assert.equal(listed.length, orders.length);
      const { rows: refunds } = await listRefunds(db, currency, {}, { offset: 0, limit: 1000 });
      const found = await documentsOf(db, currency, period);
      const documents = await accountDocuments(db, currency, days);
      assert.equal(documents.length, found.length);
      for (const { base, tax, total } of documents)
        if (base !== null) assert.equal(sum([base, tax]).toFixed(currency.digits), total);

      let printed = 0;
      for (const order of orders) {
        const line = listed.find(({ id }) => id === order.id)!;
        // A price in the store's currency is never converted.
        const prices = order.agreed.tickets.flatMap((ticket) => ticket.prices);
        if (prices.every(({ currencyCode }) => currencyCode === code)) {
          printed++;
          const total = sum(prices.map(({ quantity, unitPrice }) => new Big(unitPrice).times(quantity).toFixed()));
          assert.equal(line.total, total.toFixed(minorDigits(code)), `${order.number}`);
        }
        const own = documents.filter((_, n) => found[n]!.number === order.number);
        const of = (...kinds: string[]) => own.filter(({ kind }) => kinds.includes(kind));
        const stands = !["cancelled", "rejected"].includes(order.status);
        const value = sum(of("sale", "change", "cancellation").map(({ total }) => total));
        assert.equal(value.toFixed(currency.digits), stands ? line.total : (0).toFixed(currency.digits));
        const dollars = sum(of("sale", "change", "cancellation").map(({ usd }) => usd));
        assert.ok(dollars.eq(stands ? order.totalUsd : 0), `${order.number} in dollars`);
        const due = sum(refunds.filter(({ orderId }) => orderId === order.id).map(({ due }) => due));
        const left = sum(own.map(({ total }) => total));
        // What an amendment returned is not in the standing total.
        const returned = sum(of("change").map(({ total }) => total)).times(-1);
        assert.equal(
          left.toFixed(currency.digits),
          new Big(line.total).plus(returned).minus(due).toFixed(currency.digits),
        );
        const { tax } = splitTax(line.total, order.agreed.taxRate ?? null, code);
        if (tax !== null && stands)
          assert.equal(sum(own.map((one) => one.tax)).toFixed(currency.digits), tax, `the tax of ${order.number}`);
      }
      const [all] = (await readSales(db, days, currency, new Date())).filter(({ by }) => by === "all");
      const standing = sum(
        documents.filter(({ kind }) => ["sale", "change", "cancellation"].includes(kind)).map(({ total }) => total),
      );
      assert.equal(standing.toFixed(currency.digits), all!.amount, "the overview's sum");
      assert.equal(
        sum(
          listed.filter(({ status }) => !["cancelled", "rejected"].includes(status)).map(({ total }) => total),
        ).toFixed(currency.digits),
        all!.amount,
      );
      if (code === "EUR") assert.ok(printed > 20, `${printed} of ${orders.length} orders in euros`);
      const figures = process.env.FIGURES;
      if (figures)
        console.log(
          `${code}: ${orders.length} orders, ${documents.length} documents, ${printed} in its own prices, sum ${all!.amount}, all documents ${sum(documents.map(({ total }) => total))}, refunds due ${sum(refunds.map(({ due }) => due))}`,
        );
    });

  for (const [lang, heading] of [
    ["es", "Documento"],
    ["pt", "Documento"],
    ["en", "Document"],
  ] as const)
    for (const format of ["csv", "xlsx"] as const)
      test(`as ${format} in ${lang} it has the same sums, and every heading`, async () => {
        await inTransaction(db, (tx) => saveHome(tx, { timeZone: "Europe/Madrid", currencyCode: "EUR" }));
        const currency = await storeCurrency(db);
        const documents = await accountDocuments(db, currency, days);
        const bytes = await writeTable(format, documentTable(documents, "EUR", lang), "point");
        const rows: string[][] = [];
        await readTable(format, bytes, {
          problem: ({ detail }) => assert.fail(detail),
          row: ({ cells }) => void rows.push(cells),
        });
        const [headings, ...lines] = rows;
        assert.equal(headings![0], heading);
        assert.equal(new Set(headings).size, 14);
        assert.equal(lines.length, documents.length);
        assert.ok(lines.every(([document]) => /^[0-9A-Z-]{11}-(ES|PT|EN)(-X|-XF|-C\d+F?|-R\d+)?$/.test(document!)));
        const column = (n: number) => sum(lines.map((cells) => cells[n] || "0")).toFixed(2);
        assert.deepEqual(
          [column(7), column(9), column(10), column(12)],
          (["base", "tax", "total", "usd"] as const).map((name) => sum(documents.map((one) => one[name])).toFixed(2)),
        );
      });
});
