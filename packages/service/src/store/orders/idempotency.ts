import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { storeFault } from "../database/faults.ts";
import { owe, settle } from "../database/give-back.ts";
import { allRows, run } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";

/** State of an idempotency key when a request arrives. */
export type KeyClaim =
  | { state: "new"; claim: string }
  | { state: "answered"; answer: unknown }
  | { state: "in-flight" }
  | { state: "other-content" };

/** A request without an answer after this time counts as lost: its process died. */
const lostAfterMs = 30_000;

const nameOf = (partnerId: string, key: string): string => `idempotency ${partnerId} ${key}`;

/** Claims a key for one request. Of several at once, one gets `new`. */
export async function claimKey(
  db: Db,
  partnerId: string,
  key: string,
  fingerprint: string,
  now: Date,
): Promise<KeyClaim> {
  await settle(db, nameOf(partnerId, key));
  const claim = randomUUID();
  try {
    const claimed = await sql`${prepared("claim-key")}
      insert into idempotency as i (partner_id, key, fingerprint, started_at, claim)
      values (${partnerId}, ${key}, ${fingerprint}, ${now}, ${claim})
      on conflict (partner_id, key) do update set started_at = excluded.started_at, claim = excluded.claim
        where i.answer is null and i.fingerprint = excluded.fingerprint and i.started_at <= ${new Date(now.getTime() - lostAfterMs)}
      returning 1`.execute(db);
    if (claimed.rows.length > 0) return { state: "new", claim };
  } catch (error) {
    // The claim may have been written nevertheless.
    oweKey(db, partnerId, key, claim);
    throw error;
  }
  const rows = await allRows(db)<{ fingerprint: string; answer: unknown }>`
    select fingerprint, answer from idempotency where partner_id = ${partnerId} and key = ${key}`;
  const known = rows[0];
  if (!known) return { state: "in-flight" };
  if (known.fingerprint !== fingerprint) return { state: "other-content" };
  return known.answer === null ? { state: "in-flight" } : { state: "answered", answer: known.answer };
}

/** Stores the answer. The first one stays, should a request that counted as lost finish after its successor. */
export const answerKey = (db: Db, partnerId: string, key: string, answer: unknown): Promise<void> =>
  run(db)`${prepared("answer-key")}
    update idempotency set answer = ${JSON.stringify(answer)}::jsonb where partner_id = ${partnerId} and key = ${key} and answer is null`;

/** Releases the key of a failed request: at once, or when the store answers again. */
export async function releaseKey(db: Db, partnerId: string, key: string, claim: string, error: unknown): Promise<void> {
  oweKey(db, partnerId, key, claim);
  if (storeFault(error) === undefined) await settle(db, nameOf(partnerId, key));
}

function oweKey(db: Db, partnerId: string, key: string, claim: string): void {
  owe(db, nameOf(partnerId, key), lostAfterMs, () =>
    sql`
      delete from idempotency
      where partner_id = ${partnerId} and key = ${key} and claim = ${claim} and answer is null`.execute(db),
  );
}

export const purgeKeys = (db: Db, before: Date): Promise<void> =>
  run(db)`delete from idempotency where started_at <= ${before}`;
