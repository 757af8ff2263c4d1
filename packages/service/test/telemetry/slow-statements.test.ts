import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import { allRows } from "../../src/store/database/rows.ts";
import { statementName } from "../../src/store/database/statement-names.ts";
import { startApp } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Slow statements, counted and logged by name. */

onPostgres("slow statements", (open) => {
  test("they are counted each time and logged once, by name and without a value", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const config = { ...readConfig({ PORT: "0" }), slowStatementMs: 100 };
    const app = await startApp({ open, config, logger, jobs: false });
    try {
      const { db } = app.store.database;
      const slow = async () => {
        const rows = await allRows(
          db,
        )`select pg_sleep(0.15)::text, ${"customer@example.com"}::text as email from counter`;
        assert.equal(rows.length, 1);
      };
      await slow();
      await slow();
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      assert.match(metrics, /^paseo_slow_statements_total\{statement="select counter"\} 2$/m);
      const logged = lines
        .map((line) => JSON.parse(line) as { msg: string; statement: string; ms: number })
        .filter(({ msg, statement }) => msg === "a statement was slow" && statement === "select counter");
      assert.equal(logged.length, 1);
      assert.ok(logged[0]!.ms >= 100);
      assert.ok(!`${lines}`.includes("customer"));
    } finally {
      await app.stop();
    }
  });
});

test("a statement is named by its own name, or by its verb and its first table", () => {
  for (const [text, name] of [
    ["/* prepared insert-order */ insert into orders (id) values ($1)", "insert-order"],
    ["\n  /* no time limit */ select set_config('a', 'b', true)", "select"],
    ["select id, 'x@example.com' as email from \"event\" where id = $1", "select event"],
    ["with taken as (update event set left = 1 returning id) insert into orders select 1", "with event"],
    ["delete from only retry where at < $1", "delete retry"],
    ["-- from secret\nUPDATE Product SET name = $1", "update product"],
    ["begin", "begin"],
    ["", "statement"],
  ] as const)
    assert.equal(statementName(text), name, text);
});
