import type { OrderStatus } from "@paseo/contract";
import { sql } from "kysely";
import { statementOfYear } from "../../catalogue/event-years.ts";
import type { Db } from "../../database/database.ts";
import { callbacksInserted, type NewCallback } from "../callbacks/callbacks.ts";
import type { RefundReason } from "../changes/refunds.ts";
import { type NewEntry, statusWritten } from "../order-changes.ts";
import { asNoSeats, type OrderRow } from "../orders.ts";
import { isOfBatch, refusedWithout } from "./batch-statements.ts";
import { inBatches, lockTimeout } from "./batches.ts";

/**
 * Orders that concurrent requests cancel before their supplier confirmed them. Each is decided on the order as it was read, and written only
 * if the order is still the same.
 */

export interface Ending {
  before: OrderRow;
  /** Seats that return. */
  seats: number;
  /** Seconds until the next supplier call, or null. */
  dueIn: number | null;
  /** What is refunded; `dueUsd` is a decimal string. */
  refund: { reason: RefundReason; dueUsd: string };
  entry: NewEntry & { status: OrderStatus };
  callbacks: NewCallback[];
}

/**
 * Writes the end of an order that waits for its supplier, with those of other requests. `alone` decides about one that has changed, or whose
 * event is sold out and gets a new version.
 */
export const endInBatches = inBatches<Ending, true | null>(({ before }) => before, endOfYear, 1);

/** The orders that ended. After an error none did. Of several ends of one order, the others are decided after this one. */
async function endOfYear(db: Db, year: number, all: Ending[]): Promise<Map<Ending, true>> {
  const batch = [...new Map(all.map((one) => [one.before.id, one])).values()];
  const values = {
    endings: JSON.stringify(batch.map(sentOf)),
    callbacks: JSON.stringify(batch.flatMap(({ callbacks }) => callbacks)),
    eventIds: [...new Set(batch.map(({ before }) => before.eventId))],
  };
  const rows = await endingOf(year).run(db, values).catch(asNoSeats);
  const ended = new Set(rows.map(({ id }) => id));
  return new Map(batch.filter(({ before }) => ended.has(before.id)).map((one) => [one, true]));
}

function sentOf({ before, seats, dueIn, refund, entry }: Ending): object {
  const { id, eventId, eventOn, changes, amended, supplierCalled } = before;
  return {
    id,
    eventId,
    eventOn,
    changes,
    amended,
    supplierCalled,
    before: before.status,
    seats,
    dueIn,
    ...refund,
    ...entry,
  };
}

interface Sent {
  /** JSON of `Ending`s: the fields of the order, of its end and of the entry. */
  endings: string;
  callbacks: string;
  eventIds: string[];
}

type Ended = { id: string; refused: null };

const hasSeats = sql`(e.capacity_left is null or e.capacity_left > 0)`;

/** Orders are locked before events, and events in the sequence of their ids. Seats of a sold-out event return alone. */
const endingOf = statementOfYear<Sent, Ended>(
  "end-orders",
  (value, event) => sql`
      with sent as (
        select * from json_to_recordset(${value("endings")}::json) as x(id uuid, "eventId" uuid, "eventOn" timestamp, before text,
          changes int, amended int, "supplierCalled" boolean, seats int, "dueIn" float8, at timestamptz, kind text, status text,
          actor text, why text, reason text, "dueUsd" numeric)
        where set_config('lock_timeout', ${sql.lit(lockTimeout)}, true) is not null
      ), ended as (
        update orders o set ${statusWritten({ status: sql`s.status`, confirmation: null, dueIn: sql`s."dueIn"` })}
        from sent s join ${event} e on ${isOfBatch(value("eventIds"))} and e.id = s."eventId" and e.event_on = s."eventOn" and ${hasSeats}
        where o.id = s.id and o.status = s.before and o.changes = s.changes and o.amended = s.amended
          and (o.supplier_called_at is not null) = s."supplierCalled"
        returning o.id, o.event_id, o.event_on, s.seats
      ), entry as (
        insert into order_timeline (order_id, at, kind, status, actor, why)
        select s.id, s.at, s.kind, s.status, s.actor, s.why from sent s join ended on ended.id = s.id
      ), refunds as (
        insert into refund (order_id, reason, due_usd, due_at)
        select s.id, s.reason, s."dueUsd", s.at from sent s join ended on ended.id = s.id where s."dueUsd" > 0
      ), callbacks as (
        ${callbacksInserted(value("callbacks"), sql`exists (select from ended where ended.id = x."orderId")`)}
      ), returned as (
        update ${event} e set capacity_left = e.capacity_left + back.seats
        from (select event_id, event_on, sum(seats)::int as seats from ended group by 1, 2 order by 1) back
        where ${isOfBatch(value("eventIds"))} and e.id = back.event_id and e.event_on = back.event_on and ${hasSeats}
        returning e.id
      )
      select id, ${refusedWithout("returned")} from ended`,
);
