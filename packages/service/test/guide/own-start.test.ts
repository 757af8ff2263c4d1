import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { catalogueSample } from "../../src/domain/editing/sample.ts";
import { startApp } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { requireTool } from "../support/tools.ts";

/** The guide's first page on a service that is no demo. */

onPostgres("the guide of a service of an operator", (open) => {
  test("the first page books something of this catalogue with the reader's key", {
    skip: requireTool("curl", "curl"),
  }, async (t) => {
    const project = "https://code.example.com/paseo";
    const app = await startApp({ open, config: { projectUrl: project } });
    t.after(() => app.stop());
    const sample = await catalogueSample(app.store.database.db, app.clock.now);
    assert.ok(sample && sample !== "demo");
    const page = async (path: string) => (await fetch(app.url + path)).text();
    for (const lang of ["en", "es", "pt"]) {
      const text = await page(`/docs/${lang}.md`);
      assert.ok(text.includes(`](${project})`) && text.includes("KEY=YOUR_KEY"), text);
      assert.doesNotMatch(text, /pk_demo|Triana|127\.0\.0\.1:8080/);
      assert.ok((await page(`/docs/${lang}`)).includes(`href="${project}"`));
    }
    const blocks = [...(await page("/docs/es.md")).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);
    const script = blocks.join("\n").replace("KEY=YOUR_KEY", `KEY=${app.key}`);
    const folder = await mkdtemp(join(tmpdir(), "paseo-own-start-"));
    t.after(() => rm(folder, { recursive: true }));
    const { stdout } = await promisify(execFile)("bash", ["-euc", script], { cwd: folder });
    assert.ok(stdout.includes(`"name":${JSON.stringify(sample.productName)}`), stdout);
    const order = await readFile(join(folder, "order.json"), "utf8");
    const { isValid, errors, event, status } = JSON.parse(order);
    assert.ok(stdout.endsWith(`${order}${status}\n`), stdout);
    assert.deepEqual([isValid, errors, event.testMode, event.tickets], [true, null, true, sample.tickets]);
    // Other pages are for a demo that the reader starts, at its address and with its key.
    assert.match(await page("/docs/en/checkout.md"), /BASE=http:\/\/127\.0\.0\.1:8080\nKEY=pk_demo/);
  });
});
