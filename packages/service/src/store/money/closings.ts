import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Days that an operator closed. The domain computes `Sums` and `Late`. */
export interface ClosingRow<Sums, Late> {
  /** `yyyy-MM-dd`. */
  day: string;
  from: Date;
  until: Date;
  closedAt: Date;
  /** E-mail address of the operator. */
  closedBy: string;
  sums: Sums;
  late: Late;
  /** Null: nobody counted a till. */
  tills: CountedTill[] | null;
}

/** The cash of a person in a currency. Amounts are decimal strings in this currency. */
export interface TillSums {
  /** E-mail address. */
  operator: string;
  currencyCode: string;
  /** Sales and payments of orders on account in cash. */
  received: string;
  /** Refunds in cash. */
  paidBack: string;
}

/** What a person counted at the end of a day. */
export interface CountedTill extends TillSums {
  float: string;
  /** The float with what was received, less what was paid back. */
  expected: string;
  counted: string;
  /** What was counted less what was expected. */
  difference: string;
}

const columns = sql`day::text, from_at as "from", until_at as until, closed_at as "closedAt", closed_by as "closedBy", sums, late, tills`;

/** Locks the closings: until the transaction ends, nobody else closes a day. So no two closings contain the same late change. */
export const lockClosings = (tx: Tx): Promise<void> => run(tx)`lock table closing in share row exclusive mode`;

export const readClosing = <Sums, Late>(db: Db | Tx, day: string): Promise<ClosingRow<Sums, Late> | null> =>
  firstRow(db)`${prepareAs("closing")}
    select ${columns} from closing where day = ${day}::date`;

/** Reads the closings of the days from this one on. */
export const closingsSince = <Sums, Late>(db: Db | Tx, day: string): Promise<ClosingRow<Sums, Late>[]> =>
  allRows(db)`
    select ${columns} from closing where day >= ${day}::date order by day`;

/** Writes a closing. Returns false, and writes nothing, if the day has one. */
export const insertClosing = (tx: Tx, row: ClosingRow<unknown, unknown>): Promise<boolean> =>
  anyRow(tx)`
    insert into closing (day, from_at, until_at, closed_at, closed_by, sums, late, tills)
    values (${row.day}::date, ${row.from}, ${row.until}, ${row.closedAt}, ${row.closedBy}, ${JSON.stringify(row.sums)}::jsonb,
      ${JSON.stringify(row.late)}::jsonb, ${row.tills === null ? null : JSON.stringify(row.tills)}::jsonb)
    on conflict (day) do nothing returning 1`;
