import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, test } from "node:test";
import { printStartMessages } from "../../src/commands/serve/serve.ts";
import { createLogger } from "../../src/log.ts";
import { startApp, type TestApp } from "../support/app.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app?.stop());

test("the start of a service logs that it is a sandbox, only if it is one", async () => {
  const logOf = async (sandbox: boolean): Promise<string> => {
    let log = "";
    const destination = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const logger = createLogger("info", { destination });
    const { db, config } = app.app.service;
    await printStartMessages(db, app.url, { ...config, sandbox }, { jobs: true }, logger);
    return log;
  };
  assert.match(await logOf(true), /"msg":"sandbox: every order is a test order;/);
  assert.doesNotMatch(await logOf(false), /sandbox/i);
});
