import type { Answer } from "../api/types.ts";

export type Event = Answer<"events.show">;
export type Manifest = Answer<"events.manifest">;
export type ManifestOrder = Manifest["orders"][number];

/** Returns the local time of an event, `20:00`; null for an event without a time. */
export const timeOf = ({ productType, eventOn }: Pick<Event, "productType" | "eventOn">): string | null =>
  productType === "scheduled" ? eventOn.slice(11, 16) : null;

/** Returns the share of the capacity that is sold; null if there is no limit. */
export const loadOf = ({ sold, capacity }: Pick<Event, "sold" | "capacity">): number | null =>
  capacity !== null && capacity > 0 ? sold / capacity : null;
