import { sql } from "kysely";
import Type from "typebox";
import { count, instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { hasLiveKey } from "../partners/partners.ts";
import type { UsageDays } from "../partners/usage.ts";

/** Coming events and pending work in figures. Test orders do not count. */

export const loadColumns = {
  day: Type.String({ description: "Local day of the events." }),
  events: Type.Integer({ description: "Number of events that are available or sold out." }),
  capacity: Type.Integer({ description: "Seats of events with a limit." }),
  sold: Type.Integer({ description: "Seats of these that standing orders take." }),
  load: nullable(Type.Number({ description: "From 0 to 1." })),
  unlimitedEvents: count,
  unlimitedSold: count,
};

/** Counts the events and sold seats of each local day, including days without events. */
export const loadByDay = (db: Db, days: UsageDays): Promise<Row<typeof loadColumns>[]> =>
  allRows(db)`
    with coming as (
      select e.id, e.event_on::date as day, e.capacity from event e
      where e.listed and not e.hidden and e.availability in ('available', 'sold-out')
        and e.event_on >= ${days.from}::date and e.event_on < ${days.to}::date + 1
    ), sold as (
      select o.event_id, sum(o.seats) as seats from orders o join coming c on c.id = o.event_id
      where not o.test and o.status not in ('rejected', 'cancelled') group by o.event_id
    )
    select d.day::date as day, count(c.id) as events, coalesce(sum(c.capacity), 0)::bigint as capacity,
      coalesce(sum(s.seats) filter (where c.capacity is not null), 0)::bigint as sold,
      coalesce(sum(s.seats) filter (where c.capacity is not null), 0)::float8 / nullif(sum(c.capacity), 0) as load,
      count(c.id) filter (where c.capacity is null) as "unlimitedEvents",
      coalesce(sum(s.seats) filter (where c.capacity is null), 0)::bigint as "unlimitedSold"
    from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') d(day)
      left join coming c on c.day = d.day::date left join sold s on s.event_id = c.id
    group by d.day order by d.day`;

/** The first row is the total of all partners. */
export const callbackHealthColumns = {
  partner: Type.String({ description: "External id; empty for all partners together." }),
  name: text,
  callbacks: count,
  firstAttempt: Type.Integer({ description: "Delivered at the first attempt." }),
  retried: Type.Integer({ description: "Delivered later." }),
  givenUp: count,
  stopped: Type.Integer({ description: "The partner's endpoint answered 410." }),
  waiting: count,
  medianSeconds: nullable(Type.Number({ description: "From the change of status to the partner's receipt." })),
  p95Seconds: nullable(Type.Number()),
};

/** Counts the results of the callbacks created on these days: the total, and by partner where requested. */
export const callbackHealth = (
  db: Db,
  days: UsageDays,
  byPartner: boolean,
): Promise<Row<typeof callbackHealthColumns>[]> =>
  allRows(db)`
    with c as (
      select partner_id, state, attempts, date_part('epoch', settled_at - created_at) as seconds from callback
      where not test and created_at >= ${days.from}::date::timestamp at time zone ${days.zone ?? "UTC"}
        and created_at < (${days.to}::date + 1)::timestamp at time zone ${days.zone ?? "UTC"}
    ), g as (
      select ${byPartner ? sql`partner_id` : sql`null::uuid as partner_id`}, count(*) as callbacks,
        count(*) filter (where state = 'delivered' and attempts = 1) as "firstAttempt",
        count(*) filter (where state = 'delivered' and attempts > 1) as retried,
        count(*) filter (where state = 'given-up') as "givenUp", count(*) filter (where state = 'stopped') as stopped,
        count(*) filter (where state = 'waiting') as waiting,
        percentile_cont(array[0.5, 0.95]) within group (order by seconds) filter (where state = 'delivered') as delays
      from c group by grouping sets (${byPartner ? sql`(partner_id), ()` : sql`()`})
    )
    select coalesce(p.external_id, '') as partner, coalesce(p.name, '') as name, callbacks, "firstAttempt", retried,
      "givenUp", stopped, waiting, round(delays[1]::numeric, 1)::float8 as "medianSeconds",
      round(delays[2]::numeric, 1)::float8 as "p95Seconds"
    from g left join partner p on p.id = g.partner_id
    order by g.partner_id is not null, "givenUp" + stopped + waiting desc, partner`;

export const syncColumns = {
  partner: text,
  name: text,
  syncedAt: nullable(instant),
  updateVersion: nullable(count),
  versionsBehind: nullable(
    Type.Integer({ description: "Versions that the partner's copy lacked at its last call of productversion." }),
  ),
  deletionsBehind: nullable(count),
  minutesBehind: nullable(Type.Integer({ description: "Minutes since the first update that the copy lacks." })),
  expired: nullable(
    Type.Boolean({ description: "The missing changes are no longer stored: the partner must synchronise from 0." }),
  ),
};

/** Returns how far behind each active partner with a live key was at its last call, the furthest first. */
export const syncHealth = (db: Db, now: Date): Promise<Row<typeof syncColumns>[]> =>
  allRows(db)`
    select p.external_id as partner, p.name, s.at as "syncedAt", s.update_version as "updateVersion",
      case when s.partner_id is not null then greatest(0, c.update_version - s.update_version - leapt.updates) end as "versionsBehind",
      case when s.partner_id is not null then greatest(0, c.delete_version - s.delete_version - leapt.deletions) end as "deletionsBehind",
      case when s.update_version >= c.update_version then 0
        when s.partner_id is not null then greatest(0, floor(extract(epoch from ${now}::timestamptz - next.at) / 60))::int
      end as "minutesBehind",
      s.update_version > 0 and not exists (select from version v where v.number = s.update_version) as expired
    from partner p cross join counter c left join partner_sync s on s.partner_id = p.id
      left join lateral (
        select v.at from version v where v.number > s.update_version order by v.number limit 1
      ) next on true
      left join lateral (
        select coalesce(sum(skipped) filter (where l.update_version >= s.update_version), 0)::bigint as updates,
          coalesce(sum(skipped) filter (where l.delete_version >= s.delete_version), 0)::bigint as deletions from leap l
      ) leapt on true
    where ${hasLiveKey}
    order by s.at is not null, "minutesBehind" desc, "versionsBehind" desc, partner`;

export const AttentionCounts = Type.Object({
  waitsupplier: Type.Integer(),
  waitcancel: Type.Integer(),
  flagged: Type.Integer(),
  oldestWaitingAt: nullable(instant),
});

/** Counts the orders that wait for their supplier, or that are flagged for the operator. */
export const ordersAttention = (db: Db): Promise<Type.Static<typeof AttentionCounts>> =>
  onlyRow(db)`
    select count(*) filter (where status = 'waitsupplier') as waitsupplier,
      count(*) filter (where status = 'waitcancel') as waitcancel,
      min(created_at) filter (where status in ('waitsupplier', 'waitcancel')) as "oldestWaitingAt",
      (select count(*) from orders f where f.flagged_at is not null and not f.test) as flagged
    from orders where status in ('waitsupplier', 'waitcancel') and not test`;
