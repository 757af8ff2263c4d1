import Type from "typebox";
import { givenPrice } from "../../domain/editing/given-prices.ts";
import { MissingResources, missingResources } from "../../domain/resources/event-resources.ts";
import { dayNumber, isoDay } from "../../domain/selling/dates.ts";
import { nullable, text } from "../../records/schemas.ts";
import { CataloguePrice } from "../../records/tickets/catalogue-price.ts";
import {
  type CalendarDay,
  calendarFields,
  type EventLine,
  eventCalendar,
  eventFilter,
  eventSorts,
  firstEventFields,
  listEventLines,
  namedEvents,
} from "../../store/editing/event-list.ts";
import { eventFields } from "../../store/visits/day-events.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { listOperation, officeRoles, operation } from "../operation.ts";
import { invalidFields } from "./changing.ts";

/** Events of all products, with sales. */

const Line = Type.Object({
  ...eventFields,
  load: nullable(Type.Number(), "Sold of capacity: 1 is full, more is overbooked."),
  prices: Type.Array(CataloguePrice),
  missingResources: MissingResources,
});

const lineOf = ({ tickets, ...row }: EventLine, missing: ReadonlyMap<string, string[]>) => ({
  ...row,
  missingResources: missing.get(row.id) ?? [],
  load: loadOf(row.sold, row.capacity ?? 0),
  prices: tickets.map(givenPrice),
});

/** Returns the sold share of the capacity; null without a capacity. Only the reader rounds it, because a second rounding can be wrong. */
const loadOf = (sold: number, capacity: number): number | null => (capacity > 0 ? sold / capacity : null);

const CalendarTotals = {
  ...calendarFields,
  load: nullable(Type.Number(), "`sold` of `capacity`."),
};

export const eventOperations = [
  listOperation({
    id: "events.list",
    path: "/events",
    summary: "List events with sold and free seats",
    sorts: eventSorts,
    filter: eventFilter,
    record: Line,
    async rows({ service, now }, filter, page) {
      checkFilter(filter);
      const { rows, total } = await listEventLines(service.db, filter, page, now);
      const missing = await missingResources(service.db, rows, now);
      return { rows: rows.map((row) => lineOf(row, missing)), total };
    },
  }),
  operation({
    id: "events.calendar",
    method: "GET",
    path: "/events/calendar",
    summary: "Read a month of events with the occupancy of each day",
    roles: officeRoles,
    query: Type.Object({
      month: Type.String({ pattern: "^(19|[2-9]\\d)\\d{2}-(0[1-9]|1[0-2])$", description: "yyyy-MM" }),
      productId: eventFilter.productId,
      item: eventFilter.item,
      cityCode: eventFilter.cityCode,
      state: eventFilter.state,
    }),
    response: Type.Object({
      month: text,
      days: Type.Array(
        Type.Object({
          day: text,
          ...CalendarTotals,
          only: nullable(text, "The id of the day's event if it has only one."),
          first: Type.Array(Type.Object(firstEventFields), {
            description: `Its first ${namedEvents} events, in order of their time.`,
          }),
        }),
      ),
      total: Type.Object(CalendarTotals),
    }),
    async run({ service, now, query: { month, ...filter } }) {
      checkFilter(filter);
      const days = daysOf(month);
      const found = await eventCalendar(service.db, { ...filter, from: days[0]!, to: days.at(-1)! }, now);
      const byDay = new Map(found.map((one) => [one.day, one]));
      return {
        month,
        days: days.map((one) => ({
          day: one,
          ...calendarTotals([byDay.get(one) ?? []].flat()),
          only: byDay.get(one)?.only ?? null,
          first: byDay.get(one)?.first ?? [],
        })),
        total: calendarTotals(found),
      };
    },
  }),
];

const calendarTotals = (days: readonly CalendarDay[]) => {
  const sum = (field: keyof typeof calendarFields) => days.reduce((total, one) => total + one[field], 0);
  const names = Object.keys(calendarFields) as (keyof typeof calendarFields)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, sum(name)])),
    load: loadOf(sum("sold"), sum("capacity")),
  };
};

/** Returns all days of a month `yyyy-MM`. */
function daysOf(month: string): string[] {
  const first = dayNumber(`${month}-01`)!;
  return Array.from({ length: 31 }, (_, n) => isoDay(first + n)).filter((day) => day.startsWith(month));
}

/** Refuses invalid filters: an item without a product, and impossible days. */
export function checkFilter(filter: { productId?: string; item?: string; from?: string; to?: string }): void {
  if (filter.item !== undefined && filter.productId === undefined)
    throw invalidFields([{ pointer: "item", ...refusal("item-needs-product") }]);
  checkDays(filter);
}

/** Refuses days that do not exist, and an end before its start. `at` is the prefix of the pointers. */
export function checkDays({ from, to }: { from?: string; to?: string }, at = ""): void {
  for (const [name, day] of Object.entries({ from, to })) checkDay(day, at + name);
  if (from !== undefined && to !== undefined && to < from)
    throw invalidFields([{ pointer: `${at}to`, ...refusal("ends-before-start", { later: to, earlier: from }) }]);
}

/** Refuses a day that does not exist. */
export function checkDay(day: string | undefined, pointer: string): void {
  if (day !== undefined && dayNumber(day) === null)
    throw invalidFields([{ pointer, ...refusal("not-in-calendar", { value: day }) }]);
}
