import { execFile } from "node:child_process";
import { cp, mkdir, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Programs of other releases, for tests of an upgrade. */

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** Makes the next release: a copy of this release in `folder` with one more migration. Returns its program. */
export async function nextRelease(folder: string, migration: { name: string; text: string }): Promise<string> {
  const service = join(folder, "packages/service");
  await mkdir(service, { recursive: true });
  for (const path of ["src", "demo", "package.json"])
    await cp(join(root, "packages/service", path), join(service, path), { recursive: true });
  const links = [
    "node_modules",
    "package.json",
    "packages/service/node_modules",
    "packages/contract",
    "packages/console",
  ];
  for (const path of links) await symlink(join(root, path), join(folder, path));
  await writeFile(join(service, "src/store/database/migrations", migration.name), migration.text);
  return join(service, "src/main.ts");
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
