import type { HoldStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { statementOfYear, yearOf } from "../../catalogue/event-years.ts";
import type { Db, Tx } from "../../database/database.ts";
import { allRows, firstRow, onlyRow, run } from "../../database/rows.ts";
import { prepared } from "../../database/statement-names.ts";
import type { EventRef } from "../order-changes.ts";
import {
  asNoSeats,
  canBeSold,
  type NewOrder,
  newRow,
  type OrderRow,
  orderInserted,
  type Placing,
  placingValues,
  tooLate,
  type UpTo,
  type ValueOf,
} from "../orders.ts";
import { attemptsWritten, refusedBefore, unlessRefusedBefore } from "../placing/attempts.ts";

/** Seats held for customers who are paying: docs/decisions/0029-holds.md. */

/** The fields that a hold has in common with the order that may follow. */
type Held = Pick<
  NewOrder,
  | "id"
  | "lang"
  | "partnerId"
  | "eventId"
  | "eventOn"
  | "test"
  | "tickets"
  | "seats"
  | "whiteLabelCode"
  | "totalUsd"
  | "agreed"
  | "cancelPurchaseHour"
  | "cancelUntil"
  | "createdAt"
  | "idempotencyKey"
>;

export type NewHold = Held & { expiresAt: Date };

export interface HoldRow extends Omit<NewHold, "seats" | "createdAt" | "idempotencyKey"> {
  extensions: number;
  /** `open` also after `expiresAt`, until the seats are returned. */
  status: HoldStatus;
}

const holdColumns = sql`id, partner_id as "partnerId", lang, test, event_id as "eventId", event_on as "eventOn", tickets,
  white_label_code as "whiteLabelCode", total_usd as "totalUsd", agreed, cancel_purchase_hour as "cancelPurchaseHour",
  cancel_until as "cancelUntil", expires_at as "expiresAt", extensions, status`;

/** What a partner's holds that have not expired may take together. Live and test holds count apart. */
export interface HoldLimits {
  mostOpen: number;
  mostSeats: number;
}

/** `open`, `openSeats`: the partner's holds before this one. `left`: seats left of the event, if it has a limit and the hold is live. */
export interface HoldPlaced {
  placed: boolean;
  open: number;
  openSeats: number;
  left: number | null;
}

/**
 * Inserts a hold and takes its seats in one statement, as `insertOrder` does. It is not placed when the event has too few seats, a limit
 * of the partner is reached, or its idempotency key exists. Throws NoSeats when other buyers were faster.
 *
 * The limits count what was committed when the statement began: holds that are placed at the same instant may exceed them by their number.
 */
export async function insertHold(db: Db | Tx, hold: NewHold, limits: HoldLimits, upTo: UpTo): Promise<HoldPlaced> {
  const values = { ...hold, ...limits, tickets: JSON.stringify(hold.tickets), agreed: JSON.stringify(hold.agreed) };
  const [result] = await holdings[upTo](yearOf(hold.eventOn)).run(db, values).catch(asNoSeats);
  return result!;
}

export type HoldValues = Omit<NewHold, "tickets" | "agreed"> & HoldLimits & { tickets: string; agreed: string };

const holding = (upTo: UpTo) =>
  statementOfYear<HoldValues, HoldPlaced>(`place-hold-${upTo}`, (value, event) => {
    const { onSale, enough } = canBeSold(value, upTo);
    return sql`
      with others as (
        select count(*) as open, coalesce(sum(seats), 0) as seats from hold
        where partner_id = ${value("partnerId")} and status = 'open' and test = ${value("test")}::boolean
          and expires_at > ${value("createdAt")}
      ), held as (
        ${holdInserted(
          value,
          sql`from ${event} e, others where ${onSale} and (${value("test")}::boolean or ${enough})
            and others.open < ${value("mostOpen")}::int and others.seats + ${value("seats")}::int <= ${value("mostSeats")}::int`,
        )}
      ), taken as (
        update ${event} e set capacity_left = e.capacity_left - ${value("seats")}::int
        from held where ${onSale} and ${enough} and not held.test
        returning e.capacity_left
      )
      select held.event_id is not null as placed, others.open, others.seats as "openSeats",
        (select capacity_left from taken) as left,
        case when not held.test and not exists (select from taken) then (${sql.lit(tooLate)} || held.event_id)::int end as refused
      from others left join held on true`;
  });
const holdings = { spare: holding("spare"), last: holding("last") };

/** Inserts the hold of event `e`, unless its idempotency key exists. */
export const holdInserted = (value: ValueOf<keyof HoldValues>, fromEvent: RawBuilder<unknown>) => sql`
  insert into hold (id, partner_id, lang, test, event_id, event_on, tickets, seats, white_label_code, total_usd, agreed,
    cancel_purchase_hour, cancel_until, created_at, expires_at, status, idempotency_key)
  select ${value("id")}, ${value("partnerId")}, ${value("lang")}, ${value("test")}::boolean, e.id, e.event_on,
    ${value("tickets")}::jsonb, ${value("seats")}::int, ${value("whiteLabelCode")}, ${value("totalUsd")}::numeric,
    ${value("agreed")}::jsonb, ${value("cancelPurchaseHour")}::int, ${value("cancelUntil")}, ${value("createdAt")},
    ${value("expiresAt")}, 'open', ${value("idempotencyKey")}
  ${fromEvent}
  on conflict do nothing
  returning id, test, event_id, event_on, seats, created_at`;

/** What a partner's holds that have not expired take together. */
export const heldBy = (
  db: Db,
  { partnerId, test, now }: { partnerId: string; test: boolean; now: Date },
): Promise<{ open: number; seats: number }> =>
  onlyRow(db)`${prepared("held-by")}
    select count(*) as open, coalesce(sum(seats), 0) as seats from hold
    where partner_id = ${partnerId} and status = 'open' and test = ${test}::boolean and expires_at > ${now}`;

export const holdById = (db: Db | Tx, id: string): Promise<HoldRow | null> =>
  firstRow(db)`${prepared("hold-by-id")} select ${holdColumns} from hold where id = ${id}`;

export const holdByIdempotencyKey = (db: Db, partnerId: string, key: string): Promise<HoldRow | null> =>
  firstRow(db)`select ${holdColumns} from hold where partner_id = ${partnerId} and idempotency_key = ${key}`;

/** Moves the end of an open hold. Null when it has ended, or was extended that often. */
export const extendHold = (
  db: Db,
  id: string,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<HoldRow | null> =>
  firstRow(db)`${prepared("extend-hold")}
    update hold set expires_at = greatest(expires_at, ${until}::timestamptz), extensions = extensions + 1
    where id = ${id} and status = 'open' and expires_at > ${now} and extensions < ${most}
    returning ${holdColumns}`;

/** Ends an open hold, expired or not. The caller returns its seats in the same transaction. */
export const endHold = (tx: Tx, id: string): Promise<HoldRow | null> =>
  firstRow(
    tx,
  )`${prepared("end-hold")} update hold set status = 'released' where id = ${id} and status = 'open' returning ${holdColumns}`;

/** Whether a hold of the event has expired and still takes seats. */
export const hasExpiredHolds = async (db: Db, eventId: string, now: Date): Promise<boolean> =>
  (await firstRow(db)`${prepared("has-expired-holds")}
    select 1 from hold where event_id = ${eventId} and status = 'open' and not test and expires_at <= ${now} limit 1`) !==
  null;

/** Ends the expired holds of an event. Locks them in the order of their ids; the caller then returns their seats. */
export const endExpiredHolds = (tx: Tx, eventId: string, now: Date): Promise<{ test: boolean; seats: number }[]> =>
  allRows(tx)`
    with due as (
      select id from hold where event_id = ${eventId} and status = 'open' and expires_at <= ${now} order by id for update
    )
    update hold h set status = 'expired' from due where h.id = due.id returning h.test, h.seats`;

/** Events with expired holds, those whose holds expired first, at most so many. */
export const eventsOfExpiredHolds = (db: Db, now: Date, most: number): Promise<EventRef[]> =>
  allRows(db)`
    select event_id as "eventId", event_on as "eventOn" from hold where status = 'open' and expires_at <= ${now}
    group by 1, 2 order by min(expires_at), 1 limit ${most}`;

/** Deletes ended holds that were created before this instant. */
export const purgeHolds = (db: Db, before: Date): Promise<void> =>
  run(db)`delete from hold where status <> 'open' and created_at <= ${before}`;

/**
 * Books a hold in one statement: the order takes over its seats, so the event's row is neither locked nor changed. Null when the hold has
 * ended or the event is not on sale any more. Throws OrderConflict when the same order or idempotency key exists. Of a booking and the
 * return of expired seats, the one that locks the hold first succeeds.
 */
export async function insertHeldOrder(db: Db | Tx, order: NewOrder, holdId: string): Promise<OrderRow | null> {
  const [placed] = await bookingOf(yearOf(order.eventOn))
    .run(db, { ...placingValues(order), holdId })
    .catch(asConflict);
  return placed ? newRow(order, placed.number) : null;
}

const alreadyThere = "another order has the content or the key of the order for hold ";

/** Another order has the content or the idempotency key, or the content was refused before: nothing was written. The transaction must be rolled back. */
export class OrderConflict extends Error {
  override name = "OrderConflict";
}

function asConflict(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  const isReverted = code === "22P02" && [alreadyThere, refusedBefore].some((text) => message?.includes(text));
  throw isReverted ? new OrderConflict("the order exists, or its content was refused before") : error;
}

type Booking = Placing & { holdId: string };

const bookingOf = statementOfYear<Booking, { number: number }>(
  "book-hold",
  (value, event) => sql`
      with booked as (
        update hold h set status = 'booked'
        where h.id = ${value("holdId")} and h.status = 'open' and h.expires_at > ${value("createdAt")}
          and exists (
            select from ${event} e
            where e.id = ${value("eventId")} and e.event_on = ${value("eventOn")}::timestamp
              and e.availability in ('available', 'sold-out') and not e.hidden and e.sales_end_at > ${value("createdAt")})
        returning h.id
      ), placed as (
        ${orderInserted(
          value,
          sql`from ${event} e, booked where e.id = ${value("eventId")} and e.event_on = ${value("eventOn")}::timestamp`,
        )}
      ), attempted as (
        ${attemptsWritten}
      )
      select (select number from placed) as number, ${unlessRefusedBefore},
        case when not exists (select from placed) then (${sql.lit(alreadyThere)} || id)::int end as refused
      from booked`,
);
