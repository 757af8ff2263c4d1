import { msPerDay } from "@paseo/contract/limits";
import { sql } from "kysely";
import { heldByGuarantees, seatsForPartner } from "../../records/partners/allotments.ts";
import { decideResources } from "../../records/resources/allocation.ts";
import type {
  Allocation,
  ResourceClash,
  ResourceEvent,
  ResourceRequirement,
} from "../../records/resources/requirement.ts";
import { isFull } from "../../records/tickets/ticket-sizes.ts";
import { type AllottedEvent, isDivided, readAllotted, writeSeatsLeft } from "../allotments/allotted-events.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { unavailablePeople, unavailableSeats } from "../sale/seats-taken.ts";
import { ticketsTaken } from "../sale/stock.ts";
import { allRequirements, allResources, type ResourceRow } from "./resources.ts";

/**
 * Keeps `event.capacity_left` of events that need resources at what capacity and resources allow. One lock for the plan
 * of the whole store makes this possible: docs/decisions/0054-resources.md.
 */

/** Locks the plan until the transaction ends. The caller has not locked an event that needs resources. */
export async function lockResources(tx: Tx): Promise<void> {
  const isLocked = await anyRow(tx)`${prepareAs("lock-resources")} select 1 from resource_plan for update`;
  // A lock of no row would exclude nobody.
  if (!isLocked) throw new Error("The table resource_plan has no row.");
}

/** Locks the plan if one of these events needs resources. Returns whether it is locked. */
export async function lockResourcesOf(tx: Tx, eventIds: string[]): Promise<boolean> {
  const needs = await anyRow(tx)`${prepareAs("needs-resources")}
    select 1 from event where id = any(${eventIds}::uuid[]) and needs_resources limit 1`;
  if (needs) await lockResources(tx);
  return needs;
}

/** Locks the plan if one of these items has requirements. Returns whether it is locked. */
export async function lockResourcesOfItems(tx: Tx, itemIds: readonly string[]): Promise<boolean> {
  const needs = await anyRow(tx)`
    select 1 from item_resources where item_id = any(${itemIds}::uuid[]) and requirements <> '[]' limit 1`;
  if (needs) await lockResources(tx);
  return needs;
}

export interface Recounted {
  /** Products whose events became sold out or can be sold again. These events have no `seq`, so the caller must publish them. */
  products: string[];
  /** Events whose guests need more than the resources have. */
  short: Set<string>;
  /** Events with any clash, including the events in `short`. */
  clashing: Set<string>;
  /** Seats left in all of the events to which allotments apply; null: no limit. */
  allotted: Map<string, { event: AllottedEvent; left: number | null }>;
}
export const noRecount: Recounted = { products: [], short: new Set(), clashing: new Set(), allotted: new Map() };

/** What changed: events by their seats or requirements, or resources. A change of resources concerns all coming events, or the events of a span. */
export type RecountedChange = { eventIds: string[] } | { resourceIds: string[]; span?: { from: Date; until: Date } };

/**
 * Allocates resources to the changed events, and writes the seats left of all coming events that share a resource with
 * them at that time. The caller has locked the resources.
 */
export async function recountResources(tx: Tx, change: RecountedChange, now: Date): Promise<Recounted> {
  const { resources, events, others, allotted: named } = await readPlanPart(tx, change, now);
  const decisions = decideResources(resources, events, others);
  const allotted = new Map(
    events.flatMap(({ id }) => {
      const event = named.get(id);
      return event ? [[id, { event, left: decisions.get(id)!.left }] as const] : [];
    }),
  );
  await writeAllocations(
    tx,
    events.flatMap((event) => {
      const { allocations } = decisions.get(event.id)!;
      return sameAllocations(event.allocations, allocations) ? [] : [{ id: event.id, allocations }];
    }),
  );
  const changed = events.flatMap(({ id, left: before, lacks: lacked, leastSeats }) => {
    const { left: decided, lacksResources: lacks } = decisions.get(id)!;
    // What is left beside guarantees is written below.
    const left = allotted.has(id) ? before : decided;
    const fullAt = (capacityLeft: number | null) => isFull({ capacityLeft, leastSeats });
    return left === before && lacks === lacked ? [] : [{ id, left, lacks, seen: fullAt(left) !== fullAt(before) }];
  });
  const withClash = (reasons: (reason: ResourceClash["reason"]) => boolean) =>
    new Set([...decisions].flatMap(([id, { clashes }]) => (clashes.some(({ reason }) => reasons(reason)) ? [id] : [])));
  const products = await writeLeft(tx, changed);
  return {
    products: [...new Set([...products, ...(await writeSeatsLeft(tx, [...allotted.values()], now))])],
    short: withClash((reason) => reason === "short"),
    clashing: withClash(() => true),
    allotted,
  };
}

/**
 * Returns the seats that a partner would have left of an event if these seats of another event were returned; null: no limit. `partnerId`
 * null: the seats that every partner would have. It locks nothing, so the seats can be gone when the caller takes them.
 */
export async function seatsLeftAfterReturn(
  db: Db,
  eventId: string,
  returned: { eventId: string; seats: number; people: number },
  partnerId: string | null,
  now: Date,
): Promise<number | null> {
  const { resources, events, others, allotted } = await readPlanPart(
    db,
    { eventIds: [eventId, returned.eventId] },
    now,
  );
  const former = allotted.get(returned.eventId);
  const own = partnerId === null ? 0 : (former?.taken[partnerId] ?? 0);
  // A guarantee takes back what its partner returns.
  const guaranteed =
    former && partnerId !== null
      ? heldByGuarantees({ ...former, taken: { ...former.taken, [partnerId]: own - returned.seats } }, now)
      : undefined;
  const after = events.map((event) =>
    event.id === returned.eventId
      ? {
          ...event,
          seats: Math.max(0, event.seats - returned.seats),
          people: Math.max(0, event.people - returned.people),
          ...(guaranteed !== undefined && { guaranteed }),
        }
      : event,
  );
  const decision = decideResources(resources, after, others).get(eventId);
  // An event that has ended is not in the plan.
  if (!decision) return 0;
  const named = allotted.get(eventId);
  return named ? seatsForPartner(decision.left, named, partnerId, now) : decision.left;
}

/**
 * Returns how many more of the tickets that requirements count an event can sell, by code; null: its item counts none. It locks nothing: the
 * sale counts again.
 */
export async function ticketsLeftByResources(
  db: Db,
  { id, itemId }: { id: string; itemId: string },
  now: Date,
): Promise<ReadonlyMap<string, number> | null> {
  const counts = await anyRow(db)`${prepareAs("counts-tickets")}
    select 1 from item_resources where item_id = ${itemId} and requirements @? '$[*].ticket'`;
  if (!counts) return null;
  const { resources, events, others } = await readPlanPart(db, { eventIds: [id] }, now);
  return decideResources(resources, events, others).get(id)?.ticketsLeft ?? null;
}

interface PlanEvent extends ResourceEvent {
  itemId: string;
  left: number | null;
  /** Fewest seats with which something can be bought. */
  leastSeats: number;
  /** Whether it lacked resources at the last recount. */
  lacks: boolean;
}

export interface PlanPart {
  resources: Map<string, ResourceRow>;
  /** Coming events that share a resource with the change. */
  events: PlanEvent[];
  /** Further events whose allocations occupy the resources. */
  others: PlanEvent[];
  /** Those of the events to which allotments apply. */
  allotted: Map<string, AllottedEvent>;
}

const msPerMinute = 60_000;

/** Reads the part of the plan that a change concerns. */
export async function readPlanPart(tx: Db | Tx, change: RecountedChange, now: Date): Promise<PlanPart> {
  const requirements = await allRequirements(tx);
  const resources = new Map((await allResources(tx)).map((one) => [one.id, one]));
  const longest = longestMinutes([...requirements.values()].flat(), resources) * msPerMinute;
  const sharing = (ids: ReadonlySet<string>) =>
    [...requirements].flatMap(([itemId, list]) =>
      list.some((one) => one.resources.some((id) => ids.has(id))) ? [itemId] : [],
    );
  const resourcesOf = (items: readonly string[]) =>
    new Set(items.flatMap((id) => (requirements.get(id) ?? []).flatMap((one) => one.resources)));

  const { items: changedItems, from, until } = await changedSpan(tx, change);
  const changedResources = "resourceIds" in change ? new Set(change.resourceIds) : resourcesOf(changedItems);
  // An item whose requirements were just removed names no resource, so it is added by its id.
  const concerned = new Set([...changedItems, ...sharing(changedResources)]);
  const further = sharing(resourcesOf([...concerned]));
  const [first, last] = [from && +from - longest, until && +until + longest];
  const codes = [...new Set([...requirements.values()].flat().flatMap(({ ticket }) => ticket ?? []))];
  const rows = await eventsOf(tx, [...concerned.union(new Set(further))], {
    codes,
    from: first === null ? null : new Date(first - longest - msPerDay),
    until: last === null ? null : new Date(last + longest + msPerDay),
    now,
  });
  const allotted = await readAllotted(
    tx,
    rows.flatMap((row) => (row.allotted && row.isComing ? [row.id] : [])),
  );
  const planned = rows.map(({ isComing, isLeaving, allotted: _, ...row }) => ({
    isConcerned:
      isComing &&
      concerned.has(row.itemId) &&
      (first === null || +row.startsAt >= first) &&
      (last === null || +row.startsAt <= last),
    event: {
      ...row,
      guaranteed: allotted.has(row.id) ? heldByGuarantees(allotted.get(row.id)!, now) : 0,
      requirements: isLeaving ? [] : (requirements.get(row.itemId) ?? []),
    },
  }));
  const isChanged = ({ isConcerned }: { isConcerned: boolean }) => isConcerned;
  return {
    resources,
    events: planned.filter(isChanged).map(({ event }) => event),
    others: planned.filter((one) => !isChanged(one)).map(({ event }) => event),
    allotted,
  };
}

const longestMinutes = (requirements: readonly ResourceRequirement[], resources: PlanPart["resources"]): number =>
  Math.max(0, ...requirements.map(({ minutes }) => minutes)) +
  Math.max(0, ...[...resources.values()].map(({ turnaroundMinutes }) => turnaroundMinutes));

/** Returns the items of changed events, and their first and last start. Null: without limit. */
async function changedSpan(
  tx: Db | Tx,
  change: RecountedChange,
): Promise<{ items: string[]; from: Date | null; until: Date | null }> {
  if ("resourceIds" in change) return { items: [], ...(change.span ?? { from: null, until: null }) };
  const rows = await allRows(tx)<{ itemId: string; from: Date; until: Date }>`${prepareAs("changed-span")}
    select item_id as "itemId", min(starts_at) as from, max(starts_at) as until from event
    where id = any(${change.eventIds}::uuid[]) group by 1`;
  return {
    items: rows.map(({ itemId }) => itemId),
    from: new Date(Math.min(...rows.map(({ from }) => +from))),
    until: new Date(Math.max(...rows.map(({ until }) => +until))),
  };
}

/** Reads events of these items within a span, with their people and allocations. Past events without allocations are left out. */
const eventsOf = (
  tx: Db | Tx,
  itemIds: string[],
  { codes, from, until, now }: { codes: readonly string[]; from: Date | null; until: Date | null; now: Date },
): Promise<(Omit<PlanEvent, "requirements"> & { isComing: boolean; isLeaving: boolean; allotted: boolean })[]> =>
  allRows(tx)`${prepareAs(codes.length > 0 ? "events-with-counted-tickets" : "events-with-resources")}
    select e.id, e.item_id as "itemId", e.event_on as "eventOn", e.starts_at as "startsAt", e.capacity,
      e.capacity_left as left, e.lacks_resources as lacks, ${unavailableSeats} as seats, ${unavailablePeople} as people, e.least_seats as "leastSeats", ${countedTickets(codes)} as tickets, e.day_ends_at > ${now} as "isComing",
      ${isLeaving} as "isLeaving", ${isDivided} as allotted,
      coalesce((select jsonb_agg(jsonb_build_object('position', r.position, 'resourceId', r.resource_id, 'units', r.units,
          'chosen', r.chosen and e.availability <> 'removed' and not e.hidden)
          order by r.position, r.resource_id) from event_resource r where r.event_id = e.id), '[]') as allocations
    from event e
    where e.item_id = any(${itemIds}::uuid[]) and e.starts_at between coalesce(${from}::timestamptz, ${now}::timestamptz - interval '31 days')
      and coalesce(${until}::timestamptz, 'infinity')
      and (e.day_ends_at > ${now} or exists (select from event_resource r where r.event_id = e.id))`;

/** Whether a bulk action still moves orders away from event `e`, which is off sale: the event at the new time takes its resources. */
const isLeaving = sql`(e.availability = 'removed' and exists (
  select from bulk_action_order b join bulk_action a on a.id = b.action_id
  where b.event_id = e.id and b.state = 'waiting' and a.kind = 'move'))`;

/** How many tickets of these codes event `e` has, by code. */
const countedTickets = (codes: readonly string[]) =>
  codes.length === 0
    ? sql`null::jsonb`
    : sql`(select jsonb_object_agg(code, ${ticketsTaken(sql`code`)}) from unnest(${codes}::text[]) as code)`;

const sameAllocations = (a: readonly Allocation[], b: readonly Allocation[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ position, resourceId, units, chosen = false }, n) =>
      b[n]!.position === position &&
      b[n]!.resourceId === resourceId &&
      b[n]!.units === units &&
      (b[n]!.chosen ?? false) === chosen,
  );

/** Replaces the allocations of these events. */
export async function writeAllocations(
  tx: Tx,
  events: { id: string; allocations: readonly Allocation[] }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.flatMap(({ id, allocations }) =>
    allocations.map((one) => ({ chosen: false, ...one, eventId: id })),
  );
  await run(tx)`${prepareAs("delete-allocations")}
    delete from event_resource where event_id = any(${events.map(({ id }) => id)}::uuid[])`;
  await run(tx)`${prepareAs("write-allocations")}
    insert into event_resource (event_id, position, resource_id, units, chosen)
    select "eventId", position, "resourceId", units, chosen from json_to_recordset(${JSON.stringify(rows)}::json)
      as x("eventId" uuid, position int, "resourceId" uuid, units int, chosen boolean)`;
}

/** Writes seats left, and which events lack resources. Returns the products of events that sell again or are sold out now. */
async function writeLeft(
  tx: Tx,
  events: { id: string; left: number | null; lacks: boolean; seen: boolean }[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = await allRows(tx)<{ productId: string; seen: boolean }>`${prepareAs("write-seats-left")}
    update event e set capacity_left = x.left, lacks_resources = x.lacks, seq = case when x.seen then null else e.seq end
    from json_to_recordset(${JSON.stringify(events)}::json) as x(id uuid, "left" int, lacks boolean, seen boolean)
    where e.id = x.id returning e.product_id as "productId", x.seen`;
  return [...new Set(rows.flatMap(({ productId, seen }) => (seen ? [productId] : [])))];
}
