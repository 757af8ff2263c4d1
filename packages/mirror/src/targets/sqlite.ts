import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Cell, Row } from "../records/mapping.ts";
import type { RecordKind } from "../records/records.ts";
import { type SqlDatabase, sqlTarget } from "./sql-target.ts";
import { createSqliteTables, indexSqliteTables, lacksIndexes, tableAndViewNames } from "./sqlite-schema.ts";
import { prepareStatements, putRecords, type SqliteStatements, toSqliteValue } from "./sqlite-statements.ts";
import { formatVersion, type Target, TargetError } from "./target.ts";

/** A copy in a SQLite file, through node:sqlite. */

/** Opens or creates the file. Throws a TargetError when it is in use, belongs to another program, or cannot be opened. */
export async function openSqlite(path: string): Promise<Target> {
  const { DatabaseSync: Database } = await nodeSqlite();
  const lock = opened(() => new Database(`${path}-lock`), path);
  try {
    // This process has the lock until it ends, however it ends.
    lock.exec("begin exclusive");
  } catch {
    lock.close();
    throw new TargetError(`Another paseo-mirror is using ${path}.`);
  }
  const db = opened(() => new Database(path), path);
  try {
    setUp(db, path);
  } catch (error) {
    db.close();
    lock.close();
    throw error;
  }
  return sqlTarget(database(db, lock));
}

async function nodeSqlite(): Promise<typeof import("node:sqlite")> {
  try {
    return await import("node:sqlite");
  } catch {
    throw new TargetError(
      `sqlite: and ndjson: need Node 22.13 or newer; this is ${process.version}. postgres:// works with it.`,
    );
  }
}

function opened(open: () => DatabaseSync, path: string): DatabaseSync {
  try {
    return open();
  } catch (error) {
    throw new TargetError(`${path} cannot be opened: ${(error as Error).message}. Does its folder exist?`);
  }
}

function setUp(db: DatabaseSync, path: string): void {
  try {
    // The time-out first: after a kill, another reader may be recovering the file.
    db.exec("pragma busy_timeout = 10000");
    // With WAL a kill loses nothing. A power failure may lose the last pages, which are then read again.
    db.exec("pragma journal_mode = wal; pragma synchronous = normal");
    db.exec("pragma cache_size = -32768; pragma wal_autocheckpoint = 10000");
  } catch (error) {
    throw new TargetError(`${path} cannot be used: ${(error as Error).message}.`);
  }
  const there = db.prepare("select name from sqlite_master where name in (select value from json_each(?))");
  const names = there.all(JSON.stringify(tableAndViewNames)).map((row) => row.name);
  if (names.length === 0) createSqliteTables(db);
  else if (!names.includes("sync_state")) {
    throw new TargetError(`${path} has a table ${names[0]} of another program. Choose another file.`);
  }
  const format = db.prepare("select format from sync_state").get()?.format;
  if (format !== undefined && format !== formatVersion) {
    throw new TargetError(`${path} was created by another version of paseo-mirror. Choose another file.`);
  }
}

function database(db: DatabaseSync, lock: DatabaseSync): SqlDatabase<StatementSync> {
  const prepared = new Map<RecordKind, SqliteStatements>();
  const queue = db.prepare("insert into change_queue (sequence, line) values (?, ?)");
  const statements = (kind: RecordKind): SqliteStatements => {
    const known = prepared.get(kind) ?? prepareStatements(db, kind);
    prepared.set(kind, known);
    return known;
  };
  let unindexed = lacksIndexes(db);
  return {
    begin: "begin immediate",
    execute: async (sql) => db.exec(sql),
    prepare: (sql) => db.prepare(sql),
    rows: async (statement, values) => statement.all(...(values as Cell[]).map(toSqliteValue)) as Row[],
    statements,
    list: (values) => JSON.stringify(values),
    start: () => 0,
    isUnindexed: () => unindexed,
    put: (collection, records, generation) =>
      putRecords(statements(collection.kind), collection, records, { generation, isUnindexed: unindexed }),
    async queue(changes) {
      for (const { sequence, line } of changes) queue.run(sequence, line);
    },
    async index() {
      if (unindexed) indexSqliteTables(db);
      unindexed = false;
    },
    async close() {
      db.close();
      lock.close();
    },
  };
}
