import { type RawBuilder, sql } from "kysely";
import type { Placeholder } from "../database/statement.ts";

/**
 * Matches every event `e` that has not ended, through an index of times that skips past events. Local days end up to 12
 * hours after UTC's.
 */
export const isComingOrRecentEvent = (now: Date | Placeholder): RawBuilder<unknown> =>
  sql`e.event_on >= (${now}::timestamptz at time zone 'UTC')::date - 2`;
