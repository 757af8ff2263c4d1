import type { ApiAnswer, ListRecord } from "../api/types.ts";

export type EventLine = ListRecord<"events.list">;
export type EventState = EventLine["state"];
export type Calendar = ApiAnswer<"events.calendar">;
export type DayTotals = Calendar["total"];
export type PickedProduct = Pick<
  ListRecord<"products.list">,
  "id" | "externalId" | "name" | "cityCode" | "currencyCode" | "revision"
>;

export const eventStates = [
  "available",
  "ended",
  "no-resources",
  "sold-out",
  "marked-sold-out",
  "black-out",
  "removed",
  "unpublished",
] as const satisfies EventState[];

/** The statuses that an operator can set. */
export const settableEventStates = [
  "available",
  "sold-out",
  "black-out",
  "removed",
] as const satisfies EventLine["setting"][];

/** Selected events by id, on all pages of the list. */
export type SelectedEvents = ReadonlyMap<string, EventLine>;
