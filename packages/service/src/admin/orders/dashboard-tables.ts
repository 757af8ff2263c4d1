import Type from "typebox";
import { type WithHint, withHints } from "../../domain/partners/hints.ts";
import type { Db } from "../../store/database/database.ts";
import type { LookLine, SalesGroup, SalesLine } from "../../store/orders/dashboard.ts";
import { looksToBooks, sales } from "../../store/orders/dashboard.ts";
import {
  type CallbackLine,
  callbackHealth,
  type LoadLine,
  loadByDay,
  type SyncLine,
  syncHealth,
} from "../../store/orders/dashboard-health.ts";
import { type CodeCount, type Days, refusalCounts } from "../../store/partners/usage.ts";
import { count, decimal, instant, nullable, text } from "../schemas.ts";

/** The dashboard's tables: their columns and rows. Days without anything are rows as well. */

const share = Type.Number({ description: "From 0 to 1." });

export type SalesRow = Omit<SalesLine, "by">;
export const salesColumns: Record<keyof SalesRow, Type.TSchema> = {
  key: Type.String({ description: "The day in UTC on which orders were placed, an external id, or a city's code." }),
  name: text,
  orders: Type.Integer({ description: "Standing orders, with those that wait for their supplier." }),
  seats: count,
  usd: decimal,
  cancelledOrders: count,
  cancelledSeats: count,
  cancelledUsd: decimal,
  rejectedOrders: Type.Integer({ description: "Orders that their supplier rejected." }),
};

/** Nothing sold. */
export const noSales: Omit<SalesRow, "key" | "name"> = {
  orders: 0,
  seats: 0,
  usd: "0.00",
  cancelledOrders: 0,
  cancelledSeats: 0,
  cancelledUsd: "0.00",
  rejectedOrders: 0,
};

export async function salesRows(db: Db, days: Days): Promise<Record<SalesGroup, SalesRow[]>> {
  const lines = await sales(db, days);
  const of = (group: SalesGroup) => lines.filter(({ by }) => by === group).map(({ by: _by, ...row }) => row);
  return {
    all: of("all"),
    day: everyDay(days, of("day"), noSales),
    product: of("product"),
    partner: of("partner"),
    city: of("city"),
  };
}

export type LookRow = Omit<LookLine, "by">;
export const lookColumns: Record<keyof LookRow, Type.TSchema> = {
  key: Type.String({ description: "The day in UTC, or the partner's external id." }),
  name: text,
  validations: Type.Integer({ description: "Requests to eventvalidate with live keys." }),
  refused: Type.Integer({ description: "Of them, how many were refused." }),
  orders: Type.Integer({ description: "Orders placed, whatever became of them." }),
  ratio: nullable(Type.Number({ description: "Validations for each order." })),
};

export const noLooks: Omit<LookRow, "key" | "name"> = { validations: 0, refused: 0, orders: 0, ratio: null };

export async function lookRows(db: Db, days: Days): Promise<Record<LookLine["by"], LookRow[]>> {
  const lines = await looksToBooks(db, days);
  const of = (group: LookLine["by"]) => lines.filter(({ by }) => by === group).map(({ by: _by, ...row }) => row);
  return { all: of("all"), day: everyDay(days, of("day"), noLooks), partner: of("partner") };
}

/** One row for each day; days without figures get an empty one. */
function everyDay<F extends object, R extends F & { key: string; name: string }>(days: Days, rows: R[], nothing: F) {
  const known = new Map(rows.map((row) => [row.key, row]));
  const all: (F & { key: string; name: string })[] = [];
  for (let at = Date.parse(days.from); at <= Date.parse(days.to); at += 86_400_000) {
    const key = new Date(at).toISOString().slice(0, 10);
    all.push(known.get(key) ?? { key, name: key, ...nothing });
  }
  return all;
}

export type CodeRow = WithHint<CodeCount>;
export const codeColumns: Record<keyof CodeRow, Type.TSchema> = {
  code: text,
  kind: Type.Enum(["problem", "refusal"], {
    description: "`problem`: an invalid request. `refusal`: a business rule refused a valid one.",
  }),
  whose: Type.Enum(["partner", "course", "service"], {
    description: "The side that has to act: the partner, neither, or this service.",
  }),
  count: Type.Integer({ description: "Requests with this code, also among others." }),
  share,
  operations: Type.Array(text),
  en: Type.String({ description: "A sentence to send to the partner." }),
  es: text,
  pt: text,
};

export const codeRows = async (db: Db, days: Days, of: { partnerId?: string; test: boolean }): Promise<CodeRow[]> =>
  withHints(await refusalCounts(db, days, of));

export const loadColumns: Record<keyof LoadLine, Type.TSchema> = {
  day: Type.String({ description: "Local day of the events." }),
  events: Type.Integer({ description: "That are available or sold out." }),
  capacity: Type.Integer({ description: "Seats of the events that have a limit." }),
  sold: Type.Integer({ description: "Of them, how many standing orders take." }),
  load: nullable(share),
  unlimitedEvents: count,
  unlimitedSold: count,
};
export const loadRows = loadByDay;

export const callbackColumns: Record<keyof CallbackLine, Type.TSchema> = {
  partner: Type.String({ description: "External id; empty of all partners together." }),
  name: text,
  callbacks: count,
  firstAttempt: Type.Integer({ description: "Delivered at the first attempt." }),
  retried: Type.Integer({ description: "Delivered later." }),
  givenUp: count,
  stopped: Type.Integer({ description: "The partner's endpoint answered 410." }),
  waiting: count,
  medianSeconds: nullable(Type.Number({ description: "From the change of status to the partner's receipt." })),
  p95Seconds: nullable(Type.Number()),
};
export const callbackRows = callbackHealth;

export const syncColumns: Record<keyof SyncLine, Type.TSchema> = {
  partner: text,
  name: text,
  syncedAt: nullable(instant),
  updateVersion: nullable(count),
  versionsBehind: nullable(
    Type.Integer({ description: "Versions that its copy lacked at its last request of productversion." }),
  ),
  deletionsBehind: nullable(count),
  minutesBehind: nullable(Type.Integer({ description: "Since the first update that its copy lacks." })),
  expired: nullable(
    Type.Boolean({ description: "The missing changes are no longer stored: the partner must synchronise from 0." }),
  ),
};
export const syncRows = syncHealth;
