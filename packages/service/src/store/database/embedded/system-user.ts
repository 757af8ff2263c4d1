import { spawnSync } from "node:child_process";
import { chmod, lchown, lstat, readFile, realpath, stat, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EmbeddedFailure } from "./embedded-failure.ts";
import { existingPathPart, makeFolder, statOf } from "./folders.ts";

/**
 * PostgreSQL refuses to run as root. For root it runs as the owner of its files or of their folder, so that a command of root leaves nothing
 * that the service may not use. A new folder of root gets another user of the machine.
 */

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

interface DataPlace {
  /** The data directory. */
  folder: string;
  /** The user of the database server; undefined: the user of this process. */
  user: SystemUser | undefined;
}

/** Users to try for a folder of root; the first existing user is used. */
const usual = ["paseo", "postgres", "nobody"];

/** Where `./data` of root leads if it cannot be used where it is, because no other user may enter the folder of a command. */
const dataOfRoot = "/var/lib/paseo-of-root";
const usualDataDir = "./data";

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
    return { folder, user: undefined };
  }
  const user = await userOf(folder);
  // The path to a link may be closed, and the folder to which it leads open.
  if (existing.path === folder && (await lstat(folder)).isSymbolicLink())
    return { folder: await realpath(folder), user };
  if (canReach(user, existing.path)) {
    const isNew = existing.path !== folder;
    await makeReachable(folder);
    if (isNew) await giveTo(user, folder);
    return { folder, user };
  }
  if (dataDir !== usualDataDir || existing.path === folder)
    throw new EmbeddedFailure(
      `PostgreSQL does not run as root, and the user ${user.name} may not enter ${existing.path}: let that user enter it, or set DATA_DIR to another folder`,
    );
  // The link is the folder from now on, whoever may enter the folder above it later.
  const target = join(dataOfRoot, folder);
  await makeReachable(target);
  await giveTo(user, target);
  await symlink(target, folder).catch((error: NodeJS.ErrnoException) => {
    // A link whose folder somebody deleted.
    if (error.code !== "EEXIST") throw error;
  });
  return { folder: target, user };
}

/** Lets the server's user own a file that root has made for it. */
export const giveTo = async (user: SystemUser | undefined, ...files: string[]): Promise<void> => {
  for (const file of user ? files : []) await lchown(file, user!.uid, user!.gid);
};

/** Returns the owner of the server's files, or of the nearest folder that exists; for root's own, another user. */
async function userOf(folder: string): Promise<SystemUser> {
  const places = [join(folder, "postgres"), folder];
  while (dirname(places.at(-1)!) !== places.at(-1)) places.push(dirname(places.at(-1)!));
  const found = (await Promise.all(places.map(statOf))).filter((one) => one !== undefined);
  // The nearest two: files of root in a folder of the service's user are files that root has copied there.
  const owner = found.slice(0, 2).find(({ uid }) => uid !== 0);
  if (owner) return { name: await nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  return findUser();
}

const readUsers = async (): Promise<SystemUser[]> =>
  (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });

const nameOf = async (id: number): Promise<string> =>
  (await readUsers()).find(({ uid }) => uid === id)?.name ?? `${id}`;

/** Names the user to whom the nearest part of a path belongs that this user may see, for a message. */
export async function ownerName(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found) return nameOf(found.uid);
  return dirname(path) === path ? "another user" : ownerName(dirname(resolve(path)));
}

async function findUser(): Promise<SystemUser> {
  const known = await readUsers();
  const user = usual
    .flatMap((name) => known.find((one) => one.name === name) ?? [])
    .find((one) => spawnSync("/bin/sh", ["-c", "exit 0"], { cwd: "/", ...userIdOptions(one) }).status === 0);
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
