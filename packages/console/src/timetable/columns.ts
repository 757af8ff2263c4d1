import type { ApiAnswer } from "../api/types.ts";
import { parseInstant } from "../format/days.ts";
import { type Resource, resourceKinds } from "../resources/resource.ts";
import { clockText, type Span, spanOf } from "./layout.ts";

/** Which event is in which column of a timetable. */

export type TimetableEvent = ApiAnswer<"events.timetable">["events"][number];
type Requirement = TimetableEvent["requirements"][number];

/** What the columns of a day are. */
export const columnKinds = ["guide", "vehicle", "room", "equipment", "product"] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** What an event has by one requirement. `resourceId` null: what it lacks. */
export interface BlockUse {
  position: number;
  resourceId: string | null;
  pool: Requirement["resources"];
}

/** An event in a column. `use` null: the columns are not resources. */
export interface TimetableBlock {
  key: string;
  event: TimetableEvent;
  span: Span;
  use: BlockUse | null;
}

export interface TimetableColumn {
  /** Empty: events without a resource. */
  id: string;
  name: string;
  resource: Resource | null;
  blocks: TimetableBlock[];
}

export const hasTime = ({ productType }: TimetableEvent): boolean => productType === "scheduled";

const usualMinutes = 60;

/** Returns how long an event lasts, as far as anything says it. */
export const minutesOf = ({ minutes, requirements }: TimetableEvent): number =>
  minutes ?? (requirements.length > 0 ? Math.max(...requirements.map((one) => one.minutes)) : usualMinutes);

/** Returns the times of an event, `09:00` and `11:00`; null for an event of a whole day. */
export function timesOf(event: TimetableEvent): { from: string; until: string } | null {
  if (!hasTime(event)) return null;
  const from = spanOf(event.eventOn, 0).from;
  return { from: clockText(from), until: clockText(from + minutesOf(event)) };
}

export const isFinished = (event: TimetableEvent, now: number): boolean =>
  hasTime(event) && parseInstant(event.startsAt).getTime() + minutesOf(event) * 60_000 <= now;

/** Returns the kinds of resources without which an event cannot run as planned, as its page says it. */
export function lackedKinds({ requirements }: TimetableEvent): Resource["kind"][] {
  const lacked = requirements.filter(({ missing, resources }) => {
    const own = resources.filter(({ units }) => units > 0);
    const isLost = own.some(({ obstacle }) => obstacle !== null);
    return missing > 0 || isLost || (own.length === 0 && resources.every(({ obstacle }) => obstacle !== null));
  });
  return resourceKinds.filter((kind) => lacked.some(({ resources }) => resources.some((one) => one.kind === kind)));
}

/** Returns the names of the resources that an event has. */
export const givenNames = ({ requirements }: TimetableEvent): string[] => [
  ...new Set(
    requirements.flatMap(({ resources }) => resources.filter(({ units }) => units > 0).map(({ name }) => name)),
  ),
];

const blockOf = (event: TimetableEvent, use: BlockUse | null, minutes: number): TimetableBlock => ({
  key: [event.id, use?.position, use?.resourceId].join(" "),
  event,
  span: spanOf(event.eventOn, minutes),
  use,
});

/** Returns the blocks of an event in the columns of a kind. An event that needs two guides has a block for each. */
const usesOf = (event: TimetableEvent, kind: Resource["kind"]): TimetableBlock[] =>
  event.requirements
    .filter(({ resources }) => resources.some((one) => one.kind === kind))
    .flatMap(({ position, resources: pool, missing, minutes }) => {
      const own = pool.filter(({ units }) => units > 0);
      const ids: (string | null)[] = own.map(({ id }) => id);
      if (own.length === 0 || missing > 0) ids.push(null);
      return ids.map((resourceId) => blockOf(event, { position, resourceId, pool }, minutes));
    });

/** Returns the block of an event that takes this resource. */
export const blocksOfResource = (event: TimetableEvent, resourceId: string): TimetableBlock[] =>
  event.requirements.flatMap(({ position, resources: pool, minutes }) =>
    pool.some(({ id, units }) => id === resourceId && units > 0)
      ? [blockOf(event, { position, resourceId, pool }, minutes)]
      : [],
  );

/**
 * Returns the columns of a day: a column for each resource of the kind, after one for events that need such a resource and have none; or
 * a column for each product.
 */
export function columnsBy(
  kind: ColumnKind,
  events: readonly TimetableEvent[],
  resources: readonly Resource[],
  notAssigned: string,
): TimetableColumn[] {
  const timed = events.filter(hasTime);
  if (kind === "product")
    return [...Map.groupBy(timed, ({ productId }) => productId)]
      .map(([id, ofProduct]) => ({
        ...{ id, name: ofProduct[0]!.productName, resource: null },
        blocks: ofProduct.map((event) => blockOf(event, null, minutesOf(event))),
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  const blocks = timed.flatMap((event) => usesOf(event, kind));
  const of = (wanted: string | null) => blocks.filter(({ use }) => use?.resourceId === wanted);
  const columns = resources
    .filter((one) => one.kind === kind)
    .map((resource) => ({ id: resource.id, name: resource.name, resource, blocks: of(resource.id) }))
    .filter(({ resource, blocks }) => !resource.archived || blocks.length > 0);
  const missing = of(null);
  return missing.length > 0 ? [{ id: "", name: notAssigned, resource: null, blocks: missing }, ...columns] : columns;
}

/** Returns the events that are in no column: events of a whole day, and events that need no resource of the kind. */
export function eventsOutside(
  columns: readonly TimetableColumn[],
  events: readonly TimetableEvent[],
): TimetableEvent[] {
  const inside = new Set(columns.flatMap(({ blocks }) => blocks.map(({ event }) => event.id)));
  return events.filter(({ id }) => !inside.has(id));
}
