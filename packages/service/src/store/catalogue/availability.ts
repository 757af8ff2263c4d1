import { type RawBuilder, sql } from "kysely";
import { type CountedDays, daySpanOf, daysInListOrder, type ListSlice } from "../../records/list-rows.ts";
import type { Db } from "../database/database.ts";
import { allConditions } from "../database/lists.ts";
import { allRows } from "../database/rows.ts";
import { availabilityFor } from "../versions/digest.ts";
import type { VersionPosition } from "../versions/versions.ts";
import { joinLocalTimes, type LocalTimes } from "./product-zones.ts";

export interface DayRow {
  /** The id of the product. */
  id: string;
  date: string;
  events: number;
  openEvents: number;
  soldOut: boolean;
  /** Lowest price of an open event; null if none is open. */
  minPrice: string | null;
  currencyCode: string;
}

/**
 * A list of days of products, by day and then in the products' order. A day keeps its position from its first listed
 * event on, so no later day moves to an earlier page. A list of changes has positions for changed days only, and a
 * changed day stays in it.
 */
export interface DayList {
  productId: string | undefined;
  days: { first: string; last: string };
  /** Events whose sale ends after this instant are open. */
  at: Date;
  latestFirst: boolean;
  shown: "not-removed" | "all" | { since: VersionPosition };
  /** Days before the product's local day are not shown; undefined: these days are shown too. */
  localTimes: LocalTimes | undefined;
}

/** The number of events of day `d` that have reached the end of their sale. */
const ended = (instant: RawBuilder<unknown>) => sql`width_bucket(${instant}, d.sales_end_at)`;
const instant = (at: Date) => sql`${at}::timestamptz`;

/** Whether a day `d` has a position in the list. */
const listed = ({ productId, days, at, shown }: DayList): RawBuilder<unknown> =>
  allConditions(
    sql`d.day >= ${days.first}::date and d.day <= ${days.last}::date`,
    productId !== undefined && sql`d.product_id = ${productId}`,
    // The sale of an event may have ended since the version, or in the minutes before it.
    typeof shown === "object" &&
      sql`(d.seq > ${shown.since.eventSeq} or d.product_id in (
          select p.id from product p join currency c on c.code = p.currency_code where c.rate_version > ${shown.since.version})
        or ${ended(instant(at))} > ${ended(sql`${instant(shown.since.at)} - interval '5 minutes'`)})`,
  );

const isShown = ({ shown, localTimes }: DayList): RawBuilder<unknown> =>
  allConditions(shown === "not-removed" && sql`d.events > 0`, localTimes !== undefined && isComing(localTimes));

/** Whether a day `d` has not ended at its product. Only the first days of a list need the product's zone. */
const isComing = (times: LocalTimes): RawBuilder<unknown> => sql`(d.day >= ${latestDay(times)}::date or not exists (
    select from product p ${joinLocalTimes(times)} where p.id = d.product_id and d.day < here.at::date))`;

const latestDay = (times: LocalTimes): string => [...times.values()].sort().at(-1)?.slice(0, 10) ?? "-infinity";

const direction = ({ latestFirst }: DayList) => (latestFirst ? sql`desc` : sql`asc`);

/** Counts the positions of each day of a list. */
export async function countDays(db: Db, list: DayList): Promise<CountedDays> {
  const days = await allRows(db)<{ day: string; n: number; shown: number }>`
    select d.day, count(*) as n, count(*) filter (where ${isShown(list)}) as shown from product_day d where ${listed(list)}
    group by d.day order by d.day ${direction(list)}`;
  const sum = (of: "n" | "shown") => days.reduce((total, day) => total + day[of], 0);
  return { positions: sum("n"), count: sum("shown"), days: daysInListOrder(days) };
}

/** Reads a page of a list. The statement reads only the days of the page. */
export async function productDays(
  db: Db,
  list: DayList,
  days: CountedDays["days"],
  page: ListSlice,
): Promise<DayRow[]> {
  const span = daySpanOf(days, list.latestFirst, page);
  if (span === undefined) return [];
  const order = sql`d.day ${direction(list)}, d.pos ${direction(list)}`;
  return allRows(db)<DayRow>`
    select d.product_id as id, d.day as date, d.events, coalesce(d.open[next], 0) as "openEvents",
      d.has_sold_out and d.open[next] is null as "soldOut", d.min_price[next]::text as "minPrice",
      p.currency_code as "currencyCode"
    from (
      select *, ${ended(instant(list.at))} + 1 as next from product_day d
      where ${listed(list)} and d.day >= ${span.earliest}::date and d.day <= ${span.latest}::date
      order by ${order} offset ${span.offset} limit ${page.limit}
    ) d join product p on p.id = d.product_id where ${isShown(list)} order by ${order}`;
}

/**
 * Reads those of these days on which a partner has events with allotments, as it can buy them: others have what `product_day` says. `at`: events
 * whose sale ends after this instant are open.
 */
export const ownDays = (
  db: Db,
  days: readonly Pick<DayRow, "id" | "date">[],
  { partnerId, at }: { partnerId: string; at: Date },
): Promise<Pick<DayRow, "id" | "date" | "openEvents" | "soldOut" | "minPrice">[]> =>
  allRows(db)`
    select d.id, to_char(d.day, 'YYYY-MM-DD') as date, own."openEvents", own.sold_out and own."openEvents" = 0 as "soldOut", own."minPrice"
    from unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ date }) => date)}::date[]) d (id, day)
    cross join lateral (
      select bool_or(partners_left ->> ${partnerId}::text is not null) as named, bool_or(shown = 'sold-out') as sold_out,
        (count(*) filter (where is_open))::int as "openEvents", (min(min_price) filter (where is_open))::text as "minPrice"
      from (
        select e.partners_left, e.min_price, ${availabilityFor(partnerId)} as shown,
          ${availabilityFor(partnerId)} = 'available' and e.sales_end_at > ${at}::timestamptz as is_open
        from event e where e.listed and e.product_id = d.id and e.event_on >= d.day and e.event_on < d.day + 1
      ) e
    ) own where own.named`;
