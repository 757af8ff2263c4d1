import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Cell } from "../records/mapping.ts";
import type { AnyRecord, RecordCollection, RecordKind } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import type { RecordStatements } from "./sql-target.ts";
import { listTableName } from "./sqlite-schema.ts";

/** The prepared statements for each kind of record in SQLite. */

/**
 * Number of records after which the event loop runs, so that the next page is requested and received meanwhile. Also the number of rows of
 * one statement.
 */
const slice = 25;

export interface SqliteStatements extends RecordStatements<StatementSync> {
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

export function prepareStatements(db: DatabaseSync, kind: RecordKind): SqliteStatements {
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
export async function putRecords(
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

export const toSqliteValue = (cell: Cell): SQLInputValue => (typeof cell === "boolean" ? Number(cell) : cell);
