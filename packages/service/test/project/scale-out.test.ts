import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "../../src/store/database/database.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { bare, type Feature, features, featureTable } from "../support/scale/scale-features.ts";
import { hotStatements, indexExceptions, keyExceptions, placements, planTables } from "../support/scale/scale-out.ts";
import { type Step, scans, shardsOf } from "../support/scale/scale-plans.ts";
import { type Recorded, recordStatements, runEverything } from "../support/scale/scale-workload.ts";
import { onPostgres } from "../support/servers/stores.ts";

/**
 * The plan of docs/scale.md for Citus and YugabyteDB, neither of which is here: each table has its place, and nothing that the
 * schema or a statement needs of one PostgreSQL is unknown to the plan. A new table, key or construction must be placed there.
 */

onPostgres("the plan for more than one PostgreSQL", (open) => {
  let shop: Ordering;
  let db: Db;
  let recorded: Recorded[];
  let explain: (text: string, values?: unknown[]) => Promise<Step>;
  const recorder = recordStatements();
  let client: pg.Client;

  before(async () => {
    const opened = async () => {
      const store = await open();
      // Those of making the server and its schema, where this file runs alone.
      recorder.statements.clear();
      return store;
    };
    shop = await startOrdering({ open: opened, catalogue: { ...testCatalogue, products: [] } });
    db = shop.app.app.service.db;
    await runEverything(shop);
    recorder.stop();
    // The queue has a schema and statements of its own, which the plan leaves on one node.
    recorded = [...recorder.statements.values()].filter(({ text }) => !/\bjob\.|"job"/.test(text));
    client = new pg.Client({ connectionString: shop.app.store.url });
    await client.connect();
    explain = async (text, values = []) => {
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      return rows[0]["QUERY PLAN"][0].Plan;
    };
  });
  after(async () => {
    recorder.stop();
    await client?.end();
    await shop?.stop();
  });

  /** What `change` makes of an answer, undone afterwards. */
  const changed = async <T>(change: string, ask: (db: Db) => Promise<T>): Promise<T> => {
    let answer: T;
    const undone = new Error("undone");
    await db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(change).execute(tx);
        answer = await ask(tx);
        throw undone;
      })
      .catch((error) => assert.equal(error, undone));
    return answer!;
  };

  test("every table has its place, and no place is for a table that is not there", async () => {
    assert.deepEqual(await tables(db), Object.keys(placements).sort());
    const withOneMore = await changed("create table stray (id uuid primary key)", tables);
    assert.deepEqual(
      withOneMore.filter((table) => !(table in placements)),
      ["stray"],
    );
  });

  test("a distributed table has the column that it is distributed by, unless the plan adds it", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
      db,
    );
    const columns = new Set(rows.map(({ name }) => name));
    for (const [table, placement] of Object.entries(placements))
      if ("by" in placement) assert.equal(columns.has(`${table}.${placement.by}`), !placement.lacks, table);
  });

  test("what is unique in a distributed table is so within a shard, or the plan says what to do", async () => {
    assert.deepEqual(await brokenIndexes(db), Object.keys(indexExceptions).sort());
    const more = await changed(
      "create unique index stray on orders (external_reference, phone_number, id)",
      brokenIndexes,
    );
    assert.deepEqual(
      more.filter((name) => !(name in indexExceptions)),
      ["stray"],
    );
    const fine = await changed("create unique index fine on orders (product_id, id)", brokenIndexes);
    assert.ok(!fine.includes("fine"));
  });

  test("foreign keys stay on their shard, or lead to what every node has, or the plan says what to do", async () => {
    assert.deepEqual(await brokenKeys(db), Object.keys(keyExceptions).sort());
    const key = (column: string, to: string) =>
      `alter table orders add constraint stray foreign key (${column}) references ${to} not valid`;
    assert.ok((await changed(key("item_id", "item"), brokenKeys)).includes("stray"));
    assert.ok((await changed(key("partner_id", "partner_sync"), brokenKeys)).includes("stray"));
    assert.ok(!(await changed(key("product_id", "product"), brokenKeys)).includes("stray"));
    assert.ok(!(await changed(key("partner_id", "partner"), brokenKeys)).includes("stray"));
  });

  test("every statement keeps to what both engines have, but for what the plan names with its remedy", async () => {
    assert.ok(recorded.length > 100, `${recorded.length} statements`);
    assert.deepEqual(
      recorded.flatMap(({ text }) => unnamed(text)),
      [],
    );
    const stale = features.flatMap(({ name, pattern, uses }) =>
      uses
        .filter(({ statement }) => statement !== null)
        .filter(({ statement }) => !recorded.some(({ text }) => statement!.test(text) && pattern.test(bare(text))))
        .map(({ file }) => `${name}: ${file}`),
    );
    assert.deepEqual(stale, [], "named, but no longer used");
    for (const [text, feature] of [
      ["select pg_advisory_lock(1)", "session's advisory lock"],
      ["select ctid from event", "system column"],
      ["create temporary table x (id int)", "temporary table"],
      ["set transaction isolation level serializable", "serializable"],
      ["select 1 from page where pos > 1 for update", "rows locked"],
      ["with gone as (delete from item returning id) select * from gone", "writing part of a statement"],
      ["update event set hash = length(concat_ws('', id))", "stable function of columns in a write"],
      ["lock table orders", "table lock"],
    ] as const)
      assert.deepEqual(unnamed(text), [`${feature}: ${text}`]);
    assert.deepEqual(unnamed("select 'for update', /* ctid */ 1 -- tablesample"), []);
  });

  test("no file of the store has what the plan does not name there", async () => {
    const files = (await Array.fromAsync(glob("*.ts", { cwd: store }))).sort();
    const found: string[] = [];
    for (const file of files) {
      const text = (await readFile(new URL(file, store), "utf8"))
        .replace(/\/\*\*.*?\*\//gs, "")
        .replace(/\/\/.*$/gm, "");
      for (const { name, pattern, uses, wide } of features)
        if (!wide && pattern.test(text.toLowerCase()) && !uses.some((use) => use.file === file))
          found.push(`${name}: ${file}`);
    }
    assert.deepEqual(found, []);
    const gone = features.flatMap(({ uses }) => uses.map(({ file }) => file)).filter((file) => !files.includes(file));
    assert.deepEqual(gone, []);
  });

  for (const { name, finds, tables: named, shards, remedy } of hotStatements)
    test(`${name}: touches what the plan says, on as many shards`, async () => {
      const found = recorded.find(({ text }) => finds.test(text));
      assert.ok(found, "it was recorded");
      const plan = await explain(found.text, found.values);
      assert.deepEqual([...new Set(scans(plan).map(({ table }) => table))].sort(), [...named].sort());
      const is = shardsOf(plan);
      assert.equal(is, shards, remedy ? "it is remedied: the plan may say so" : "it no longer says which shard");
      assert.equal(remedy !== undefined, shards === "several");
    });

  test("a statement that says which shard is told from one that does not", async () => {
    const shards = async (text: string, ...values: unknown[]) => shardsOf(await explain(text, values));
    const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";
    assert.equal(await shards("select 1 from orders where id = $1", id), "several");
    assert.equal(await shards("select 1 from orders where id = $1 and product_id = $2", id, id), "one");
    assert.equal(await shards("update orders set places = 1 where id = $1 and product_id = $2", id, id), "one");
    assert.equal(
      await shards("select 1 from orders o join product p on p.id = o.product_id where p.id = $1", id),
      "one",
    );
    assert.equal(
      await shards("select 1 from orders o join event e on e.id = o.event_id where o.product_id = $1", id),
      "several",
    );
    assert.equal(await shards("select 1 from partner where id = $1", id), "any");
    assert.equal(await shards("select 1 from product_state where product_id > $1", id), "several");
  });

  test("docs/scale.md has the plan's own tables", async () => {
    const page = await readFile(new URL("../../../../docs/scale.md", import.meta.url), "utf8");
    for (const [name, table] of Object.entries({ ...planTables, features: featureTable() })) {
      const [, told] = new RegExp(`<!-- ${name}: .*? -->\\n\\n(.*?)\\n<!-- /${name} -->`, "s").exec(page) ?? [];
      assert.equal(told, table, name);
    }
  });
});

const store = new URL("../../src/store/", import.meta.url);

/** The features of a statement that the plan does not name for it, each with its beginning. */
function unnamed(text: string): string[] {
  const without = ({ uses }: Feature) => !uses.some(({ statement }) => statement?.test(text));
  return features
    .filter((feature) => feature.pattern.test(bare(text)) && without(feature))
    .map(({ name }) => `${name}: ${text.slice(0, 200)}`);
}

/** Tables, a divided one as one. */
async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by relname`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Unique indexes of distributed tables that lack the column by which they are. */
async function brokenIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; tableName: string; columns: string[] }>`
    select i.relname as name, t.relname as "tableName", array_agg(a.attname::text) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
    where x.indisunique and not t.relispartition and t.relnamespace = 'public'::regnamespace group by 1, 2`.execute(db);
  return rows
    .filter(({ tableName, columns }) => {
      const placement = placements[tableName];
      return placement && "by" in placement && !columns.includes(placement.by);
    })
    .map(({ name }) => name)
    .sort();
}

/** Foreign keys that an engine cannot keep. */
async function brokenKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; from: string; to: string; columns: string[]; others: string[] }>`
    select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
      (select array_agg(attname::text order by n) from unnest(c.conkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(attname::text order by n) from unnest(c.confkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as others
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.conparentid = 0 and t.relnamespace = 'public'::regnamespace and not t.relispartition`.execute(
    db,
  );
  return rows
    .filter(({ from, to, columns, others }) => {
      const [one, other] = [placements[from]!, placements[to]!];
      if (other.where === "reference") return false;
      if (!("by" in one) || !("by" in other)) return one.where !== other.where;
      return one.where !== other.where || !columns.some((column, n) => column === one.by && others[n] === other.by);
    })
    .map(({ name }) => name)
    .sort();
}
