import { sql } from "kysely";
import type { Db } from "../../database/database.ts";
import { allRows } from "../../database/rows.ts";
import { amountOf, joinAmounts, type StoreCurrency } from "./amounts.ts";

/** The totals of amendments in the store's currency. */
export interface AmendmentAmounts {
  id: string;
  total: string;
  difference: string;
  /** What one US dollar of its refund is, as for the refund that it makes due. */
  perUsd: string;
}

export const amountsOfAmendments = (
  db: Db,
  currency: StoreCurrency,
  ids: readonly string[],
): Promise<AmendmentAmounts[]> =>
  allRows(db)`
    select c.id, a.after::text as total, (a.after - a.before)::text as difference,
      (case when c.difference_usd < 0 and a.after < a.before then (a.after - a.before) / c.difference_usd
        else coalesce(m.total / nullif(o.total_usd, 0), m.rate) end)::text as "perUsd"
    from amendment c join orders o on o.id = c.order_id ${joinAmounts(currency)}
    cross join lateral (
      select ${amountOf(sql`c.content -> 'before'`, currency)} as before,
        ${amountOf(sql`c.content -> 'agreed' -> 'tickets'`, currency)} as after
    ) a
    where c.id = any(${ids}::uuid[])`;
