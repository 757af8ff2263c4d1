import type { Answer, Line } from "../api/types.ts";

export type Partner = Line<"partners.list">;
export type Key = Line<"partners.keys">;
export type CatalogAddress = NonNullable<Answer<"partners.catalogAddress">["address"]>;
/** Requests of a day, by operation. */
export type UsageRow = Line<"partners.usage">;

/** From this error rate on, the operator should talk to the partner. */
export const highErrorRate = 0.1;
