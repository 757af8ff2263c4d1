import type { DayOff, WorkingHours } from "./working-times.ts";

/** Resources, what events require of them, and what events have. */

export interface Resource {
  id: string;
  capacity: number;
  turnaroundMinutes: number;
  /** Null: always. */
  hours: readonly WorkingHours[] | null;
  daysOff: readonly DayOff[];
  archived: boolean;
}

/** What an event takes: one unit of the resources for every `peoplePerUnit` people. Null: the whole of one resource. */
export interface ResourceRequirement {
  resources: readonly string[];
  peoplePerUnit: number | null;
  minutes: number;
}

export interface Allocation {
  /** The requirement's position. */
  position: number;
  resourceId: string;
  units: number;
  /** Whether an operator chose it. The event then keeps the whole of a resource also while it has no guests. */
  chosen?: boolean;
}

export interface ResourceEvent {
  id: string;
  /** Local time at the location. */
  eventOn: string;
  startsAt: Date;
  capacity: number | null;
  /** Seats that are sold or held. */
  people: number;
  requirements: readonly ResourceRequirement[];
  allocations: readonly Allocation[];
}

/**
 * Why an event cannot run as planned. `overlap`: events together take more units than the resource has. `short`: its
 * guests need more units than it could get. `resourceId` is null for `short`.
 */
export interface ResourceClash {
  position: number;
  resourceId: string | null;
  reason: "day-off" | "hours" | "archived" | "overlap" | "short";
}

/** Returns the number of units that the guests need, with one unit for every `peoplePerUnit` people. */
export const neededUnits = (people: number, peoplePerUnit: number): number => Math.ceil(people / peoplePerUnit);

export const sumOfUnits = (list: readonly { units: number }[]): number =>
  list.reduce((sum, { units }) => sum + units, 0);

/** Returns how long an event takes a resource, in milliseconds since 1970. The end includes the turnaround. */
export function neededSpan(
  { startsAt, requirements }: ResourceEvent,
  position: number,
  { turnaroundMinutes }: Pick<Resource, "turnaroundMinutes">,
): [from: number, until: number] {
  const minutes = requirements[position]!.minutes + turnaroundMinutes;
  return [startsAt.getTime(), startsAt.getTime() + minutes * 60_000];
}
