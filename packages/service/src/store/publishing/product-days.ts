import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import { shownAvailability } from "../versions/digest.ts";

/**
 * Maintains `product_day`: the availability of a product on a local day, as partners read it. Only `publishChanges` writes it.
 */

/** Maximum number of days of one statement. */
const maxAtOnce = 100;

/** Rewrites the rows of changed days. `days`: each a product's id and its local day, with a space between. */
export async function writeProductDays(tx: Tx, days: ReadonlySet<string>): Promise<void> {
  const keys = [...days].map((day) => day.split(" ") as [id: string, day: string]);
  for (let at = 0; at < keys.length; at += maxAtOnce) {
    const some = keys.slice(at, at + maxAtOnce);
    await daysWritten.run(tx, { ids: some.map(([id]) => id), days: some.map(([, day]) => day) });
  }
}

const isOpen = sql`${shownAvailability} = 'available'`;

// The statement reads by key only, so its plan suits one day and thousands.
const daysWritten = defineStatement<{ ids: string[]; days: string[] }, unknown>(
  "write-product-days",
  (value) => sql`
    insert into product_day (product_id, day, pos, events, has_sold_out, sales_end_at, open, min_price, seq)
    select given.product_id, given.day, s.pos, x.*
    from unnest(${value("ids")}::uuid[], ${value("days")}::date[]) as given(product_id, day)
    join product_state s on s.product_id = given.product_id
    cross join lateral (
      select sum(shown), bool_or(has_sold_out),
        coalesce(array_agg(sales_end_at order by sales_end_at) filter (where open > 0), '{}'),
        coalesce(array_agg(open_before order by sales_end_at) filter (where open > 0), '{}'),
        coalesce(array_agg(lowest order by sales_end_at) filter (where open > 0), '{}'), max(seq) as seq
      from (
        select e.sales_end_at, count(*) filter (where e.shown) as shown, bool_or(${shownAvailability} = 'sold-out') as has_sold_out,
          count(*) filter (where ${isOpen}) as open, max(e.seq) as seq,
          sum(count(*) filter (where ${isOpen})) over later as open_before,
          min(min(e.min_price) filter (where ${isOpen})) over later as lowest
        from event e
        where e.listed and e.product_id = given.product_id and e.event_on >= given.day and e.event_on < given.day + 1
        group by e.sales_end_at window later as (order by e.sales_end_at desc)
      ) ends
    ) x
    where x.seq is not null
    on conflict (product_id, day) do update set pos = excluded.pos, events = excluded.events,
      has_sold_out = excluded.has_sold_out, sales_end_at = excluded.sales_end_at, open = excluded.open,
      min_price = excluded.min_price, seq = excluded.seq`,
);
