import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { allotmentKinds } from "../../records/partners/allotments.ts";
import { nullable, Revision, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { appliesToEvent, isAllotted } from "./allotted-events.ts";

/** The allotments, as operators give them. */

const day = Type.String({ format: "date", description: "`yyyy-MM-dd`." });

/** The fields of an allotment that an operator gives. */
export const allotmentFields = {
  name: Type.String({ maxLength: 200, description: "What the operator calls it. Empty: it has no name." }),
  itemId: Type.String({ format: "uuid", description: "The item whose events it applies to." }),
  kind: Type.Enum([...allotmentKinds], {
    description:
      "`guaranteed`: others cannot buy these seats before the release. `at-most`: its partners cannot buy more seats.",
  }),
  seats: Type.Integer({ minimum: 1, maximum: 10_000, description: "Of each event." }),
  partnerIds: Type.Array(Type.String({ format: "uuid" }), {
    minItems: 1,
    maxItems: 100,
    description: "The partners that share the seats. The partner `desk` is the own desk.",
  }),
  from: Type.String({ ...day, description: "First local day of the events, `yyyy-MM-dd`." }),
  to: Type.String({ ...day, description: "Last local day of the events, `yyyy-MM-dd`." }),
  weekdays: nullable(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
    "Monday is 1. Null: every day.",
  ),
  times: nullable(
    Type.Array(Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }), { minItems: 1, maxItems: 50 }),
    "Local times of the events, `HH:mm`. Null: every time.",
  ),
  releaseHours: nullable(
    Type.Integer({ minimum: 0, maximum: 8_760 }),
    "Hours before the event at which everybody can buy the seats that are left of a guarantee. Null for `at-most`.",
  ),
  closedDates: Type.Array(day, { maxItems: 500, description: "Days on which it does not apply." }),
};
export type AllotmentFields = Row<typeof allotmentFields>;

export const AllotmentRow = Type.Object({
  id: text,
  ...allotmentFields,
  itemName: text,
  productId: text,
  productName: text,
  partners: Type.Array(Type.Object({ id: text, externalId: text, name: text }), { description: "By name." }),
  ended: Type.Boolean({ description: "Whether its last day is over." }),
  revision: Revision,
});
export type AllotmentRow = Type.Static<typeof AllotmentRow>;

const allotments = (db: Db | Tx, condition: RawBuilder<unknown>, now: Date): Promise<AllotmentRow[]> =>
  allRows(db)`
    select a.id, a.name, a.item_id as "itemId", a.kind, a.seats, a.partner_ids as "partnerIds", to_char(a.from_day, 'YYYY-MM-DD') as from,
      to_char(a.to_day, 'YYYY-MM-DD') as to, a.weekdays, a.times, a.release_hours as "releaseHours", a.revision,
      array(select to_char(one, 'YYYY-MM-DD') from unnest(a.closed_days) one order by one) as "closedDates",
      i.name as "itemName", p.id as "productId", p.name as "productName",
      (select coalesce(jsonb_agg(jsonb_build_object('id', pa.id, 'externalId', pa.external_id, 'name', pa.name) order by pa.name), '[]')
        from partner pa where pa.id = any(a.partner_ids)) as partners,
      a.to_day < (${now}::timestamptz at time zone p.time_zone)::date as ended
    from allotment a join item i on i.id = a.item_id join product p on p.id = i.product_id
    where ${condition} order by p.name, i.name, a.from_day, a.kind desc, a.id`;

/** Lists allotments by product, item and first day. `partner`: the external id of one of its partners. */
export const listAllotments = (
  db: Db,
  { partner, itemId, ended }: { partner?: string | undefined; itemId?: string | undefined; ended: boolean },
  now: Date,
): Promise<AllotmentRow[]> =>
  allotments(
    db,
    sql`${partner ? sql`a.partner_ids && array(select id from partner where external_id = ${partner})` : sql`true`} and ${itemId ? sql`a.item_id = ${itemId}` : sql`true`}
      and (a.to_day >= (${now}::timestamptz at time zone p.time_zone)::date or ${ended})`,
    now,
  );

export const allotmentById = async (db: Db | Tx, id: string, now: Date): Promise<AllotmentRow | null> =>
  (await allotments(db, sql`a.id = ${id}`, now))[0] ?? null;

export const allotmentsByIds = (db: Db, ids: readonly string[], now: Date): Promise<AllotmentRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : allotments(db, sql`a.id = any(${[...ids]}::uuid[])`, now);

/** Whether an allotment names a partner. */
export const hasAllotments = (db: Db, partnerId: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("has-allotments")}
    select 1 from allotment where partner_ids @> array[${partnerId}::uuid] limit 1`;

/** Writes a new or changed allotment. The caller counts the seats of its events again. */
export const writeAllotment = (tx: Tx, id: string, given: AllotmentFields): Promise<void> => {
  const { name, itemId, kind, seats, partnerIds, from, to, weekdays, times, releaseHours, closedDates } = given;
  return run(tx)`
    insert into allotment as a (id, item_id, name, kind, seats, partner_ids, from_day, to_day, weekdays, times, release_hours, closed_days)
    values (${id}, ${itemId}, ${name}, ${kind}, ${seats}, ${partnerIds}::uuid[], ${from}::date, ${to}::date, ${weekdays}::int[],
      ${times}::text[], ${releaseHours}::int, ${closedDates}::date[])
    on conflict (id) do update set item_id = excluded.item_id, name = excluded.name, kind = excluded.kind, seats = excluded.seats,
      partner_ids = excluded.partner_ids, from_day = excluded.from_day, to_day = excluded.to_day, weekdays = excluded.weekdays,
      times = excluded.times, release_hours = excluded.release_hours, closed_days = excluded.closed_days, revision = a.revision + 1`;
};

export const deleteAllotment = (tx: Tx, id: string): Promise<void> => run(tx)`delete from allotment where id = ${id}`;

/** The coming events of an allotment, by time, at most this many. */
export const eventsOfAllotment = async (tx: Db | Tx, id: string, now: Date, most: number): Promise<string[]> => {
  const rows = await allRows(tx)<{ id: string }>`
    select e.id from event e join allotment a on a.id = ${id} and ${appliesToEvent}
    where e.starts_at > ${now} and e.availability <> 'removed' and not e.hidden order by e.event_on, e.id limit ${most}`;
  return rows.map((row) => row.id);
};

/** Marks the locked events to which some allotment applies, and removes the mark of the others. */
export const markAllotted = (tx: Tx, eventIds: readonly string[]): Promise<void> =>
  run(tx)`
    update event e set allotted = not e.allotted
    where e.id = any(${[...eventIds]}::uuid[]) and e.allotted <> ${isAllotted(sql`e.item_id`, sql`e.event_on`)}`;

/** Another guarantee of one of an allotment's partners for the same event. `name`: its name, or else its days. */
export const otherGuarantee = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ partner: string; eventOn: string; name: string } | null> =>
  firstRow(tx)`
    select pa.name as partner, e.event_on as "eventOn", coalesce(nullif(b.name, ''), concat(b.from_day, ' – ', b.to_day)) as name
    from allotment a join allotment b on b.id <> a.id and b.item_id = a.item_id and b.kind = 'guaranteed' and b.partner_ids && a.partner_ids
    join event e on ${appliesToEvent} and e.starts_at > ${now}
    join partner pa on pa.id = any(a.partner_ids) and pa.id = any(b.partner_ids)
    where a.id = ${id} and a.kind = 'guaranteed' and exists (
      select from (select b.*) a where ${appliesToEvent}
    ) order by e.event_on, pa.name limit 1`;

/** The names of an item and its product; null: there is no such item. */
export const itemNames = (tx: Db | Tx, id: string): Promise<{ itemName: string; productName: string } | null> =>
  firstRow(tx)`
    select i.name as "itemName", p.name as "productName" from item i join product p on p.id = i.product_id where i.id = ${id}`;

/** Returns those of these ids that are no partner's. */
export const unknownPartners = async (tx: Db | Tx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await allRows(tx)<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) id where id not in (select p.id from partner p)`;
  return new Set(rows.map(({ id }) => id));
};
