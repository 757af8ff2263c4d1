import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test("the run of all tests fails when one of them does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paseo-runner-"));
  try {
    const failing = join(folder, "failing.test.mjs");
    await writeFile(
      failing,
      'import { test } from "node:test";\ntest("fails", () => { throw new Error("as it should"); });\n',
    );
    // With this variable a test runner takes itself for a part of ours, and runs nothing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = spawnSync(process.execPath, ["scripts/test.ts", failing], { cwd: root, env, encoding: "utf8" });
    assert.match(run.stdout, /^ℹ fail 1$/m);
    assert.equal(run.status, 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
