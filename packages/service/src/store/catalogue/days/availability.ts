import { sql } from "kysely";
import type { Db } from "../../database/database.ts";
import { allRows } from "../../database/rows.ts";
import { shownAvailability } from "../digest.ts";
import { type ListRows, listRows, type Slice } from "../lists/list-rows.ts";
import type { Since } from "../versions.ts";

export interface DayRow {
  /** Of the product. */
  id: string;
  date: string;
  sessions: number;
  openSessions: number;
  soldOut: boolean;
  /** Lowest price of an open event; null if none is open. */
  minPrice: string | null;
  currencyCode: string;
}

/**
 * Days of products, by day and then in the products' order. A day has a position from its first listed event on, so no later day
 * moves to an earlier page. Of changed days only those have positions: a changed day stays one.
 */
export async function productDays(
  db: Db,
  input: {
    productId: string | undefined;
    days: { first: string; last: string };
    /** Events whose sale ends after this instant are open. */
    at: Date;
    latestFirst: boolean;
    shown: "not-removed" | "all" | { since: Since };
  } & Slice,
): Promise<ListRows<DayRow>> {
  const { productId, days, at, latestFirst, shown, offset, limit } = input;
  const direction = latestFirst ? sql`desc` : sql`asc`;
  const isOpen = sql`${shownAvailability} = 'available' and e.sales_end_at > ${at}::timestamptz`;
  // The sale of an event can have ended since the version, or in the minutes before it.
  const hasChanged =
    typeof shown === "object"
      ? sql`having bool_or(e.seq > ${shown.since.eventSeq} or e.currency_code in (select code from currency where rate_version > ${shown.since.version})
          or e.sales_end_at > ${shown.since.at}::timestamptz - interval '5 minutes' and e.sales_end_at <= ${at}::timestamptz)`
      : sql``;
  const rows = await allRows(db)<DayRow & { positions: number; count: number }>`
    with day as (
      select e.product_id, e.event_on::date as date, count(*) filter (where e.shown) as sessions,
        count(*) filter (where ${isOpen}) as open, bool_or(${shownAvailability} = 'sold-out') as has_sold_out,
        min(e.min_price) filter (where ${isOpen}) as min_price
      from event e
      where e.listed and e.event_on >= ${days.first}::date and e.event_on < ${days.last}::date + 1
        ${productId === undefined ? sql`` : sql`and e.product_id = ${productId}`}
      group by 1, 2 ${hasChanged}
    ), total as (
      select count(*) as positions, count(*) filter (where ${shown === "not-removed" ? sql`sessions > 0` : sql`true`}) as count
      from day
    )
    select total.*, r.* from total left join (
      select * from (
        select p.id, day.date, sessions, open as "openSessions", open = 0 and has_sold_out as "soldOut",
          day.min_price::text as "minPrice", p.currency_code as "currencyCode", s.pos
        from day join product p on p.id = day.product_id join product_state s on s.product_id = day.product_id
        order by day.date ${direction}, s.pos ${direction} offset ${offset} limit ${limit}
      ) page ${shown === "not-removed" ? sql`where sessions > 0` : sql``}
    ) r on true order by r.date ${direction}, r.pos ${direction}`;
  return listRows(rows);
}
