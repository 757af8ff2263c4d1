import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import {
  type AllottedSeats,
  divideSeats,
  type EventAllotment,
  ownSeatsLeft,
  type SeatsLeft,
} from "../../records/partners/allotments.ts";
import { isFull } from "../../records/tickets/ticket-sizes.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/**
 * Events to which allotments apply. Their rows say what every partner can buy, and what the partners of the allotments can: each transaction
 * that changes seats of such an event counts again before it commits. docs/decisions/0069-allotments.md has the reasons.
 */

/** Whether allotment `a` applies to the events of an item at a local time. */
const appliesTo = (itemId: RawBuilder<unknown>, eventOn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (a.item_id = ${itemId} and ${eventOn}::date between a.from_day and a.to_day and ${eventOn}::date <> all(a.closed_days)
    and (a.weekdays is null or extract(isodow from ${eventOn})::int = any(a.weekdays))
    and (a.times is null or to_char(${eventOn}, 'HH24:MI') = any(a.times)))`;

/** Whether allotment `a` applies to event `e`. */
export const appliesToEvent = appliesTo(sql`e.item_id`, sql`e.event_on`);

/** Whether some allotment applies to the events of an item at a local time. */
export const isAllotted = (itemId: RawBuilder<unknown>, eventOn: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from allotment a where ${appliesTo(itemId, eventOn)})`;

/** Whether the seats of event `e` have to be divided: allotments apply to it, or did until now. */
export const isDivided = sql`(e.allotted or e.partners_left is not null or e.release_at is not null)`;

/**
 * The seats of event `e` by partner: standing orders, open holds and waiting amendments, as `unavailableSeats` counts
 * them.
 */
const seatsByPartner = sql`(
  select coalesce(jsonb_object_agg(partner_id, seats), '{}') from (
    select partner_id, sum(seats)::int as seats from (
      select o.partner_id, case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end as seats
      from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')
      union all
      select h.partner_id, case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end
      from hold h where h.event_id = e.id and h.status = 'open' and not h.test
      union all
      select c.partner_id, c.seats from amendment c where c.event_id = e.id and c.status = 'waitsupplier'
    ) each group by partner_id
  ) partners)`;

/** The seats of an event in all, its allotments, and what the store says is left. */
export interface AllottedEvent extends AllottedSeats {
  id: string;
  productId: string;
  /** Local time at the location. */
  eventOn: string;
  capacity: number | null;
  leastSeats: number;
  stored: SeatsLeft;
}

/** Reads events to which allotments apply. An event that is removed has none, so that it holds no seats of a resource. */
export async function readAllotted(db: Db | Tx, ids: readonly string[]): Promise<Map<string, AllottedEvent>> {
  if (ids.length === 0) return new Map();
  type Stored = Omit<EventAllotment, "releaseAt"> & { releaseAt: string | null };
  type Row = Omit<AllottedEvent, "allotments" | "stored"> & SeatsLeft & { allotments: Stored[] };
  const rows = await allRows(db)<Row>`${prepareAs("allotted-events")}
    select e.id, e.product_id as "productId", e.event_on as "eventOn", e.capacity, e.least_seats as "leastSeats", e.capacity_left as "capacityLeft",
      e.guaranteed, e.partners_left as "partnersLeft", e.release_at as "releaseAt", ${seatsByPartner} as taken,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'seats', a.seats, 'partnerIds', a.partner_ids,
          'releaseAt', e.starts_at - a.release_hours * interval '1 hour') order by a.id), '[]')
        from allotment a where e.allotted and e.availability <> 'removed' and not e.hidden and ${appliesToEvent}) as allotments
    from event e where e.id = any(${[...ids]}::uuid[])`;
  return new Map(
    rows.map(({ capacityLeft, guaranteed, partnersLeft, releaseAt, allotments, ...event }) => [
      event.id,
      {
        ...event,
        allotments: allotments.map((one) => ({
          ...one,
          releaseAt: one.releaseAt === null ? null : new Date(one.releaseAt),
        })),
        stored: { capacityLeft, guaranteed, partnersLeft, releaseAt },
      },
    ]),
  );
}

/** The seats that the capacity of an event leaves in all. Null: no limit. */
export const leftByCapacity = ({ capacity, taken }: Pick<AllottedEvent, "capacity" | "taken">): number | null =>
  capacity === null ? null : Math.max(0, capacity - Object.values(taken).reduce((sum, seats) => sum + seats, 0));

/**
 * Writes the seats left of locked events, which have this many left in all; null: no limit. Returns the products of events that became sold
 * out or can be sold again, for all partners or for one: these events have no `seq`, so the caller must publish them.
 */
export async function writeSeatsLeft(
  tx: Tx,
  events: readonly { event: AllottedEvent; left: number | null }[],
  now: Date,
): Promise<string[]> {
  const changed = events.flatMap(({ event, left }) => {
    const after = divideSeats(left, event, now);
    if (isDeepStrictEqual(after, event.stored)) return [];
    return [{ id: event.id, ...after, seen: isSeen(event, after) }];
  });
  if (changed.length === 0) return [];
  const rows = await allRows(tx)<{ productId: string; seen: boolean }>`${prepareAs("write-allotted-seats")}
    update event e set capacity_left = x."capacityLeft", guaranteed = x.guaranteed, partners_left = nullif(x."partnersLeft", 'null'),
      release_at = x."releaseAt", seq = case when x.seen then null else e.seq end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x(id uuid, "capacityLeft" int, guaranteed int, "partnersLeft" jsonb,
      "releaseAt" timestamptz, seen boolean)
    where e.id = x.id returning e.product_id as "productId", x.seen`;
  return [...new Set(rows.flatMap(({ productId, seen }) => (seen ? [productId] : [])))];
}

/** Whether somebody sees another availability of the event than before. */
function isSeen({ stored, leastSeats }: AllottedEvent, after: SeatsLeft): boolean {
  const isFullFor = (of: SeatsLeft, partnerId: string | null) =>
    isFull({ capacityLeft: ownSeatsLeft(of, partnerId), leastSeats });
  const named = Object.keys({ ...stored.partnersLeft, ...after.partnersLeft });
  return [null, ...named].some((partnerId) => isFullFor(stored, partnerId) !== isFullFor(after, partnerId));
}

/**
 * Events whose guarantees have ended since their seats were counted, the first to end first: all of them, or those whose seats this event can
 * get.
 */
export const eventsToRelease = (
  db: Db,
  now: Date,
  { most, eventId }: { most: number; eventId?: string },
): Promise<{ eventId: string }[]> =>
  allRows(db)`${prepareAs(eventId === undefined ? "events-to-release" : "events-to-release-for")}
    select id as "eventId" from event
    where release_at <= ${now} ${eventId === undefined ? sql`` : sql`and (id = ${eventId} or needs_resources)`}
    order by release_at, id limit ${most}`;
