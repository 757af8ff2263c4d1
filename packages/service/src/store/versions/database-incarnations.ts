import { type RawBuilder, sql } from "kysely";
import { defineStatement } from "../database/statement.ts";

/** Incarnations of the counters. The first publication in a new incarnation leaps: docs/decisions/0025-version-leaps.md. */

/**
 * Identifies a run of the database with these files. A crash, failover or restore can lose versions that clients have
 * read. Each of these needs a new run of the server, or new files of the table. The timeline and the system identifier
 * do not change with a snapshot.
 */
export const presentIncarnation: RawBuilder<string> = sql.raw(
  "concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass))",
);

/**
 * The token of a row of `counter` that this transaction writes: the transaction's number, which PostgreSQL stores with
 * the row.
 */
export const transactionToken: RawBuilder<string> = sql.raw("pg_current_xact_id()::xid");

/**
 * The token for a row that this transaction writes without a leap: `transactionToken` if the row continues its incarnation,
 * otherwise the old token, so that the leap stays due.
 */
export const continuedToken: RawBuilder<string> = sql`case when token = xmin then ${transactionToken} else token end`;

/**
 * Whether the row of `counter` belongs to another incarnation: another run or other files, or another program wrote it, as
 * when rows are deleted and copied back.
 */
export const isNewIncarnation: RawBuilder<boolean> = sql`((incarnation, token) is distinct from (${presentIncarnation}, xmin))`;

/**
 * Whether the next version leaps: the incarnation is new, and the database has published before. A database that never
 * published has nothing to leap over.
 */
export const isVersionLeapDue: RawBuilder<boolean> = sql`(incarnation is not null and ${isNewIncarnation})`;

/** More numbers than a lost incarnation can have assigned. */
const leastLeap = 1_000_000;

/**
 * Returns the size of the leap of both counters. The random part separates two incarnations that start at the same version, because the
 * lost one may also have leapt.
 */
export const randomLeap = (): number => leastLeap + Math.floor(Math.random() * leastLeap);

/** Records the present incarnation, and the leap to it unless it is the first incarnation. */
export const recordIncarnation = defineStatement<
  { updateVersion: number; deleteVersion: number; leap: number; now: Date },
  unknown
>(
  null,
  (value) => sql`
    with begun as (
      update counter set incarnation = ${presentIncarnation}, token = ${transactionToken}, skipped = skipped + ${value("leap")}::bigint
    )
    insert into leap (update_version, delete_version, skipped, at)
    select ${value("updateVersion")}::bigint, ${value("deleteVersion")}::bigint, ${value("leap")}::bigint, ${value("now")}::timestamptz
    where ${value("leap")}::bigint > 0`,
);
