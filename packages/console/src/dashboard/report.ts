import type { Answer, Line } from "../api/types.ts";

/** The dashboard. Amounts are decimal strings, shares from 0 to 1, days `yyyy-MM-dd`. */
export type Report = Answer<"dashboard.show">;
/** Sales of a day, product, partner or city, identified by `key`. */
export type SalesRow = Line<"dashboard.sales">;
/** An error code of refused requests. */
export type CodeRow = Line<"dashboard.refusals">;
export type LoadRow = Line<"dashboard.load">;
export type SyncRow = Line<"dashboard.sync">;
