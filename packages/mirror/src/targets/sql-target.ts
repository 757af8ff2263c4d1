import type { Cell, Row } from "../records/mapping.ts";
import { type AnyRecord, type RecordCollection, type RecordKind, recordKey } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { type CopyState, formatVersion, type QueuedChange, type Target, type Writer } from "./target.ts";

/** A copy in SQL tables: what SQLite and PostgreSQL have in common. */

/** The statements for one kind of record, with the order of their parameters. */
export interface RecordStatements<S> {
  /** Selects records. Parameters: keys, language. Also selects `owner`, to which parts belong. */
  byKeys: S;
  /** Selects the next records. Parameters: position to start after, language, most rows. Also selects `owner` and `position`. */
  following: S;
  /** Selects `key` and `position` of unseen records. Parameters: position to start after, language, generation, most rows. */
  unseen: S;
  /** Marks records as seen. Parameters: generation, keys, language. */
  touch: S;
  /** Removes records. Parameters: keys, language. */
  remove: S;
  /** For each part, removes its rows. Parameters: keys. A kind with languages has no parts. */
  removeParts: S[];
  /** The statement of each part selects `owner` and the columns of the part. Parameters: owners. */
  parts: S[];
}

/** The functions that differ between the databases. `S` is a statement. */
export interface SqlDatabase<S> {
  begin: string;
  execute(sql: string): Promise<void>;
  /** A statement that does not depend on the kind of record, with parameters as `?`. */
  prepare(sql: string): S;
  rows(statement: S, values: unknown[]): Promise<Row[]>;
  statements(kind: RecordKind): RecordStatements<S>;
  /** A list of keys or numbers as a parameter. */
  list(values: unknown[]): unknown;
  /** Position before the first record. */
  start(kind: RecordKind): string | number;
  /** Whether the copy has no indexes yet, so that it finds no record. */
  isUnindexed(): boolean;
  put(collection: RecordCollection, records: AnyRecord[], generation: number): Promise<void>;
  queue(changes: QueuedChange[]): Promise<void>;
  index(): Promise<void>;
  close(): Promise<void>;
}

const batch = 1000;

const stateColumns = [
  "service",
  "languages",
  "details",
  "update_version",
  "delete_version",
  "synced_at",
  "generation",
  "sequence",
  "run",
];

export function sqlTarget<S>(db: SqlDatabase<S>): Target {
  const readState = db.prepare("select * from sync_state");
  const queued = db.prepare("select sequence, line from change_queue where sequence > ? order by sequence limit ?");
  const writer = sqlWriter(db);
  return {
    async readState() {
      const [row] = await db.rows(readState, []);
      return row && stateOf(row);
    },
    async transaction(work) {
      await db.execute(db.begin);
      try {
        const result = await work(writer);
        await db.execute("commit");
        return result;
      } catch (error) {
        // A broken connection, or a full disk in SQLite, has already rolled back. The first error is the cause.
        await db.execute("rollback").catch(() => {});
        throw error;
      }
    },
    async *records({ kind, lang }) {
      const { following } = db.statements(kind);
      for await (const rows of batches(db.start(kind), (after) => db.rows(following, [after, lang ?? null, batch])))
        yield await recordsOf(db, kind, rows);
    },
    async *unseen({ kind, lang }, generation) {
      const { unseen } = db.statements(kind);
      for await (const rows of batches(db.start(kind), (after) =>
        db.rows(unseen, [after, lang ?? null, generation, batch]),
      ))
        yield rows.map((row) => row.key as string);
    },
    async *queued() {
      for (let after = 0; ; ) {
        const rows = await db.rows(queued, [after, batch]);
        if (rows.length === 0) return;
        const lines = rows.map(({ sequence, line }) => ({ sequence: Number(sequence), line: line as string }));
        yield lines;
        after = lines.at(-1)!.sequence;
      }
    },
    index: () => db.index(),
    publish: async () => {},
    close: () => db.close(),
  };
}

/** Reads until a batch has no rows. Each batch begins after the position of the last row. */
async function* batches(start: Cell, read: (after: Cell) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await read(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.position!;
  }
}

function sqlWriter<S>(db: SqlDatabase<S>): Writer {
  const save = db.prepare(
    `insert into sync_state (one, format, ${stateColumns}) values (1, ${formatVersion}, ${stateColumns.map(() => "?")})
     on conflict (one) do update set ${stateColumns.map((name) => `${name} = excluded.${name}`)}`,
  );
  const settle = db.prepare("delete from change_queue where sequence <= ?");
  return {
    async saveState({ service, languages, details, run, ...state }) {
      const { updateVersion, deleteVersion, syncedAt, generation, sequence } = state;
      const versions = [updateVersion, deleteVersion, syncedAt, generation, sequence];
      await db.rows(save, [service, languages.join(" "), details, ...versions, run && JSON.stringify(run)]);
    },
    async find({ kind, lang }, keys) {
      if (db.isUnindexed()) return new Map();
      const rows = await db.rows(db.statements(kind).byKeys, [db.list(keys), lang ?? null]);
      return new Map((await recordsOf(db, kind, rows)).map((record) => [recordKey(record), record]));
    },
    put: (collection, records, generation) => db.put(collection, records, generation),
    async touch({ kind, lang }, keys, generation) {
      await db.rows(db.statements(kind).touch, [generation, db.list(keys), lang ?? null]);
    },
    async remove({ kind, lang }, keys) {
      const { remove, removeParts } = db.statements(kind);
      for (const statement of removeParts) await db.rows(statement, [db.list(keys)]);
      await db.rows(remove, [db.list(keys), lang ?? null]);
    },
    queue: (changes) => db.queue(changes),
    async settle(sequence) {
      await db.rows(settle, [sequence]);
    },
  };
}

/** Makes records from rows of the main table and from their parts. */
async function recordsOf<S>(db: SqlDatabase<S>, kind: RecordKind, rows: Row[]): Promise<AnyRecord[]> {
  const owners = db.list(rows.map(({ owner }) => owner));
  const parts: Map<unknown, Row[]>[] = [];
  for (const statement of db.statements(kind).parts) parts.push(byOwner(await db.rows(statement, [owners])));
  return rows.map((row) =>
    tables[kind].recordOf(
      row,
      parts.map((groups) => groups.get(row.owner) ?? []),
    ),
  );
}

// This does not use Map.groupBy, which Node 20 does not have.
function byOwner(rows: Row[]): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.owner);
    if (group) group.push(row);
    else groups.set(row.owner, [row]);
  }
  return groups;
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

// PostgreSQL returns bigint as text, timestamps as Date and JSON as objects; SQLite returns numbers and texts.
function stateOf(row: Record<string, unknown>): CopyState {
  return {
    service: row.service as string,
    languages: (row.languages as string).split(" ") as CopyState["languages"],
    details: Boolean(row.details),
    updateVersion: numberOrNull(row.update_version),
    deleteVersion: numberOrNull(row.delete_version),
    syncedAt: row.synced_at === null ? null : new Date(row.synced_at as string | Date).toISOString(),
    generation: Number(row.generation),
    sequence: Number(row.sequence),
    run: typeof row.run === "string" ? JSON.parse(row.run) : (row.run as CopyState["run"]),
  };
}
