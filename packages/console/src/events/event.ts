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

/** Chosen events by id, kept on the other pages of the list. */
export type Chosen = ReadonlyMap<string, EventLine>;
export type Choose = (lines: readonly EventLine[], on: boolean) => void;
