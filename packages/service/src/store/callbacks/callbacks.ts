import type { OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { instant, nullable } from "../../records/schemas.ts";
import { findInBatches } from "../database/batch-loader.ts";
import type { Db, Tx } from "../database/database.ts";
import type { DueRow } from "../database/due-work.ts";
import { isRolledBack } from "../database/faults.ts";
import { allRows, anyRow, run } from "../database/rows.ts";
import { unsealSecret } from "../database/sealing.ts";
import { defineStatement, type Placeholder } from "../database/statement.ts";
import { prepareAs } from "../database/statement-names.ts";
import { sealedSecrets } from "../suppliers/signing-secrets.ts";

/** Callbacks to partners and their attempts. The database's clock decides what is due. */

export const callbackStates = ["waiting", "delivered", "given-up", "stopped"] as const;
export type CallbackState = (typeof callbackStates)[number];

/** The place of a callback among the callbacks of its order. */
export const callbackNumbers = {
  sequence: Type.Integer({ description: "Status changes of the order so far." }),
  amended: Type.Integer({
    description: "Of a callback about a change of the order: changes so far. 0: it is about a status.",
  }),
};

export interface NewCallback {
  id: string;
  orderId: string;
  partnerId: string;
  /** Status changes of the order so far: 1, 2, 3 … */
  sequence: number;
  /** For a callback about an amendment: how many amendments the order has had. 0 if the callback is about a status. */
  amended: number;
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

export const callbackColumns = sql`c.id, c.order_id as "orderId", c.partner_id as "partnerId", c.sequence, c.amended, c.status, c.url, c.body, c.test, c.state,
  c.attempts, c.created_at as "createdAt", c.next_at as "nextAt", c.settled_at as "settledAt"`;

/** Stops a callback if the endpoint answered 410 to an earlier callback of its order. */
export async function insertCallbacks(tx: Tx, callbacks: NewCallback[]): Promise<void> {
  if (callbacks.length === 0) return;
  await run(tx)`${prepareAs("insert-callbacks")}
    ${callbacksInserted(JSON.stringify(callbacks), sql`true`)}`;
}

/**
 * Inserts the callbacks of a JSON array that meet a condition on `x`. `exists` in place of `limit 1` would be planned
 * for the hundred rows that PostgreSQL expects in any JSON: a scan of all callbacks.
 */
const callbacksInserted = (json: string | Placeholder, condition: RawBuilder<unknown>) => sql`
  insert into callback (id, order_id, partner_id, sequence, amended, status, url, body, test, state, created_at, next_at, settled_at)
  select id, "orderId", "partnerId", sequence, amended, status, url, body, test, case when stopped then 'stopped' else 'waiting' end,
    "createdAt", case when stopped is null then now() end, case when stopped then now() end
  from (
    select *, (select true from callback c where c.order_id = x."orderId" and c.state = 'stopped' limit 1) as stopped
    from json_to_recordset(${json}::json) as x(id uuid, "orderId" uuid, "partnerId" uuid, sequence int, amended int,
      status text, url text, body text, test boolean, "createdAt" timestamptz)
    where ${condition}
  ) s`;

/** Lease of one attempt: longer than the longest possible attempt. */
export const attemptLeaseSeconds = 15;

/**
 * Leases an order's oldest waiting callback, if it is due. No later callback of the order is sent before it is settled.
 * Concurrent attempts claim their callbacks in one statement.
 */
export async function claimCallback(db: Db, orderId: string): Promise<ClaimedCallback | null> {
  const claimed = await claim(db, { orderId });
  return claimed ? { ...claimed, secrets: claimed.secrets.map((secret) => unsealSecret(db, secret)) } : null;
}

export interface ClaimedCallback extends CallbackRow {
  /** The partner's secrets in force, the newest first. Empty: the first secret has to be created. */
  secrets: string[];
}

/** Each claim is an object, so that only one of two claims of one order in a batch gets the callback. */
const claim = findInBatches<ClaimedCallback, { orderId: string }>(async (db, claims) => {
  const rows = await claimTogether.run(db, { orderIds: claims.map(({ orderId }) => orderId) });
  const byOrder = new Map(claims.map((one) => [one.orderId, one]));
  return new Map(rows.map((row) => [byOrder.get(row.orderId)!, row]));
});

/**
 * The statement does not claim a callback that another process has locked. `not exists` reads only callbacks that were
 * committed before. It names `settled_at`: with `state = 'waiting'` the planner scans the index of all waiting
 * callbacks for each order.
 */
const claimTogether = defineStatement<{ orderIds: string[] }, ClaimedCallback>(
  "claim-callbacks",
  (value) => sql`
    with head as (
      select c.id from callback c
      where c.order_id = any(${value("orderIds")}::uuid[]) and c.settled_at is null and c.next_at <= now() and not exists (
        select from callback before
        where before.order_id = c.order_id and before.settled_at is null and (before.sequence, before.amended) < (c.sequence, c.amended)
      )
      for update skip locked
    )
    update callback c set next_at = now() + ${sql.lit(attemptLeaseSeconds)} * interval '1 second'
    from head where c.id = head.id
    returning ${callbackColumns}, ${sealedSecrets(sql`partner_id = c.partner_id`)} as secrets`,
);

export const CallbackAttempt = Type.Object({
  at: instant,
  replay: Type.Boolean({ description: "Sent again by hand." }),
  outcome: Type.String({ description: "`answered`, or why there was no answer." }),
  httpStatus: nullable(Type.Integer()),
  ms: Type.Integer(),
  answer: Type.String({ description: "The beginning of the answer." }),
});
export type CallbackAttempt = Type.Static<typeof CallbackAttempt>;

export async function recordAttempt(tx: Tx, callbackId: string, attempt: CallbackAttempt): Promise<void> {
  await insertAttempt(callbackId, attempt).execute(tx);
}

/** The answer of a partner's endpoint can have a name. PostgreSQL would read all callbacks for `exists`, to look them up in a hash. */
const ofErasedOrder = (callbackId: RawBuilder<unknown>) => sql`(
  select o.erased_at is not null from callback k join orders o on o.id = k.order_id where k.id = ${callbackId})`;

const insertAttempt = (callbackId: string, attempt: CallbackAttempt) => sql`
  insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
  values (${callbackId}, ${attempt.at}, ${attempt.replay}, ${attempt.outcome}, ${attempt.httpStatus}, ${attempt.ms},
    case when ${ofErasedOrder(sql`${callbackId}::uuid`)} then '' else ${attempt.answer}::text end)`;

/**
 * Records a failed attempt; the next attempt is due in this number of seconds. False if the lease had ended and another
 * process has repeated and recorded this attempt.
 */
export const postponeCallback = (
  tx: Tx,
  { id, attempts }: Pick<CallbackRow, "id" | "attempts">,
  inSeconds: number,
): Promise<boolean> =>
  anyRow(tx)`
    update callback set attempts = attempts + 1, next_at = now() + ${inSeconds} * interval '1 second'
    where id = ${id} and state = 'waiting' and attempts = ${attempts} returning 1`;

const settledAs = (state: CallbackState) =>
  sql`state = ${sql.lit(state)}, attempts = attempts + 1, next_at = null, settled_at = now()`;

/** A delivered callback and its attempt. */
interface Delivered {
  id: string;
  attempt: CallbackAttempt;
}

/**
 * Records that a callback was delivered. Concurrent calls share one statement. Returns whether another callback of the order waits; a
 * callback that is written while the statement runs does not count.
 */
export async function recordDelivered(
  db: Db | Tx,
  { id }: Pick<CallbackRow, "id">,
  attempt: CallbackAttempt,
): Promise<boolean> {
  const delivery = { id, attempt };
  const found = await recordTogether(db, delivery).catch(async (error) => {
    // If one result cannot be recorded, the other results of its batch must still be.
    if (!isRolledBack(error)) throw error;
    return (await recordAllDelivered(db, [delivery])).get(delivery);
  });
  return found?.hasNext ?? false;
}

/** `hasNext` applies to the moment at which the statement began. A callback that was settled before has no row. */
interface Recorded {
  id: string;
  hasNext: boolean;
}

async function recordAllDelivered(db: Db | Tx, results: Delivered[]): Promise<Map<Delivered, Recorded>> {
  const rows = await delivered.run(db, {
    ids: results.map(({ id }) => id),
    sent: JSON.stringify(results.map(({ id, attempt }) => ({ id, ...attempt }))),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(results.flatMap((one) => (byId.has(one.id) ? [[one, byId.get(one.id)!]] : [])));
}

const recordTogether = findInBatches(recordAllDelivered);

/**
 * With a join to the JSON, the planner would read all callbacks until there are some 30,000, because PostgreSQL expects
 * a hundred rows in any JSON.
 */
const delivered = defineStatement<{ ids: string[]; sent: string }, Recorded>(
  "record-delivered",
  (value) => sql`
    with attempt as (
      insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
      select id, at, replay, outcome, "httpStatus", ms, case when ${ofErasedOrder(sql`x.id`)} then '' else answer end from json_to_recordset(${value("sent")}::json)
        as x(id uuid, at timestamptz, replay boolean, outcome text, "httpStatus" int, ms int, answer text)
    )
    update callback c set ${settledAs("delivered")} where c.id = any(${value("ids")}::uuid[]) and c.settled_at is null
    returning c.id, exists (
      select from callback next where next.order_id = c.order_id and next.settled_at is null
        and (next.sequence, next.amended) > (c.sequence, c.amended)
    ) as "hasNext"`,
);

/**
 * Records the last attempt. False when the callback was settled before. `stopped` also stops the order's later
 * callbacks. The caller then has the order's lock, so that no callback is added at the same time.
 */
export async function settleCallback(tx: Tx, callback: CallbackRow, state: "given-up" | "stopped"): Promise<boolean> {
  const isSettled = await anyRow(tx)`
    update callback set ${settledAs(state)} where id = ${callback.id} and state = 'waiting' returning 1`;
  if (state === "stopped")
    await run(tx)`
      update callback set state = 'stopped', next_at = null, settled_at = now()
      where order_id = ${callback.orderId} and settled_at is null`;
  return isSettled;
}

/**
 * Finds up to `most` orders whose oldest waiting callback is due, longest overdue first. The key is the partner's id. Keys in `except` are
 * omitted. `offset 0` keeps the planner from reading all waiting callbacks to find the few that are due.
 */
export const dueCallbacks = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select order_id as id, partner_id as key from callback c
    where state = 'waiting' and next_at <= now() and partner_id <> all(${except}::uuid[])
      and not exists (
        select from callback before
        where before.order_id = c.order_id and before.settled_at is null and (before.sequence, before.amended) < (c.sequence, c.amended)
        offset 0
      )
    order by next_at, order_id limit ${most}`;
