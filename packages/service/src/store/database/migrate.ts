import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { allRows, run } from "./rows.ts";
import { allowTime } from "./time-limits.ts";

const folder = new URL("./migrations/", import.meta.url);
/** A number that no other program on the same database uses for its lock. */
const migrationLock = 7_208_533;

/** The database does not have this version's schema; the message says what to do. */
export class SchemaMismatch extends Error {
  override name = "SchemaMismatch";
}

/** Checks without writing anything that the schema is this version's. */
export async function requireSchema(db: Db): Promise<void> {
  const rows = await allRows(db)<{ there: boolean }>`select to_regclass('migration') is not null as there`;
  const done = rows[0]!.there ? await ranMigrations(db) : new Set<string>();
  const files = await migrationFiles();
  refuseOther(done, files);
  const missing = files.filter((name) => !done.has(name));
  if (missing.length > 0)
    throw new SchemaMismatch(
      `The database lacks ${missing.length} migration${missing.length === 1 ? "" : "s"} (${missing.join(", ")}): run \`paseo migrate\`, which also every start does.`,
    );
}

const migrationFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

async function ranMigrations(db: Db): Promise<Set<string>> {
  const rows = await allRows(db)<{ name: string }>`select name from migration`;
  return new Set(rows.map(({ name }) => name));
}

/** Refuses a database with migrations that this version lacks. */
function refuseOther(done: Set<string>, files: string[]): void {
  const unknown = [...done].filter((name) => !files.includes(name)).sort();
  if (unknown.length === 0) return;
  if (unknown[0]! < files.at(-1)!)
    throw new SchemaMismatch(
      `The database was made by an earlier 0.1.0 (${unknown[0]}), whose schema cannot be brought up to date: export the catalogue with the version that made it, and import that file into an empty database.`,
    );
  throw new SchemaMismatch(
    `The database was migrated by a newer Paseo (${unknown.join(", ")}): start that version or a later one.`,
  );
}

/**
 * Brings the schema up to date and returns the names of the migrations it ran. Safe when several processes start at
 * once: one migrates, the others wait for its lock and find nothing left to do. All or nothing.
 */
export async function migrate(db: Db): Promise<string[]> {
  const files = await migrationFiles();
  return db.transaction().execute(async (tx) => {
    await allowTime(tx);
    await run(tx)`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`;
    await run(tx)`create table if not exists migration (name text primary key, at timestamptz not null default now())`;
    const names = await ranMigrations(tx);
    refuseOther(names, files);
    const pending = files.filter((name) => !names.has(name));
    for (const name of pending) {
      for (const statement of statements(await readFile(new URL(name, folder), "utf8")))
        await sql.raw(statement).execute(tx);
      await run(tx)`insert into migration (name) values (${name})`;
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
