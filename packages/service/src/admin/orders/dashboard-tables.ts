import type { Language } from "@paseo/contract";
import Type from "typebox";
import { addHints, type WithHint } from "../../domain/partners/hints.ts";
import { text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import {
  type LookToBookGroup,
  type LookToBookRow,
  readLookToBook,
  readSales,
  type SalesGroup,
  type SalesRow,
} from "../../store/orders/dashboard.ts";
import { type CodeCount, refusalCounts, type UsageDays } from "../../store/partners/usage.ts";

/** Rows of the dashboard's tables. A day without figures has a row, too. */

/** Returns the figures of a day without sales. */
export const emptySalesRow = ({ code, digits }: StoreCurrency): Omit<SalesRow, "key" | "name"> => ({
  orders: 0,
  seats: 0,
  currencyCode: code,
  amount: (0).toFixed(digits),
  usd: "0.00",
  cancelledOrders: 0,
  cancelledSeats: 0,
  cancelledAmount: (0).toFixed(digits),
  cancelledUsd: "0.00",
  rejectedOrders: 0,
  expectedPeople: 0,
  noShowPeople: 0,
  noShowRate: null,
});

export async function salesRows(
  db: Db,
  days: UsageDays,
  currency: StoreCurrency,
  now: Date,
): Promise<Record<SalesGroup, SalesRow[]>> {
  const lines = await readSales(db, days, currency, now);
  const of = (group: SalesGroup) => lines.filter(({ by }) => by === group).map(({ by: _by, ...row }) => row);
  return {
    all: of("all"),
    day: everyDay(days, of("day"), emptySalesRow(currency)),
    product: of("product"),
    partner: of("partner"),
    city: of("city"),
  };
}

export const noLookToBook: Omit<LookToBookRow, "key" | "name"> = { validations: 0, refused: 0, orders: 0, ratio: null };

export async function lookToBookRows(db: Db, days: UsageDays): Promise<Record<LookToBookGroup, LookToBookRow[]>> {
  const lines = await readLookToBook(db, days);
  const of = (group: LookToBookGroup) => lines.filter(({ by }) => by === group).map(({ by: _by, ...row }) => row);
  return { all: of("all"), day: everyDay(days, of("day"), noLookToBook), partner: of("partner") };
}

/** Adds a row for each day without figures. */
function everyDay<F extends object, R extends F & { key: string; name: string }>(
  days: UsageDays,
  rows: R[],
  nothing: F,
) {
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
  name: Type.String({ description: "A short name of the code, in the caller's language." }),
  kind: Type.Enum(["problem", "refusal"], {
    description: "`problem`: an invalid request. `refusal`: a business rule refused a valid one.",
  }),
  whose: Type.Enum(["partner", "course", "service"], {
    description: "The side that has to act: the partner, neither, or this service.",
  }),
  count: Type.Integer({ description: "Number of requests refused with this code, alone or among others." }),
  share: Type.Number({ description: "From 0 to 1." }),
  operations: Type.Array(text),
  en: Type.String({ description: "A sentence to send to the partner." }),
  es: text,
  pt: text,
};

export const codeRows = async (
  db: Db,
  days: UsageDays,
  of: { partnerId?: string; test: boolean },
  lang: Language,
): Promise<CodeRow[]> => addHints(await refusalCounts(db, days, of), lang);
