import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { run } from "./rows.ts";

/** When `paseo backup` last made a backup of the store. */

const name = "last-backup";

export const recordBackup = (db: Db): Promise<void> =>
  run(db)`
    insert into fact (name, value) values (${name}, now()::text) on conflict (name) do update set value = excluded.value`;

/** Seconds since the newest backup; without one, since the store was created. */
export const backupAge: RawBuilder<number> = sql`
  extract(epoch from now() - coalesce((select value from fact where name = ${sql.lit(name)})::timestamptz,
    (select min(at) from migration)))::float8`;
