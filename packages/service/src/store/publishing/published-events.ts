import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";
import { eventHash } from "../versions/digest.ts";

/** Gives changed events their positions in the change log. Their `seq` is null until then. */

/** Maximum number of events of one statement. */
const maxAtOnce = 100;

/** The ids of the first events that this transaction changed. */
export const firstChangedEvents = sql`
  array(select id::text from event where seq is null order by event_on, id limit ${sql.lit(maxAtOnce)})`;

/** The outcome of publishing events. */
interface Published {
  n: number;
  /** Whether an event may have entered or left the list of events. */
  moved: boolean;
  /** Products and days of the events, for `writeProductDays`. */
  days: string[];
}

/** Gives all changed events their positions. `first`: the ids of the first changed events. `seq`: the last position so far. */
export async function publishChangedEvents(
  tx: Tx,
  first: string[],
  { seq, version, now }: { seq: number; version: number; now: Date },
): Promise<Published> {
  const all: Published = { n: 0, moved: false, days: [] };
  for await (const ids of portions(tx, first)) {
    const [some] = await eventsPublished.run(tx, { ids, seq: seq + all.n, version, now });
    all.n += some!.n;
    all.moved ||= some!.moved;
    all.days.push(...some!.days.split(","));
  }
  return all;
}

/**
 * Yields the ids of the changed events, portion by portion. A cursor reads the ids after the first portion. A query for each portion would
 * read the index entries of all earlier portions again.
 */
async function* portions(tx: Tx, first: string[]): AsyncGenerator<string[]> {
  if (first.length > 0) yield first;
  if (first.length < maxAtOnce) return;
  await run(tx)`
    declare unpublished no scroll cursor for select id from event where seq is null order by event_on, id`;
  for (;;) {
    const rows = await allRows(tx)<{ id: string }>`fetch ${sql.lit(maxAtOnce)} from unpublished`;
    if (rows.length === 0) break;
    yield rows.map(({ id }) => id);
  }
  await run(tx)`close unpublished`;
}

/**
 * Gives events their positions, and adds what they change to the sums of their days. The statement reads events by key only. A new time
 * zone moves the end of the event's day, so an event can enter or leave the list of events without a change of its answer.
 */
const eventsPublished = defineStatement<
  { ids: string[]; seq: number; version: number; now: Date },
  { n: number; moved: boolean; days: string }
>(
  "publish-events",
  (value) => sql`
    with changed as (
      select e.id, e.listed, e.shown, e.hash, given.n
      from unnest(${value("ids")}::uuid[]) with ordinality as given(id, n) join event e on e.id = given.id
    ), moved as (
      update event e set seq = ${value("seq")}::bigint + c.n, shown = e.availability <> 'removed' and not e.hidden,
        listed = e.listed or (e.availability <> 'removed' and not e.hidden),
        hash = case when e.availability <> 'removed' and not e.hidden then ${eventHash} end
      from changed c where c.id = e.id
      returning e.product_id, e.event_on::date as day, e.currency_code, e.listed::int - c.listed::int as listed,
        e.shown::int - c.shown::int as shown, coalesce(e.hash, 0)::numeric - coalesce(c.hash, 0) as hash
    ), days as (
      insert into event_day as d (day, currency_code, n, shown, hash)
      select day, currency_code, sum(listed), sum(shown), sum(hash) from moved
      where listed <> 0 or shown <> 0 or hash <> 0 group by 1, 2
      on conflict (day, currency_code) do update
        set n = d.n + excluded.n, shown = d.shown + excluded.shown, hash = d.hash + excluded.hash
    ), sums as (
      insert into digest_day (version, day, shown, hash)
      select ${value("version")}::bigint, day, sum(shown), sum(hash) from moved group by 2
      on conflict (version, day) do update set shown = digest_day.shown + excluded.shown, hash = digest_day.hash + excluded.hash
    )
    select count(*) as n, string_agg(distinct concat(product_id, ' ', day), ',') as days, bool_or(listed <> 0 or shown <> 0
      or hash = 0 and day between ${value("now")}::timestamptz::date - 2 and ${value("now")}::timestamptz::date + 2) as moved
    from moved`,
);
