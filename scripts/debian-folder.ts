import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, run } from "./packing.ts";

/** A bare Debian 12 in a folder of the temporary files. debootstrap makes it once, and later runs use it again. */
export async function debianFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), name);
  if (existsSync(join(folder, "usr/bin/apt")) && !existsSync(join(folder, "debootstrap"))) return folder;
  await rm(folder, { recursive: true, force: true });
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", folder], root);
  return folder;
}

/** This project's Node, and the npm that runs this script, as in `/usr/local`. */
export async function addNode(local: string): Promise<void> {
  const npm = join(local, "lib/node_modules/npm");
  await rm(npm, { recursive: true, force: true });
  for (const folder of ["bin", "lib/node_modules"]) await mkdir(join(local, folder), { recursive: true });
  await copyFile(join(root, "node_modules/node/bin/node"), join(local, "bin/node"));
  await cp(npmFolder(), npm, { recursive: true });
  for (const program of ["npm", "npx"]) {
    await rm(join(local, "bin", program), { force: true });
    await symlink(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, "bin", program));
  }
}

/** `npm root --global` names the folder beside the first Node on the path, which has no npm if it is this project's. */
const npmFolder = (): string =>
  process.env.npm_execpath === undefined
    ? join(run("npm", ["root", "--global"], root).trim(), "npm")
    : dirname(dirname(process.env.npm_execpath));
