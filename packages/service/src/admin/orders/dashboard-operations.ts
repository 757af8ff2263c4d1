import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import * as sheets from "../../domain/orders/report-tables.ts";
import { dayNumber, isoDay, localDateAt } from "../../domain/selling/dates.ts";
import { text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { balancesDue, balancesDueFields } from "../../store/money/account.ts";
import { refundsDue, refundsDueFields } from "../../store/money/refund-amounts.ts";
import { homeZone, zoneInUse, zoneOrigins } from "../../store/operators/home.ts";
import {
  type LookToBookGroup,
  lookToBookColumns,
  type SalesGroup,
  salesColumns,
} from "../../store/orders/dashboard.ts";
import {
  AttentionCounts,
  callbackHealth,
  callbackHealthColumns,
  loadByDay,
  loadColumns,
  ordersAttention,
  syncColumns,
  syncHealth,
} from "../../store/orders/dashboard-health.ts";
import { openWithdrawals } from "../../store/site/guest-links.ts";
import { officeRoles, operation } from "../operation.ts";
import { periodQuery, readPeriod, reportOperation } from "../report.ts";
import * as tables from "./dashboard-tables.ts";

/** Key figures, and an operation for each complete table. Test orders do not count. */

/** The number of days of coming events, and of rows of each table, that the dashboard shows. */
const loadDays = 14;
const shownRows = 10;

const rowsOf = (columns: object) => Type.Array(Type.Object(columns as Type.TProperties));
const { key: _key, name: _name, ...soldColumns } = salesColumns;
const { key: _lookKey, name: _lookName, ...totalLooks } = lookToBookColumns;

export const dashboardOperations = [
  operation({
    id: "dashboard.show",
    method: "GET",
    path: "/dashboard",
    summary:
      "Read the figures of a period and the waiting orders; of products, partners, cities and refusals the first ten",
    roles: officeRoles,
    query: Type.Object(periodQuery),
    response: Type.Object({
      from: Type.String(),
      to: Type.String(),
      timeZone: Type.String({ description: "Zone of the days." }),
      timeZoneOrigin: Type.Enum([...zoneOrigins], {
        description: "Origin of the zone: the store's own setting, the zone of most products, or UTC without either.",
      }),
      sales: Type.Object({
        total: Type.Object(soldColumns),
        byDay: rowsOf(salesColumns),
        byProduct: rowsOf(salesColumns),
        byPartner: rowsOf(salesColumns),
        byCity: rowsOf(salesColumns),
      }),
      lookToBook: Type.Object({ total: Type.Object(totalLooks), byDay: rowsOf(lookToBookColumns) }),
      refusals: rowsOf(tables.codeColumns),
      load: rowsOf(loadColumns),
      callbacks: Type.Object(callbackHealthColumns),
      sync: rowsOf(syncColumns),
      orders: AttentionCounts,
      balances: Type.Object(balancesDueFields, {
        description:
          "What is due now of orders on account. `overdue`: of it, what was due before today, by the agreed day or the day of the event.",
      }),
      refunds: Type.Object(refundsDueFields, { description: "Due refunds that nobody has recorded as paid." }),
      withdrawals: Type.Array(Type.Object({ orderId: text, name: text }), {
        description: "Guests' statements of withdrawal that nobody has settled, the oldest first.",
      }),
    }),
    async run({ service: { db }, query, now, lang }) {
      const { timeZone: zone, origin } = await zoneInUse(db);
      const days = readPeriod(query, now, zone);
      const currency = await storeCurrency(db);
      const [sales, looks, codes, load, callbacks, sync, orders, balances, refunds, withdrawals] = await Promise.all([
        tables.salesRows(db, days, currency, now),
        tables.lookToBookRows(db, days),
        tables.codeRows(db, days, { test: false }, lang),
        loadByDay(db, comingDays(now, zone)),
        callbackHealth(db, days, false),
        syncHealth(db, now),
        ordersAttention(db),
        balancesDue(db, currency, localDateAt(now, zone)),
        refundsDue(db, currency),
        openWithdrawals(db),
      ]);
      const most = <T>(rows: T[]) => rows.slice(0, shownRows);
      return {
        from: days.from,
        to: days.to,
        timeZone: zone,
        timeZoneOrigin: origin,
        sales: {
          total: totalOf(sales.all[0], tables.emptySalesRow(currency)),
          byDay: sales.day,
          byProduct: most(sales.product),
          byPartner: most(sales.partner),
          byCity: most(sales.city),
        },
        lookToBook: { total: totalOf(looks.all[0], tables.noLookToBook), byDay: looks.day },
        refusals: most(codes.filter(({ kind }) => kind === "refusal")),
        load,
        callbacks: callbacks[0],
        sync: most(sync),
        orders,
        balances: { currencyCode: currency.code, ...balances },
        refunds: { currencyCode: currency.code, ...refunds },
        withdrawals: withdrawals.map(({ orderId, name }) => ({ orderId, name })),
      };
    },
  }),
  reportOperation({
    id: "dashboard.sales",
    path: "/dashboard/sales",
    summary:
      "Report sales by day, product, partner or city, with cancelled and rejected orders and no-shows in separate columns",
    query: { by: Type.Enum(["day", "product", "partner", "city"]), ...periodQuery },
    columns: salesColumns,
    sheet: (reader, by) => sheets.salesSheet(by as SalesGroup, reader),
    rows: async ({ service, query, now }) =>
      (
        await tables.salesRows(service.db, await periodAt(service.db, query, now), await storeCurrency(service.db), now)
      )[query.by],
  }),
  reportOperation({
    id: "dashboard.lookToBook",
    path: "/dashboard/look-to-book",
    summary: "Report the number of validations for each order",
    query: { by: Type.Enum(["day", "partner"]), ...periodQuery },
    columns: lookToBookColumns,
    sheet: (reader, by) => sheets.looksSheet(by as LookToBookGroup, reader),
    rows: async ({ service, query, now }) =>
      (await tables.lookToBookRows(service.db, await periodAt(service.db, query, now)))[query.by],
  }),
  reportOperation({
    id: "dashboard.refusals",
    path: "/dashboard/refusals",
    summary: "Report refusal codes of requests with live keys, the most frequent first",
    query: periodQuery,
    columns: tables.codeColumns,
    sheet: sheets.codeSheet,
    rows: async ({ service, query, now, lang }) =>
      tables.codeRows(service.db, await periodAt(service.db, query, now), { test: false }, lang),
  }),
  reportOperation({
    id: "dashboard.load",
    path: "/dashboard/load",
    summary: "Report capacity and seats sold of the coming days, by local day",
    query: {
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: `${loadDays} by default.` })),
    },
    columns: loadColumns,
    sheet: sheets.loadSheet,
    rows: async ({ service, query, now }) =>
      loadByDay(service.db, comingDays(now, await homeZone(service.db), query.days)),
  }),
  reportOperation({
    id: "dashboard.callbacks",
    path: "/dashboard/callbacks",
    summary: "Report the results of a period's callbacks, in total and by partner",
    query: periodQuery,
    columns: callbackHealthColumns,
    sheet: sheets.callbackSheet,
    rows: async ({ service, query, now }) => callbackHealth(service.db, await periodAt(service.db, query, now), true),
  }),
  reportOperation({
    id: "dashboard.sync",
    path: "/dashboard/sync",
    summary: "Report how far behind each partner with a live key was at its last request, the furthest first",
    query: {},
    columns: syncColumns,
    sheet: sheets.syncSheet,
    rows: ({ service, now }) => syncHealth(service.db, now),
  }),
];

/** Returns the days of a report in the store's time zone. */
const periodAt = async (db: Db, query: { from?: string; to?: string }, now: Date) =>
  readPeriod(query, now, await homeZone(db));

const comingDays = (now: Date, zone: string, days = loadDays) => {
  const today = dayNumber(localDateAt(now, zone))!;
  return { from: isoDay(today), to: isoDay(today + days - 1) };
};

function totalOf<F extends object>(row: (F & { key: string; name: string }) | undefined, nothing: F): F {
  if (!row) return nothing;
  const { key: _key, name: _name, ...total } = row;
  return total as unknown as F;
}
