import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { programFile } from "../../../../scripts/program.ts";

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

  test(`${name} --help ends with 0 and no stack trace when its reader is gone`, async () => {
    assert.deepEqual(await runUnread(file, ["--help"], ["stdout"]), { exitCode: 0, stderr: "" });
  });

  test(`${name} keeps its exit code when nobody reads its errors`, async () => {
    const refused = await runUnread(file, ["--unknown"], []);
    assert.ok(refused.exitCode !== 0 && refused.stderr !== "");
    assert.equal((await runUnread(file, ["--unknown"], ["stdout", "stderr"])).exitCode, refused.exitCode);
  });
}

test("paseo-conform --list ends quietly in the middle of its output", async () => {
  const file = await programFile("paseo-conform");
  assert.deepEqual(await runUnread(file, ["--list"], ["stdout"]), { exitCode: 0, stderr: "" });
});
