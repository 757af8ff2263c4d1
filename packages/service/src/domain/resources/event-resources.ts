import Type from "typebox";
import { obstaclesOf } from "../../records/resources/allocation.ts";
import {
  countedField,
  countedTicketField,
  neededUnits,
  type ResourceClash,
  type ResourceEvent,
  sumOfUnits,
} from "../../records/resources/requirement.ts";
import { nullable, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { readPlanPart } from "../../store/resources/plan.ts";
import { allRequirements, allResources, type ResourceRow, resourceKinds } from "../../store/resources/resources.ts";

/** The resources of events: what each requirement has, what it lacks, and what it could have. */

export const clashReasons = [
  "day-off",
  "hours",
  "archived",
  "overlap",
  "short",
] as const satisfies ResourceClash["reason"][];

export const EventRequirement = Type.Object({
  position: Type.Integer({ description: "Position of the item's requirement, from 0." }),
  peoplePerUnit: nullable(Type.Integer(), "One unit for this many people. Null: the whole of one resource."),
  counts: countedField,
  ticket: countedTicketField,
  minutes: Type.Integer({ description: "How long the event takes them." }),
  missing: Type.Integer({ description: "Units that the guests need and the event does not have." }),
  resources: Type.Array(
    Type.Object({
      id: text,
      name: text,
      kind: Type.Enum([...resourceKinds]),
      units: Type.Integer({ description: "Units that the event has." }),
      obstacle: nullable(
        Type.Enum([...clashReasons]),
        "Why the event cannot use it. Null: it is free, or the event has it and can run with it.",
      ),
    }),
    { description: "The resources that can serve. The event takes of any of them." },
  ),
});
export type EventRequirement = Type.Static<typeof EventRequirement>;

/** Reads the requirements of events. A past event has only requirements of which it has something. */
export async function requirementsOfEvents(
  db: Db,
  eventIds: readonly string[],
  now: Date,
): Promise<Map<string, EventRequirement[]>> {
  if (eventIds.length === 0) return new Map();
  const { resources, events, others } = await readPlanPart(db, { eventIds: [...eventIds] }, now);
  const wanted = new Set(eventIds);
  const obstacles = obstaclesOf(resources, events, others, wanted);
  const found = [...events, ...others].filter(({ id }) => wanted.has(id));
  return new Map(found.map((event) => [event.id, shownRequirements(event, resources, obstacles.get(event.id))]));
}

function shownRequirements(
  event: ResourceEvent,
  resources: ReadonlyMap<string, ResourceRow>,
  obstacles: Map<string, ResourceClash["reason"] | null>[] = [],
): EventRequirement[] {
  return event.requirements.map((requirement, position) => {
    const { resources: pool, peoplePerUnit, counts, ticket, minutes } = requirement;
    const own = event.allocations.filter((one) => one.position === position);
    const needed = neededUnits(event, requirement);
    return {
      position,
      peoplePerUnit,
      ...(counts && { counts }),
      ...(ticket !== undefined && { ticket }),
      minutes,
      missing: Math.max(0, needed - sumOfUnits(own)),
      resources: pool.flatMap((id) => {
        const resource = resources.get(id);
        if (!resource) return [];
        const units = sumOfUnits(own.filter((one) => one.resourceId === id));
        const { name, kind } = resource;
        return [{ id, name, kind, units, obstacle: obstacles[position]?.get(id) ?? null }];
      }),
    };
  });
}

export const MissingResources = Type.Array(text, {
  description:
    "Names of the resources without which the event sells nothing. Empty unless its state is `no-resources`.",
});

/** Names the missing resources of the events that sell nothing because of them, by event. */
export async function missingResources(
  db: Db,
  events: readonly { id: string; state: string }[],
  now: Date,
): Promise<Map<string, string[]>> {
  const ids = events.flatMap(({ id, state }) => (state === "no-resources" ? [id] : []));
  const requirements = await requirementsOfEvents(db, ids, now);
  return new Map([...requirements].map(([id, list]) => [id, [...new Set(list.flatMap(missingOf))]]));
}

/** A resource that the event has and cannot use is missing. Without such a resource, all that could serve are missing. */
function missingOf({ missing, resources }: EventRequirement): string[] {
  const own = resources.filter(({ units }) => units > 0);
  const lost = own.filter(({ obstacle }) => obstacle !== null);
  const isShort = missing > 0 || (own.length === 0 && resources.every(({ obstacle }) => obstacle !== null));
  const named = isShort ? resources.filter(({ obstacle }) => obstacle !== null) : lost;
  return named.map(({ name }) => name);
}

/** What events of an item take, with the names of the resources. */
export const ItemRequirement = Type.Object({
  resources: Type.Array(text, { description: "Names. Each event takes of any of them." }),
  peoplePerUnit: nullable(Type.Integer(), "One unit for this many people. Null: the whole of one resource."),
  counts: countedField,
  ticket: countedTicketField,
});

/** Reads what the events of items take, by item. */
export async function requirementsByItem(db: Db): Promise<Map<string, Type.Static<typeof ItemRequirement>[]>> {
  const names = new Map((await allResources(db)).map(({ id, name }) => [id, name]));
  const ofItems = await allRequirements(db);
  return new Map(
    [...ofItems].map(([itemId, list]) => [
      itemId,
      list.map(({ resources, peoplePerUnit, counts, ticket }) => ({
        resources: resources.flatMap((id) => names.get(id) ?? []),
        peoplePerUnit,
        ...(counts && { counts }),
        ...(ticket !== undefined && { ticket }),
      })),
    ]),
  );
}
