import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addUsDollar } from "../../../src/domain/import/first-currencies.ts";
import { activeCurrencies } from "../../../src/store/catalogue/currencies.ts";
import { migrateSchema } from "../../../src/store/database/migrate.ts";
import { readStoreContent } from "../../../src/store/editing/demo.ts";
import { startApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { openStore } from "../../support/servers/stores.ts";

/** The first start of a store that has no catalogue. */

test("a store without products counts its days in UTC", async () => {
  const app = await startApp({ catalogue: { partners: testCatalogue.partners! } });
  try {
    const owner = await signedIn(app, "owner");
    const { timeZone, timeZoneOrigin } = await owner.ask("GET", "/dashboard");
    assert.deepEqual([timeZone, timeZoneOrigin], ["UTC", "none"]);
    assert.equal((await owner.ask("GET", "/home")).zoneInUse, null);
  } finally {
    await app.stop();
  }
});

test("the first start of an empty store adds the US dollar, and a later one nothing", async () => {
  const store = await openStore();
  const { db } = store.database;
  try {
    await migrateSchema(db);
    await addUsDollar(db, new Date());
    assert.deepEqual(await activeCurrencies(db), [{ code: "USD", name: "US dollar", rate: 1, displaySymbol: "US$" }]);
    const { version } = await sql<{ version: number }>`select update_version as version from counter`
      .execute(db)
      .then(({ rows }) => rows[0]!);
    await addUsDollar(db, new Date());
    const { rows } = await sql<{ version: number }>`select update_version as version from counter`.execute(db);
    assert.equal(rows[0]!.version, version);
    assert.equal(await readStoreContent(db), "empty", "the demo can still be planted");
  } finally {
    await store.close();
  }
});
