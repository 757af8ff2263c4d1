import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Cell, Mapping, Row } from "../records/mapping.ts";
import { type AnyRecord, type Collection, type Kind, keyOf } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { partTable } from "./sqlite-schema.ts";

/** Records between which the event loop has its turn: a request for the next page leaves, and its answer comes in, meanwhile. */
const slice = 100;

/** The statements on the records, prepared once for each kind. */
export class Statements {
  readonly #db: DatabaseSync;
  /** Whether the copy is being filled without indexes: then nothing is found, and what is put is new. */
  filling: boolean;
  readonly #prepared = new Map<Kind, Prepared>();

  constructor(db: DatabaseSync, filling: boolean) {
    this.#db = db;
    this.filling = filling;
  }

  find(collection: Collection, keys: string[]): Map<string, AnyRecord> {
    if (this.filling) return new Map();
    const prepared = this.#of(collection);
    const rows = prepared.byKeys.all(...language(collection), JSON.stringify(keys)) as Row[];
    return new Map(this.#records(prepared, rows).map((record) => [keyOf(record), record]));
  }

  /** Up to `limit` records in order of arrival, after the one with this number. */
  following(collection: Collection, after: number, limit: number): { records: AnyRecord[]; last: number } {
    const prepared = this.#of(collection);
    const rows = prepared.following.all(...language(collection), after, limit) as Row[];
    return { records: this.#records(prepared, rows), last: (rows.at(-1)?.no ?? after) as number };
  }

  /** Keys of up to `limit` records after this number that were not met since `generation` began. */
  unseen(collection: Collection, generation: number, after: number, limit: number): { keys: string[]; last: number } {
    const { unseen } = this.#of(collection);
    const rows = unseen.all(...language(collection), after, generation, limit) as Row[];
    return { keys: rows.map((row) => row.key as string), last: (rows.at(-1)?.no ?? after) as number };
  }

  async put(collection: Collection, records: AnyRecord[], generation: number): Promise<void> {
    const { mapping, put, clearParts, putParts } = this.#of(collection);
    const lang = language(collection);
    for (const [at, record] of records.entries()) {
      const { cells, parts } = mapping.rowsOf(record);
      const { no } = put.get(...lang, ...inputs(cells), generation) as { no: number };
      if (!this.filling) for (const clear of clearParts) clear.run(no);
      for (const [n, rows] of parts.entries()) {
        for (const [position, row] of rows.entries()) putParts[n]!.run(no, position, ...inputs(row));
      }
      if (at % slice === slice - 1) await new Promise(setImmediate);
    }
  }

  touch(collection: Collection, keys: string[], generation: number): void {
    this.#of(collection).touch.run(generation, ...language(collection), JSON.stringify(keys));
  }

  remove(collection: Collection, keys: string[]): void {
    const { removeParts, remove } = this.#of(collection);
    const named = [...language(collection), JSON.stringify(keys)];
    for (const statement of removeParts) statement.run(...named);
    remove.run(...named);
  }

  #records({ mapping, parts }: Prepared, rows: Row[]): AnyRecord[] {
    const numbers = JSON.stringify(rows.map((row) => row.no));
    const byOwner = parts.map((statement) => grouped(statement.all(numbers) as Row[]));
    return rows.map((row) =>
      mapping.recordOf(
        row,
        byOwner.map((groups) => groups.get(row.no as number) ?? []),
      ),
    );
  }

  #of({ kind }: Collection): Prepared {
    let prepared = this.#prepared.get(kind);
    if (!prepared) {
      prepared = prepare(this.#db, tables[kind]);
      this.#prepared.set(kind, prepared);
    }
    return prepared;
  }
}

interface Prepared {
  mapping: Mapping;
  byKeys: StatementSync;
  following: StatementSync;
  unseen: StatementSync;
  parts: StatementSync[];
  put: StatementSync;
  clearParts: StatementSync[];
  putParts: StatementSync[];
  touch: StatementSync;
  removeParts: StatementSync[];
  remove: StatementSync;
}

function prepare(db: DatabaseSync, mapping: Mapping): Prepared {
  const { table, key, columns, parts, perLanguage } = mapping;
  const names = [...(perLanguage ? ["lang"] : []), ...columns.map(({ name }) => name)];
  const inLanguage = perLanguage ? "lang = ? and" : "";
  const named = `${inLanguage} ${key} in (select value from json_each(?))`;
  const owner = `${table}_no`;
  const part = parts.map((one) => ({ rows: partTable(mapping, one), names: one.columns.map(({ name }) => name) }));
  const marks = (count: number) => Array(count).fill("?").join(", ");
  return {
    mapping,
    byKeys: db.prepare(`select no, ${names} from ${table} where ${named}`),
    following: db.prepare(`select no, ${names} from ${table} where ${inLanguage} no > ? order by no limit ?`),
    unseen: db.prepare(
      `select no, ${key} as key from ${table} where ${inLanguage} no > ? and seen < ? order by no limit ?`,
    ),
    parts: part.map(({ rows, names: own }) =>
      db.prepare(`select ${owner} as owner, ${own} from ${rows} where ${owner} in (select value from json_each(?))
        order by ${owner}, position`),
    ),
    put: db.prepare(`
      insert into ${table} (${names}, seen) values (${marks(names.length)}, ?)
      on conflict do update set ${[...names, "seen"].map((name) => `${name} = excluded.${name}`)} returning no`),
    clearParts: part.map(({ rows }) => db.prepare(`delete from ${rows} where ${owner} = ?`)),
    putParts: part.map(({ rows, names: own }) =>
      db.prepare(`insert into ${rows} (${owner}, position, ${own}) values (?, ?, ${marks(own.length)})`),
    ),
    touch: db.prepare(`update ${table} set seen = ? where ${named}`),
    removeParts: part.map(({ rows }) =>
      db.prepare(`delete from ${rows} where ${owner} in (select no from ${table} where ${named})`),
    ),
    remove: db.prepare(`delete from ${table} where ${named}`),
  };
}

const language = ({ lang }: Collection): string[] => (lang === undefined ? [] : [lang]);

const inputs = (cells: Cell[]): SQLInputValue[] =>
  cells.map((cell) => (typeof cell === "boolean" ? Number(cell) : cell));

function grouped(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.owner as number);
    if (group) group.push(row);
    else groups.set(row.owner as number, [row]);
  }
  return groups;
}
