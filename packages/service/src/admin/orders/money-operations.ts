import Type from "typebox";
import {
  decimalMarks,
  type SheetFormat,
  sheetTypes,
  usualDecimalMark,
  writeTable,
} from "../../domain/editing/sheets.ts";
import { closingTable } from "../../domain/money/closing-table.ts";
import { closeDay, type DayMoney, dayMoney, moneyKinds, type TillCount } from "../../domain/money/closings.ts";
import { documentTable } from "../../domain/money/document-table.ts";
import { accountDocuments, invoiceOf } from "../../domain/money/documents.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { dayNumber, localDateAt } from "../../domain/selling/dates.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import { count, decimal, givenAmount, instant, nullable, oneLine, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { balancesDue, balancesDueFields } from "../../store/money/account.ts";
import { writeInvoice } from "../../store/money/documents.ts";
import { homeZone } from "../../store/operators/home.ts";
import { orderById } from "../../store/sale/orders.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { FileAnswer, officeRoles, ofOrder, operation, orderRoles } from "../operation.ts";
import { periodQuery, readPeriod } from "../report.ts";
import { checkDecimals } from "./amounts.ts";
import { maxExportRows } from "./list-export.ts";
import { existingOrder, orderDetailsOf } from "./order-details.ts";
import { OrderDetails } from "./order-shapes.ts";

/** The money of a day and its closing, numbers of invoices, and the documents for the operator's accountant. */

const kind = Type.Enum([...moneyKinds], {
  description: "`partner`: partners sold, and settle with the operator. `other`: only of refunds.",
});
const sums = {
  orders: count,
  sold: decimal,
  settled: Type.String({
    description:
      "Decimal: payments of orders on account. Of `account` itself: what these payments settled, below zero.",
  }),
  refunds: count,
  paidBack: decimal,
  balance: Type.String({
    description: "Decimal: what was sold, with payments of orders on account, less what was paid back.",
  }),
};
const till = {
  operator: Type.String({ description: "E-mail address of the person who took the money." }),
  currencyCode: text,
  received: Type.String({ description: "Decimal: sales and payments of orders on account in cash." }),
  paidBack: Type.String({ description: "Decimal: refunds in cash." }),
};
const CountedTill = Type.Object({
  ...till,
  float: decimal,
  expected: Type.String({ description: "Decimal: the float with what was received, less what was paid back." }),
  counted: decimal,
  difference: Type.String({ description: "Decimal: what was counted less what was expected." }),
});
const Kinds = Type.Array(Type.Object({ kind, ...sums }));

const daySums = {
  currencyCode: text,
  kinds: Kinds,
  total: Type.Object(sums),
  sellers: Type.Array(Type.Object({ operator: text, kind, orders: count, sold: decimal, settled: decimal })),
  partners: Type.Optional(
    Type.Array(Type.Object({ partner: text, ...sums }), {
      description: "The kind `partner` by partner. Missing in closings of older releases.",
    }),
  ),
  tills: Type.Optional(
    Type.Array(Type.Object(till), {
      description: "Cash by person and currency. Missing in closings of older releases.",
    }),
  ),
  cancelled: Type.Object(
    { orders: count, amount: decimal },
    {
      description:
        "Orders that were cancelled or declined on the day. Their money goes back when a refund is recorded.",
    },
  ),
};

const Day = Type.Object({
  day: text,
  timeZone: Type.String({ description: "Zone of the day." }),
  today: Type.String({ description: "The present day in this zone." }),
  sums: Type.Object(daySums, { description: "The sums as they are now." }),
  closing: nullable(
    Type.Object({
      closedAt: instant,
      closedBy: Type.String({ description: "E-mail address of the operator." }),
      sums: Type.Object(daySums),
      tills: nullable(Type.Array(CountedTill), "The counted tills. Null: nobody counted."),
      late: Type.Array(Type.Object({ day: text, kinds: Kinds }), {
        description: "Changes of days that were closed before, which this closing contains.",
      }),
    }),
    "The sums when the day was closed. They never change. Null: the day is open.",
  ),
  balances: Type.Object(balancesDueFields, {
    description:
      "What is due now of orders on account. `overdue`: of it, what was due before today, by the agreed day or the day of the event.",
  }),
  changed: Type.Array(Type.Object({ day: text, kinds: Kinds, closedWith: nullable(text) }), {
    description: "What changed after the closing, and the day whose closing contains the change. Null: the next one.",
  }),
});

const responseOf = (
  { sums, closing, changed }: DayMoney,
  at: { day: string; timeZone: string; today: string; balances: Type.Static<typeof Day.properties.balances> },
) => ({
  ...at,
  sums,
  closing: closing && {
    closedAt: closing.closedAt,
    closedBy: closing.closedBy,
    sums: closing.sums,
    tills: closing.tills,
    late: closing.late,
  },
  changed,
});

/** Refuses a day that does not exist, and a future day. */
async function dayCall(db: Db, day: string, now: Date) {
  const zone = await homeZone(db);
  const today = localDateAt(now, zone);
  if (dayNumber(day) === null) throw invalidFields([{ pointer: "day", ...refusal("no-such-day") }]);
  if (day > today) throw invalidFields([{ pointer: "day", ...refusal("day-to-come", { today }) }]);
  return { today, call: { day, zone, currency: await storeCurrency(db) } };
}

async function dayResponse(db: Db, call: Parameters<typeof dayMoney>[1], today: string) {
  const { day, zone, currency } = call;
  const balances = { currencyCode: currency.code, ...(await balancesDue(db, currency, today)) };
  return responseOf(await dayMoney(db, call), { day, timeZone: zone, today, balances });
}

/** Refuses two counts of a person in a currency, and amounts with more decimals than the currency has. */
function checkCounts(counts: readonly TillCount[]): void {
  for (const [n, { operator, currencyCode, ...amounts }] of counts.entries()) {
    const isFirst = counts.findIndex((one) => one.operator === operator && one.currencyCode === currencyCode) === n;
    if (!isFirst) throw invalidFields([{ pointer: `/tills/${n}`, ...refusal("present-twice") }]);
    const currency = { code: currencyCode, digits: minorDigits(currencyCode) };
    for (const name of ["float", "counted"] as const) checkDecimals(amounts[name], currency, `/tills/${n}/${name}`);
  }
}

export const moneyOperations = [
  operation({
    id: "closings.show",
    method: "GET",
    path: "/closings/{day}",
    summary: "Read what was sold and paid back on a day by kind of payment, and its closing",
    roles: officeRoles,
    response: Day,
    async run({ service: { db }, params, now }) {
      const { today, call } = await dayCall(db, params.day!, now);
      return dayResponse(db, call, today);
    },
  }),
  operation({
    id: "closings.close",
    method: "POST",
    path: "/closings/{day}",
    summary: "Close a day: its sums are recorded and never change. A 409 means that somebody closed it before",
    roles: orderRoles,
    body: Type.Object({
      tills: Type.Optional(
        Type.Array(
          Type.Object({
            operator: Type.String({
              minLength: 1,
              maxLength: 320,
              description: "E-mail address, as `sums.tills` has it.",
            }),
            currencyCode: Type.String({ minLength: 3, maxLength: 3 }),
            float: givenAmount("Decimal: the cash in the till before the day."),
            counted: givenAmount("Decimal: the cash that was counted."),
          }),
          { maxItems: 200, description: "The counted tills, one for each person and currency." },
        ),
      ),
    }),
    response: Day,
    async run({ service: { db }, params, body, operator, now, audit }) {
      const { today, call } = await dayCall(db, params.day!, now);
      const counts = body.tills ?? [];
      checkCounts(counts);
      const closing = await closeDay(db, call, {
        by: operator.email,
        now,
        counts,
        record: (tx, { day, sums: { currencyCode, total }, tills }) =>
          audit({ subject: day, after: { currencyCode, ...total, ...(tills && { tills }) } }, tx),
      });
      if (!closing) throw conflict("day-closed", `${call.day} is closed already.`);
      return dayResponse(db, call, today);
    },
  }),
  operation({
    id: "closings.export",
    method: "GET",
    path: "/closings/{day}/export",
    summary:
      "Export a day's sums by kind of payment, partner, seller and till as CSV or XLSX. The audit log records each export",
    roles: orderRoles,
    query: Type.Object({ format: Type.Enum(["csv", "xlsx"]) }),
    response: Type.String({ description: "The file." }),
    async run({ service: { db }, params, query, lang, now, note }) {
      const format = query.format as SheetFormat;
      const { call } = await dayCall(db, params.day!, now);
      const table = closingTable(await dayMoney(db, call), call.day, lang);
      const bytes = await writeTable(format, table, usualDecimalMark(lang));
      await note({ subject: call.day, after: { format } });
      return new FileAnswer(`${fileNameIn(lang, "closing")}-${call.day}.${format}`, sheetTypes[format], bytes);
    },
  }),
  operation({
    id: "orders.recordInvoice",
    method: "PUT",
    path: "/orders/{id}/invoice",
    summary: "Record the number of an invoice that was made elsewhere for a sale of the desk. Null removes it",
    roles: orderRoles,
    body: Type.Object({
      number: nullable(
        Type.String({ maxLength: 64, pattern: oneLine }),
        "The voucher names it with the tax in the price, as long as the order's total is the same.",
      ),
    }),
    response: OrderDetails,
    async run({ service, params, body, lang, change }) {
      const order = await existingOrder(service, params.id!);
      const number = body.number?.trim() ?? null;
      if (!order.payment) throw conflict("not-desk-sale", "The order is no sale of the desk: its partner invoices it.");
      await change(
        { ...ofOrder(order), before: { number: invoiceOf(order)?.number ?? null }, after: { number } },
        (tx) => writeInvoice(tx, order.id, number),
      );
      return orderDetailsOf(service, (await orderById(service.db, order.id)) ?? order, lang);
    },
  }),
  operation({
    id: "documents.export",
    method: "GET",
    path: "/documents/export",
    summary: "Export the documents of a period for the accountant as CSV or XLSX. The audit log records each export",
    roles: orderRoles,
    query: Type.Object({
      format: Type.Enum(["csv", "xlsx"]),
      decimals: Type.Optional(
        Type.Enum([...decimalMarks], {
          description:
            "Decimal mark of the CSV: `comma` has semicolons between the columns, `point` has commas. Omitted: a comma in Spanish and Portuguese, a point in English.",
        }),
      ),
      ...periodQuery,
    }),
    response: Type.String({ description: "The file." }),
    async run({ service: { db }, query, lang, now, note }) {
      const format = query.format as SheetFormat;
      const zone = await homeZone(db);
      const { from, to } = readPeriod(query, now, zone);
      const currency = await storeCurrency(db);
      const documents = await accountDocuments(db, currency, { from, to, zone });
      if (documents.length > maxExportRows[format]) {
        const values = { n: documents.length, what: "documents", format, most: maxExportRows[format] };
        throw invalidFields([{ pointer: "from", ...refusal("export-has-many-rows", values) }]);
      }
      const { decimals = usualDecimalMark(lang) } = query;
      const bytes = await writeTable(format, documentTable(documents, currency.code, lang), decimals);
      await note({ subject: "documents", after: { documents: documents.length, format, from, to } });
      return new FileAnswer(`${fileNameIn(lang, "documents")}-${from}-${to}.${format}`, sheetTypes[format], bytes);
    },
  }),
];
