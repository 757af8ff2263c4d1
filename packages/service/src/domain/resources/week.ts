import { type AllocationDecision, decideResources } from "../../records/resources/allocation.ts";
import {
  type Allocation,
  hasGuests,
  neededSpan,
  neededUnits,
  type ResourceClash,
  type ResourceEvent,
  sumOfUnits,
} from "../../records/resources/requirement.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { lockResources, type PlanPart, readPlanPart, writeAllocations } from "../../store/resources/plan.ts";
import { allResources, eventNames, type ResourceRow } from "../../store/resources/resources.ts";
import { type FieldRefusal, type PlainFieldRefusalCode, refusal } from "../../texts/field-refusals.ts";
import { msPerDay } from "../selling/dates.ts";
import { recountAndPublish } from "./resources.ts";

/** The plan of resources as operators read it: which event takes which resource, and which events cannot run. */

/** What an event takes by one requirement. */
export interface PlannedUse {
  eventId: string;
  position: number;
  /** Null: the units that the event could not get. */
  resourceId: string | null;
  units: number;
  /** Local times. `until` is without the turnaround. */
  from: string;
  until: string;
  productName: string;
  itemName: string;
  seats: number;
  people: number;
  /** The resources that can serve. */
  pool: string[];
  /** Null: the event can run. */
  clash: ResourceClash["reason"] | null;
}

/** Reads which events use which resources from one local day to another, both included, ordered by time. */
export async function readResourcePlan(db: Db | Tx, { from, until }: { from: string; until: string }, now: Date) {
  // A local day may begin 14 hours before its day in UTC and end 12 hours after it.
  const span = {
    from: new Date(Date.parse(`${from}T00:00:00Z`) - msPerDay),
    until: new Date(Date.parse(`${until}T00:00:00Z`) + 2 * msPerDay),
  };
  const resources = await allResources(db);
  const plan = await readPlanPart(db, { resourceIds: resources.map(({ id }) => id), span }, now);
  const uses = await usesOf(db, plan);
  const shown = uses.filter((use) => use.from.slice(0, 10) <= until && lastDay(use) >= from);
  return { resources, uses: shown };
}

const lastDay = ({ until }: PlannedUse): string => new Date(Date.parse(`${until}Z`) - 1).toISOString().slice(0, 10);

/** Finds the clashes of all coming events with guests. `resourceId`: of this resource only. */
export async function comingClashes(db: Db | Tx, now: Date, resourceId?: string): Promise<PlannedUse[]> {
  const resourceIds = resourceId === undefined ? (await allResources(db)).map(({ id }) => id) : [resourceId];
  const uses = await usesOf(db, await readPlanPart(db, { resourceIds }, now), (clash) => clash !== null);
  const sold = uses.filter(hasGuests);
  return sold.filter((use) => resourceId === undefined || use.resourceId === null || use.resourceId === resourceId);
}

async function usesOf(
  db: Db | Tx,
  { resources, events, others }: PlanPart,
  isWanted: (clash: PlannedUse["clash"]) => boolean = () => true,
): Promise<PlannedUse[]> {
  const decisions = decideResources(resources, events, others);
  const uses = [...events, ...others].flatMap((event) =>
    usesOfEvent(event, decisions.get(event.id)).filter(({ clash }) => isWanted(clash)),
  );
  const names = await eventNames(db, [...new Set(uses.map(({ eventId }) => eventId))]);
  return uses
    .map((use) => ({ ...use, ...names.get(use.eventId)! }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.eventId < b.eventId ? -1 : 1));
}

function usesOfEvent(
  event: ResourceEvent,
  decision: AllocationDecision | undefined,
): Omit<PlannedUse, "productName" | "itemName">[] {
  const { id, eventOn, seats, people, requirements, allocations } = event;
  const clashes = decision?.clashes ?? [];
  const use = (position: number, resourceId: string | null, units: number) => {
    const { minutes, resources } = requirements[position]!;
    const from = eventOn.slice(0, 16);
    const until = new Date(Date.parse(`${from}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
    const clash = clashes.find((one) => one.position === position && one.resourceId === resourceId)?.reason ?? null;
    return { eventId: id, position, resourceId, units, from, until, seats, people, pool: [...resources], clash };
  };
  const taken = allocations.filter(({ position }) => requirements[position]);
  return [
    ...taken.map(({ position, resourceId, units }) => use(position, resourceId, units)),
    ...clashes.flatMap(({ position, reason }) =>
      reason === "short" ? [use(position, null, missingUnits(event, position))] : [],
    ),
  ];
}

/** Counts the units that the guests need and the event does not have. A missing whole resource counts as 1. */
function missingUnits(event: ResourceEvent, position: number): number {
  const requirement = event.requirements[position]!;
  const own = sumOfUnits(event.allocations.filter((one) => one.position === position));
  return requirement.peoplePerUnit === null ? 1 : neededUnits(event, requirement) - own;
}

interface Assignment {
  eventId: string;
  position: number;
  /** The resource that the event has; null: the units that it does not have. */
  from: string | null;
  /** Null: none. Only an event without guests can be without a resource of its requirement. */
  to: string | null;
}

export type AssignmentOutcome =
  | { outcome: "assigned"; resource: ResourceRow | null; former: ResourceRow | null }
  | { outcome: "unknown" }
  /** `field` of the assignment. */
  | { outcome: "invalid" | "clash"; field: keyof Assignment; problem: FieldRefusal };

/**
 * Gives an event another resource of its requirement's pool, unless the event could not run with it. An event without guests keeps the whole
 * of a resource that it got in this way.
 */
export async function assignResource(tx: Tx, given: Assignment, now: Date): Promise<AssignmentOutcome> {
  const { eventId, position, from, to } = given;
  await lockResources(tx);
  const tried = await tryAssignment(tx, given, now);
  if (tried.outcome !== "possible") return tried;
  const { plan, event, changed, clashOf } = tried;
  const resource = to === null ? null : plan.resources.get(to)!;
  const clash = resource && clashOf(resource.id);
  if (clash)
    return {
      outcome: "clash",
      field: "to",
      problem: await clashProblem(tx, resource, clash, { plan, event, position }),
    };
  await writeAllocations(tx, [{ id: eventId, allocations: changed(to).allocations }]);
  await recountAndPublish(tx, [{ eventIds: [eventId] }], now);
  return { outcome: "assigned", resource, former: from === null ? null : (plan.resources.get(from) ?? null) };
}

/** Returns the other resources of a requirement's pool. `reason`: why the event cannot have the resource; null: it is free. */
export async function candidateResources(
  db: Db,
  given: Omit<Assignment, "to">,
  now: Date,
): Promise<
  | { id: string; name: string; reason: ResourceClash["reason"] | null }[]
  | Exclude<AssignmentOutcome, { outcome: "assigned" }>
> {
  const tried = await tryAssignment(db, given, now);
  if (tried.outcome !== "possible") return tried;
  const { plan, requirement, clashOf } = tried;
  const candidates = [];
  for (const id of requirement.resources) {
    const resource = plan.resources.get(id);
    if (!resource || resource.archived || id === given.from) continue;
    candidates.push({ id, name: resource.name, reason: clashOf(id)?.reason ?? null });
  }
  return candidates.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Computes what an assignment changes. `clashOf`: why the event could not run with a resource; undefined: it could. */
async function tryAssignment(
  tx: Db | Tx,
  { eventId, position, from, to }: Omit<Assignment, "to"> & { to?: string | null },
  now: Date,
) {
  const isKnown = (await eventNames(tx, [eventId])).has(eventId);
  if (!isKnown) return { outcome: "unknown" } as const;
  const plan = await readPlanPart(tx, { eventIds: [eventId] }, now);
  const event = plan.events.find(({ id }) => id === eventId);
  if (!event) return invalid("eventId", "event-ended");
  const requirement = event.requirements[position];
  if (!requirement) return invalid("position", "requirement-gone");
  if (typeof to === "string" && !requirement.resources.includes(to)) return invalid("to", "resource-not-required");
  const former = event.allocations.find((one) => one.position === position && one.resourceId === from);
  const isWhole = requirement.peoplePerUnit === null;
  const hasOwn = event.allocations.some((one) => one.position === position);
  const units = former?.units ?? (from === null && !(isWhole && hasOwn) ? missingUnits(event, position) : 0);
  if (units <= 0) return invalid("from", "resource-not-needed");
  if (!hasGuests(event) && !isWhole) return invalid("from", "whole-resource-only");
  if (to === null && (hasGuests(event) || !former)) return invalid("to", "resource-in-use");
  const changed = (resourceId: string | null) => ({
    ...event,
    allocations: moved(event.allocations, former, resourceId && { position, resourceId, units, chosen: true }),
  });
  const clashOf = (resourceId: string): ResourceClash | undefined => {
    const events = plan.events.map((one) => (one === event ? changed(resourceId) : one));
    return decideResources(plan.resources, events, plan.others)
      .get(eventId)!
      .clashes.find((one) => one.position === position && one.resourceId === resourceId);
  };
  return { outcome: "possible", plan, event, requirement, changed, clashOf } as const;
}

const invalid = (field: keyof Assignment, code: PlainFieldRefusalCode) =>
  ({ outcome: "invalid", field, problem: refusal(code) }) as const;

function moved(
  allocations: readonly Allocation[],
  former: Allocation | undefined,
  added: Allocation | null | "",
): Allocation[] {
  const rest = allocations.filter((one) => one !== former);
  if (!added) return rest;
  const same = rest.find((one) => one.position === added.position && one.resourceId === added.resourceId);
  return [...rest.filter((one) => one !== same), { ...added, units: added.units + (same?.units ?? 0) }];
}

/** Returns why the event cannot have the resource, with the names of the events that take it. */
async function clashProblem(
  tx: Tx,
  { id, name }: ResourceRow,
  { reason }: ResourceClash,
  { plan, event, position }: { plan: PlanPart; event: ResourceEvent; position: number },
): Promise<FieldRefusal> {
  const resourceName = { resource: name };
  if (reason === "archived") return refusal("resource-archived", resourceName);
  if (reason === "day-off") return refusal("resource-off", resourceName);
  if (reason === "hours") return refusal("resource-out-of-hours", resourceName);
  const resource = plan.resources.get(id)!;
  const [from, until] = neededSpan(event, position, resource);
  const others = [...plan.events, ...plan.others].filter(
    (one) =>
      one.id !== event.id &&
      one.allocations.some((allocation) => {
        if (allocation.resourceId !== id || !one.requirements[allocation.position]) return false;
        const [begins, ends] = neededSpan(one, allocation.position, resource);
        return begins < until && ends > from;
      }),
  );
  const names = await eventNames(
    tx,
    others.map((one) => one.id),
  );
  const list = others
    .slice(0, 5)
    .map((one) => `${names.get(one.id)!.productName} ${one.eventOn.slice(0, 16).replace("T", " ")}`);
  return list.length > 0
    ? refusal("resource-taken", { resource: name, events: list.join(", ") })
    : refusal("resource-has-few-units", resourceName);
}
