import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { type Placeholder, statement } from "../database/statement.ts";
import { eventHash } from "./digest.ts";

/** Gives changed events their positions in the change log. Their `seq` is null until then. */

/** Maximum events of one statement. */
const mostAtOnce = 100;

/** A CTE of the first changed events. */
export const firstChanged = sql`
    changed as (
      select id, event_on, listed, shown, hash, row_number() over (order by event_on, id) as n from event where seq is null
      order by event_on, id limit ${sql.lit(mostAtOnce)}
    )`;

/**
 * CTEs that give changed events their positions in the change log, and count their days. They follow the CTEs
 * `counter_before` and `changed`. `published` counts the events, names their products' days for `writeProductDays`, and
 * says whether an event entered or left the list of events. A new time zone moves the end of the event's day, so an
 * event can enter or leave the list without a change of its answer.
 */
export function publishedEvents(now: Placeholder): RawBuilder<unknown> {
  return sql`
    moved as (
      update event e set seq = b.event_seq + c.n, shown = e.availability <> 'removed' and not e.hidden,
        listed = e.listed or (e.availability <> 'removed' and not e.hidden),
        hash = case when e.availability <> 'removed' and not e.hidden then ${eventHash} end
      from changed c, counter_before b where c.id = e.id
      returning e.product_id, e.event_on::date as day, e.currency_code, e.listed::int - c.listed::int as listed,
        e.shown::int - c.shown::int as shown, coalesce(e.hash, 0)::numeric - coalesce(c.hash, 0) as hash
    ), published as (
      select count(*) as n, string_agg(distinct concat(product_id, ' ', day), ',') as days, coalesce(bool_or(listed <> 0 or shown <> 0
        or hash = 0 and day between ${now}::timestamptz::date - 2 and ${now}::timestamptz::date + 2), false) as moved from moved
    ), days as (
      insert into event_day as d (day, currency_code, n, shown, hash)
      select day, currency_code, sum(listed), sum(shown), sum(hash) from moved
      where listed <> 0 or shown <> 0 or hash <> 0 group by 1, 2
      on conflict (day, currency_code) do update
        set n = d.n + excluded.n, shown = d.shown + excluded.shown, hash = d.hash + excluded.hash
      returning 1
    ), sums as (
      insert into digest_day (version, day, shown, hash)
      select b.update_version + b.leap + 1, day, sum(m.shown), sum(m.hash) from moved m, counter_before b
      group by 1, 2
      on conflict (version, day) do update set shown = digest_day.shown + excluded.shown, hash = digest_day.hash + excluded.hash
      returning 1
    )`;
}

/** Gives the remaining events their positions, statement by statement. `seq`: the last position so far. */
export async function publishRest(
  tx: Tx,
  { first, seq, version, now }: { first: number; seq: number; version: number; now: Date },
): Promise<{ events: number; moved: boolean; days: string[] }> {
  const rest = { events: 0, moved: false, days: [] as string[] };
  if (first < mostAtOnce) return rest;
  await run(tx)`
    declare unpublished no scroll cursor for select id from event where seq is null order by event_on, id`;
  for (;;) {
    const keys = await allRows(tx)<{ id: string }>`fetch ${sql.lit(mostAtOnce)} from unpublished`;
    if (keys.length === 0) break;
    const [next] = await restPublished.run(tx, {
      ids: keys.map(({ id }) => id),
      seq: seq + rest.events,
      version,
      now,
    });
    rest.events += next!.n;
    rest.moved ||= next!.moved;
    rest.days.push(...next!.days.split(","));
  }
  await run(tx)`close unpublished`;
  return rest;
}

/** The statement reads by key only. */
const restPublished = statement<
  { ids: string[]; seq: number; version: number; now: Date },
  { n: number; moved: boolean; days: string }
>(
  "publish-rest",
  (value) => sql`
    with counter_before as (
      select ${value("seq")}::bigint as event_seq, ${value("version")}::bigint - 1 as update_version, 0::bigint as leap
    ), changed as (
      select e.id, e.listed, e.shown, e.hash, given.n
      from unnest(${value("ids")}::uuid[]) with ordinality as given(id, n) join event e on e.id = given.id
    ), ${publishedEvents(value("now"))}
    select n, moved, days from published`,
);
