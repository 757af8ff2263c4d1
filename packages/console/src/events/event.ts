import type { Answer, Line } from "../api/types.ts";

export type EventLine = Line<"events.list">;
export type EventStatus = EventLine["availability"];
export type Calendar = Answer<"events.calendar">;
export type DayTotals = Calendar["total"];
export type ProductLine = Pick<
  Line<"products.list">,
  "id" | "externalId" | "name" | "cityCode" | "currencyCode" | "revision"
>;

export const statuses = ["available", "sold-out", "black-out", "removed"] as const satisfies EventStatus[];

/** Selected events by id, on all pages of the list. */
export type SelectedEvents = ReadonlyMap<string, EventLine>;
