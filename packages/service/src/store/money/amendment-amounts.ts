import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { type CurrencyConversion, conversionOfUsd, joinAmounts, type StoreCurrency, ticketsAmount } from "./amounts.ts";

/** The totals of amendments in the store's currency. `usd` dollars of a refund are `amount`. The due refund of the amendment is converted in the same way. */
interface AmendmentAmounts extends CurrencyConversion {
  id: string;
  before: string;
  total: string;
  difference: string;
}

export const amountsOfAmendments = (
  db: Db,
  currency: StoreCurrency,
  ids: readonly string[],
): Promise<AmendmentAmounts[]> =>
  allRows(db)`
    select c.id, a.before::text as before, a.after::text as total, (a.after - a.before)::text as difference,
      (case when returns then a.after - a.before else ${conversionOfUsd.amount} end)::text as amount,
      (case when returns then c.difference_usd else ${conversionOfUsd.usd} end)::text as usd
    from amendment c join orders o on o.id = c.order_id ${joinAmounts(currency)}
    cross join lateral (
      select ${ticketsAmount(sql`c.content -> 'before'`, currency)} as before,
        ${ticketsAmount(sql`c.content -> 'agreed' -> 'tickets'`, currency)} as after
    ) a
    cross join lateral (select c.difference_usd < 0 and a.after < a.before as returns) r
    where c.id = any(${ids}::uuid[])`;
