import { type RawBuilder, sql } from "kysely";
import { statement } from "../database/statement.ts";

/** Histories of the counters. The first publication in a new one leaps: docs/decisions/0025-version-leaps.md. */

/**
 * Identifies a run of the database with these files. A crash, failover or restore can lose versions that clients have read. Each
 * needs a new run of the server, or new files of the table. The timeline and the system identifier do not change with a snapshot.
 */
export const presentHistory: RawBuilder<string> = sql.raw(
  "concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass))",
);

/** More numbers than a lost history can have assigned. */
const leastLeap = 1_000_000;

/**
 * The leap of both counters. The random part separates two histories that start at the same version, because the lost one may
 * also have leapt.
 */
export const leapBy = (): number => leastLeap + Math.floor(Math.random() * leastLeap);

/** Records the present history, and the leap to it unless it is the first one. */
export const historyStarted = statement<
  { updateVersion: number; deleteVersion: number; leap: number; now: Date },
  unknown
>(
  null,
  (value) => sql`
    with begun as (update counter set history = ${presentHistory}, skipped = skipped + ${value("leap")}::bigint)
    insert into leap (update_version, delete_version, skipped, at)
    select ${value("updateVersion")}::bigint, ${value("deleteVersion")}::bigint, ${value("leap")}::bigint,
      ${value("now")}::timestamptz where ${value("leap")}::bigint > 0`,
);
