import type { OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import type { Db, Tx } from "../database/database.ts";
import { allOf } from "../database/lists.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";
import { instant, nullable } from "../schemas.ts";
import type { DueOrder } from "./dispatch.ts";

/** Callbacks to partners and their attempts. Due times are the database's. */

export const callbackStates = ["waiting", "delivered", "given-up", "stopped"] as const;
export type CallbackState = (typeof callbackStates)[number];

export interface NewCallback {
  id: string;
  orderId: string;
  partnerId: string;
  /** 1, 2, 3 … within one order. */
  sequence: number;
  status: OrderStatus;
  url: string;
  body: string;
  test: boolean;
  createdAt: Date;
}

export interface CallbackRow extends NewCallback {
  state: CallbackState;
  /** Attempts so far, without replays. */
  attempts: number;
  nextAt: Date | null;
  settledAt: Date | null;
}

const columns = sql`c.id, c.order_id as "orderId", c.partner_id as "partnerId", c.sequence, c.status, c.url, c.body, c.test, c.state,
  c.attempts, c.created_at as "createdAt", c.next_at as "nextAt", c.settled_at as "settledAt"`;

/** Stops the callback if the endpoint answered 410 to an earlier one of the order. */
export const insertCallback = (tx: Tx, callback: NewCallback): Promise<void> =>
  run(tx)`${prepared("insert-callback")}
    insert into callback (id, order_id, partner_id, sequence, status, url, body, test, state, created_at, next_at, settled_at)
    select ${callback.id}, ${callback.orderId}, ${callback.partnerId}, ${callback.sequence}, ${callback.status}, ${callback.url},
      ${callback.body}, ${callback.test}, case when stopped then 'stopped' else 'waiting' end, ${callback.createdAt},
      case when not stopped then now() end, case when stopped then now() end
    from (select exists (select from callback where order_id = ${callback.orderId} and state = 'stopped') as stopped) s`;

/** Lease of one attempt: longer than an attempt can take. */
export const attemptLeaseSeconds = 15;

/**
 * Leases an order's oldest waiting callback, if it is due. No later callback of the order is sent before it is settled.
 */
export const claimCallback = (db: Db, orderId: string): Promise<CallbackRow | null> =>
  firstRow(db)`${prepared("claim-callback")}
    with head as (
      select id, next_at from callback where order_id = ${orderId} and state = 'waiting' order by sequence limit 1 for update
    )
    update callback c set next_at = now() + ${sql.lit(attemptLeaseSeconds)} * interval '1 second'
    from head where c.id = head.id and head.next_at <= now()
    returning ${columns}`;

export const Attempt = Type.Object({
  at: instant,
  replay: Type.Boolean({ description: "Sent again by hand." }),
  outcome: Type.String({ description: "`answered`, or why there was no answer." }),
  httpStatus: nullable(Type.Integer()),
  ms: Type.Integer(),
  answer: Type.String({ description: "The beginning of the answer." }),
});
export type Attempt = Type.Static<typeof Attempt>;

export async function recordAttempt(tx: Tx, callbackId: string, attempt: Attempt): Promise<void> {
  await insertAttempt(callbackId, attempt).execute(tx);
}

const insertAttempt = (callbackId: string, attempt: Attempt) => sql`
  insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
  values (${callbackId}, ${attempt.at}, ${attempt.replay}, ${attempt.outcome}, ${attempt.httpStatus}, ${attempt.ms}, ${attempt.answer})`;

/**
 * Records a failed attempt; the next one is due in this number of seconds. False if the lease had ended and another process has
 * repeated and recorded this attempt.
 */
export const postponeCallback = (
  tx: Tx,
  { id, attempts }: Pick<CallbackRow, "id" | "attempts">,
  inSeconds: number,
): Promise<boolean> =>
  anyRow(tx)`
    update callback set attempts = attempts + 1, next_at = now() + ${inSeconds} * interval '1 second'
    where id = ${id} and state = 'waiting' and attempts = ${attempts} returning 1`;

/**
 * Records the delivery of a callback in one statement. Returns whether the order may have another waiting callback.
 */
export async function recordDelivery(db: Db | Tx, callback: CallbackRow, attempt: Attempt): Promise<boolean> {
  const rows = await allRows(db)<{ more: boolean }>`${prepared("record-delivery")}
    with attempt as (${insertAttempt(callback.id, attempt)})
    ${settled(callback, "delivered")}`;
  return rows[0]?.more ?? true;
}

export interface Settled {
  /** False when it was settled before. */
  settled: boolean;
  /** Whether another callback of the order waits. */
  more: boolean;
}

/**
 * Records the last attempt. `stopped` also stops the order's later callbacks: the caller then holds the order's lock, so that none is
 * added at the same time.
 */
export async function settleCallback(tx: Tx, callback: CallbackRow, state: "given-up" | "stopped"): Promise<Settled> {
  const rows = await allRows(tx)<{ more: boolean }>`${settled(callback, state)}`;
  if (state === "stopped") {
    await run(tx)`
      update callback set state = 'stopped', next_at = null, settled_at = now()
      where order_id = ${callback.orderId} and state = 'waiting'`;
    return { settled: rows.length > 0, more: false };
  }
  return { settled: rows.length > 0, more: rows[0]?.more ?? true };
}

const settled = ({ id }: CallbackRow, state: CallbackState) => sql`
  update callback c set state = ${state}, attempts = attempts + 1, next_at = null, settled_at = now()
  where id = ${id} and state = 'waiting' returning exists (
    select from callback where order_id = c.order_id and state = 'waiting' and sequence > c.sequence
  ) as more`;

/**
 * Up to `most` orders whose oldest waiting callback is due, the longest due first. The key is the partner's id. Keys in
 * `except` are left out.
 */
export const dueCallbacks = (db: Db, most: number, except: readonly string[]): Promise<DueOrder[]> =>
  allRows(db)`
    select order_id as "orderId", partner_id as key from callback c
    where state = 'waiting' and next_at <= now() and partner_id <> all(${except}::uuid[])
      and not exists (
        select from callback before
        where before.order_id = c.order_id and before.state = 'waiting' and before.sequence < c.sequence
      )
    order by next_at limit ${most}`;

export interface CallbackFilter {
  id?: string | undefined;
  partnerId?: string | undefined;
  orderId?: string | undefined;
  test?: boolean | undefined;
  states?: readonly CallbackState[] | undefined;
  /** Created from `from` on and before `to`. */
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Callbacks, newest first, with their attempts, oldest first. One statement, so that both are of the same instant. */
export async function listCallbacks(
  db: Db,
  filter: CallbackFilter,
  limit: number,
): Promise<(CallbackRow & { log: Attempt[] })[]> {
  const rows = await allRows(db)<CallbackRow & { log: (Omit<Attempt, "at"> & { at: string })[] }>`
    select ${columns}, (
      select coalesce(json_agg(json_build_object('at', a.at, 'replay', a.replay, 'outcome', a.outcome,
        'httpStatus', a.http_status, 'ms', a.ms, 'answer', a.answer) order by a.id), '[]')
      from callback_attempt a where a.callback_id = c.id
    ) as log
    from callback c where ${matching(filter)} order by c.created_at desc, c.sequence desc limit ${limit}`;
  return rows.map((row) => ({ ...row, log: row.log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })) }));
}

/** Oldest first, so that a range is replayed in its original order. */
export const callbacksToReplay = (db: Db, filter: CallbackFilter, limit: number): Promise<CallbackRow[]> =>
  allRows(db)`
    select ${columns} from callback c where ${matching(filter)} order by c.created_at, c.order_id, c.sequence limit ${limit}`;

const matching = ({ id, partnerId, orderId, test, states, from, to }: CallbackFilter): RawBuilder<unknown> =>
  allOf(
    id !== undefined && sql`c.id = ${id}`,
    partnerId !== undefined && sql`c.partner_id = ${partnerId}`,
    orderId !== undefined && sql`c.order_id = ${orderId}`,
    test !== undefined && sql`c.test = ${test}`,
    states && sql`c.state = any(${states}::text[])`,
    from && sql`c.created_at >= ${from}`,
    to && sql`c.created_at < ${to}`,
  );
