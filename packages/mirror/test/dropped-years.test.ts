import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { dropYears } from "../../service/src/domain/editing/dropped-years.ts";
import { startApp, testNow } from "../../service/test/support/app.ts";
import { boat, show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { sqliteCopy } from "./support/copies.ts";
import { mirrorHere } from "./support/here.ts";

/** A service that drops years of events: earlier copies keep them, later copies never contain them. */

test("a copy that has dropped events and one made afterwards are both proved, and a fault in either is found", async (t) => {
  const lastYear = JSON.parse(JSON.stringify([show, boat]).replaceAll('"2026-', '"2025-'));
  const app = await startApp({
    now: new Date("2025-06-15T10:00:00Z"),
    catalogue: { ...testCatalogue, products: lastYear },
  });
  t.after(() => app.stop());
  const [old, fresh] = [await sqliteCopy(t), await sqliteCopy(t)];
  const verify = (to: string, ...more: string[]) => mirrorHere([app.url, "--to", to, "--verify", "--quiet", ...more]);
  const proved = async (to: string, ...more: string[]) => {
    const { exitCode, stdout } = await verify(to, ...more);
    assert.match(stdout, /^The copy is the catalogue as of version \d+\.\n$/);
    assert.equal(exitCode, 0);
  };
  const years = async (copy: typeof old) =>
    (await copy.query("select substr(event_on, 1, 4) as year, count(*) as n from event group by 1 order by 1")).map(
      ({ year, n }) => [year, n],
    );
  await proved(old.to);
  app.clock.now = testNow;
  await app.import({ products: testCatalogue.products! });
  await proved(old.to);

  await dropYears(app.store.database.db, 2026, app.clock.now);
  await proved(fresh.to);
  await proved(old.to);
  await app.import({ products: [{ ...show, name: "Otra noche", currencyCode: "BRL" }] });
  await proved(fresh.to);
  await proved(old.to);
  assert.deepEqual(await years(fresh), [["2026", 76]]);
  assert.deepEqual(await years(old), [
    ["2025", 60],
    ["2026", 76],
  ]);

  for (const copy of [old, fresh]) {
    const db = new DatabaseSync(copy.path);
    db.exec("delete from event where event_on like '2026-06-20%'");
    db.close();
    const { exitCode, stdout } = await verify(copy.to);
    assert.match(stdout, /events: 72 in the copy, 76 in the catalogue\n {2}on 2026-06-20: 0 in the copy, 4 in the cat/);
    assert.equal(exitCode, 1);
    await proved(copy.to, "--full");
  }
  assert.deepEqual(await years(old), [["2026", 76]], "a mirror that reads everything again has all current events");
});
