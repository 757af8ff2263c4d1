import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createDemoKey, demoKey } from "../../../src/domain/partners/keys.ts";
import { isLoopback } from "../../../src/web/access.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { assertProblem, send } from "../../support/wire.ts";

/** The public key pk_demo is valid only on the machine of the demo. */

for (const host of ["127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "localhost", "LocalHost"]) {
  test(`${host} is this machine`, () => assert.equal(isLoopback(host), true));
}

const elsewhere = [
  "0.0.0.0",
  "::",
  "10.0.0.1",
  "192.168.1.1",
  "128.0.0.1",
  "::ffff:10.0.0.1",
  "::2",
  "localhost.example.com",
  "127.0.0.1.example.com",
  "",
];
for (const host of elsewhere) {
  test(`"${host}" is not only this machine`, () => assert.equal(isLoopback(host), false));
}

const pending = (url: string, headers: Record<string, string> = {}) =>
  send(`${url}/api/currencies`, { headers: { "x-api-key": demoKey, ...headers } });

describe("pk_demo", () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.stop());

  test("is unknown until the demo is created, and then the demo partner's", async () => {
    assertProblem(await pending(app.url), 401, "key-invalid");
    await createDemoKey(app.app.service.db, "acme", app.clock.now);
    assert.equal((await pending(app.url)).status, 200);
  });

  test("does not work for requests through a proxy on this machine", async () => {
    assert.equal((await pending(app.url)).status, 200);
    for (const headers of [{ forwarded: "for=192.0.2.1" }, { "x-forwarded-for": "127.0.0.1" }, { via: "1.1 proxy" }]) {
      assertProblem(await pending(app.url, headers as Record<string, string>), 401, "key-invalid");
    }
    assert.equal(
      (await send(`${app.url}/api/currencies`, { headers: { "x-api-key": app.key, via: "1.1 proxy" } })).status,
      200,
    );
  });
});

test("pk_demo does not work if the service listens on all addresses, not even for this machine", async () => {
  const app = await startApp({ config: { host: "0.0.0.0" } });
  try {
    await createDemoKey(app.app.service.db, "acme", app.clock.now);
    assertProblem(await pending(app.url), 401, "key-invalid");
    assert.equal((await send(`${app.url}/api/currencies`, { headers: { "x-api-key": app.key } })).status, 200);
  } finally {
    await app.stop();
  }
});
