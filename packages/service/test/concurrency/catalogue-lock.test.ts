import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { lockCatalogueFiles } from "../../src/store/catalogue/files-lock.ts";
import { openServer } from "../../src/store/database/database.ts";
import { startApp } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { ecbFile } from "../support/samples/ecb-file.ts";
import { onWidePostgres } from "../support/servers/stores.ts";

/** A change in the back office while another process writes the catalogue for long. */

onWidePostgres("a change that waits for an import of another process", (open) => {
  test("is a 503 with Retry-After after the limit for locks, and works afterwards", async (t) => {
    const app = await startApp({
      open: async () => {
        const store = await open();
        await store.database.close();
        return { ...store, database: openServer(store.url!, { lockMs: 300 }) };
      },
    });
    t.after(() => app.stop());
    const operator = await signedIn(app, "catalogue");
    const rates = Buffer.from(ecbFile({ USD: "1.08", BRL: "6.1", GBP: "0.85" }));
    const send = () => operator.call("POST", "/currencies/ecb", rates, { "content-type": "application/xml" });
    const other = openServer(app.store.url!, { poolSize: 1 });
    t.after(() => other.close());
    const importing = await other.db.startTransaction().execute();
    await lockCatalogueFiles(importing);
    const late = once(AbortSignal.timeout(30_000), "abort").then(() => undefined);
    const refused = await Promise.race([send(), late]);
    await importing.rollback().execute();
    assert.equal(refused?.status, 503, "the wait has a limit");
    assert.match(`${refused.headers["retry-after"]}`, /^[1-9]/);
    const done = await send();
    assert.equal(done.status, 200, done.text);
  });
});
