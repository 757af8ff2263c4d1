import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../scripts/generate.ts", import.meta.url));
const generate = (...options: string[]) => spawnSync(process.execPath, [script, ...options], { encoding: "utf8" });

test("the committed documents are what the schemas make", () => {
  const { status, stderr } = generate("--check");
  assert.equal(status, 0, stderr);
});

test("a document that drifted, or is not there, is named with the command that mends it", () => {
  const directory = mkdtempSync(join(tmpdir(), "paseo-generated-"));
  try {
    assert.equal(generate("--directory", directory).status, 0);
    assert.equal(generate("--directory", directory, "--check").status, 0);
    appendFileSync(join(directory, "schema.xsd"), "\n");
    rmSync(join(directory, "openapi.json"));
    const { status, stderr } = generate("--directory", directory, "--check");
    assert.equal(status, 1);
    assert.match(stderr, /openapi\.json is not what the schemas make: run "npm run generate"/);
    assert.match(stderr, /schema\.xsd is not what the schemas make/);
    assert.doesNotMatch(stderr, /problem\.xsd/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
