import type { DatabaseSync } from "node:sqlite";
import type { Column, ColumnType, ListTable, RecordMapping } from "../records/mapping.ts";
import { tables } from "../records/tables.ts";

/**
 * The tables in SQLite. Identifiers are random, so tables are in order of insertion (`no`), and views show parts by
 * identifier. The index on identifiers is created after the first run. With a million events this takes a quarter of the time.
 */

const types: Record<ColumnType, string> = {
  id: "text",
  text: "text",
  integer: "integer",
  flag: "integer",
  amount: "text",
  degrees: "real",
};

const mappings = Object.values(tables);
/** The table of a part; the view has the name of the part. */
export const listTableName = (mapping: RecordMapping, part: ListTable): string => `${mapping.table}_${part.table}`;

/** Every table and view of the copy. */
export const tableAndViewNames = [
  "sync_state",
  "change_queue",
  ...mappings.flatMap((mapping) => [
    mapping.table,
    ...mapping.parts.flatMap((part) => [part.table, listTableName(mapping, part)]),
  ]),
];

export function createSqliteTables(db: DatabaseSync): void {
  const statements = mappings.flatMap((mapping) => [
    mainTable(mapping),
    ...mapping.parts.flatMap((part) => [rowsTable(mapping, part), view(mapping, part)]),
  ]);
  db.exec(`begin immediate;
    ${statements.join(";\n")};
    create table change_queue (sequence integer primary key, line text not null);
    create table sync_state (
      one integer primary key check (one = 1), format integer not null, service text not null, languages text not null,
      details integer not null, update_version integer, delete_version integer, synced_at text,
      generation integer not null, sequence integer not null, run text
    );
    commit`);
}

const definitions = (columns: Column[]): string =>
  columns.map(({ name, type, required }) => `${name} ${types[type]}${required ? " not null" : ""}`).join(", ");

const mainTable = ({ table, perLanguage, columns }: RecordMapping): string => `
  create table ${table} (no integer primary key, ${perLanguage ? "lang text not null, " : ""}${definitions(columns)},
    seen integer not null)`;

const rowsTable = (mapping: RecordMapping, part: ListTable): string => `
  create table ${listTableName(mapping, part)} (${mapping.table}_no integer not null, position integer not null,
    ${definitions(part.columns)}, primary key (${mapping.table}_no, position)) without rowid`;

const view = (mapping: RecordMapping, part: ListTable): string => `
  create view ${part.table} as
    select m.${mapping.key} as ${mapping.table}_${mapping.key}, p.position, ${part.columns.map(({ name }) => `p.${name}`).join(", ")}
    from ${listTableName(mapping, part)} p join ${mapping.table} m on m.no = p.${mapping.table}_no`;

/** Whether identifiers have no index yet, because the first run has not ended. */
export const lacksIndexes = (db: DatabaseSync): boolean =>
  db.prepare("select 1 from sqlite_master where name = ?").get(keyIndex(tables.event)) === undefined;

/** Creates the indexes. If a record was stored twice before, the later copy stays. */
export function indexSqliteTables(db: DatabaseSync): void {
  db.exec("begin immediate");
  for (const mapping of mappings) {
    const { table, key, perLanguage, parts, indexes } = mapping;
    const identity = perLanguage ? `lang, ${key}` : key;
    const unique = `create unique index ${keyIndex(mapping)} on ${table} (${identity})`;
    // A search for duplicates sorts all identifiers once more, and nearly never finds one.
    try {
      db.exec(unique);
    } catch (error) {
      if (!isConflict(error)) throw error;
      removeDuplicates(db, mapping, identity);
      db.exec(unique);
    }
    for (const columns of indexes) db.exec(indexOn(table, columns));
    for (const part of parts) {
      for (const columns of part.indexes) db.exec(indexOn(listTableName(mapping, part), columns));
    }
  }
  db.exec("commit");
}

/** SQLITE_CONSTRAINT, whose extended codes have it in the last byte. */
const isConflict = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 19;

function removeDuplicates(db: DatabaseSync, mapping: RecordMapping, identity: string): void {
  const { table, parts } = mapping;
  db.exec(`create temp table duplicates as select no from
    (select no, row_number() over (partition by ${identity} order by no desc) as copy from ${table}) where copy > 1`);
  for (const part of parts) {
    db.exec(`delete from ${listTableName(mapping, part)} where ${table}_no in (select no from duplicates)`);
  }
  db.exec(`delete from ${table} where no in (select no from duplicates);
    drop table duplicates`);
}

const keyIndex = ({ table, key }: RecordMapping): string => `${table}_${key}`;

const indexOn = (table: string, columns: string[]): string =>
  `create index ${table}_${columns.join("_")} on ${table} (${columns.join(", ")})`;
