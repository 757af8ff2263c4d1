import {
  type Allocation,
  countedGuests,
  expectedGuests,
  hasGuests,
  neededSpan,
  neededUnits,
  type Resource,
  type ResourceClash,
  type ResourceEvent,
  sumOfUnits,
} from "./requirement.ts";
import { daysOffDuring, isWithinHours } from "./working-times.ts";

/**
 * Decides which resources events take, and how many seats the resources still allow. It has no I/O, so a test compares
 * it with a model that counts minute by minute: docs/decisions/0054-resources.md.
 */

export interface AllocationDecision {
  allocations: Allocation[];
  /** Seats that can still be sold; null: no limit. */
  left: number | null;
  /** How many more of each ticket that a requirement counts can be sold, by code. */
  ticketsLeft: ReadonlyMap<string, number>;
  clashes: ResourceClash[];
  /** Whether the event sells nothing because a resource is missing. False if its own guests fill it. */
  lacksResources: boolean;
}

interface Usage {
  eventId: string;
  position: number;
  /** The event's local day. */
  day: string;
  from: number;
  /** The end of the event and of the resource's turnaround. */
  until: number;
  units: number;
}

/**
 * Decides about `events`. The allocations of `others` do not change. Events that take fewer units release them
 * first. An allocation stays where it is as long as its requirement names the resource.
 */
export function decideResources(
  resources: ReadonlyMap<string, Resource>,
  events: readonly ResourceEvent[],
  others: readonly ResourceEvent[] = [],
): Map<string, AllocationDecision> {
  const { plan, ordered } = settledPlan(resources, events, others);
  return new Map(
    ordered.map((event) => [
      event.id,
      {
        allocations: plan.allocationsOf(event),
        left: plan.left(event),
        ticketsLeft: plan.ticketsLeft(event),
        clashes: plan.clashesOf(event),
        lacksResources: plan.lacksResources(event),
      },
    ]),
  );
}

/**
 * Returns for each requirement of these events why the event cannot use a resource of the pool. Null: the resource is free, or the event
 * has it.
 */
export function obstaclesOf(
  resources: ReadonlyMap<string, Resource>,
  events: readonly ResourceEvent[],
  others: readonly ResourceEvent[],
  ids: ReadonlySet<string>,
): Map<string, Map<string, ResourceClash["reason"] | null>[]> {
  const { plan, ordered } = settledPlan(resources, events, others);
  const wanted = ordered.filter(({ id }) => ids.has(id));
  return new Map(wanted.map((event) => [event.id, plan.obstacles(event)]));
}

function settledPlan(
  resources: ReadonlyMap<string, Resource>,
  events: readonly ResourceEvent[],
  others: readonly ResourceEvent[],
): { plan: Plan; ordered: ResourceEvent[] } {
  const plan = new Plan(resources);
  const ordered = events.toSorted((a, b) => +a.startsAt - +b.startsAt || (a.id < b.id ? -1 : 1));
  // A past event can have an allocation for a requirement that its item no longer has.
  for (const event of others)
    for (const allocation of event.allocations)
      if (event.requirements[allocation.position]) plan.take(event, allocation);
  for (const event of ordered) for (const allocation of plan.preserved(event)) plan.take(event, allocation);
  for (const event of ordered) plan.takeMissing(event);
  return { plan, ordered };
}

class Plan {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #usages = new Map<string, Usage[]>();
  readonly #own = new Map<string, Allocation[]>();

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources;
  }

  take(event: ResourceEvent, allocation: Allocation): void {
    const { position, resourceId, units } = allocation;
    const own = getOrAdd(this.#own, event.id);
    const usages = getOrAdd(this.#usages, resourceId);
    const earlier = own.find((one) => one.position === position && one.resourceId === resourceId);
    if (earlier) {
      earlier.units += units;
      usages.find((one) => one.eventId === event.id && one.position === position)!.units += units;
      return;
    }
    own.push({ ...allocation });
    const [from, until] = this.#span(event, position, resourceId);
    usages.push({ eventId: event.id, position, day: event.eventOn.slice(0, 10), from, until, units });
  }

  allocationsOf = ({ id }: ResourceEvent): Allocation[] =>
    (this.#own.get(id) ?? []).toSorted((a, b) => a.position - b.position || (a.resourceId < b.resourceId ? -1 : 1));

  /** Returns the stored allocations that still apply, without units that the guests and the guarantees no longer need. */
  preserved(event: ResourceEvent): Allocation[] {
    const expected = expectedGuests(event);
    return event.requirements.flatMap((requirement, position) => {
      const { resources, peoplePerUnit } = requirement;
      const own = event.allocations.filter(
        (one) =>
          one.position === position &&
          resources.includes(one.resourceId) &&
          (hasGuests(expected) || (one.chosen && peoplePerUnit === null)),
      );
      // Smaller shares are released first, so that whole resources become free.
      const bySize = own.toSorted((a, b) => b.units - a.units || (a.resourceId < b.resourceId ? -1 : 1));
      if (peoplePerUnit === null)
        return bySize.slice(0, 1).map((one) => ({ ...one, units: this.#resources.get(one.resourceId)!.capacity }));
      let missing = neededUnits(expected, requirement);
      return bySize.flatMap((one) => {
        const units = Math.min(one.units, missing);
        missing -= units;
        return units > 0 ? [{ ...one, units }] : [];
      });
    });
  }

  /** Takes units that the guests and the guarantees need and the event lacks, as far as they are free. */
  takeMissing(event: ResourceEvent): void {
    const expected = expectedGuests(event);
    if (!hasGuests(expected)) return;
    for (const [position, requirement] of event.requirements.entries()) {
      const { resources, peoplePerUnit } = requirement;
      const own = this.#at(event, position);
      if (peoplePerUnit === null) {
        const free = this.#inOrder(event, position, resources).find((id) => this.#isWhollyFree(event, position, id));
        if (own.length === 0 && free !== undefined)
          this.take(event, { position, resourceId: free, units: this.#resources.get(free)!.capacity });
        continue;
      }
      let missing = neededUnits(expected, requirement) - sumOfUnits(own);
      for (const resourceId of missing > 0 ? this.#inOrder(event, position, resources) : []) {
        const units = Math.min(missing, this.#free(event, position, resourceId));
        if (units > 0) this.take(event, { position, resourceId, units });
        missing -= Math.max(0, units);
      }
    }
  }

  /** Counts the seats that can still be sold. An event with a clash sells nothing until an operator resolves the clash. */
  left(event: ResourceEvent): number | null {
    if (this.clashesOf(event).length > 0) return 0;
    let left = event.capacity === null ? null : Math.max(0, event.capacity - event.seats);
    for (const position of seatLimits(event)) {
      const allowed = this.#allowed(event, position);
      if (allowed !== null) left = Math.min(left ?? allowed, allowed);
    }
    return left;
  }

  ticketsLeft(event: ResourceEvent): ReadonlyMap<string, number> {
    const left = new Map<string, number>();
    for (const [position, { ticket }] of event.requirements.entries()) {
      if (ticket === undefined) continue;
      const allowed = this.#allowed(event, position) ?? Number.POSITIVE_INFINITY;
      left.set(ticket, Math.min(left.get(ticket) ?? allowed, allowed));
    }
    return left;
  }

  /** A requirement of which the event has nothing and can get nothing is missing. An event that has a part of it is full. */
  lacksResources(event: ResourceEvent): boolean {
    if (this.clashesOf(event).length > 0) return true;
    if (event.capacity !== null && event.seats >= event.capacity) return false;
    return seatLimits(event).some(
      (position) => this.#at(event, position).length === 0 && this.#allowed(event, position) === 0,
    );
  }

  obstacles(event: ResourceEvent): Map<string, ResourceClash["reason"] | null>[] {
    const clashes = this.clashesOf(event);
    return event.requirements.map(({ resources, peoplePerUnit }, position) => {
      const own = new Set(this.#at(event, position).map(({ resourceId }) => resourceId));
      const obstacle = (id: string) => {
        const clash = clashes.find((one) => one.position === position && one.resourceId === id);
        if (clash || own.has(id)) return clash?.reason ?? null;
        const isFree =
          peoplePerUnit === null ? this.#isWhollyFree(event, position, id) : this.#free(event, position, id) > 0;
        return isFree ? null : (this.#absence(event, position, id) ?? "overlap");
      };
      return new Map(resources.map((id) => [id, obstacle(id)]));
    });
  }

  /**
   * Seats that a requirement allows; null: no limit. A requirement that counts people allows one person for each seat: the plan refuses a
   * sale of more people when it counts the units.
   */
  #allowed(event: ResourceEvent, position: number): number | null {
    const requirement = event.requirements[position]!;
    const { resources, peoplePerUnit } = requirement;
    const own = this.#at(event, position);
    if (peoplePerUnit === null) {
      if (own.length > 0) return null;
      return resources.some((id) => this.#isWhollyFree(event, position, id)) ? null : 0;
    }
    const free = resources.reduce((sum, id) => sum + this.#free(event, position, id), 0);
    return Math.max(0, (sumOfUnits(own) + free) * peoplePerUnit - countedGuests(event, requirement));
  }

  clashesOf(event: ResourceEvent): ResourceClash[] {
    const ofAllocations = this.allocationsOf(event).flatMap(({ position, resourceId, units }): ResourceClash[] => {
      const reason =
        this.#absence(event, position, resourceId) ??
        (this.#peak(event, position, resourceId) + units > this.#resources.get(resourceId)!.capacity
          ? "overlap"
          : null);
      return reason ? [{ position, resourceId, reason }] : [];
    });
    const short = event.requirements.flatMap((requirement, position): ResourceClash[] => {
      return sumOfUnits(this.#at(event, position)) < neededUnits(event, requirement)
        ? [{ position, resourceId: null, reason: "short" }]
        : [];
    });
    return [...ofAllocations, ...short];
  }

  /** Orders resources: resources that the event uses come first, then the least busy resources of its day, then by id. */
  #inOrder(event: ResourceEvent, position: number, resources: readonly string[]): string[] {
    const own = new Set(this.#at(event, position).map(({ resourceId }) => resourceId));
    const day = event.eventOn.slice(0, 10);
    const busy = new Map(
      resources.map((id) => {
        const ofDay = (this.#usages.get(id) ?? []).filter((usage) => usage.day === day);
        return [id, ofDay.reduce((sum, { from, until }) => sum + until - from, 0)];
      }),
    );
    return resources.toSorted(
      (a, b) => Number(own.has(b)) - Number(own.has(a)) || busy.get(a)! - busy.get(b)! || (a < b ? -1 : 1),
    );
  }

  #isWhollyFree = (event: ResourceEvent, position: number, id: string): boolean =>
    this.#absence(event, position, id) === null && this.#peak(event, position, id) === 0;

  /** Units that the event can take in addition to the units that it has. */
  #free(event: ResourceEvent, position: number, id: string): number {
    if (this.#absence(event, position, id) !== null) return 0;
    const own = this.#at(event, position).find(({ resourceId }) => resourceId === id)?.units ?? 0;
    return Math.max(0, this.#resources.get(id)!.capacity - this.#peak(event, position, id) - own);
  }

  #absence({ eventOn, requirements }: ResourceEvent, position: number, id: string): ResourceClash["reason"] | null {
    const { archived, daysOff, hours } = this.#resources.get(id)!;
    const span = { eventOn, minutes: requirements[position]!.minutes };
    if (archived) return "archived";
    if (daysOffDuring(daysOff, span).length > 0) return "day-off";
    return isWithinHours(hours, span) ? null : "hours";
  }

  /** Maximum number of units that other events take at one moment of the event. */
  #peak(event: ResourceEvent, position: number, id: string): number {
    const [from, until] = this.#span(event, position, id);
    const usages = (this.#usages.get(id) ?? []).filter(
      (usage) =>
        !(usage.eventId === event.id && usage.position === position) && usage.from < until && usage.until > from,
    );
    // The units in use only rise where a usage begins.
    const risesAt = [from, ...usages.map((usage) => Math.max(from, usage.from))];
    return Math.max(0, ...risesAt.map((at) => sumOfUnits(usages.filter((one) => one.from <= at && one.until > at))));
  }

  #span = (event: ResourceEvent, position: number, id: string) => neededSpan(event, position, this.#resources.get(id)!);

  #at = ({ id }: ResourceEvent, position: number): Allocation[] =>
    (this.#own.get(id) ?? []).filter((one) => one.position === position);
}

/** Positions of the requirements that limit the seats: all that count seats, people or whole resources. One that counts a ticket limits only this ticket. */
const seatLimits = ({ requirements }: ResourceEvent): number[] =>
  requirements.flatMap(({ ticket }, position) => (ticket === undefined ? position : []));

function getOrAdd<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
