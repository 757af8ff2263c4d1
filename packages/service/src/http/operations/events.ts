import { type Event, operations, type Paged } from "@paseo/contract";
import { daysOfEvents, listEvents } from "../../domain/catalogue/event-lists.ts";
import type { VersionCounter } from "../../store/versions/versions.ts";
import { notFound } from "../../web/problems.ts";
import { readDateRange } from "../date-range.ts";
import { type ListInput, ofVersion, readOperation } from "./read.ts";

/** Local days, `yyyy-MM-dd`, both inclusive. */
export interface ProductDayRange {
  /** Id of a product; undefined: all products. */
  id?: string;
  fromdate?: string;
  todate?: string;
}

export const eventsEpoch = ({ eventSeq, currencyVersion, eventsFrom, skipped }: VersionCounter): string =>
  `${skipped}.${eventSeq}.${currencyVersion}.${eventsFrom}`;

export const eventsOperation = readOperation<ListInput & ProductDayRange, Paged<Event>>({
  operation: operations.events,
  check: readDateRange,
  epoch: eventsEpoch,
  // In every time zone, days end on quarters of an hour.
  changesEvery: () => 15,
  offered: ofVersion,
  make: async ({ db, readOnce, offer }, input, now) => {
    const list = await listEvents(db, { ...input, offer }, now, readOnce);
    if (!list) throw notFound(`There is no product ${input.id}.`);
    return list;
  },
  // An increment can grow with every change, so it depends on all changes.
  days: ({ values }, { version }) => (version === undefined ? daysOfEvents(values) : undefined),
});
