import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demoText, printStartMessages } from "../../src/commands/serve/serve.ts";
import { migrateSchema } from "../../src/store/database/migrate.ts";
import { markDemo } from "../../src/store/orders/demo-state.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { openStore } from "../support/servers/stores.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.stop());

for (const [where, changes, works] of [
  ["on this machine", { host: "127.0.0.1", trustProxy: undefined }, true],
  ["on every address", { host: "0.0.0.0", trustProxy: undefined }, false],
  ["behind a proxy", { host: "127.0.0.1", trustProxy: 1 }, false],
] as const)
  test(`serve --demo ${where} shows the demo's key and password as ${works ? "" : "not "}working`, async () => {
    const text = await demoText(app.store.database.db, "http://127.0.0.1:8080", {
      ...app.app.service.config,
      ...changes,
    });
    assert.equal(/pk_demo \(works/.test(text), works);
    assert.equal(/none: pk_demo works with a loopback HOST and without TRUST_PROXY only/.test(text), !works);
    assert.equal(text.includes("password"), works);
  });

test("serve --demo prints the demo's lines only where the demo is, and how to begin where nothing is", async (t) => {
  const { config, logger } = app.app.service;
  const printed = t.mock.method(console, "log", () => {});
  const lines = async (db: typeof app.store.database.db, demo: boolean, databaseUrl?: string): Promise<string> => {
    printed.mock.resetCalls();
    await printStartMessages(db, "http://127.0.0.1:8080", { ...config, databaseUrl }, { demo, jobs: true }, logger);
    return printed.mock.calls.map(({ arguments: [line] }) => String(line)).join("\n");
  };
  const { db } = app.store.database;
  const own = await lines(db, true);
  assert.match(own, /Console {12}http/);
  assert.doesNotMatch(own, /pk_demo|paseo-demo|catalogue is empty/);
  await markDemo(db);
  assert.match(await lines(db, true), /pk_demo \(works/);
  assert.doesNotMatch(await lines(db, false), /pk_demo/);

  const empty = await openStore();
  try {
    await migrateSchema(empty.database.db);
    for (const demo of [true, false]) {
      const text = await lines(empty.database.db, demo, "postgres://127.0.0.1/paseo");
      assert.match(
        text,
        /The catalogue is empty\. Begin with one of these, in another terminal with the same DATABASE_URL:/,
      );
      assert.match(text, / seed .*\n.* import FILE /);
      assert.doesNotMatch(text, /pk_demo|paseo-demo/);
    }
    assert.match(await lines(empty.database.db, false), /in another terminal with the same DATA_DIR:/);
  } finally {
    await empty.close();
  }
});
