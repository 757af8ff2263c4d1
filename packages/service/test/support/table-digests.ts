import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";

/** Columns and tables that every request changes, and the time of the last write that a health check tried. */
const everyRequest = ["operator_session", "partner_usage", "partner_sync", "sign_in_attempt"];

/** A digest of the rows of each table, except these and those that every request changes. Equal digests mean equal rows. */
export async function tableDigests(db: Db, except: readonly string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db);
  // All digests are one statement, because fifty statements take several times as long.
  const digests = tables
    .filter(({ name }) => ![...everyRequest, ...except].includes(name))
    .map(
      ({ name }) => sql`
        select ${sql.lit(name)} as name, md5(coalesce(string_agg(row, ' ' order by row), '')) as digest
        from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t
          where ${sql.lit(name)} <> 'fact' or to_jsonb(t) ->> 'name' <> 'last-probe') as rows`,
    );
  const { rows } = await db.transaction().execute(async (tx) => {
    // Parallel workers would double the statement's time, since the tables have few rows.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    return sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(tx);
  });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
