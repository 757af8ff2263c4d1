import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { migrationsOf, requireKnownSchema } from "../database/migrate.ts";
import { allRows, run } from "../database/rows.ts";
import { countSecrets } from "../database/sealing.ts";
import { liftTimeLimits } from "../database/time-limits.ts";
import {
  ownSequences,
  ownTables,
  readSequences,
  rowText,
  type Sequences,
  setTextFormat,
  type TableContent,
  tableContents,
} from "./tables.ts";

/** All rows of a store at one instant: a backup writes them, and a move sends them. */

export interface SnapshotManifest {
  /** Migrations that the schema has run. */
  migrations: string[];
  /** Their hashes. Missing in backups of releases that recorded none. */
  migrationHashes?: Record<string, string>;
  /** In the order of their rows: each table after the tables that it references. */
  tables: TableContent[];
  sequences: Sequences;
  /** Ids of the keys that stored secrets are encrypted with. */
  secretKeys: string[];
}

/** Rows of one table, each a JSON object on one line. */
export interface RowBatch {
  table: string;
  rows: string[];
}

export interface Snapshot {
  manifest: SnapshotManifest;
  /** All rows, in the order of the manifest. The rows can be read once. */
  batches: AsyncIterable<RowBatch>;
}

/** The store has no schema, so there is nothing to copy. */
export class StoreMissing extends Error {
  override name = "StoreMissing";
}

/** Maximum number of rows in memory. */
const batchRows = 500;
/** Approximate characters of the rows that are read at once. */
const batchBytes = 4 * 1024 * 1024;

/**
 * Reads a store within one transaction. A running server continues: its changes are not visible here, and only work
 * that drops or alters a table waits.
 * @throws StoreMissing, SchemaMismatch
 */
export async function withSnapshot<T>(db: Db, work: (snapshot: Snapshot, tx: Tx) => Promise<T>): Promise<T> {
  await requireKnownSchema(db);
  const tables = await ownTables(db);
  if (tables.length === 0) throw new StoreMissing("The store is empty.");
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      // This statement takes no snapshot yet, so no table changes its columns between the snapshot and the lock.
      await run(tx)`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access share mode`;
      await liftTimeLimits(tx);
      await setTextFormat(tx);
      const manifest = await readManifest(tx, tables);
      return work({ manifest, batches: batchesOf(tx, manifest.tables) }, tx);
    });
}

async function readManifest(tx: Tx, tables: string[]): Promise<SnapshotManifest> {
  const keys = (await countSecrets(tx)).flatMap(({ key }) => key ?? []);
  const ran = await migrationsOf(tx);
  return {
    migrations: ran.map(({ name }) => name),
    migrationHashes: Object.fromEntries(ran.flatMap(({ name, hash }) => (hash === null ? [] : [[name, hash]]))),
    tables: await tableContents(tx, tables),
    // The snapshot does not cover sequences. They are read after the rows, so no sequence is behind a row.
    sequences: await readSequences(tx, await ownSequences(tx, tables)),
    secretKeys: [...new Set(keys)].sort(),
  };
}

async function* batchesOf(tx: Tx, tables: TableContent[]): AsyncGenerator<RowBatch> {
  for (const { name } of tables) {
    await run(tx)`declare transfer no scroll cursor for select ${rowText} as row from ${sql.table(name)} t`;
    for (let most = 1; ; ) {
      const rows = (await allRows(tx)<{ row: string }>`fetch ${sql.lit(most)} from transfer`).map(({ row }) => row);
      if (rows.length === 0) break;
      yield { table: name, rows };
      // Rows of photos have a megabyte each.
      const bytes = rows.reduce((sum, row) => sum + row.length, 0);
      most = Math.max(1, Math.min(batchRows, most * 8, Math.floor((rows.length * batchBytes) / bytes)));
    }
    await run(tx)`close transfer`;
  }
}
