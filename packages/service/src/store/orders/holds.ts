import type { HoldStatus } from "@paseo/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import type { NewOrder } from "../sale/orders.ts";
import type { EventReference } from "./order-writes.ts";

/** Seats held for customers who are paying: docs/decisions/0029-holds.md. */

/** The fields that a hold has in common with the order that may follow. */
type Held = Pick<
  NewOrder,
  | "id"
  | "lang"
  | "partnerId"
  | "eventId"
  | "productId"
  | "eventOn"
  | "test"
  | "tickets"
  | "seats"
  | "people"
  | "wholeEvent"
  | "whiteLabelCode"
  | "totalUsd"
  | "agreed"
  | "cancelPurchaseHour"
  | "cancelUntil"
>;

/**
 * `maxOpen`, `maxSeats`: limits for the number and the seats of the partner's unexpired holds. Live and test holds
 * count separately.
 */
export interface NewHold extends Held, Pick<NewOrder, "createdAt" | "keys" | "digest"> {
  expiresAt: Date;
  /** How often it was extended: the extensions of the hold that it replaces. */
  extensions: number;
  maxOpen: number;
  maxSeats: number;
}

export interface HoldRow extends Held {
  expiresAt: Date;
  extensions: number;
  /** A hold stays `open` after `expiresAt`, until its seats are returned. */
  status: HoldStatus;
}

const holdColumns = sql`id, partner_id as "partnerId", lang, test, event_id as "eventId", product_id as "productId", event_on as "eventOn", tickets, seats,
  coalesce(people, seats) as people, whole_event as "wholeEvent",
  white_label_code as "whiteLabelCode", total_usd as "totalUsd", agreed, cancel_purchase_hour as "cancelPurchaseHour",
  cancel_until as "cancelUntil", expires_at as "expiresAt", extensions, status`;

/** The number and the seats of a partner's unexpired holds. */
export const countOpenHolds = (
  db: Db,
  { partnerId, test, now }: { partnerId: string; test: boolean; now: Date },
): Promise<{ open: number; seats: number }> =>
  onlyRow(db)`${prepareAs("held-by")}
    select count(*) as open, coalesce(sum(seats), 0) as seats from hold
    where partner_id = ${partnerId} and status = 'open' and test = ${test}::boolean and expires_at > ${now}`;

export const holdById = (db: Db | Tx, id: string): Promise<HoldRow | null> =>
  firstRow(db)`${prepareAs("hold-by-id")} select ${holdColumns} from hold where id = ${id}`;

/** Extends an open hold. Returns null if the hold has ended, or was extended as often as allowed. */
export const writeHoldExtension = (
  db: Db,
  id: string,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<HoldRow | null> =>
  firstRow(db)`${prepareAs("extend-hold")}
    update hold set expires_at = greatest(expires_at, ${until}::timestamptz), extensions = extensions + 1
    where id = ${id} and status = 'open' and expires_at > ${now} and extensions < ${most}
    returning ${holdColumns}`;

/** Keeps an open hold at least until an instant, while its guest pays. False: it has ended. */
export const extendHoldUntil = (db: Db, id: string, { now, until }: { now: Date; until: Date }): Promise<boolean> =>
  anyRow(db)`
    update hold set expires_at = greatest(expires_at, ${until}::timestamptz)
    where id = ${id} and status = 'open' and expires_at > ${now} returning 1`;

/** Ends an open hold at the latest at an instant, after its guest did not pay. */
export const shortenHold = (db: Db, id: string, until: Date): Promise<void> =>
  run(db)`
    update hold set expires_at = least(expires_at, ${until}::timestamptz) where id = ${id} and status = 'open'`;

/**
 * Opens a hold again whose guest has paid, until an instant. Returns its former status; null: it is booked, or gone. The caller takes the
 * seats of a hold that was not open.
 */
export const reopenHold = async (tx: Tx, id: string, until: Date): Promise<HoldStatus | null> => {
  const before = await firstRow(tx)<{ status: HoldStatus }>`select status from hold where id = ${id} for update`;
  if (!before || before.status === "booked") return null;
  await run(tx)`
    update hold set status = 'open', expires_at = greatest(expires_at, ${until}::timestamptz) where id = ${id}`;
  return before.status;
};

/** Ends an open hold, expired or not. The caller returns its seats in the same transaction. */
export const endHold = (tx: Tx, id: string): Promise<HoldRow | null> =>
  firstRow(
    tx,
  )`${prepareAs("end-hold")} update hold set status = 'released' where id = ${id} and status = 'open' returning ${holdColumns}`;

/** Whether an expired hold still takes seats of the event. */
export const hasExpiredHolds = async (db: Db, eventId: string, now: Date): Promise<boolean> =>
  (await firstRow(db)`${prepareAs("has-expired-holds")}
    select 1 from hold where event_id = ${eventId} and status = 'open' and not test and expires_at <= ${now} limit 1`) !==
  null;

/**
 * Ends the expired holds of an event. Locks the holds in the order of their ids; the caller then returns their seats.
 */
export const endExpiredHolds = (tx: Tx, eventId: string, now: Date): Promise<{ test: boolean; seats: number }[]> =>
  allRows(tx)`
    with due as (
      select id from hold where event_id = ${eventId} and status = 'open' and expires_at <= ${now} order by id for update
    )
    update hold h set status = 'expired' from due where h.id = due.id returning h.test, h.seats`;

/** Expires the open holds of an event now. A booking of such a hold that has begun commits first. */
export const expireHolds = (tx: Tx, eventId: string, now: Date): Promise<void> =>
  run(tx)`update hold set expires_at = ${now} where event_id = ${eventId} and status = 'open' and expires_at > ${now}`;

/** Up to this many events with expired holds, ordered by expiry. */
export const eventsOfExpiredHolds = (db: Db, now: Date, most: number): Promise<EventReference[]> =>
  allRows(db)`
    select event_id as "eventId" from hold where status = 'open' and expires_at <= ${now}
    group by 1 order by min(expires_at), 1 limit ${most}`;

/** Deletes ended holds that were created before this instant. */
export const purgeHolds = (db: Db, before: Date): Promise<void> =>
  run(db)`delete from hold where status <> 'open' and created_at <= ${before}`;
