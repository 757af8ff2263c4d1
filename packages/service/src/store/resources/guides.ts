import { languages, productTypeCodes } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import type { ProductFields } from "../../records/catalogue-file.ts";
import { instant, type Row, text } from "../../records/schemas.ts";
import { joinLocalTimes, type LocalTimes } from "../catalogue/product-zones.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { peopleSold, seatsBlocked } from "../sale/seats-taken.ts";
import { countAdmitted, isStandingOrder } from "../visits/day-events.ts";

/** The events of a guide, and the calendar in which the guide's phone shows them: docs/decisions/0056-guides.md */

export const guideEventFields = {
  id: text,
  productName: text,
  itemName: text,
  productType: Type.Enum([...productTypeCodes]),
  eventOn: Type.String({ description: "Local date and time at the location." }),
  timeZone: text,
  startsAt: instant,
  minutes: Type.Integer({ description: "How long the event takes the guide." }),
  daysAhead: Type.Integer({ description: "Days from today at the location: 0 is today, 1 tomorrow." }),
  venue: text,
  people: Type.Integer({ description: "People of standing orders, and seats that are blocked for groups." }),
  blocked: Type.Integer({ description: "The people whose seats are blocked for groups." }),
  admitted: Type.Integer({ description: "People who have arrived." }),
  languages: Type.Array(Type.Object({ lang: Type.Enum([...languages]), people: Type.Integer() }), {
    description: "The languages of the guests, most people first.",
  }),
};
export type GuideEventRow = Row<typeof guideEventFields> & {
  /** The item's meeting points; the product's if the item has none. */
  meetingPoints: NonNullable<ProductFields["meetingPoints"]>;
  address: string;
  latitude: number | null;
  longitude: number | null;
  /** Whether the product has places where guests are picked up. */
  hasPickups: boolean;
};

const placeNames = ["meetingPoints", "address", "latitude", "longitude", "hasPickups"];

const isOfGuide = (resourceId: string) => sql`exists (
  select from event_resource r where r.event_id = e.id and r.resource_id = ${resourceId})`;

/** Whether an event takes this guide. */
export const isEventOfGuide = (db: Db | Tx, eventId: string, resourceId: string): Promise<boolean> =>
  anyRow(db)`select 1 from event e where e.id = ${eventId} and ${isOfGuide(resourceId)}`;

/**
 * Reads the events of a guide that have guests, or that an operator gave to the guide before the first booking, in order of their start, from some days before today at the location until some days
 * after it, both included. `times`: of now.
 */
export const eventsOfGuide = (
  db: Db,
  resourceId: string,
  { first, last }: { first: number; last: number },
  now: Date,
  times: LocalTimes,
): Promise<GuideEventRow[]> =>
  allRows(db)`
    select ${sql.join([...Object.keys(guideEventFields), ...placeNames].map((name) => sql.ref(name)))} from (
      select e.id, p.name as "productName", i.name as "itemName", p.type as "productType", e.event_on as "eventOn",
        p.time_zone as "timeZone", e.starts_at as "startsAt", e.event_on::date - here.at::date as "daysAhead",
        coalesce((ir.requirements -> r.position ->> 'minutes')::int, 0) as minutes,
        p.record -> 'location' ->> 'venue' as venue, p.record -> 'location' ->> 'address' as address,
        (p.record -> 'location' ->> 'latitude')::float8 as latitude,
        (p.record -> 'location' ->> 'longitude')::float8 as longitude,
        coalesce(i.record -> 'meetingPoints', p.record -> 'meetingPoints', '[]') as "meetingPoints",
        jsonb_array_length(coalesce(p.record -> 'pickups' -> 'places', '[]')) > 0 as "hasPickups",
        ${peopleSold} + ${seatsBlocked} as people, ${seatsBlocked} as blocked, ${countAdmitted} as admitted,
        r.chosen and e.availability <> 'removed' and not e.hidden as "isGiven",
        coalesce((select jsonb_agg(jsonb_build_object('lang', l.lang, 'people', l.people) order by l.people desc, l.lang)
          from (select o.lang, sum(coalesce(o.people, o.seats))::int as people from orders o
            where o.event_id = e.id and ${isStandingOrder} group by o.lang) l), '[]') as languages
      from event_resource r join event e on e.id = r.event_id join item i on i.id = e.item_id
      join product p on p.id = e.product_id left join item_resources ir on ir.item_id = e.item_id
      ${joinLocalTimes(times)}
      where r.resource_id = ${resourceId} and e.starts_at between ${now}::timestamptz + ${first - 2} * interval '1 day'
        and ${now}::timestamptz + ${last + 2} * interval '1 day'
    ) s where (people > 0 or "isGiven") and "daysAhead" between ${first} and ${last} order by "startsAt", "productName", id limit 1000`;

interface GuideCalendar {
  resourceId: string;
  lang: (typeof languages)[number];
  madeAt: Date;
  madeBy: string;
}

const calendarColumns = sql`resource_id as "resourceId", lang, made_at as "madeAt", made_by as "madeBy"`;

export const calendarOf = (db: Db, resourceId: string): Promise<GuideCalendar | null> =>
  firstRow(db)`select ${calendarColumns} from guide_calendar where resource_id = ${resourceId}`;

export const calendarByHash = (db: Db, hash: Uint8Array): Promise<GuideCalendar | null> =>
  firstRow(db)`select ${calendarColumns} from guide_calendar where hash = ${hash}`;

/** Writes the calendar's address. A former address ends; the events' sequences continue. */
export const writeCalendar = (
  tx: Tx,
  { resourceId, hash, lang, madeAt, madeBy }: GuideCalendar & { hash: Uint8Array },
): Promise<void> =>
  run(tx)`
    insert into guide_calendar (resource_id, hash, lang, made_at, made_by)
    values (${resourceId}, ${hash}, ${lang}, ${madeAt}, ${madeBy})
    on conflict (resource_id) do update set hash = excluded.hash, lang = excluded.lang, made_at = excluded.made_at,
      made_by = excluded.made_by`;

export interface CalendarSequence {
  eventId: string;
  sequence: number;
  changedAt: Date;
}

/** Counts the changes of events since the calendar last showed them. Returns each event's sequence. */
export const countCalendarChanges = (
  db: Db,
  resourceId: string,
  events: readonly { eventId: string; digest: string }[],
  now: Date,
): Promise<CalendarSequence[]> =>
  allRows(db)`
    with shown as (
      select * from json_to_recordset(${JSON.stringify(events)}::json) as x("eventId" uuid, digest text)
    ), changed as (
      insert into guide_calendar_event as g (resource_id, event_id, digest, changed_at)
      select ${resourceId}, "eventId", digest, ${now}::timestamptz from shown order by 2
      on conflict (resource_id, event_id) do update set digest = excluded.digest, sequence = g.sequence + 1,
        changed_at = excluded.changed_at
      where g.digest <> excluded.digest
      returning event_id, sequence, changed_at
    )
    select s."eventId", coalesce(c.sequence, g.sequence) as sequence, coalesce(c.changed_at, g.changed_at) as "changedAt"
    from shown s left join changed c on c.event_id = s."eventId"
    left join guide_calendar_event g on g.resource_id = ${resourceId} and g.event_id = s."eventId"`;

/** Forgets the sequences of events that the calendar has not changed since an instant. */
export const forgetCalendarEvents = (db: Db, before: Date): Promise<void> =>
  run(db)`
    delete from guide_calendar_event g where changed_at < ${before}
      and not exists (select from event e where e.id = g.event_id and e.starts_at > ${before})`;
