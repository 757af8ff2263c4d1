import { type RawBuilder, sql } from "kysely";
import type { Placeholder } from "../database/statement.ts";
import { keyColumns } from "./answers.ts";

/**
 * What the statements that sell seats have in common. The orders or holds of a batch are sent as JSON, the rows `o`. Each statement
 * writes its keys, then locks the events, then decides by the locked rows, which are the newest. It does not wait for an event that another
 * transaction has locked: what needs it is tried again with the next batch.
 */

/** Columns of the JSON by name, with their types. */
type Columns = Record<string, string>;

/** The columns that orders and holds have in common. `place` is the one in the batch. */
export const saleColumns = {
  place: "int",
  id: "uuid",
  lang: "text",
  partnerId: "uuid",
  eventId: "uuid",
  productId: "uuid",
  eventOn: "timestamp",
  test: "boolean",
  tickets: "jsonb",
  seats: "int",
  whiteLabelCode: "text",
  totalUsd: "numeric",
  agreed: "jsonb",
  cancelPurchaseHour: "int",
  cancelUntil: "timestamptz",
  createdAt: "timestamptz",
  ...keyColumns,
} as const;

/** The rows of a batch. */
export function sentRows(json: Placeholder, columns: Columns): RawBuilder<unknown> {
  const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  return sql`sent as materialized (select * from json_to_recordset(${json}::json) as o(${sql.raw(typed.join(", "))}))`;
}

/** Event `e` of row `o`. */
export const isEvent = sql`e.id = o."eventId" and e.event_on = o."eventOn" and e.product_id = o."productId"`;

/**
 * Whether event `e` can be sold to row `o`. With `not e.hidden`, the planner of a table without statistics prefers the index of events
 * on sale to the primary key, and reads it once for each order: a second for 60 orders and 30,000 events.
 */
export const isOnSale = sql`e.availability = 'available' and e.hidden is not true and e.sales_end_at > o."createdAt"`;

/**
 * The CTE `locked`: the events of these rows, as far as nobody else has locked them. `lateral` makes the planner look up each by its key.
 */
export const eventsLocked = (event: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  locked as (
    select found.* from (select distinct "eventId", "eventOn", "productId" from ${rows}) o
    cross join lateral (select * from ${event} e where ${isEvent} for update skip locked) found
  )`;

/** The rows of the CTE `source` for which their event has the seats, beside those of the rows before them. */
export const withSeats = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select o.*, e.item_id from (
    select *, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo" from ${source}
  ) o join locked e on ${isEvent} and ${isOnSale} and (e.capacity_left is null or e.capacity_left >= o."seatsUpTo")`;

/** The CTE `taken`: events whose seats the rows of `sold` have taken, with the seats left. */
export const seatsTaken = (event: RawBuilder<unknown>, sold: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  taken as (
    update ${event} e set capacity_left = e.capacity_left - o.seats
    from (select "eventId", "eventOn", "productId", sum(seats)::int as seats from ${sold} group by 1, 2, 3) o
    where ${isEvent}
    returning e.id, e.capacity_left
  )`;

/** Why row `o` was not written although its keys are new: `locked`, by another transaction, or `short` of seats or otherwise not on sale. */
export const seatsOutcome = sql`
  case when exists (select from locked where locked.id = o."eventId") then 'short' else 'locked' end`;
