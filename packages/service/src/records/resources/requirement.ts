import Type from "typebox";
import { codeField } from "../field-types.ts";
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

/** What a requirement counts, as an operator gives it. */
export const countedField = Type.Optional(
  Type.Enum(["seats", "people"], {
    description: "What the units are counted by. Omitted: seats if `peoplePerUnit` is 1, else people.",
  }),
);

/** The ticket that a requirement counts, as an operator gives it. */
export const countedTicketField = Type.Optional(
  codeField({
    description:
      "Code of the ticket that the units are counted by, such as a kayak for two, in place of seats or people. It limits this ticket alone.",
  }),
);

/** What an event takes: one unit of the resources for every `peoplePerUnit` people or seats. Null: the whole of one resource. */
export interface ResourceRequirement {
  resources: readonly string[];
  peoplePerUnit: number | null;
  /** What the units are counted by. Missing: seats if each has a unit, else people. */
  counts?: "seats" | "people" | undefined;
  /** The code of the ticket that the units are counted by. Missing: seats or people. Units for a ticket limit the sale of this ticket, and not the seats of the event. */
  ticket?: string | undefined;
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
  /** Seats and people that are sold or held. */
  seats: number;
  people: number;
  /** Tickets that are sold or held, of the codes that requirements count. */
  tickets?: Readonly<Record<string, number>> | null;
  /** Seats that guarantees hold for partners that have not sold them: they take units as guests do. */
  guaranteed?: number;
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

type Guests = Pick<ResourceEvent, "seats" | "people" | "tickets">;
type Counted = Pick<ResourceRequirement, "peoplePerUnit" | "counts" | "ticket">;

export const hasGuests = ({ seats, people }: Guests): boolean => seats > 0 || people > 0;

/** The guests for whom an event takes units: with a person for each seat that is guaranteed and not sold. */
export const expectedGuests = ({ seats, people, tickets = null, guaranteed = 0 }: ResourceEvent): Guests => ({
  seats: seats + guaranteed,
  people: people + guaranteed,
  tickets,
});

// A code may be `constructor`.
const ticketsOf = ({ tickets }: Guests, code: string): number =>
  tickets && Object.hasOwn(tickets, code) ? tickets[code]! : 0;

/** Returns what a requirement counts of an event: its seats, its people, or its tickets of one code. */
export const countedGuests = (event: Guests, { peoplePerUnit, counts, ticket }: Counted): number =>
  ticket === undefined ? event[counts ?? (peoplePerUnit === 1 ? "seats" : "people")] : ticketsOf(event, ticket);

/** Returns the number of units that the guests need; 1 for the whole of a resource. */
export const neededUnits = (event: Guests, requirement: Counted): number => {
  const { peoplePerUnit } = requirement;
  if (peoplePerUnit === null) return hasGuests(event) ? 1 : 0;
  return Math.ceil(countedGuests(event, requirement) / peoplePerUnit);
};

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
