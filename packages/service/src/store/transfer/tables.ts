import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { createdBySchema } from "../database/migrate.ts";
import { allRows, onlyRow, run } from "../database/rows.ts";

/** The service's own tables, as a backup, a restore and a move see them. */

/** A table's content. Tables with equal hashes have equal rows. */
export interface TableContent {
  name: string;
  columns: string[];
  rows: number;
  /** The sum of the rows' hashes. It does not depend on their order. */
  hash: string;
}

/** The last number that a sequence gave; null: none yet. */
export type Sequences = Record<string, number | null>;

/** Returns the service's tables that exist. Each table comes after the tables that it references. */
export async function ownTables(db: Db): Promise<string[]> {
  const names = await existing(db, await createdBySchema("table"));
  const references = await allRows(db)<{ table: string; to: string }>`
    select a.relname as table, b.relname as to from pg_constraint c
    join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
    where c.contype = 'f' and a.relnamespace = current_schema()::regnamespace and a.oid <> b.oid`;
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name) || !names.includes(name)) return;
    for (const { table, to } of references) if (table === name) add(to);
    ordered.push(name);
  };
  for (const name of names) add(name);
  return ordered;
}

/** Returns our sequences that exist, also the sequences of identity columns. */
export async function ownSequences(db: Db, tables: string[]): Promise<string[]> {
  const identities = await allRows(db)<{ name: string }>`
    select s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class t on t.oid = d.refobjid
    where d.deptype = 'i' and t.relnamespace = current_schema()::regnamespace and t.relname = any(${tables}::text[])
    order by 1`;
  return [...(await createdSequences(db)), ...identities.map(({ name }) => name)];
}

/** Returns our sequences that belong to no table. */
export const createdSequences = async (db: Db): Promise<string[]> => existing(db, await createdBySchema("sequence"));

async function existing(db: Db, names: string[]): Promise<string[]> {
  const rows = await allRows(db)<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${names}::text[])`;
  const there = new Set(rows.map(({ name }) => name));
  return names.filter((name) => there.has(name));
}

/** A row as JSON on one line. Both stores return the same text for it, on a connection that `setTextFormat` has set. */
export const rowText: RawBuilder<unknown> = sql`replace(row_to_json(t)::text, chr(10), ' ')`;

/** Sets the time zone and the digits with which PostgreSQL writes values as text, for the rest of the transaction. */
export const setTextFormat = (db: Db): Promise<void> =>
  run(db)`select set_config('timezone', 'UTC', true), set_config('extra_float_digits', '1', true)`;

/** Counts and hashes the rows of each table. */
export async function tableContents(db: Db, tables: string[]): Promise<TableContent[]> {
  const contents: TableContent[] = [];
  for (const name of tables) {
    const columns = await columnsOf(db, name);
    const content = await onlyRow(db)<{ rows: number; hash: string }>`
      select count(*) as rows,
        coalesce(sum(('x' || encode(substr(sha256(convert_to(${rowText}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as hash
      from ${sql.table(name)} t`;
    contents.push({ name, columns, ...content });
  }
  return contents;
}

/** Returns the columns of a table without its generated columns, which accept no value. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const columns = await allRows(db)<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  return columns.map(({ name }) => name);
}

export async function readSequences(db: Db, names: string[]): Promise<Sequences> {
  const read = names.map(async (name) => {
    const row = await onlyRow(db)<{ last: number | null }>`
      select case when is_called then last_value end as last from ${sql.table(name)}`;
    return [name, row.last] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Whether two stores have the same rows. */
export const sameContent = (one: TableContent[], other: TableContent[]): boolean =>
  differingTables(one, other).length === 0;

/** Returns the names of tables that differ. */
export function differingTables(one: TableContent[], other: TableContent[]): string[] {
  const names = new Set([...one, ...other].map(({ name }) => name));
  const in_ = (contents: TableContent[], name: string) => contents.find((content) => content.name === name);
  return [...names].filter((name) => {
    const [a, b] = [in_(one, name), in_(other, name)];
    return a === undefined || b === undefined || a.rows !== b.rows || a.hash !== b.hash;
  });
}
