import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Cell } from "../records/mapping.ts";
import type { AnyRecord, Collection, Kind } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import type { Statements } from "./sql-target.ts";
import { partTable } from "./sqlite-schema.ts";

/** The prepared statements for each kind of record in SQLite. */

/** Records after which the event loop runs, so that the next page is requested and received meanwhile. */
const slice = 100;

export interface SqliteStatements extends Statements<StatementSync> {
  add: StatementSync;
  put: StatementSync;
  clearParts: StatementSync[];
  putParts: StatementSync[];
}

export function prepareKind(db: DatabaseSync, kind: Kind): SqliteStatements {
  const mapping = tables[kind];
  const { table, key, columns, perLanguage } = mapping;
  const names = [...(perLanguage ? ["lang"] : []), ...columns.map(({ name }) => name)];
  // The language is a parameter of every kind, so that the callers are the same.
  const inLanguage = perLanguage ? "lang = ?" : "? is null";
  const byKey = `${key} in (select value from json_each(?)) and ${inLanguage}`;
  const owner = `${table}_no`;
  const parts = mapping.parts.map((part) => ({
    rows: partTable(mapping, part),
    names: part.columns.map(({ name }) => name),
  }));
  const marks = (count: number) => Array(count).fill("?").join(", ");
  const insert = `insert into ${table} (${names}, seen) values (${marks(names.length)}, ?)`;
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
    add: db.prepare(insert),
    put: db.prepare(
      `${insert} on conflict do update set ${[...names, "seen"].map((name) => `${name} = excluded.${name}`)} returning no`,
    ),
    clearParts: perPart((rows) => `delete from ${rows} where ${owner} = ?`),
    putParts: perPart(
      (rows, own) => `insert into ${rows} (${owner}, position, ${own}) values (?, ?, ${marks(own.length)})`,
    ),
  };
}

/** Writes records row by row. `isUnindexed`: every record is new. */
export async function putRecords(
  { add, put, clearParts, putParts }: SqliteStatements,
  { kind, lang }: Collection,
  records: AnyRecord[],
  { generation, isUnindexed }: { generation: number; isUnindexed: boolean },
): Promise<void> {
  const language = lang === undefined ? [] : [lang];
  for (const [at, record] of records.entries()) {
    const { cells, parts } = tables[kind].rowsOf(record);
    const values = [...language, ...inputs(cells), generation];
    const no = isUnindexed ? add.run(...values).lastInsertRowid : (put.get(...values)!.no as number);
    if (!isUnindexed) for (const clear of clearParts) clear.run(no);
    for (const [n, rows] of parts.entries()) {
      for (const [position, row] of rows.entries()) putParts[n]!.run(no, position, ...inputs(row));
    }
    if (at % slice === slice - 1) await new Promise(setImmediate);
  }
}

const inputs = (cells: Cell[]): SQLInputValue[] => cells.map(input);

export const input = (cell: Cell): SQLInputValue => (typeof cell === "boolean" ? Number(cell) : cell);
