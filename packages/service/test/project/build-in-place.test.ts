import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { buildInPlace } from "../../../../scripts/build-in-place.ts";

/** How the console and the kit are built: whole, or not at all. */

let place: string;
let folder: string;
before(async () => {
  place = await mkdtemp(join(tmpdir(), "paseo-in-place-"));
});
after(() => rm(place, { recursive: true, force: true }));
beforeEach(async () => {
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  folder = join(place, "dist");
});

const content = () => readFile(join(folder, "made-of"), "utf8").catch(() => "");
const building = (text: string) => ({
  isBuilt: async () => (await content()) === text,
  build: (beside: string) => writeFile(join(beside, "made-of"), text),
});
const failing =
  (code: string): typeof rename =>
  async (from, to) => {
    if (from === folder) throw Object.assign(new Error(code), { code });
    return rename(from, to);
  };

test("a folder is built once, replaced whole, and nothing is left beside it", async () => {
  assert.equal(await buildInPlace(folder, building("one")), true);
  assert.equal(await buildInPlace(folder, building("one")), false);
  await writeFile(join(folder, "old-file"), "");
  assert.equal(await buildInPlace(folder, building("two")), true);
  assert.deepEqual([await content(), await readdir(folder), await readdir(place)], ["two", ["made-of"], ["dist"]]);
});

test("a build that fails leaves the former folder", async () => {
  await buildInPlace(folder, building("one"));
  const failure = new Error("no compiler");
  await assert.rejects(buildInPlace(folder, { ...building("two"), build: () => Promise.reject(failure) }), failure);
  assert.deepEqual([await content(), await readdir(place)], ["one", ["dist"]]);
});

test("a folder that cannot be renamed to another file system is replaced nevertheless", async () => {
  await buildInPlace(folder, building("one"));
  assert.equal(await buildInPlace(folder, { ...building("two"), rename: failing("EXDEV") }), true);
  assert.deepEqual([await content(), await readdir(place)], ["two", ["dist"]]);
});

test("any other error of the rename is that error, and the former folder stays", async () => {
  await buildInPlace(folder, building("one"));
  for (const code of ["EACCES", "EBUSY", "EPERM"])
    await assert.rejects(buildInPlace(folder, { ...building("two"), rename: failing(code) }), { code });
  assert.deepEqual([await content(), await readdir(place)], ["one", ["dist"]]);
});

test("several builds at the same time leave one whole folder", async () => {
  await buildInPlace(folder, building("one"));
  const builds = Array.from({ length: 2 }, () => buildInPlace(folder, building("two")));
  await Promise.allSettled(builds);
  assert.equal(await content(), "two");
});
