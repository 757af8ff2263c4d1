import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../../../scripts/packing.ts";
import { openServer } from "../../src/store/database/database.ts";
import {
  columnsMadeBy,
  createdBySchema,
  migrateSchema,
  requireServer,
  schemaState,
  statementsOf,
} from "../../src/store/database/migrate.ts";
import { allRows, run } from "../../src/store/database/rows.ts";
import { columnsOf, ownTables } from "../../src/store/transfer/tables.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Migrations let the previous release run beside the next one: docs/decisions/0027-expand-and-contract.md has the rules. */

/** Statements that a migration may contain without naming the release that it needs. All other statements are refused. */
const expanding: RegExp[] = [
  /^create table \w+ \(/,
  /^create sequence \w+/,
  // Not `or replace`: the previous release may call it.
  /^create function \w+\(/,
  /^create index \w+ on \w+/,
  /^create extension if not exists \w+$/,
  /^alter table \w+ alter column \w+ drop not null$/,
  /^insert into \w+/,
  /^comment on /,
];
const addedColumn = /^alter table \w+ add column \w+ (.*)$/;
/** Allows only constant defaults, because a default that is computed for each row would rewrite the table. */
const constantDefault = /\bdefault ('[^']*'|-?\d+(\.\d+)?|true|false|null)(?![\w(])/;

/** A statement that drops or adds the check of a column's values. */
const checkedValues = /^alter table (\w+) (?:drop constraint (\w+)|add constraint (\w+) check \((\w+) in \((.*)\)\))$/;

/** Leaves out the statements that allow a column more values, because an older release writes only the former values. */
function withoutWidening(statements: string[], earlier: string): string[] {
  return statements.filter((statement, at) => {
    const [, table, dropped, added, column, values] = checkedValues.exec(statement) ?? [];
    const next = checkedValues.exec(statements[at + 1] ?? "");
    if (dropped !== undefined) return next?.[1] !== table || next?.[3] !== dropped;
    if (added === undefined || added !== `${table}_${column}_check`) return true;
    const before = new RegExp(
      `create table ${table} \\([^;]*? ${column} text (?:not null )?check \\(${column} in \\(([^)]*)`,
    );
    const allowed = before.exec(earlier)?.[1]?.split(", ") ?? [];
    return allowed.length === 0 || !allowed.every((value) => values!.split(", ").includes(value));
  });
}

const oneLine = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");

/** Returns why a migration must name the release that it needs, or null. `earlier`: the migrations before it. */
function contracting(text: string, earlier = ""): string | null {
  const created = new Set<string>();
  // A function that a line `-- equal: name` says to return what it returned before, which another test proves.
  const equal = new Set([...text.matchAll(/^ *-- equal: (\w+)$/gm)].map(([, name]) => name));
  for (const statement of withoutWidening(
    statementsOf(text).map(oneLine),
    oneLine(earlier.replaceAll(/--.*$/gm, "")),
  )) {
    const made = /^create table (\w+)/.exec(statement)?.[1];
    if (made !== undefined) created.add(made);
    const of = /^(?:alter table|create (?:unique )?index \w+ on) (\w+)/.exec(statement)?.[1];
    // Nobody uses what this migration created.
    if (of !== undefined && created.has(of)) continue;
    if (equal.has(/^create or replace function (\w+)\(/.exec(statement)?.[1])) continue;
    const added = addedColumn.exec(statement)?.[1];
    const isAdding =
      added !== undefined &&
      !/\b(unique|primary key|references|check|generated)\b/.test(added) &&
      (/\bdefault\b/.test(added) ? constantDefault.test(added) : !/\bnot null\b/.test(added)) &&
      !added.includes(", ");
    if (!isAdding && !expanding.some((one) => one.test(statement))) return statement;
  }
  return null;
}

const folder = new URL("../../src/store/database/migrations/", import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

describe("the rules of migrations", () => {
  for (const name of names)
    test(`${name} lets the previous release run beside it, or says which release it needs`, async () => {
      const text = await readFile(new URL(name, folder), "utf8");
      const needs = /^-- needs: (\S+)$/m.exec(text)?.[1];
      const before = names.slice(0, names.indexOf(name)).map((one) => readFile(new URL(one, folder), "utf8"));
      if (needs === undefined) return assert.equal(contracting(text, (await Promise.all(before)).join("\n")), null);
      assert.notEqual(contracting(text), null, "it only adds: it needs no release");
      assert.ok(names.includes(needs) && needs < name, `${needs} is an earlier migration`);
    });

  test("refuse each statement that the previous release would meet", () => {
    for (const statement of [
      "drop table page",
      "drop index event_seq",
      "create or replace function folded_text(given text) returns text language sql return given",
      "alter table page drop column type",
      "alter table page rename to pages",
      "alter table page rename column type to kind",
      "alter table page alter column type type integer",
      "alter table page alter column city_code set not null",
      "alter table page alter column revision set default 5",
      "alter table page add column kind text not null",
      "alter table page add column kind uuid default gen_random_uuid()",
      "alter table page add column kind timestamptz not null default now()",
      "alter table page add column kind text unique",
      "alter table page add column kind text check (kind <> '')",
      "alter table page add column partner_id uuid references partner",
      "alter table page add column kind text, drop column type",
      "alter table page add constraint page_type check (type <> '')",
      "alter table page add unique (type)",
      "create unique index page_type on page (type)",
      "create trigger page_changed after update on page execute function f()",
      "update page set type = 'x'",
      "delete from page",
      "truncate page",
      "lock table page",
      "revoke all on page from public",
    ])
      assert.equal(contracting(`${statement};`), statement);
  });

  test("a column may get more values, but none less", () => {
    const earlier = "create table page ( id uuid, type text not null check (type in ('city', 'theme')) );";
    const drop = "alter table page drop constraint page_type_check";
    const add = (values: string) => `alter table page add constraint page_type_check check (type in (${values}))`;
    assert.equal(contracting(`${drop};\n${add("'city', 'theme', 'land'")};`, earlier), null);
    assert.equal(contracting(`${drop};\n${add("'city', 'land'")};`, earlier), add("'city', 'land'"));
    assert.equal(contracting(`${drop};`, earlier), drop);
    assert.equal(contracting(`${drop};\n${add("'city', 'theme'")};`), add("'city', 'theme'"));
  });

  test("allow what the previous release need not know", () => {
    assert.equal(
      contracting(`
        -- A comment; with a semicolon.
        create table note (id uuid primary key, text text not null);
        create unique index note_text on note (text);
        alter table note add constraint short check (length(text) < 100);
        create sequence note_number;
        create index page_type on page (type) where deleted;
        alter table page add column kind text;
        alter table page add column rank integer not null default 0;
        ALTER TABLE page
          ADD COLUMN label text NOT NULL DEFAULT 'none';
        alter table page alter column city_code drop not null;
        insert into fact values ('note', '1');
        -- equal: folded_text
        create or replace function folded_text(given text) returns text language sql return given;`),
      null,
    );
  });
});

onPostgres("migrations", (open) => {
  test("a schema of a newer release is accepted until a migration needs a newer one", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const { db } = store.database;
    assert.deepEqual(await schemaState(db), { pending: [], newer: [] });
    await run(
      db,
    )`insert into migration (name, needs) values ('9998_added.sql', null), ('9999_removed.sql', ${names.at(-1)!})`;
    const newer = ["9998_added.sql", "9999_removed.sql"];
    assert.deepEqual(await schemaState(db), { pending: [], newer });
    assert.deepEqual(await migrateSchema(db), []);
    await run(db)`update migration set needs = '9998_added.sql' where name = '9999_removed.sql'`;
    for (const work of [schemaState, migrateSchema])
      await assert.rejects(work(db), {
        name: "SchemaMismatch",
        message:
          "The database was migrated by a newer Paseo (9998_added.sql, 9999_removed.sql): use that version or a later one.",
      });
  });

  test("every table is known as the schema's own, in an order in which references exist", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const { db } = store.database;
    const tables = await allRows(db)<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`;
    const created = await createdBySchema("table");
    assert.deepEqual([...created, "migration"].sort(), tables.map(({ name }) => name).sort());
    const made = columnsMadeBy(await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8"))));
    for (const table of created) assert.deepEqual(made.get(table), await columnsOf(db, table), table);
    const ordered = await ownTables(db);
    assert.deepEqual(ordered.toSorted(), created.toSorted());
    for (const [earlier, later] of [
      ["partner", "white_label"],
      ["supplier", "product"],
      ["product", "item"],
      ["item", "event"],
      ["operator", "operator_session"],
    ])
      assert.ok(ordered.indexOf(earlier!) < ordered.indexOf(later!), `${earlier} comes before ${later}`);
  });
});

test("a server that is too old, or a database of another encoding, is named", () => {
  requireServer({ version: 150_004, encoding: "UTF8" });
  assert.throws(
    () => requireServer({ version: 140_012, encoding: "UTF8" }),
    /^SchemaMismatch: The server is PostgreSQL 14, and Paseo needs 15 /,
  );
  assert.throws(
    () => requireServer({ version: 180_000, encoding: "SQL_ASCII" }),
    /^SchemaMismatch: The database has the encoding SQL_ASCII, /,
  );
});

/** Imports the module of migrations from a copy of the sources with one more migration. */
async function sourcesWith(
  folder: string,
  migration: { name: string; text: string },
): Promise<typeof import("../../src/store/database/migrate.ts")> {
  const service = join(folder, "packages/service");
  for (const path of ["src", "package.json"])
    await cp(join(root, "packages/service", path), join(service, path), { recursive: true });
  for (const path of ["node_modules", "package.json", "packages/contract"])
    await symlink(join(root, path), join(folder, path));
  await writeFile(join(service, "src/store/database/migrations", migration.name), migration.text);
  return import(join(service, "src/store/database/migrate.ts"));
}

onPostgres("migrations", (open) => {
  test("wait only briefly for a locked table, so that requests pass between the attempts", async (t) => {
    const store = await open();
    const other = openServer(store.url!);
    const release = await mkdtemp(join(tmpdir(), "paseo-migrations-"));
    t.after(async () => {
      await other.close();
      await store.close();
      await rm(release, { recursive: true });
    });
    const { db } = store.database;
    const text = "create table note (id uuid);\nalter table page add column note text;";
    const next = await sourcesWith(release, { name: "9999_note.sql", text });
    const limits = { attempts: 2, pauseMs: 50 };
    const holding = await other.db.startTransaction().execute();
    try {
      await run(holding)`lock table page in row share mode`;
      await assert.rejects(next.migrateSchema(db, limits), next.SchemaBusy);
      await allRows(db)`select id from page`;
      assert.deepEqual(await next.schemaState(db), { pending: ["9999_note.sql"], newer: [] });
      assert.deepEqual(await allRows(db)`select to_regclass('note') as note`, [{ note: null }]);
    } finally {
      await holding.rollback().execute();
    }
    assert.deepEqual(await next.migrateSchema(db, limits), ["9999_note.sql"]);
  });
});
