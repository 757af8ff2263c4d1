import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demoText } from "../../src/commands/serve.ts";
import { startApp, type TestApp } from "../support/app.ts";

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
