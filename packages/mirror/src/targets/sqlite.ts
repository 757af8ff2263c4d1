import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Cell, Row } from "../records/mapping.ts";
import type { AnyRecord, RecordCollection, RecordKind } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { type RecordStatements, type SqlDatabase, sqlTarget } from "./sql-target.ts";
import {
  createSqliteTables,
  indexSqliteTables,
  lacksIndexes,
  listTableName,
  tableAndViewNames,
} from "./sqlite-schema.ts";
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

/** The prepared statements for each kind of record in SQLite. */

/**
 * Number of records after which the event loop runs, so that the next page is requested and received meanwhile. Also the number of rows of
 * one statement.
 */
const slice = 25;

interface SqliteStatements extends RecordStatements<StatementSync> {
  add: Insert;
  put: StatementSync;
  clearParts: StatementSync[];
  putParts: Insert[];
}

/** Statements that insert a row, and `slice` rows: a row takes three quarters of the time then. */
interface Insert {
  one: StatementSync;
  slice: StatementSync;
}

function prepareStatements(db: DatabaseSync, kind: RecordKind): SqliteStatements {
  const mapping = tables[kind];
  const { table, key, columns, perLanguage } = mapping;
  const names = [...(perLanguage ? ["lang"] : []), ...columns.map(({ name }) => name)];
  // The language is a parameter of every kind, so that the callers are the same.
  const inLanguage = perLanguage ? "lang = ?" : "? is null";
  const byKey = `${key} in (select value from json_each(?)) and ${inLanguage}`;
  const owner = `${table}_no`;
  const parts = mapping.parts.map((part) => ({
    rows: listTableName(mapping, part),
    names: part.columns.map(({ name }) => name),
  }));
  const inserting = (into: string, names: string[], rows = 1) => {
    const row = `(${names.map(() => "?")})`;
    return `insert into ${into} (${names}) values ${Array(rows).fill(row)}`;
  };
  const insert = (into: string, names: string[]): Insert => ({
    one: db.prepare(inserting(into, names)),
    slice: db.prepare(inserting(into, names, slice)),
  });
  const own = [...names, "seen"];
  const perPart = (sql: (rows: string, names: string[]) => string) =>
    parts.map((part) => db.prepare(sql(part.rows, part.names)));
  return {
    byKeys: db.prepare(`select no as owner, ${names} from ${table} where ${byKey}`),
    following: db.prepare(`select no as owner, no as position, ${names} from ${table}
      where no > ? and ${inLanguage} order by no limit ?`),
    unseen: db.prepare(`select no as position, ${key} as key from ${table}
      where no > ? and ${inLanguage} and seen < ? order by no limit ?`),
    touch: db.prepare(`update ${table} set seen = ? where ${byKey}`),
    remove: db.prepare(`delete from ${table} where ${byKey}`),
    removeParts: perPart(
      (rows) => `delete from ${rows} where ${owner} in
        (select no from ${table} where ${key} in (select value from json_each(?)))`,
    ),
    parts: perPart(
      (rows, own) => `select ${owner} as owner, ${own} from ${rows}
        where ${owner} in (select value from json_each(?)) order by ${owner}, position`,
    ),
    add: insert(table, own),
    put: db.prepare(
      `${inserting(table, own)} on conflict do update set ${own.map((name) => `${name} = excluded.${name}`)} returning no`,
    ),
    clearParts: perPart((rows) => `delete from ${rows} where ${owner} = ?`),
    putParts: parts.map((part) => insert(part.rows, [owner, "position", ...part.names])),
  };
}

/** Writes records, a slice at a time. `isUnindexed`: every record is new. */
async function putRecords(
  { add, put, clearParts, putParts }: SqliteStatements,
  { kind, lang }: RecordCollection,
  records: AnyRecord[],
  { generation, isUnindexed }: { generation: number; isUnindexed: boolean },
): Promise<void> {
  const language = lang === undefined ? [] : [lang];
  for (let from = 0; from < records.length; from += slice) {
    const rows = records.slice(from, from + slice).map((record) => tables[kind].rowsOf(record));
    const own = rows.map(({ cells }) => [...language, ...inputs(cells), generation]);
    const nos = isUnindexed ? addRows(add, own) : own.map((values) => put.get(...values)!.no as number);
    if (!isUnindexed) for (const clear of clearParts) for (const no of nos) clear.run(no);
    for (const [n, insert] of putParts.entries()) {
      addRows(
        insert,
        rows.flatMap(({ parts }, at) => parts[n]!.map((cells, position) => [nos[at]!, position, ...inputs(cells)])),
      );
    }
    await new Promise(setImmediate);
  }
}

/** Inserts rows and returns their numbers: SQLite gives each the next one. */
function addRows({ one, slice: many }: Insert, rows: SQLInputValue[][]): number[] {
  let last = 0;
  let at = 0;
  for (; at + slice <= rows.length; at += slice)
    last = Number(many.run(...rows.slice(at, at + slice).flat()).lastInsertRowid);
  for (; at < rows.length; at++) last = Number(one.run(...rows[at]!).lastInsertRowid);
  return rows.map((_, n) => last - rows.length + 1 + n);
}

const inputs = (cells: Cell[]): SQLInputValue[] => cells.map(toSqliteValue);

const toSqliteValue = (cell: Cell): SQLInputValue => (typeof cell === "boolean" ? Number(cell) : cell);
