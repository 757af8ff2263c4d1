import { type RawBuilder, sql } from "kysely";
import type { Placeholder } from "../../database/statement.ts";
import { canBeSold, tooLate } from "../orders.ts";
import { lockTimeout } from "./batches.ts";

/** What the statements of batches share. The rows `o` of a batch are sent as JSON. Events are locked in the sequence of their ids. */

/** Columns of the JSON by name, with their types. */
type Columns = Record<string, string>;

/** The columns that orders and holds have in common. `place` is the one in the batch. */
export const saleColumns = {
  place: "int",
  id: "uuid",
  lang: "text",
  partnerId: "uuid",
  eventId: "uuid",
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
  idempotencyKey: "text",
} as const;

/** A column of a batch. */
export const field = (name: string) => sql.ref(`o.${name}`);

/** The rows of a batch with the seats of their event up to each, and `more` such columns. */
export function salesSent(json: Placeholder, columns: Columns, more: RawBuilder<unknown> = sql``) {
  const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  return sql`
    select sent.*, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo"${more}
    from json_to_recordset(${json}::json) as sent (${sql.raw(typed.join(", "))})
    where set_config('lock_timeout', ${sql.lit(lockTimeout)}, true) is not null
    order by place offset 0`;
}

export const isOfBatch = (eventIds: Placeholder) => sql`e.id = any(${eventIds}::uuid[])`;

/** Whether event `e` has seats to spare for row `o` and those before it. */
export function hasSpareSeats(eventIds: Placeholder) {
  const { onSale, enough } = canBeSold((name) => field(name === "seats" ? "seatsUpTo" : name), "spare");
  return sql`${isOfBatch(eventIds)} and ${onSale} and ${enough}`;
}

/** Takes the seats of the rows that the CTE `inserted` has written, from events that still have them to spare. */
export function spareSeatsTaken(event: RawBuilder<unknown>, eventIds: Placeholder, inserted: string) {
  const { onSale, enough } = canBeSold(field, "spare");
  return sql`
    update ${event} e set capacity_left = e.capacity_left - o.seats
    from (
      select event_id as "eventId", event_on as "eventOn", sum(seats)::int as seats, max(created_at) as "createdAt"
      from ${sql.table(inserted)} group by 1, 2 order by 1
    ) o
    where ${isOfBatch(eventIds)} and ${onSale} and ${enough}
    returning e.id`;
}

/** Fails the statement if the CTE `changed` lacks the event of a row. */
export const refusedWithout = (changed: string) => sql`
  case when not exists (select from ${sql.table(changed)} where ${sql.ref(`${changed}.id`)} = event_id)
    then (${sql.lit(tooLate)} || event_id)::int end as refused`;
