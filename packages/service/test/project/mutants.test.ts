import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { acceptedMutants, notAccepted } from "../../../../scripts/accepted-mutants.ts";

/** docs/reference/mutants.md: the mutants that survive `npm run mutants`, each with the reason why that is correct. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const acceptedRows = acceptedMutants(await readFile(join(root, "docs/reference/mutants.md"), "utf8"));

test("a row accepts the survivors of its file with its code and its replacement, and no others", () => {
  const [accepted, ...others] = acceptedMutants(
    "| `a/b.ts` | `x \\|\\| y` | `` `z` `` | Both are the same |\n| File | Code |\n",
  );
  assert.deepEqual(accepted, { file: "a/b.ts", code: "x || y", replacement: "`z`", why: "Both are the same" });
  assert.deepEqual(others, []);
  const survivor = { file: "src/a/b.ts", line: 1, code: "x || y", replacement: "`z`", mutator: "LogicalOperator" };
  const left = [
    { ...survivor, file: "src/aa/b.ts" },
    { ...survivor, code: "x" },
    { ...survivor, replacement: "z" },
  ];
  assert.deepEqual(notAccepted([survivor, ...left], [accepted!]), left);
});

test("the code of every accepted mutant is in its file", async () => {
  assert.ok(acceptedRows.length > 0);
  const sources = await Array.fromAsync(glob("packages/service/src/domain/**/*.ts", { cwd: root }));
  for (const { file, code } of acceptedRows) {
    const [path, ...others] = sources.filter((source) => source.endsWith(`/${file}`));
    assert.ok(path && others.length === 0, `${file} is one file`);
    const source = (await readFile(join(root, path), "utf8")).replaceAll(/\s+/g, " ");
    assert.ok(source.includes(code), `${file} has ${code}`);
  }
});
