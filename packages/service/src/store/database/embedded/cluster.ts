import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { diskFull, EmbeddedFailure, isDiskFull } from "./embedded-failure.ts";
import { statOf } from "./folders.ts";
import { spawnGuarded } from "./guard.ts";
import type { PostgresPrograms } from "./programs.ts";
import type { SystemUser } from "./system-user.ts";

/** The files of the embedded PostgreSQL: a folder that `initdb` creates, with the password of its only user. */

const databaseUser = "paseo";

/** Returns the folder of PostgreSQL's files in a data directory. */
export const clusterFolder = (folder: string): string => join(folder, "postgres");

const passwordFile = (cluster: string): string => join(cluster, "paseo-password");

/** Whether the data directory has an embedded PostgreSQL. */
export const hasCluster = async (folder: string): Promise<boolean> =>
  (await statOf(join(clusterFolder(folder), "PG_VERSION"))) !== undefined;

/** Whether releases before this engine kept their files there: PGlite's, in `pg`. */
export const hasFormerEngine = async (folder: string): Promise<boolean> =>
  (await statOf(join(folder, "pg", "PG_VERSION"))) !== undefined;

/**
 * Creates the files in an empty data directory, completely or not at all, and checks files that exist.
 * @throws EmbeddedFailure for files of another engine or version.
 */
export async function prepareCluster(
  folder: string,
  programs: PostgresPrograms,
  user: SystemUser | undefined,
): Promise<void> {
  const cluster = clusterFolder(folder);
  if (!(await hasCluster(folder))) {
    if (await hasFormerEngine(folder)) throw formerEngine(folder);
    return createCluster(cluster, programs, user);
  }
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8");
  if (Number(version) === programs.major) return ownFiles(cluster, user);
  throw new EmbeddedFailure(
    `its files are of PostgreSQL ${version.trim()}, and this release brings PostgreSQL ${programs.major}: run \`paseo backup FILE\` with the release that you used before, set DATA_DIR to a new directory, and run \`paseo restore FILE\` with this release`,
  );
}

const formerEngine = (folder: string): EmbeddedFailure =>
  new EmbeddedFailure(
    `${join(folder, "pg")} was made by an earlier Paseo with another engine: run \`paseo backup FILE\` with that version, move the folder away, and run \`paseo restore FILE\` with this one`,
  );

async function createCluster(
  cluster: string,
  { bin, env }: PostgresPrograms,
  user: SystemUser | undefined,
): Promise<void> {
  // Files of interrupted starts. One of their programs may still run, so each start uses new names.
  for (const name of await readdir(dirname(cluster)))
    if (name.startsWith(draftPrefix)) await rm(join(dirname(cluster), name), { recursive: true, force: true });
  const draft = join(dirname(cluster), `${draftPrefix}${randomBytes(6).toString("hex")}`);
  const secret = `${draft}.password`;
  const password = randomBytes(24).toString("base64url");
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(secret, password, { mode: 0o600 });
    if (user) for (const file of [draft, secret]) await chown(file, user.uid, user.gid);
    const options = [
      ...[`--pgdata=${draft}`, `--username=${databaseUser}`, `--pwfile=${secret}`, "--auth=scram-sha-256"],
      // PostgreSQL contains this locale, so nothing depends on the machine's locales.
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      "--data-checksums",
    ];
    await runInitdb([join(bin, "initdb"), ...options], { cwd: draft, user, env });
    await rename(secret, passwordFile(draft));
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    await rm(secret, { force: true }).catch(() => {});
    throw error;
  }
}

/** Sets owner and mode of the files: a copied directory can belong to root or have another mode, and PostgreSQL refuses both. */
async function ownFiles(cluster: string, user: SystemUser | undefined): Promise<void> {
  const { uid, mode } = await stat(cluster);
  if ((mode & 0o077) !== 0) await chmod(cluster, 0o700);
  if (!user || uid === user.uid) return;
  for (const name of await readdir(cluster, { recursive: true })) await lchown(join(cluster, name), user.uid, user.gid);
  await chown(cluster, user.uid, user.gid);
}

const draftPrefix = "postgres.new-";

async function runInitdb(command: string[], options: Parameters<typeof spawnGuarded>[1]): Promise<void> {
  const child = spawnGuarded(command, options);
  const [errors] = await Promise.all([text(child.stderr!), once(child, "exit")]);
  child.stdin!.destroy();
  if (child.exitCode === 0) return;
  if (isDiskFull(errors)) throw diskFull();
  const line = errors.split("\n").find((one) => /error|FATAL|PANIC/.test(one));
  throw new EmbeddedFailure(`initdb of PostgreSQL failed: ${line ?? `exit code ${child.exitCode}`}`);
}

/** Returns the address of the server that runs on a port, with the password. */
export async function addressOf(cluster: string, port: number): Promise<string> {
  const password = await readFile(passwordFile(cluster), "utf8");
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`;
}

/** Reads the contents of the running server's own status file; undefined when the file is missing. */
export async function runningServer(
  cluster: string,
): Promise<{ pid: number; port: number; isReady: boolean } | undefined> {
  const lines = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => undefined);
  const [pid, , , port, , , , status] = lines?.split("\n") ?? [];
  const number = Number.parseInt(pid ?? "", 10);
  return Number.isInteger(number)
    ? { pid: number, port: Number(port), isReady: status?.trim() === "ready" }
    : undefined;
}
