import type { Client } from "pg";
import type { Column, ColumnType, RecordMapping } from "../records/mapping.ts";
import type { RecordKind } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import type { RecordStatements } from "./sql-target.ts";

/** The tables in PostgreSQL, and the statements for each kind of record. */

const types: Record<ColumnType, string> = {
  id: "uuid",
  text: "text",
  integer: "integer",
  flag: "boolean",
  amount: "numeric",
  degrees: "double precision",
};

const mappings = Object.values(tables);

export async function createPostgresTables(client: Client): Promise<void> {
  await client.query(`begin;
    ${mappings.flatMap(definitionsOf).join(";\n")};
    create table change_queue (sequence bigint primary key, line text not null);
    create table sync_state (
      one integer primary key check (one = 1), format integer not null, service text not null, languages text not null,
      details boolean not null, update_version bigint, delete_version bigint, synced_at timestamptz,
      generation integer not null, sequence bigint not null, run jsonb
    );
    commit`);
}

function definitionsOf({ table, key, perLanguage, columns, parts }: RecordMapping): string[] {
  const primary = perLanguage ? `lang, ${key}` : key;
  return [
    `create table ${table} (${perLanguage ? "lang text not null, " : ""}${definitions(columns)}, seen integer not null,
      primary key (${primary}))`,
    ...parts.map(
      (
        part,
      ) => `create table ${part.table} (${table}_${key} ${types[columns[0]!.type]} not null, position integer not null,
        ${definitions(part.columns)}, primary key (${table}_${key}, position))`,
    ),
  ];
}

const definitions = (columns: Column[]): string =>
  columns.map(({ name, type, required }) => `${name} ${types[type]}${required ? " not null" : ""}`).join(", ");

export async function indexPostgresTables(client: Client): Promise<void> {
  for (const { table, indexes } of mappings.flatMap((mapping) => [mapping, ...mapping.parts])) {
    for (const columns of indexes) {
      await client.query(
        `create index if not exists ${table}_${columns.join("_")} on ${table} (${columns.join(", ")})`,
      );
    }
  }
}

/** A prepared statement of the server. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * Statements that read and write. Those that write take rows as JSON, with `seen` and `lang`, and for parts with `owner` and `position`.
 */
interface PostgresStatements extends RecordStatements<PreparedStatement> {
  put: PreparedStatement;
  putParts: PreparedStatement[];
}

/** Numbers the parameters of a statement, which are written as `?`. */
export function numberParameters(name: string, sql: string): PreparedStatement {
  let count = 0;
  return { name, text: sql.replace(/\?/g, () => `$${++count}`) };
}

/** Returns a position before all keys. */
export const positionBeforeKeys = (kind: RecordKind): string =>
  tables[kind].columns[0]!.type === "id" ? "00000000-0000-0000-0000-000000000000" : "";

const made = new Map<RecordKind, PostgresStatements>();

export function statementsFor(kind: RecordKind): PostgresStatements {
  const statements = made.get(kind) ?? statementsOf(tables[kind]);
  made.set(kind, statements);
  return statements;
}

function statementsOf({ table, key, perLanguage, columns, parts }: RecordMapping): PostgresStatements {
  const keyType = types[columns[0]!.type];
  const owner = `${table}_${key}`;
  const statement = (purpose: string, sql: string) => numberParameters(`${table}-${purpose}`, sql);
  // The language is a parameter of every kind, so that the callers are the same.
  const inLanguage = perLanguage ? "lang = ?::text" : "?::text is null";
  const byKey = `${key} = any(?::${keyType}[]) and ${inLanguage}`;
  const following = `${key} > ?::${keyType} and ${inLanguage}`;
  const ofOwners = `where ${owner} = any(?::${keyType}[])`;
  const lang: Column[] = perLanguage ? [{ name: "lang", type: "text", required: true }] : [];
  const all = [...lang, ...columns, { name: "seen", type: "integer", required: true } as const];
  const names = all.map(({ name }) => name);
  const ownColumns = parts.map((part) => ["position", ...part.columns.map(({ name }) => name)]);
  return {
    byKeys: statement("by-keys", `select *, ${key} as owner from ${table} where ${byKey}`),
    following: statement(
      "following",
      `select *, ${key} as owner, ${key} as position from ${table} where ${following} order by ${key} limit ?`,
    ),
    unseen: statement(
      "unseen",
      `select ${key} as key, ${key} as position from ${table} where ${following} and seen < ? order by ${key} limit ?`,
    ),
    put: statement(
      "put",
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset(?::jsonb) as t(${typed(all)})
       on conflict (${perLanguage ? "lang, " : ""}${key}) do update set ${names.map((name) => `${name} = excluded.${name}`)}`,
    ),
    touch: statement("touch", `update ${table} set seen = ? where ${byKey}`),
    remove: statement("remove", `delete from ${table} where ${byKey}`),
    removeParts: parts.map((part) => statement(`${part.table}-remove`, `delete from ${part.table} ${ofOwners}`)),
    parts: parts.map((part, n) =>
      statement(
        `${part.table}-by-owners`,
        `select ${owner} as owner, ${ownColumns[n]} from ${part.table} ${ofOwners} order by ${owner}, position`,
      ),
    ),
    putParts: parts.map((part, n) =>
      statement(
        `${part.table}-put`,
        `insert into ${part.table} (${owner}, ${ownColumns[n]}) select owner, ${ownColumns[n]}
         from jsonb_to_recordset(?::jsonb) as t(owner ${keyType}, position integer, ${typed(part.columns)})`,
      ),
    ),
  };
}

const typed = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${name} ${types[type]}`).join(", ");
