import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

/** Checks that the tests which docs/explanation/guarantees.md names exist. */

const root = new URL("../../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), "utf8");

/** Returns the titles of the tests in a file, with three dots in place of inserted values. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\btest\(\s*(["`])(.*?)\1,/gs)].map(([, , title]) =>
    title!.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "…"),
  );

test("every promise names a test that exists", async () => {
  const page = await read("docs/explanation/guarantees.md");
  const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`: "([^"]+)"/g)].map(([, path, title]) => ({
    path: path!,
    title: title!,
  }));
  assert.ok(named.length >= 15, `${named.length} tests are named`);
  const absent = [];
  for (const { path, title } of named)
    if (!existsSync(new URL(path, root)) || !titlesIn(await read(path)).includes(title))
      absent.push(`${path}: ${title}`);
  assert.deepEqual(absent, []);
  const promises = page.slice(page.indexOf("## Promises"), page.indexOf("## How it is checked"));
  const rows = promises.split("\n").filter((line) => /^\| (?!Promise|-)/.test(line));
  assert.ok(rows.length > 0);
  for (const row of rows) assert.match(row, /\.test\.ts`: "/, row);
});
