import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Locks the data directory while a process runs: two processes on one PGlite directory would silently corrupt it.
 *
 * The lock is a file lock of the operating system, taken through Node's SQLite. It ends with the process, however that ends, and works
 * between containers that share a volume, where a process id in a file means nothing. So no lock is ever stale. `owner.json`
 * only serves the message that refuses a second process.
 */

/** Another live process has the directory. `pid` is null until that process has written it. */
export class DataDirInUse extends Error {
  override name = "DataDirInUse";
  readonly dir: string;
  readonly pid: number | null;

  constructor(dir: string, pid: number | null) {
    super(
      `The data directory ${dir} is in use by ${pid === null ? "another process" : `process ${pid}`}: ` +
        "stop that process, or set DATABASE_URL so that several can share a PostgreSQL server.",
    );
    this.dir = dir;
    this.pid = pid;
  }
}

export interface DataDirLock {
  /** Releases the directory; a second call does nothing. */
  release(): Promise<void>;
}

/** References to the locks: the garbage collector would close them and let a second process in. */
const held = new Set<DatabaseSync>();

/** How long a start waits for another process that tests the lock or is ending. */
const waitMs = 500;

/**
 * Makes `dir` when it is missing and takes its lock, until `release` or the end of the process.
 * @throws DataDirInUse when another process, or this one, has it.
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  const full = resolve(dir);
  const folder = join(full, "lock");
  await mkdir(folder, { recursive: true });
  const lock = takeLock(join(folder, "lock.sqlite"));
  if (!lock) throw new DataDirInUse(full, await ownerOf(folder));
  held.add(lock);
  await writeOwner(folder);
  return {
    async release() {
      if (held.delete(lock)) lock.close();
    },
  };
}

/** The open lock, or null when another process has it. The file stays empty. */
function takeLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    const busy = 5;
    if ((error as { errcode?: number }).errcode === busy) return null;
    throw error;
  }
}

async function ownerOf(folder: string): Promise<number | null> {
  try {
    const { pid } = JSON.parse(await readFile(join(folder, "owner.json"), "utf8")) as { pid: unknown };
    return typeof pid === "number" ? pid : null;
  } catch {
    return null;
  }
}

/** Renamed after writing, so that a reader never reads half a file. */
async function writeOwner(folder: string): Promise<void> {
  const draft = join(folder, "owner.json.new");
  await writeFile(draft, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  await rename(draft, join(folder, "owner.json"));
}
