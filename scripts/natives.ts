import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./packing.ts";
import { nativePackages } from "./program.ts";

/**
 * Copies the installed packages that the service needs beside its program, in the versions of the lock file: `node scripts/natives.ts
 * FOLDER`. The container has no other packages.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node scripts/natives.ts FOLDER");
  process.exit(1);
}
const top = resolve(root);
const copied = new Set<string>();
for (const name of await needsOf(join(top, "packages/service")))
  if (nativePackages.test(name)) await copyPackage(name, top);

/** Copies a package and what it needs. npm leaves out the optional packages of other platforms. */
async function copyPackage(name: string, from: string): Promise<void> {
  const place = installed(name, from);
  if (place === undefined || copied.has(place)) return;
  copied.add(place);
  await cp(place, join(folder!, relative(join(top, "node_modules"), place)), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const needed of await needsOf(place)) await copyPackage(needed, place);
}

/** Returns where Node finds a package, from a folder upward. */
function installed(name: string, from: string): string | undefined {
  const place = join(from, "node_modules", name);
  if (existsSync(place)) return place;
  return from === top ? undefined : installed(name, dirname(from));
}

async function needsOf(place: string): Promise<string[]> {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(join(place, "package.json"), "utf8"),
  ) as Record<string, Record<string, string>>;
  return Object.keys({ ...dependencies, ...optionalDependencies });
}
