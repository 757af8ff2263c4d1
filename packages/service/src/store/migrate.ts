import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { allowTime } from "./patience.ts";

const folder = new URL("./migrations/", import.meta.url);
/** Any number that no other program on the same database uses for its own lock. */
const migrationLock = 7_208_533;

/** A newer version of the service has migrated this database; the message says so in a sentence. */
export class SchemaTooNew extends Error {
  override name = "SchemaTooNew";
}

/**
 * Brings the schema up to date and returns the names of the migrations it ran. Safe when several processes start at
 * once: one migrates, the others wait for its lock and find nothing left to do. All or nothing.
 */
export async function migrate(db: Db): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return db.transaction().execute(async (tx) => {
    await allowTime(tx);
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx);
    await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
      tx,
    );
    const done = await sql<{ name: string }>`select name from migration`.execute(tx);
    const names = new Set(done.rows.map((row) => row.name));
    const unknown = [...names].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new SchemaTooNew(
        `The database was migrated by a newer Paseo (${unknown.join(", ")}): start that version or a later one.`,
      );
    const pending = files.filter((name) => !names.has(name));
    for (const name of pending) {
      for (const statement of statements(await readFile(new URL(name, folder), "utf8")))
        await sql.raw(statement).execute(tx);
      await sql`insert into migration (name) values (${name})`.execute(tx);
    }
    return pending;
  });
}

// The extended protocol, which both drivers use, takes one statement at a time. Migrations hold no function bodies, so
// a semicolon at the end of a line ends a statement.
function statements(file: string): string[] {
  return file
    .replace(/--.*$/gm, "")
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
