import type { Client } from "pg";
import type { Column, ColumnType, Mapping } from "../records/mapping.ts";
import type { Kind } from "../records/records.ts";
import { tables } from "../records/tables.ts";

/** The tables in PostgreSQL, and the statements on them: one for each kind and deed, whatever the number of records. */

const types: Record<ColumnType, string> = {
  id: "uuid",
  text: "text",
  integer: "integer",
  flag: "boolean",
  amount: "numeric",
  degrees: "double precision",
};

const mappings = Object.values(tables);

export async function createTables(client: Client): Promise<void> {
  await client.query(`begin;
    ${mappings.flatMap(definitionsOf).join(";\n")};
    create table change_queue (sequence bigint primary key, line text not null);
    create table sync_state (
      one integer primary key check (one = 1), format integer not null, service text not null, languages text not null,
      details boolean not null, update_version bigint, delete_version bigint, synced_at timestamptz,
      generation integer not null, sequence bigint not null, walk jsonb
    );
    commit`);
}

function definitionsOf({ table, key, perLanguage, columns, parts }: Mapping): string[] {
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

export async function indexTables(client: Client): Promise<void> {
  for (const { table, indexes } of mappings.flatMap((mapping) => [mapping, ...mapping.parts])) {
    for (const columns of indexes) {
      await client.query(
        `create index if not exists ${table}_${columns.join("_")} on ${table} (${columns.join(", ")})`,
      );
    }
  }
}

/** A statement that the server keeps ready under its name. */
export interface Named {
  name: string;
  text: string;
}

export interface Statements {
  /** $1 keys, $2 language. */
  byKeys: Named;
  /** $1 key to begin after, or null · $2 most rows · $3 language. */
  following: Named;
  /** The same · $4 generation. */
  unseen: Named;
  /** $1 rows as JSON, each with `seen`, and `lang` where the kind has languages. */
  put: Named;
  /** $1 generation · $2 keys · $3 language. */
  touch: Named;
  /** $1 keys · $2 language. */
  remove: Named;
  /** Of each part: $1 owners' keys; and rows as JSON, each with `owner` and `position`. */
  parts: { byOwners: Named; clear: Named; put: Named }[];
}

const made = new Map<Kind, Statements>();

export function statementsFor(kind: Kind): Statements {
  let statements = made.get(kind);
  if (!statements) {
    statements = statementsOf(tables[kind]);
    made.set(kind, statements);
  }
  return statements;
}

function statementsOf({ table, key, perLanguage, columns, parts }: Mapping): Statements {
  const keyType = types[columns[0]!.type];
  const named = (deed: string, text: string): Named => ({ name: `${table}-${deed}`, text });
  // The parameter is there for every kind, so that callers need not tell them apart.
  const inLanguage = (n: number) => (perLanguage ? `lang = $${n}::text` : `$${n}::text is null`);
  const lang: Column[] = perLanguage ? [{ name: "lang", type: "text", required: true }] : [];
  const all = [...lang, ...columns, { name: "seen", type: "integer", required: true } as const];
  const names = all.map(({ name }) => name);
  const after = `(${key} > $1::${keyType} or $1 is null) and ${inLanguage(3)}`;
  return {
    byKeys: named("by-keys", `select * from ${table} where ${key} = any($1::${keyType}[]) and ${inLanguage(2)}`),
    following: named("following", `select * from ${table} where ${after} order by ${key} limit $2`),
    unseen: named("unseen", `select ${key} as key from ${table} where ${after} and seen < $4 order by ${key} limit $2`),
    put: named(
      "put",
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as t(${typed(all)})
       on conflict (${perLanguage ? "lang, " : ""}${key}) do update set ${names.map((name) => `${name} = excluded.${name}`)}`,
    ),
    touch: named("touch", `update ${table} set seen = $1 where ${key} = any($2::${keyType}[]) and ${inLanguage(3)}`),
    remove: named("remove", `delete from ${table} where ${key} = any($1::${keyType}[]) and ${inLanguage(2)}`),
    parts: parts.map((part) => {
      const owner = `${table}_${key}`;
      const own = ["position", ...part.columns.map(({ name }) => name)];
      return {
        byOwners: named(
          `${part.table}-by-owners`,
          `select ${owner} as owner, ${own} from ${part.table} where ${owner} = any($1::${keyType}[]) order by ${owner}, position`,
        ),
        clear: named(`${part.table}-clear`, `delete from ${part.table} where ${owner} = any($1::${keyType}[])`),
        put: named(
          `${part.table}-put`,
          `insert into ${part.table} (${owner}, ${own}) select owner, ${own}
           from jsonb_to_recordset($1::jsonb) as t(owner ${keyType}, position integer, ${typed(part.columns)})`,
        ),
      };
    }),
  };
}

const typed = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${name} ${types[type]}`).join(", ");
