import type { DatabaseSync } from "node:sqlite";
import { createTables, indexTables, isUnindexed, ownNames } from "./sqlite-schema.ts";
import { Statements } from "./sqlite-statements.ts";
import { formatVersion, type Queued, type State, type Target, TargetError, type Writer } from "./target.ts";

/** A copy in a SQLite file, through node:sqlite. Whoever reads the file sees what was committed last, and never waits. */

const batch = 1000;

/** Opens the file, made when missing. Throws a TargetError when it is in use, of another program, or cannot be opened. */
export async function openSqlite(path: string): Promise<Target> {
  const { DatabaseSync: Database } = await nodeSqlite();
  const lock = opened(() => new Database(`${path}-lock`), path);
  try {
    // Held until this process ends, in whatever way.
    lock.exec("begin exclusive");
  } catch {
    lock.close();
    throw new TargetError(`Another paseo-mirror is at work on ${path}.`);
  }
  const db = opened(() => new Database(path), path);
  try {
    setUp(db, path);
  } catch (error) {
    db.close();
    lock.close();
    throw error;
  }
  return sqliteTarget(db, lock);
}

async function nodeSqlite(): Promise<typeof import("node:sqlite")> {
  try {
    return await import("node:sqlite");
  } catch {
    throw new TargetError(
      `sqlite: and ndjson: need Node 22.13 or newer, and this is ${process.version}. postgres:// works with it.`,
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
    // The time-out first: after a kill, a reader that came before is recovering the file.
    db.exec("pragma busy_timeout = 10000");
    // With the log, a kill loses nothing and a power cut at most the last pages, which are then read again.
    db.exec("pragma journal_mode = wal; pragma synchronous = normal");
    db.exec("pragma cache_size = -32768; pragma wal_autocheckpoint = 10000");
  } catch (error) {
    throw new TargetError(`${path} cannot be used: ${(error as Error).message}.`);
  }
  const there = db.prepare("select name from sqlite_master where name in (select value from json_each(?))");
  const names = there.all(JSON.stringify(ownNames)).map((row) => row.name);
  if (names.length === 0) createTables(db);
  else if (!names.includes("sync_state")) {
    throw new TargetError(`${path} has a table ${names[0]} of another program. Name another file.`);
  }
  const format = db.prepare("select format from sync_state").get()?.format;
  if (format !== undefined && format !== formatVersion) {
    throw new TargetError(`${path} was made by another version of paseo-mirror. Name another file.`);
  }
}

function sqliteTarget(db: DatabaseSync, lock: DatabaseSync): Target {
  const statements = new Statements(db, isUnindexed(db));
  const state = db.prepare("select * from sync_state");
  const queued = db.prepare("select sequence, line from change_queue where sequence > ? order by sequence limit ?");
  const writer = sqliteWriter(db, statements);
  return {
    async readState() {
      const row = state.get();
      return row && stateOf(row);
    },
    async transaction(work) {
      db.exec("begin immediate");
      try {
        const result = await work(writer);
        db.exec("commit");
        return result;
      } catch (error) {
        rollBack(db);
        throw error;
      }
    },
    async *records(collection) {
      for (let after = 0; ; ) {
        const found = statements.following(collection, after, batch);
        if (found.records.length === 0) return;
        yield found.records;
        after = found.last;
      }
    },
    async *unseen(collection, generation) {
      for (let after = 0; ; ) {
        const found = statements.unseen(collection, generation, after, batch);
        if (found.keys.length === 0) return;
        yield found.keys;
        after = found.last;
      }
    },
    async *queued() {
      for (let after = 0; ; ) {
        const rows = queued.all(after, batch) as unknown as Queued[];
        if (rows.length === 0) return;
        yield rows.map(({ sequence, line }) => ({ sequence, line }));
        after = rows.at(-1)!.sequence;
      }
    },
    async index() {
      if (!statements.filling) return;
      indexTables(db);
      statements.filling = false;
    },
    whole: async () => {},
    close: async () => {
      db.close();
      lock.close();
    },
  };
}

function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // SQLite has done it already, as it does when the disk is full. What counts is why.
  }
}

function sqliteWriter(db: DatabaseSync, statements: Statements): Writer {
  const save = db.prepare(`
    insert or replace into sync_state (one, format, service, languages, details, update_version, delete_version, synced_at,
      generation, sequence, walk) values (1, ${formatVersion}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const queue = db.prepare("insert into change_queue (sequence, line) values (?, ?)");
  const settle = db.prepare("delete from change_queue where sequence <= ?");
  return {
    async saveState({
      service,
      languages,
      details,
      updateVersion,
      deleteVersion,
      syncedAt,
      generation,
      sequence,
      walk,
    }) {
      const versions = [updateVersion, deleteVersion, syncedAt, generation, sequence] as const;
      save.run(service, languages.join(" "), Number(details), ...versions, walk && JSON.stringify(walk));
    },
    async find(collection, keys) {
      return statements.find(collection, keys);
    },
    put: (collection, records, generation) => statements.put(collection, records, generation),
    async touch(collection, keys, generation) {
      statements.touch(collection, keys, generation);
    },
    async remove(collection, keys) {
      statements.remove(collection, keys);
    },
    async queue(changes) {
      for (const { sequence, line } of changes) queue.run(sequence, line);
    },
    async settle(sequence) {
      settle.run(sequence);
    },
  };
}

function stateOf(row: Record<string, unknown>): State {
  return {
    service: row.service as string,
    languages: (row.languages as string).split(" ") as State["languages"],
    details: Boolean(row.details),
    updateVersion: row.update_version as number | null,
    deleteVersion: row.delete_version as number | null,
    syncedAt: row.synced_at as string | null,
    generation: row.generation as number,
    sequence: row.sequence as number,
    walk: row.walk === null ? null : JSON.parse(row.walk as string),
  };
}
