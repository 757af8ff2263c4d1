import assert from "node:assert/strict";
import { test } from "node:test";
import { matchBankRows, type PayableStatement, withDigests } from "../../../src/domain/terms/bank-file.ts";
import {
  differencesOf,
  explainedByTerms,
  type OurOrder,
  type TheirRow,
} from "../../../src/domain/terms/differences.ts";
import { columnsOf } from "../../../src/domain/terms/file-columns.ts";
import { readAmount, readDay } from "../../../src/domain/terms/mapped-cells.ts";
import { type LineContent, lineKind } from "../../../src/domain/terms/standing.ts";
import { openAmount } from "../../../src/domain/terms/statements.ts";

/** Files of banks, counts of partners and lines of statements: the rules. */

test("a line says why it differs from the line before; a cancelled order is a cancellation on its first statement too", () => {
  const content = {
    ...{ reference: "", externalReference: null, productName: "", itemName: "", eventOn: "2026-06-16T10:00:00" },
    ...{ tickets: [], taxRate: null, refunded: "0", noShows: 0 },
  };
  const complete = { ...content, status: "complete" } as LineContent;
  const cancelled = { ...content, status: "cancelled" } as LineContent;
  assert.deepEqual(
    [lineKind(null, complete), lineKind(null, cancelled), lineKind(complete, cancelled)],
    ["sale", "cancellation", "cancellation"],
  );
  assert.equal(lineKind(cancelled, { ...cancelled, refunded: "5.00" }), "refund");
});

test("dates are read in the sequence of the file, and only dates that exist", () => {
  const cases = [
    ["16/06/2026", "dmy", "2026-06-16"],
    ["6.7.26", "dmy", "2026-07-06"],
    ["6/7/2026", "mdy", "2026-06-07"],
    ["2026-06-16T10:00:00", "ymd", "2026-06-16"],
    ["20260616", "ymd", "2026-06-16"],
    ["31/06/2026", "dmy", null],
    ["yesterday", "dmy", null],
  ] as const;
  for (const [text, order, day] of cases) assert.equal(readDay(text, order), day, text);
});

test("amounts are read with their decimal mark, signs and thousands", () => {
  const cases = [
    ["1.234,50", "comma", "EUR", "1234.50"],
    ["-1 234,5 €", "comma", "EUR", "-1234.50"],
    ["(12.00)", "point", "USD", "-12.00"],
    ["1,234.00-", "point", "USD", "-1234.00"],
    ["CLP 27.990", "comma", "CLP", "27990"],
    ["12.5", "comma", "EUR", null],
    ["", "comma", "EUR", null],
  ] as const;
  for (const [text, mark, currency, amount] of cases) assert.equal(readAmount(text, mark, currency), amount, text);
});

test("rows of a bank are matched by number or name and by the exact amount, once each", () => {
  const statement = (number: string, partnerId: string, openAmount: string): PayableStatement => ({
    ...{ id: number, number, invoiceNumber: null, partnerId, openAmount },
  });
  const statements = [
    statement("A-0012", "sol", "120.00"),
    statement("A-0120", "sol", "40.00"),
    { ...statement("A-0013", "luna", "120.00"), invoiceNumber: "F/2026/7" },
  ];
  const partners = [
    { partnerId: "sol", names: ["Viajes Sol", "B12345678", ""] },
    { partnerId: "luna", names: ["Viajes Luna"] },
  ];
  const rows = (
    [
      ["120.00", "TRANSF. DE VIAJES SOL, EXTRACTO A 12"],
      ["120.00", "factura F/2026/7"],
      ["40.00", "VIÁJES SOL S.L."],
      ["99.00", "Viajes Luna"],
      ["120.00", "Viajes Sol y Viajes Luna"],
      ["5.00", "comisión"],
      ["5.00", "comisión"],
    ] as const
  ).map(([amount, text], n) => ({ row: n + 2, day: "2026-07-03", amount, text }));
  const keyed = withDigests(rows, "EUR");
  assert.equal(new Set(keyed.map(({ digest }) => digest)).size, rows.length);
  assert.deepEqual(withDigests(rows, "EUR"), keyed);
  const recorded = new Set([keyed[6]!.digest]);
  assert.deepEqual(
    matchBankRows(keyed, { statements, partners, recorded }).map(({ state, partnerId, statement: found, reason }) => [
      ...[state, partnerId, found?.number, reason],
    ]),
    [
      ["matched", "sol", "A-0012", null],
      ["matched", "luna", "A-0013", null],
      ["matched", "sol", "A-0120", null],
      ["partner-only", "luna", undefined, "other-amount"],
      ["unknown", null, undefined, "several-partners"],
      ["unknown", null, undefined, "no-name"],
      ["recorded", null, undefined, null],
    ],
  );
});

test("a row that could pay several statements, or a part of one, says what its partner has open", () => {
  const open = (id: string, openAmount: string): PayableStatement => ({
    ...{ id, number: id, invoiceNumber: null, partnerId: "sol", openAmount },
  });
  const statements = [open("A-0003", "50.00"), open("A-0002", "50.00"), open("A-0001", "0.00")];
  const rows = ["50.00", "20.00"].map((amount, n) => ({ row: n, day: "2026-07-03", amount, text: "Viajes Sol" }));
  const partners = [{ partnerId: "sol", names: ["Viajes Sol"] }];
  const proposals = matchBankRows(withDigests(rows, "EUR"), { statements, partners, recorded: new Set() });
  assert.deepEqual(
    proposals.map(({ reason, open: left }) => [reason, left.map(({ id }) => id)]),
    [
      ["several-statements", ["A-0003", "A-0002"]],
      ["other-amount", ["A-0003", "A-0002"]],
    ],
  );
});

test("a statement with a balance of 0 stays settled when later payments settle other statements", () => {
  const open = (balanceAfter: string, paidSince: string) =>
    openAmount({ balanceAfter, paidSince, currencyCode: "EUR" });
  assert.deepEqual(
    [open("0.00", "-68.00"), open("100.00", "30.00"), open("100.00", "120.00"), open("-20.00", "-5.00")],
    ["0.00", "70.00", "0.00", "-15.00"],
  );
});

test("columns are found below the lines of a bank, with what they have and how it is written", () => {
  assert.deepEqual(
    columnsOf([
      ["Movimientos de la cuenta"],
      ["Titular", "", "Paseos del Sur"],
      ["Fecha", "Concepto", "Importe", "", "Saldo"],
      ["03/09/2026", "Extracto A-0012", "1.035,50", "x", "12,00"],
      ["14/09/2026", "33", "-4,00", "", ""],
      ["15/09/2026", "Nómina", "", "", "8,00"],
      ["", "", "Total", "", ""],
    ]),
    {
      columns: [
        { heading: "Fecha", has: "day", samples: ["03/09/2026", "14/09/2026", "15/09/2026"] },
        { heading: "Concepto", has: "text", samples: ["Extracto A-0012", "33", "Nómina"] },
        { heading: "Importe", has: "amount", samples: ["1.035,50", "-4,00", "Total"] },
        { heading: "Saldo", has: "amount", samples: ["12,00", "8,00"] },
      ],
      ...{ dates: "dmy", decimals: "comma" },
    },
  );
  const american = columnsOf([
    ["Date", "Amount"],
    ["09/14/2026", "12.50"],
  ]);
  assert.deepEqual([american?.dates, american?.decimals], ["mdy", "point"]);
  assert.equal(columnsOf([["1", "2"], ["3"]]), null);
});

test("a count shows what differs, with what explains it, and nothing else", () => {
  const order = (reference: string, more: Partial<OurOrder> = {}): OurOrder => ({
    ...{ orderId: reference, reference, externalReference: null, day: "2026-06-15", utcDay: null },
    ...{ isCancelled: false, amount: "48.00", beforeRefunds: "48.00", ...more },
  });
  const ours = [
    order("EQUAL", { externalReference: "ag-1" }),
    order("AMOUNT"),
    order("VERSION"),
    order("REFUND", { amount: "24.00" }),
    order("ENDED", { isCancelled: true, amount: "0.00" }),
    order("FEE", { isCancelled: true, amount: "24.00" }),
    order("STANDS"),
    order("UNPAID"),
    order("LATE", { day: "2026-07-01" }),
    order("FAR", { day: "2026-07-20" }),
    order("LACKS"),
    order("NIGHT", { day: "2026-06-30", utcDay: "2026-07-01" }),
    order("ZERO", { isCancelled: true, amount: "0.00" }),
  ];
  const theirs = (
    [
      ["AG 1", "48.00"],
      ["AG-1", "48.00"],
      ["amount", "50.00"],
      ["version", "51.00"],
      ["refund", "48.00"],
      ["ended", "48.00"],
      ["fee", "24.00"],
      ["stands", "0.00", true],
      ["unpaid", "0.00"],
      ["late", "48.00"],
      ["far", "48.00"],
      ["nowhere", "1.00"],
      ["nothing", "0.00", true],
    ] as const
  ).map(
    ([reference, amount, isCancelled = false], n): TheirRow => ({
      ...{ row: n + 2, reference, amount, day: null, isCancelled },
    }),
  );
  const found = differencesOf(theirs, ours, { from: "2026-06-01", to: "2026-06-30" });
  const explained = explainedByTerms(
    found,
    new Map([
      ["VERSION", ["51.00"]],
      ["AMOUNT", ["51.00"]],
    ]),
  );
  assert.deepEqual(
    explained.map((one) => [one.theirs?.reference ?? one.ours!.reference, one.kind, one.explanation]),
    [
      ["AG-1", "twice", null],
      ["amount", "amount", null],
      ["version", "amount", "terms-version"],
      ["refund", "amount", "refund-date"],
      ["ended", "paid-but-cancelled", "refund-date"],
      ["stands", "status", null],
      ["unpaid", "unpaid", null],
      ["late", "missing-here", "time-zone"],
      ["far", "missing-here", null],
      ["nowhere", "missing-here", null],
      ["LACKS", "missing-there", null],
      ["NIGHT", "missing-there", "time-zone"],
    ],
  );
});
