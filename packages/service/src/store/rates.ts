import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** Rates as the operator sets them: before the markup, with it, and what they were. Amounts are decimal strings. */

export type RateOrigin = "file" | "hand" | "ecb";

/** How a rate came about. */
export interface RateTerms {
  /** Units for one US dollar before the markup. */
  base: string;
  /** Per cent that it puts on every dollar price. */
  markup: string;
  origin: RateOrigin;
}

/** Writes how the currency's rate, as it now stands, came about, and keeps it in the history. */
export async function writeRateTerms(
  tx: Tx,
  code: string,
  { base, markup, origin }: RateTerms,
  by: string | null,
  now: Date,
): Promise<void> {
  await sql`
    with kept as (
      update currency set base_rate = ${base}::numeric, markup = ${markup}::numeric, revision = revision + 1
      where code = ${code} returning code, rate
    )
    insert into rate_history (currency_code, at, base_rate, markup, rate, origin, by)
    select code, ${now}, ${base}::numeric, ${markup}::numeric, rate, ${origin}, ${by} from kept`.execute(tx);
}
