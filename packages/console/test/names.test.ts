import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The names that the console's files export. */

const src = fileURLToPath(new URL("../src/", import.meta.url));
/** Tables of texts have the same names in each language, and generated files have their own. */
const isWritten = (path: string): boolean => !/^i18n\/(en|es|pt)\/|generated\//.test(path);

test("an exported name has one meaning: no two files define it", async () => {
  const files = new Map<string, string[]>();
  for await (const path of glob("**/*.{ts,tsx}", { cwd: src })) {
    if (!isWritten(path)) continue;
    const text = await readFile(src + path, "utf8");
    for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm))
      files.set(name!, [...(files.get(name!) ?? []), path]);
  }
  assert.ok(files.size > 500);
  assert.deepEqual(
    [...files].filter(([, paths]) => paths.length > 1),
    [],
  );
});
