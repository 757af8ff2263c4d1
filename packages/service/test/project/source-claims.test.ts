import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Claims of docs/reference/security-requirements.md about what the code does not do. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The source files below a folder whose text has the pattern. */
async function filesWith(folder: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  let read = 0;
  for await (const file of glob(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
    read++;
    if (pattern.test(await readFile(`${root}${file}`, "utf8"))) found.push(file);
  }
  assert.ok(read > 10, `${folder} has files`);
  return found.sort();
}

test("the console sets no HTML, sends no messages between windows and runs no text", async () => {
  const risky =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|postMessage\(|\beval\(|new Function\(/;
  assert.deepEqual(await filesWith("packages/console/src", risky), []);
});

test("text is compiled in one place, where the contract's own schemas become a writer", async () => {
  const dynamic = /\beval\(|new Function\(|from "node:vm"/;
  assert.deepEqual(await filesWith("packages/service/src", dynamic), []);
  assert.deepEqual(await filesWith("packages/contract/src", dynamic), ["packages/contract/src/codec/xml-writer.ts"]);
});

test("the service starts other programs only for the embedded database, and never through a shell", async () => {
  const programs = await filesWith("packages/service/src", /from "node:child_process"/);
  assert.deepEqual(
    programs.filter((file) => !file.startsWith("packages/service/src/store/database/embedded/")),
    [],
  );
  assert.deepEqual(await filesWith("packages/service/src", /\bshell:\s*true/), []);
});

test("the console stores data in the browser in these files only", async () => {
  assert.deepEqual(await filesWith("packages/console/src", /\b(local|session)Storage\b|\bindexedDB\b/), [
    "packages/console/src/door/device.ts",
    "packages/console/src/door/offline/device-store.ts",
    "packages/console/src/door/offline/list.ts",
    "packages/console/src/frame/pages.tsx",
    "packages/console/src/i18n/tables.ts",
    "packages/console/src/products/model/stored-draft.ts",
    "packages/console/src/ui/shared.ts",
  ]);
});
