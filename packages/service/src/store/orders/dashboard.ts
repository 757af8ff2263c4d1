import { sql } from "kysely";
import Type from "typebox";
import { count, decimal, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { amountFields, type StoreCurrency, ticketsAmount } from "../money/amounts.ts";
import type { UsageDays } from "../partners/usage.ts";
import { expectedPeople, noShowPeople } from "../sale/attendance.ts";

/**
 * Sales figures. Days are in the store's time zone, by when an order was placed. Amounts are in the store's currency and in US dollars.
 * Test orders do not count.
 */

export const salesColumns = {
  key: Type.String({
    description: "The day in the store's time zone on which orders were placed, an external id, or a city's code.",
  }),
  name: text,
  orders: Type.Integer({ description: "Standing orders, with those that wait for their supplier." }),
  seats: count,
  currencyCode: amountFields.currencyCode,
  amount: decimal,
  usd: decimal,
  cancelledOrders: count,
  cancelledSeats: count,
  cancelledAmount: decimal,
  cancelledUsd: decimal,
  rejectedOrders: Type.Integer({ description: "Orders that their supplier rejected." }),
  expectedPeople: Type.Integer({ description: "People of whom it is known whether they came." }),
  noShowPeople: Type.Integer({ description: "People of these who did not come." }),
  noShowRate: nullable(Type.Number({ description: "Of these, from 0 to 1. Null: of nobody it is known." })),
};
export type SalesRow = Row<typeof salesColumns>;
export type SalesGroup = "all" | "day" | "product" | "partner" | "city";

const zoneOf = ({ zone = "UTC" }: UsageDays) => sql.lit(zone);

const placed = (
  days: UsageDays,
) => sql`not o.test and o.created_at >= ${days.from}::date::timestamp at time zone ${zoneOf(days)}
  and o.created_at < (${days.to}::date + 1)::timestamp at time zone ${zoneOf(days)}`;

/**
 * Sales by each dimension in one statement: days in order, all other rows by dollars, descending. The statement sums
 * the orders twice and derives the other sums from the two.
 */
export const readSales = (
  db: Db,
  days: UsageDays,
  currency: StoreCurrency,
  now: Date,
): Promise<(SalesRow & { by: SalesGroup })[]> =>
  allRows(db)`
    with o as materialized (
      select o.created_at, o.partner_id, o.product_id, o.seats, o.total_usd, ${ticketsAmount(sql`o.agreed -> 'tickets'`, currency)} as amount,
        ${expectedPeople(now)} as expected, ${noShowPeople(now)} as missed,
        case when o.status in ('cancelled', 'rejected') then o.status else 'standing' end as became
      from orders o where ${placed(days)}
    ), d as materialized (
      select (created_at at time zone ${zoneOf(days)})::date::text as day, partner_id, became, count(*) as orders,
        sum(seats) as seats, sum(total_usd) as usd, sum(amount) as amount, sum(expected) as expected, sum(missed) as missed
      from o group by 1, 2, 3
    ), p as materialized (
      select product_id, became, count(*) as orders, sum(seats) as seats, sum(total_usd) as usd,
        sum(amount) as amount, sum(expected) as expected, sum(missed) as missed
      from o group by 1, 2
    ), line as (
      select 'day' as by, day as key, day as name, became, orders, seats, usd, amount, expected, missed from d
      union all
      select 'all', '', '', became, orders, seats, usd, amount, expected, missed from d
      union all
      select 'partner', pa.external_id, pa.name, became, orders, seats, usd, amount, expected, missed from d join partner pa on pa.id = d.partner_id
      union all
      select 'product', pr.external_id, pr.name, became, orders, seats, usd, amount, expected, missed from p join product pr on pr.id = p.product_id
      union all
      select 'city', pr.city_code, pr.city_code, became, orders, seats, usd, amount, expected, missed from p join product pr on pr.id = p.product_id
    ), total as (
      select by, key, name, coalesce(sum(orders) filter (where became = 'standing'), 0)::bigint as orders,
        coalesce(sum(seats) filter (where became = 'standing'), 0)::bigint as seats,
        ${currency.code}::text as "currencyCode",
        round(coalesce(sum(amount) filter (where became = 'standing'), 0), ${currency.digits}::int)::text as amount,
        round(coalesce(sum(usd) filter (where became = 'standing'), 0), 2) as usd,
        coalesce(sum(orders) filter (where became = 'cancelled'), 0)::bigint as "cancelledOrders",
        coalesce(sum(seats) filter (where became = 'cancelled'), 0)::bigint as "cancelledSeats",
        round(coalesce(sum(amount) filter (where became = 'cancelled'), 0), ${currency.digits}::int)::text as "cancelledAmount",
        round(coalesce(sum(usd) filter (where became = 'cancelled'), 0), 2)::text as "cancelledUsd",
        coalesce(sum(orders) filter (where became = 'rejected'), 0)::bigint as "rejectedOrders",
        coalesce(sum(expected), 0)::bigint as "expectedPeople", coalesce(sum(missed), 0)::bigint as "noShowPeople",
        (sum(missed) / nullif(sum(expected), 0))::float8 as "noShowRate"
      from line group by by, key, name
    )
    select * from total order by by, case when by = 'day' then key end, usd desc, key`;

export const lookToBookColumns = {
  key: Type.String({ description: "The day, or the partner's external id. Validations are counted by days in UTC." }),
  name: text,
  validations: Type.Integer({ description: "Requests to eventvalidate with live keys." }),
  refused: Type.Integer({ description: "Number of refused validations." }),
  orders: Type.Integer({
    description: "Orders that partners placed, in any status. Sales of the own desk do not count.",
  }),
  ratio: nullable(Type.Number({ description: "Validations for each order." })),
};
export type LookToBookRow = Row<typeof lookToBookColumns>;
export type LookToBookGroup = "all" | "day" | "partner";

/** Validations for each order of partners: by day, by partner and in total. */
export const readLookToBook = (db: Db, days: UsageDays): Promise<(LookToBookRow & { by: LookToBookGroup })[]> =>
  allRows(db)`
    with seen as (
      select day, partner_id, sum(requests) as validations, sum(requests) filter (where code <> '') as refused, 0 as orders
      from partner_usage
      where operation = 'eventvalidate' and not test and day between ${days.from}::date and ${days.to}::date
      group by day, partner_id
      union all
      select (o.created_at at time zone ${zoneOf(days)})::date, o.partner_id, 0, 0, count(*) from orders o where ${placed(days)} and o.payment is null
      group by 1, 2
    ), g as (
      select case when grouping(day) = 0 then 'day' when grouping(partner_id) = 0 then 'partner' else 'all' end as by,
        day, partner_id, coalesce(sum(validations), 0)::bigint as validations,
        coalesce(sum(refused), 0)::bigint as refused, coalesce(sum(orders), 0)::bigint as orders
      from seen group by grouping sets ((day), (partner_id), ())
    )
    select g.by, coalesce(g.day::text, pa.external_id, '') as key, coalesce(g.day::text, pa.name, '') as name, validations,
      refused, orders, round(validations::numeric / nullif(orders, 0), 1)::float8 as ratio
    from g left join partner pa on pa.id = g.partner_id order by g.by, g.day, validations desc, key`;
