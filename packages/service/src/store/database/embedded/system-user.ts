import { spawnSync } from "node:child_process";
import { chmod, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EmbeddedFailure } from "./embedded-failure.ts";
import { existingPathPart, makeFolder } from "./folders.ts";

/**
 * PostgreSQL refuses to run as root. A service that runs as root runs PostgreSQL as another user of the machine, who
 * must be able to access the data directory.
 */

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

interface DataPlace {
  /** The data directory in use. */
  folder: string;
  /** The user of the database server; undefined: the user of this process. */
  user: SystemUser | undefined;
  /** Whether `folder` differs from the setting, because the user cannot access the setting's folder. */
  isElsewhere: boolean;
}

/** Users to try; the first existing user is used. */
const usual = ["paseo", "postgres", "nobody"];

/** The data directory for root when the server's user cannot access the folder of the setting. */
const fallbackDataDir = "/var/lib/paseo";

/** Folders without a disk. `/dev/shm` is an ordinary folder in memory, for tests. */
const systems = /^\/(proc|sys|dev(?!\/shm(\/|$)))(\/|$)/;

/**
 * Creates the data directory, and finds the user of its server.
 * @throws EmbeddedFailure when `dataDir` is a file or belongs to the system, or when root has no other user to run PostgreSQL as.
 */
export async function preparePlace(dataDir: string): Promise<DataPlace> {
  const folder = resolve(dataDir);
  if (systems.test(folder))
    throw new EmbeddedFailure(`the system keeps ${folder} in memory for itself: set DATA_DIR to a folder on a disk`);
  const existing = await existingPathPart(folder);
  if (!existing.isFolder)
    throw new EmbeddedFailure(
      `${existing.path} is a file, not a folder: set DATA_DIR to a folder, or to a path where one can be made`,
    );
  if (process.getuid?.() !== 0) {
    await makeFolder(folder);
    return { folder, user: undefined, isElsewhere: false };
  }
  const user = await findUser();
  if (canReach(user, existing.path)) {
    await makeReachable(folder);
    return { folder, user, isElsewhere: false };
  }
  const elsewhere = join(fallbackDataDir, folder);
  await makeReachable(elsewhere);
  return { folder: elsewhere, user, isElsewhere: true };
}

/** Returns the data directory as `preparePlace` would choose it, without creating anything. */
export async function dataDirPlace(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  if (process.getuid?.() !== 0) return folder;
  return canReach(await findUser(), (await existingPathPart(folder)).path) ? folder : join(fallbackDataDir, folder);
}

async function findUser(): Promise<SystemUser> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  const users = usual.flatMap((name) => {
    const [, , uid, gid] = lines.find(([other]) => other === name) ?? [];
    return uid === undefined ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
  const user = users.find(
    (one) => spawnSync("/bin/sh", ["-c", "exit 0"], { cwd: "/", ...userIdOptions(one) }).status === 0,
  );
  if (user) return user;
  throw new EmbeddedFailure(
    `PostgreSQL does not run as root, and root cannot start a program as ${usual.join(", ")} here: start Paseo as an ordinary user, or set DATABASE_URL`,
  );
}

/** Returns the options that run a child process as this user. */
export const userIdOptions = (user: SystemUser | undefined): { uid?: number; gid?: number } =>
  user ? { uid: user.uid, gid: user.gid } : {};

/** Whether the user can enter the folder. */
const canReach = (user: SystemUser, folder: string): boolean =>
  spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", ...userIdOptions(user) }).status === 0;

/** Creates a folder that other users can enter, whatever the umask. Folders that exist keep their modes. */
async function makeReachable(folder: string): Promise<void> {
  const first = await makeFolder(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}
