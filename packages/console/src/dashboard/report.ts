import type { ApiAnswer, ListRecord } from "../api/types.ts";

/** The dashboard. Amounts are decimal strings, shares from 0 to 1, days `yyyy-MM-dd`. */
export type DashboardReport = ApiAnswer<"dashboard.show">;
/** Sales of a day, product, partner or city, identified by `key`. */
export type SalesRow = ListRecord<"dashboard.sales">;
/** An error code of refused requests. */
export type CodeRow = ListRecord<"dashboard.refusals">;
export type LoadRow = ListRecord<"dashboard.load">;
export type SyncRow = ListRecord<"dashboard.sync">;

/** Pixels of the overview's charts: the page shows one row of them, below the work of the day. */
export const chartHeight = 150;
