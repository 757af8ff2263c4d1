import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { programFile } from "../../../../scripts/program.ts";
import { environment } from "../support/servers/processes.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

const main = await programFile("paseo");

/** The log of `paseo serve` from start to stop. */
async function logOf(env: Record<string, string>): Promise<string> {
  const service = spawn(process.execPath, [main, "serve"], {
    env: environment({ PORT: "0", ...env }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => service.once("close", resolve));
  let log = "";
  service.stdout.on("data", (text) => {
    log += text;
  });
  try {
    const over = () => log.includes('"msg":"ready"') || service.exitCode !== null;
    await until(over, "a service that is ready", { withinMs: 120_000 });
    assert.equal(service.exitCode, null, log);
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
  return log;
}

onPostgres("the start of a service", (open) => {
  test("logs that it is a sandbox, only if it is one", async () => {
    const store = await open();
    try {
      const env = { DATABASE_URL: store.url! };
      assert.match(await logOf({ ...env, SANDBOX: "true" }), /"msg":"sandbox: every order is a test order;/);
      assert.doesNotMatch(await logOf(env), /sandbox/i);
    } finally {
      await store.close();
    }
  });
});
