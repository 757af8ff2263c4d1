import type { ApiAnswer } from "../api/types.ts";

export type DayEvent = ApiAnswer<"events.show">;
export type Manifest = ApiAnswer<"events.manifest">;
export type ManifestOrder = Manifest["orders"][number];

/** Returns the local time of an event, `20:00`; null for an event without a time. */
export const eventTime = ({ productType, eventOn }: Pick<DayEvent, "productType" | "eventOn">): string | null =>
  productType === "scheduled" ? eventOn.slice(11, 16) : null;

/** Whether an event has begun. An event without a time begins with its day. */
export const hasBegun = ({
  productType,
  started,
  daysAhead,
}: Pick<DayEvent, "productType" | "started" | "daysAhead">) => (productType === "scheduled" ? started : daysAhead <= 0);

/** Returns the share of the capacity that is sold; null if there is no limit. */
export const soldShare = ({ sold, capacity }: Pick<DayEvent, "sold" | "capacity">): number | null =>
  capacity !== null && capacity > 0 ? sold / capacity : null;
