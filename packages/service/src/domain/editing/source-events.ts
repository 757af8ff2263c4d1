import { isDeepStrictEqual as same } from "node:util";
import type { AvailabilityCode } from "@paseo/contract";
import type { CatalogueItem, CatalogueProduct, CatalogueSchedule } from "../../records/catalogue-file.ts";
import type { CataloguePrice } from "../../records/ticket-prices.ts";
import { CatalogueError } from "./catalogue-rules.ts";
import type { Pause } from "./files/pauses.ts";
import { givenPrice } from "./given-prices.ts";
import { expandInPieces, expandItem, type ItemPlan, type PlannedEvent } from "./schedules.ts";

/**
 * Changes single events in a product's source. For an event of a schedule it writes an exception; a single event is
 * changed itself.
 */

export interface EventFields {
  availability?: AvailabilityCode;
  /** Null: no limit. */
  capacity?: number | null;
  /** Amounts with the currency's minor digits. */
  prices?: CataloguePrice[];
}

/** Returns the events of an item by `yyyy-MM-ddTHH:mm`. Throws CatalogueError for a source that breaks a rule. */
export function sourceEvents(product: CatalogueProduct, item: CatalogueItem): Map<string, Required<EventFields>> {
  return fieldsOfPlan(expandItem(product.type, item, product.currencyCode));
}

/** Returns the result of `sourceEvents`, and calls `pause` at regular intervals. */
export const sourceEventsInPieces = async (product: CatalogueProduct, item: CatalogueItem, pause: Pause) =>
  fieldsOfPlan(await expandInPieces(product.type, item, product.currencyCode, pause));

function fieldsOfPlan(plan: ItemPlan): Map<string, Required<EventFields>> {
  if (!plan.ok) throw new CatalogueError(plan.problems);
  return new Map(plan.events.map((event) => [event.eventOn.slice(0, 16), fieldsOf(event)]));
}

const fieldsOf = ({ availability, capacity, prices }: PlannedEvent): Required<EventFields> => ({
  availability,
  capacity,
  prices: prices.map(givenPrice),
});

/** Returns the item with these events changed, by `yyyy-MM-ddTHH:mm`. Unknown events are ignored. */
export function changeItemEvents(
  product: CatalogueProduct,
  item: CatalogueItem,
  changes: ReadonlyMap<string, EventFields>,
): CatalogueItem {
  const { schedules, events } = item;
  return {
    ...item,
    ...(schedules && { schedules: schedules.map((schedule) => withExceptions(product, item, schedule, changes)) }),
    ...(events && { events: events.map((event) => ({ ...event, ...changes.get(event.eventOn) })) }),
  };
}

/**
 * Rewrites the exceptions of each changed day in their shortest form. A change that is undone leaves nothing behind, and a year of
 * changes leaves at most one set of exceptions for each day.
 */
function withExceptions(
  product: CatalogueProduct,
  item: CatalogueItem,
  schedule: CatalogueSchedule,
  changes: ReadonlyMap<string, EventFields>,
): CatalogueSchedule {
  const events = sourceEvents(product, { ...item, schedules: [schedule], events: [] });
  const changed = [...events.keys()].filter((eventOn) => changes.has(eventOn));
  if (changed.length === 0) return schedule;

  const days = Map.groupBy(events, ([eventOn]) => eventOn.slice(0, 10));
  const changedDays = new Set(changed.map((eventOn) => eventOn.slice(0, 10)));
  const usual = usualFields(product, item, schedule);
  const written = [...changedDays].flatMap((date) => {
    const wanted = days.get(date)!.map(([eventOn, fields]) => ({
      time: eventOn.slice(11),
      fields: differing({ ...fields, ...changes.get(eventOn) }, usual),
    }));
    return dayExceptions(date, wanted, schedule.times !== undefined);
  });
  const unchanged = (schedule.exceptions ?? []).filter(({ date }) => !changedDays.has(date));
  const { exceptions: _former, ...rest } = schedule;
  const exceptions = [...unchanged, ...written].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return exceptions.length > 0 ? { ...rest, exceptions } : rest;
}

/** Returns the events that a schedule has without its exceptions. */
function usualFields(
  product: CatalogueProduct,
  item: CatalogueItem,
  schedule: CatalogueSchedule,
): Required<EventFields> {
  const { exceptions: _none, ...plain } = schedule;
  return sourceEvents(product, { ...item, schedules: [plain], events: [] })
    .values()
    .next().value!;
}

function differing(fields: Required<EventFields>, usual: Required<EventFields>): EventFields {
  return {
    ...(fields.availability !== usual.availability && { availability: fields.availability }),
    ...(fields.capacity !== usual.capacity && { capacity: fields.capacity }),
    ...(!same(fields.prices, usual.prices) && { prices: fields.prices }),
  };
}

/** Writes one exception for the day if several events differ alike, else one for each event. */
function dayExceptions(date: string, wanted: { time: string; fields: EventFields }[], timed: boolean) {
  const differ = wanted.filter(({ fields }) => Object.keys(fields).length > 0);
  const [first] = differ;
  if (!first) return [];
  const alike = differ.length === wanted.length && differ.every(({ fields }) => same(fields, first.fields));
  if (!timed || (alike && wanted.length > 1)) return [{ date, ...first.fields }];
  return differ.map(({ time, fields }) => ({ date, time, ...fields }));
}
