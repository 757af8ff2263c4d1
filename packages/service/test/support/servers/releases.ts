import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../../../../scripts/packing.ts";
import { buildProgram } from "../../../../../scripts/program.ts";

/** Programs of other releases, for tests of an upgrade. */

/** Makes the next release: a copy of this release in `folder` with one more migration. Returns its program. */
export async function nextRelease(folder: string, migration: { name: string; text: string }): Promise<string> {
  await cp(await buildProgram(), folder, { recursive: true, dereference: true, filter: (path) => existsSync(path) });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "migrations", migration.name), migration.text);
  return join(folder, "paseo.mjs");
}

/**
 * The program of the release before this one: from the packed packages in the folder that TEST_PREVIOUS_RELEASE names. Undefined
 * without it: then this release is the previous one.
 */
export async function previousRelease(folder: string): Promise<string | undefined> {
  const packed = process.env.TEST_PREVIOUS_RELEASE;
  if (!packed) return undefined;
  const tarballs = (await readdir(packed)).filter((name) => name.endsWith(".tgz")).map((name) => join(packed, name));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", ...tarballs], { cwd: folder });
  return realpath(join(folder, "node_modules/.bin/paseo"));
}
