import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import {
  beginMigrating,
  createdBySchema,
  migrationsOf,
  requireKnownBackup,
  requireKnownSchema,
  runMigrations,
} from "../database/migrate.ts";
import { anyRow, onlyRow, run } from "../database/rows.ts";
import type { RowBatch, Snapshot, SnapshotManifest } from "./snapshot.ts";
import { createdSequences, differingTables, ownTables, setTextFormat, tableContents } from "./tables.ts";

/** Fills a store with a snapshot, in one transaction. */

/** The store has content, and the caller did not ask to replace it. */
export class StoreNotEmpty extends Error {
  override name = "StoreNotEmpty";
}

/** Processes of the service have connections to the database. */
export class StoreInUse extends Error {
  override name = "StoreInUse";
}

/** The copied rows would differ. Nothing was changed. */
export class ContentDiffers extends Error {
  override name = "ContentDiffers";
  readonly tables: string[];
  constructor(tables: string[]) {
    super(`Tables differ: ${tables.join(", ")}.`);
    this.tables = tables;
  }
}

export interface LoadOptions {
  /** Deletes the content of the store. */
  replace?: boolean;
  onProgress?: (rows: number) => void;
  /** Runs before the store is migrated to this release's schema. An error from it undoes everything. */
  check?: (tx: Tx) => Promise<void>;
  /** Runs last in the transaction, on this release's schema. */
  finish?: (tx: Tx) => Promise<void>;
}

/**
 * Fills an empty store, or with `replace` any store, and then migrates it to this release's schema.
 * @throws StoreNotEmpty, StoreInUse, ContentDiffers, SchemaMismatch. After an error the store is unchanged.
 */
export async function loadSnapshot(db: Db, { manifest, batches }: Snapshot, options: LoadOptions = {}): Promise<void> {
  await requireKnownSnapshot(manifest);
  await requireKnownSchema(db);
  await db.transaction().execute(async (tx) => {
    await beginMigrating(tx);
    await requireUnused(tx);
    const tables = await ownTables(tx);
    if (!options.replace && !(await isEmpty(tx, tables))) throw new StoreNotEmpty("The store is not empty.");
    await dropAll(tx, tables);
    await runMigrations(tx, { upTo: manifest.migrations.at(-1)! });
    await fill(tx, manifest, batches, options);
    await setTextFormat(tx);
    const wrong = differingTables(manifest.tables, await tableContents(tx, await ownTables(tx)));
    if (wrong.length > 0) throw new ContentDiffers(wrong);
    await options.check?.(tx);
    await runMigrations(tx);
    await options.finish?.(tx);
    await run(tx)`analyze`;
  });
}

/**
 * Refuses a snapshot that this release cannot restore.
 * @throws SchemaMismatch
 */
export const requireKnownSnapshot = ({ migrations, migrationHashes, tables }: SnapshotManifest): Promise<void> =>
  requireKnownBackup(
    migrations.map((name) => ({ name, needs: null, hash: migrationHashes?.[name] ?? null })),
    new Map(tables.map(({ name, columns }) => [name, columns])),
  );

/** Tables that have rows in a store that was only started, because a start invites an owner. */
const initialTables = new Set([
  ...["counter", "version", "digest", "resource_plan"],
  ...["fact", "operator", "operator_invitation", "statement_series"],
]);

/** Whether a store has nothing but its schema. */
export async function isEmpty(db: Db, tables: string[]): Promise<boolean> {
  for (const name of tables) {
    if (initialTables.has(name)) continue;
    const { some } = await onlyRow(db)<{ some: boolean }>`select exists (select from ${sql.table(name)}) as some`;
    if (some) return false;
  }
  const owned = sql`select 1 from operator where password is not null`;
  return !tables.includes("operator") || !(await anyRow(db)`${owned}`);
}

/** How long the server may take to end the connection of a killed process. Its transaction has ended by now. */
const endsWithinMs = 2_000;

/** Tables are created again, which no running process tolerates. */
async function requireUnused(tx: Tx): Promise<void> {
  for (const until = Date.now() + endsWithinMs; ; await pause(250)) {
    await run(tx)`select pg_stat_clear_snapshot()`;
    const { n } = await onlyRow(tx)<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name = 'paseo' and pid <> pg_backend_pid()`;
    if (n === 0) return;
    if (Date.now() > until)
      throw new StoreInUse(`Processes of Paseo have ${n} connection${n === 1 ? "" : "s"} to the database.`);
  }
}

async function dropAll(tx: Tx, tables: string[]): Promise<void> {
  // If our migrations did not run, a table of the same name belongs to another program. Migrating then fails.
  if ((await migrationsOf(tx)).length === 0) return;
  const sequences = await createdSequences(tx);
  await run(tx)`drop table ${sql.join([...tables, "migration"].map((name) => sql.table(name)))}`;
  for (const name of sequences) await run(tx)`drop sequence ${sql.table(name)}`;
  // An older store has only some of them. Indexes that called them are gone with their tables.
  const functions = (await createdBySchema("function")).map((name) => sql.table(name));
  if (functions.length > 0) await run(tx)`drop function if exists ${sql.join(functions)}`;
}

async function fill(
  tx: Tx,
  manifest: SnapshotManifest,
  batches: AsyncIterable<RowBatch>,
  options: LoadOptions,
): Promise<void> {
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const tables = await ownTables(tx);
  const unknown = manifest.tables.filter(({ name }) => !tables.includes(name)).map(({ name }) => name);
  if (unknown.length > 0) throw new ContentDiffers(unknown);
  // The migrations' own first rows.
  for (const name of tables.toReversed()) await run(tx)`delete from ${sql.table(name)}`;
  let done = 0;
  for await (const { table, rows } of batches) {
    const columns = sql.join(columnsOf.get(table)!.map((name) => sql.ref(name)));
    await run(tx)`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(",")}]`}::json)`;
    done += rows.length;
    options.onProgress?.(done);
  }
  for (const [name, last] of Object.entries(manifest.sequences))
    if (last !== null) await run(tx)`select setval(${name}::regclass, ${last})`;
}
