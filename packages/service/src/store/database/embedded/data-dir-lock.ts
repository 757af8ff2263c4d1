import { readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../faults.ts";
import { makeFolder } from "./folders.ts";
import { giveTo, type SystemUser } from "./system-user.ts";

/**
 * Locks the data directory while a process runs the database server on it.
 *
 * The lock is a file lock of the operating system, taken through Node's SQLite. It ends with the process, however the
 * process ends. It works between containers that share a volume, where a process id in a file means nothing. So no lock
 * is ever stale. `owner.json` provides the message that refuses a second process. It also says whether the owner is a
 * service, whose server commands use.
 */

export interface LockOwner {
  pid: number;
  kind: "service" | "command";
}

/** Another live process has locked the directory. `owner` is null until that process has written it. */
export class DataDirInUse extends Error {
  override name = "DataDirInUse";
  readonly owner: LockOwner | null;

  constructor(dir: string, owner: LockOwner | null) {
    super(
      `The data directory ${dir} is in use by ${owner === null ? "another process" : `process ${owner.pid}`}: ` +
        "stop that process, or serve with more processes by --workers.",
    );
    this.owner = owner;
  }
}

export interface DataDirLock {
  /** Releases the directory; a second call does nothing. */
  release(): Promise<void>;
}

/** References to the locks: the garbage collector would close them and let a second process in. */
const openLocks = new Set<DatabaseSync>();

/** How long a start waits for another process that tests the lock or is about to end. */
const waitMs = 500;

/**
 * Creates `dir` if it is missing and locks it until `release` or the end of the process. The files of the lock belong to `user`.
 * @throws DataDirInUse when another process, or this one, has locked it.
 */
export async function lockDataDir(dir: string, kind: LockOwner["kind"], user?: SystemUser): Promise<DataDirLock> {
  const full = resolve(dir);
  const folder = join(full, "lock");
  await makeFolder(folder);
  const file = join(folder, "lock.sqlite");
  const lock = takeLock(file);
  await giveTo(user, folder, file);
  if (!lock) throw new DataDirInUse(full, await ownerOf(folder));
  openLocks.add(lock);
  await writeOwner(folder, kind, user);
  return {
    async release() {
      if (openLocks.delete(lock)) lock.close();
    },
  };
}

/** SQLite's codes for a lock that another process has, and for a full disk. */
const [busy, full] = [5, 13];

/** Returns the open lock, or null when another process has locked the directory. The file stays empty. */
function takeLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === busy) return null;
    if (errcode === full) throw new StoreUnavailable("the disk of DATA_DIR is full", { fault: "full", cause: error });
    throw error;
  }
}

async function ownerOf(folder: string): Promise<LockOwner | null> {
  try {
    const { pid, kind } = JSON.parse(await readFile(join(folder, "owner.json"), "utf8")) as LockOwner;
    return Number.isInteger(pid) ? { pid, kind } : null;
  } catch {
    return null;
  }
}

/** Writes the owner's file under another name and renames it, so that a reader never reads half of the file. */
async function writeOwner(folder: string, kind: LockOwner["kind"], user: SystemUser | undefined): Promise<void> {
  const draft = join(folder, "owner.json.new");
  const owner: LockOwner = { pid: process.pid, kind };
  await writeFile(draft, `${JSON.stringify(owner)}\n`);
  await giveTo(user, draft);
  await rename(draft, join(folder, "owner.json"));
}
