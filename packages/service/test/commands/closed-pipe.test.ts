import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { programFile } from "../../../../scripts/program.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** `paseo --help | head -1`: a reader that closes the pipe early is no error, for any program of the project. */

const names = ["paseo", "paseo-conform", "paseo-mirror"] as const;

/** Runs a program whose output nobody reads. */
async function runUnread(file: string, args: string[], closed: ("stdout" | "stderr")[]) {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  for (const one of closed) child[one].destroy();
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += text));
  const [exitCode] = await once(child, "exit");
  return { exitCode, stderr };
}

for (const name of names) {
  const file = await programFile(name);
  // The checks are more than a pipe takes: the program ends in the middle of its output.
  const long = name === "paseo-conform" ? "--list" : "--help";

  test(`${name} ${long} ends with 0 and no stack trace when its reader is gone`, async () => {
    assert.deepEqual(await runUnread(file, [long], ["stdout"]), { exitCode: 0, stderr: "" });
  });

  test(`${name} keeps its exit code when nobody reads its errors`, async () => {
    assert.equal((await runUnread(file, ["--unknown"], ["stdout", "stderr"])).exitCode, 2);
  });
}

onPostgres("paseo serve | head -1", (open) => {
  test("a start whose reader is gone ends, and without the signal that it would need otherwise", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const env = { PATH: process.env.PATH, DATABASE_URL: store.url!, PORT: "0" };
    const child = spawn(process.execPath, [await programFile("paseo"), "serve"], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    child.stdout.once("data", () => child.stdout.destroy());
    // Without a limit, a start that hangs would hold up the whole run.
    const [exitCode] = await once(child, "exit", { signal: AbortSignal.timeout(120_000) });
    assert.equal(exitCode, 1);
  });
});
