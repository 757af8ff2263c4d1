import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Two processes on one PGlite directory corrupt it without a word, so the directory is locked for as long as one runs.
 *
 * The lock is the operating system's own file lock, taken through the SQLite that Node carries: it goes with the
 * process however that ends (kill -9, reboot, a container stopped), and it holds between containers that share the
 * volume, where a process id written in a file says nothing. No stale lock exists, so no takeover can race.
 * `owner.json` beside it only serves the sentence that refuses the second process.
 */

/** Another live process has the directory. `pid` is null in the moment before that process has written it. */
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
  /** Gives the directory up; harmless a second time. */
  release(): Promise<void>;
}

/** Keeps the locks from the garbage collector, which would close them, and so let a second process in. */
const held = new Set<DatabaseSync>();

/** How long a starter waits for another that is looking at the lock, or for a predecessor that is just ending. */
const patienceMs = 500;

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

/** The open lock, or null when another has it. The file stays empty: nothing is ever written through it. */
function takeLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: patienceMs });
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

/** Written beside and renamed, so that a reader never meets half of it. */
async function writeOwner(folder: string): Promise<void> {
  const draft = join(folder, "owner.json.new");
  await writeFile(draft, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  await rename(draft, join(folder, "owner.json"));
}
