import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { assetFolder } from "../../assets.ts";
import type { Db, Tx } from "./database.ts";
import { repeatUntilUnlocked } from "./faults.ts";
import { allRows, onlyRow, run } from "./rows.ts";
import { liftTimeLimits } from "./time-limits.ts";

/**
 * Migrations. A release runs on a schema with newer migrations if none of them needs a newer release, so that it can run beside the
 * next release during an upgrade: docs/decisions/0027-expand-and-contract.md has the rules.
 */

const folder = assetFolder("migrations");
/** The number of the advisory lock. No other program on the same database uses it. */
const migrationLock = 7_208_533;

/** The database does not have this version's schema; the message says what to do. */
export class SchemaMismatch extends Error {
  override name = "SchemaMismatch";
}

/** At each attempt other transactions had locked a table. Nothing was migrated. */
export class SchemaBusy extends Error {
  override name = "SchemaBusy";
}

interface Migration {
  name: string;
  text: string;
  hash: string;
  /** The migration that a release must contain to run on the schema from this migration on. Null: any release can run. */
  needs: string | null;
}

/** A migration that the database has run, and the release that it requires. */
export interface Ran {
  name: string;
  needs: string | null;
  /** Of the file that ran. Null: a release ran it that recorded no hashes. */
  hash: string | null;
}

interface SchemaState {
  /** Migrations to run. */
  pending: string[];
  /** Migrations of a newer release. This release runs on their schema. */
  newer: string[];
}

/** The first lines of a migration that removes something: `-- needs: 0003_added.sql`. */
const needsLine = /^-- needs: (\S+)$/m;

let migrations: Promise<Migration[]> | undefined;

/** The files do not change while the process runs. */
const readMigrations = (): Promise<Migration[]> => {
  migrations ??= readFiles();
  return migrations;
};

async function readFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
      return { name, text, hash, needs: needsLine.exec(text)?.[1] ?? null };
    }),
  );
}

/**
 * Lists the migrations to run and the migrations of a newer release. It writes nothing.
 * @throws SchemaMismatch when this release cannot run on the schema.
 */
export async function schemaState(db: Db): Promise<SchemaState> {
  const ran = await migrationsOf(db);
  const state = compare(ran, await readMigrations());
  if (ran.some(({ hash }) => hash === null)) await requireColumns(migrated, ran, await storedColumns(db));
  return state;
}

/** Checks that this release can run on the schema, without writing anything. */
export async function requireSchema(db: Db): Promise<void> {
  const { pending } = await schemaState(db);
  if (pending.length > 0)
    throw new SchemaMismatch(
      `The database lacks ${pending.length} migration${pending.length === 1 ? "" : "s"} (${pending.join(", ")}): run \`paseo migrate\`, which also every start does.`,
    );
}

/** The oldest major version on which the tests run. */
const oldestServer = 15;

interface Server {
  /** Such as 150004. */
  version: number;
  encoding: string;
}

/** @throws SchemaMismatch for a server on which the service does not work. */
export function requireServer({ version, encoding }: Server): void {
  const major = Math.floor(version / 10_000);
  if (major < oldestServer)
    throw new SchemaMismatch(
      `The server is PostgreSQL ${major}, and Paseo needs ${oldestServer} or newer: upgrade the server, or set DATABASE_URL to another one.`,
    );
  if (encoding !== "UTF8")
    throw new SchemaMismatch(
      `The database has the encoding ${encoding}, and Paseo needs UTF8: create one with \`create database … encoding 'UTF8' template template0\`.`,
    );
}

/**
 * Reads the migrations that the database has run, in order; none when it has no schema.
 * @throws SchemaMismatch for a server on which the service does not work.
 */
export async function migrationsOf(db: Db): Promise<Ran[]> {
  const { there, ...server } = await onlyRow(db)<{ there: boolean } & Server>`
    select to_regclass('migration') is not null as there, current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding`;
  requireServer(server);
  // A database of an unreleased version can lack the columns.
  return there
    ? allRows(db)<Ran>`
        select name, to_jsonb(m) ->> 'needs' as needs, to_jsonb(m) ->> 'hash' as hash from migration m order by name`
    : [];
}

/** Compares the migrations of the database with the migrations of this release. `what` begins the message: "The database was migrated". */
function compare(ran: Ran[], known: Migration[], what = migrated): SchemaState {
  const names = new Set(ran.map(({ name }) => name));
  const pending = known.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const unknown = ran.filter(({ name }) => known.every((one) => one.name !== name));
  const changed = ran.find(
    ({ name, hash }) => hash !== null && known.some((one) => one.name === name && one.hash !== hash),
  );
  if (changed) throw unreleasedSchema(what, ran);
  const newest = known.at(-1)!.name;
  if (unknown.length > 0 && (unknown[0]!.name < newest || pending.length > 0)) throw unreleasedSchema(what, ran);
  const newer = unknown.map(({ name }) => name);
  if (unknown.some(({ needs }) => needs !== null && needs > newest)) throw newerSchema(what, newer);
  return { pending, newer };
}

const migrated = "The database was migrated";

const newerSchema = (what: string, newer: string[]): SchemaMismatch =>
  new SchemaMismatch(`${what} by a newer Paseo (${newer.join(", ")}): use that version or a later one.`);

/** Returns the error for a database whose migrations are not the first migrations of any release. */
const unreleasedSchema = (what: string, ran: Ran[]): SchemaMismatch =>
  new SchemaMismatch(
    `${what} by an unreleased version of Paseo (${ran.length} of its migrations, from ${ran[0]!.name} to ${ran.at(-1)!.name}), which no release can upgrade: export the catalogue with that version, and import the file into an empty database.`,
  );

/** The columns of each table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

/** @throws SchemaMismatch when tables are not as this release's migrations of these names make them. */
async function requireColumns(what: string, ran: Ran[], columns: TableColumns): Promise<void> {
  const known = await readMigrations();
  const names = new Set(ran.map(({ name }) => name));
  // Migrations of a newer release may have added columns.
  if (ran.some(({ name }) => known.every((one) => one.name !== name))) return;
  const expected = columnsMadeBy(known.filter(({ name }) => names.has(name)).map(({ text }) => text));
  for (const [table, wanted] of expected)
    if (!isDeepStrictEqual(wanted.toSorted(), columns.get(table)?.toSorted())) throw unreleasedSchema(what, ran);
}

/** Reads the columns of the tables that migrations make. Generated columns are not among them. */
async function storedColumns(db: Db): Promise<TableColumns> {
  const rows = await allRows(db)<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by 1`;
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Returns the columns of the tables that the texts of migrations make, in their order, without generated columns. */
export function columnsMadeBy(texts: readonly string[]): Map<string, string[]> {
  const made = new Map<string, string[]>();
  for (const statement of texts.flatMap(statementsOf)) {
    const [, table, body] = /^create table (\w+) \(\n(.*)\)$/s.exec(statement) ?? [];
    if (table !== undefined) made.set(table, body!.split(/,\n/).flatMap(columnOf));
    const [, changed, added] = /^alter table (\w+) add column (.*)$/s.exec(statement) ?? [];
    if (changed !== undefined) made.get(changed)?.push(...columnOf(added!));
  }
  return made;
}

/** Returns the name of the column that a part of `create table` defines; none for a constraint or a generated column. */
function columnOf(part: string): string[] {
  const text = part.trim();
  const [name] = /^\w+/.exec(text) ?? [];
  const isConstraint = /^(primary key|unique|check|foreign key|constraint|exclude)\b/.test(text);
  return name === undefined || isConstraint || /\bgenerated always as \(/.test(text) ? [] : [name];
}

/**
 * Refuses a schema with a migration that this release does not know, for work on the whole schema.
 * @throws SchemaMismatch
 */
export const requireKnownSchema = async (db: Db): Promise<void> => requireKnown(migrated, await migrationsOf(db));

/**
 * Refuses a backup with a migration that this release does not know, by the migrations and columns that it names.
 * @throws SchemaMismatch
 */
export const requireKnownBackup = async (ran: Ran[], columns: TableColumns): Promise<void> => {
  const what = "The backup was made";
  await requireKnown(what, ran);
  if (ran.some(({ hash }) => hash === null)) await requireColumns(what, ran, columns);
};

async function requireKnown(what: string, ran: Ran[]): Promise<void> {
  const { newer } = compare(ran, await readMigrations(), what);
  if (newer.length > 0) throw newerSchema(what, newer);
}

/** How long a statement may wait for a table. Every request for that table waits behind it. */
const lockWait = "500ms";
/** The pause is twice the time for which an attempt can block requests. */
const patience = { attempts: 60, pauseMs: 1_000 };

/**
 * Brings the schema up to date and returns the names of the migrations it ran. Safe when several processes start at
 * once: one migrates, the others wait for its lock and find nothing left to do. All or nothing.
 * @throws SchemaBusy
 */
export async function migrateSchema(db: Db, limits = patience): Promise<string[]> {
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      await beginMigrating(tx);
      return runMigrations(tx, { lockWait });
    });
  const why =
    "The schema cannot be migrated, because another transaction keeps a table locked: end that transaction (pg_stat_activity shows it) and start again.";
  return repeatUntilUnlocked(attempt, limits, () => new SchemaBusy(why));
}

/**
 * Refuses a database that was never migrated.
 * @throws SchemaMismatch
 */
export async function requireStore(db: Db): Promise<void> {
  if ((await migrationsOf(db)).length === 0) await requireSchema(db);
}

/** Brings the schema of a store that exists up to date. */
export async function updateSchema(db: Db): Promise<void> {
  await requireStore(db);
  await migrateSchema(db);
}

/** Lifts the time limits of the transaction and waits until no other process migrates. */
export async function beginMigrating(tx: Tx): Promise<void> {
  await liftTimeLimits(tx);
  await run(tx)`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`;
}

/** Runs the pending migrations, up to `upTo` if it is given, after `beginMigrating`. */
export async function runMigrations(tx: Tx, options: { upTo?: string; lockWait?: string } = {}): Promise<string[]> {
  const known = await readMigrations();
  const { pending } = await schemaState(tx);
  const wanted = known.filter(
    ({ name }) => pending.includes(name) && (options.upTo === undefined || name <= options.upTo),
  );
  if (wanted.length === 0) {
    await recordHashes(tx, known);
    return [];
  }
  if (options.lockWait !== undefined) await run(tx)`select set_config('lock_timeout', ${options.lockWait}, true)`;
  await run(tx)`
    create table if not exists migration (name text primary key, needs text, at timestamptz not null default now())`;
  await run(tx)`alter table migration add column if not exists hash text`;
  for (const { name, text, needs, hash } of wanted) {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(tx);
    await run(tx)`insert into migration (name, needs, hash) values (${name}, ${needs}, ${hash})`;
  }
  await recordHashes(tx, known);
  return wanted.map(({ name }) => name);
}

/** Records the hashes of migrations that an earlier release has run, whose tables were compared. */
async function recordHashes(tx: Tx, known: Migration[]): Promise<void> {
  const ran = await migrationsOf(tx);
  const missing = known.filter(({ name }) => ran.some((one) => one.name === name && one.hash === null));
  if (missing.length === 0) return;
  await run(tx)`alter table migration add column if not exists hash text`;
  for (const { name, hash } of missing) await run(tx)`update migration set hash = ${hash} where name = ${name}`;
}

/**
 * Returns the statements of a migration. The extended protocol, which both drivers use, takes one statement at a time. Migrations hold no
 * function bodies, so a semicolon at the end of a line ends a statement.
 */
export function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, "")
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Returns the names of everything that the migrations create, in their order. A database may also hold tables of other programs. */
export async function createdBySchema(kind: "table" | "sequence" | "function"): Promise<string[]> {
  const created = new RegExp(`^create ${kind} (\\w+)`);
  const texts = (await readMigrations()).flatMap(({ text }) => statementsOf(text));
  return texts.flatMap((text) => created.exec(text)?.[1] ?? []);
}
