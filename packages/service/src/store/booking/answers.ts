import { sql } from "kysely";
import { type Db, inTransaction } from "../database/database.ts";
import { repeatAfterConflict } from "../database/faults.ts";
import { allRows, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import type { RepeatableRequest } from "../sale/orders.ts";

/**
 * The store of answers: for each repeatable request the answer, by partner and key. A key is the request's
 * Idempotency-Key, or contains the digest of its content. The primary key decides which of several equal requests was
 * first. A stored refusal also ends an equal request that was sent earlier and arrives late. docs/decisions/0006-booking.md has the reasons.
 */

/** A request and its Idempotency-Key header. */
interface KeyedCall {
  caller: { partnerId: string; test: boolean };
  idempotencyKey?: string | undefined;
}

/**
 * Returns the keys by which the service recognises a repeated request: its Idempotency-Key, and with `byContent` its content too. Prefixes
 * keep the keys of holds, of amendments and of test keys apart. No header value begins with a space, so the keys cannot collide.
 */
export function repeatableRequest(
  { caller: { partnerId, test }, idempotencyKey }: KeyedCall,
  digest: string,
  { scope = "", byContent = false }: { scope?: "" | "hold" | "change"; byContent?: boolean } = {},
): RepeatableRequest {
  const prefix = `${scope && ` ${scope}`}${test ? " test" : ""}`;
  const keys = idempotencyKey === undefined ? [] : [`${prefix && `${prefix} `}${idempotencyKey}`];
  return { partnerId, keys: byContent ? [...keys, contentKey(digest)] : keys, digest };
}

/** A stored answer. `ref` is the id of the order or hold that the first request made. A request that made neither has a `body`. */
export interface StoredAnswer {
  key: string;
  digest: string;
  ref: string | null;
  body: unknown;
}

/** Hours for which a repeated request gets the order or hold of the first request. */
export const answerStorageHours = 24;
const answeredFor = sql.raw(`interval '${answerStorageHours} hours'`);

/** Returns the key of a request's content. It begins with a space, and no header value does. */
const contentKey = (digest: string): string => ` content ${digest}`;

/**
 * CTEs on the rows of `sent`, which have "partnerId", keys and digest. `free` has the rows whose keys no other transaction writes now.
 * `written` stores their new keys. `fresh` has the rows whose keys are all new. With the advisory lock, a statement that has locked events
 * never waits for a key. The microseconds of "createdAt" only sort orders: the time of a request has milliseconds.
 */
export const writtenKeysCtes = sql`
  free as (
    select o.id from sent o cross join unnest(o.keys) k group by o.id
    having bool_and(pg_try_advisory_xact_lock(hashtextextended(o."partnerId"::text || k, 0)))
  ), written as (
    insert into answer as a (partner_id, key, digest, until, ref)
    select o."partnerId", k, o.digest, date_trunc('milliseconds', o."createdAt") + ${answeredFor}, o.id
    from sent o join free on free.id = o.id cross join unnest(o.keys) k
    on conflict (partner_id, key) do update set digest = excluded.digest, until = excluded.until, ref = excluded.ref, body = null
      where a.until <= excluded.until - ${answeredFor}
    returning a.ref
  ), fresh as (
    select * from sent o where cardinality(o.keys) = (select count(*) from written where written.ref = o.id)
  )`;

/** The outcome of a row `o` whose keys kept the statement from writing it; null when all its keys are new. */
export const keysOutcomeColumn = sql`
  case when cardinality(o.keys) > 0 and not exists (select from free where free.id = o.id) then 'in-flight'
    when not exists (select from fresh where fresh.id = o.id) then 'known' end`;

/** Deletes the keys of rows that the statement did not write. */
export const deleteUnwrittenKeys = (
  db: Db,
  unwritten: (Pick<RepeatableRequest, "partnerId" | "keys"> & { id: string })[],
): Promise<void> =>
  run(db)`
    delete from answer a using json_to_recordset(${JSON.stringify(unwritten)}::json) as o("partnerId" uuid, keys text[], id uuid)
    where a.partner_id = o."partnerId" and a.key = any(o.keys) and a.ref = o.id`;

/** Reads the stored answers to these keys, in the order of the keys. */
export const readStoredAnswers = (
  db: Db,
  { partnerId, keys }: RepeatableRequest,
  now: Date,
): Promise<StoredAnswer[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : allRows(db)`${prepareAs("recall-answer")}
        select key, digest, ref, body from answer where partner_id = ${partnerId} and key = any(${keys}::text[]) and until > ${now}
        order by array_position(${keys}::text[], key)`;

/**
 * For how long an equal request gets a stored refusal: as long as a request can wait, which is at most
 * REQUEST_WAIT_SECONDS in the service and as long again in a pooler.
 */
const refusedForMs = 60_000;

/** Another request with one of the keys was written first. */
class Known extends Error {
  override name = "Known";
}

/** Stores the answer of a request that made no order or hold, such as a refusal. Returns the earlier answers instead if there are any. */
export async function storeAnswer(
  db: Db,
  request: RepeatableRequest,
  body: unknown,
  now: Date,
): Promise<StoredAnswer[]> {
  const { partnerId, keys, digest } = request;
  if (keys.length === 0) return [];
  const until = keys.map((key) => (key === contentKey(digest) ? refusedForMs : answerStorageHours * 3_600_000));
  // Another transaction may write the same two keys in another order. After the deadlock, one of the two writes repeats.
  const remembering = repeatAfterConflict(() =>
    inTransaction(db, async (tx) => {
      const written = await allRows(tx)`${prepareAs("remember-answer")}
        insert into answer as a (partner_id, key, digest, until, body)
        select ${partnerId}::uuid, key, ${digest}, ${now}::timestamptz + ms * interval '1 millisecond', ${JSON.stringify(body)}::jsonb
        from unnest(${keys}::text[], ${until}::int[]) as x(key, ms)
        on conflict (partner_id, key) do update set digest = excluded.digest, until = excluded.until, ref = null, body = excluded.body
          where a.until <= ${now}
        returning 1`;
      if (written.length < keys.length) throw new Known();
      return [];
    }),
  );
  return remembering.catch((error) => {
    if (error instanceof Known) return readStoredAnswers(db, request, now);
    throw error;
  });
}

export const purgeAnswers = (db: Db, now: Date): Promise<void> => run(db)`delete from answer where until <= ${now}`;

/** The columns of a repeatable request in JSON. */
export const keyColumns = { keys: "text[]", digest: "text" } as const;
