import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { recordBackup } from "../../store/database/backups.ts";
import type { Db } from "../../store/database/database.ts";
import { type Snapshot, StoreMissing, withSnapshot } from "../../store/transfer/snapshot.ts";
import { CommandFailure, createProgress, exitCodes, noStore, openStore } from "../output.ts";
import { stopSignals } from "../serve/signals.ts";
import { printLine, type Terminal } from "../terminal.ts";
import { writeBackup } from "./backup-file.ts";

export interface BackupOptions {
  into?: string;
  keepDays?: number;
}

/** Returns the path of the file to write: the given one, or a new one in the folder of `into`. */
export async function backupTarget(
  file: string | undefined,
  { into, keepDays }: BackupOptions,
  now: Date,
): Promise<string> {
  if ((file === undefined) === (into === undefined))
    throw new CommandFailure("Name the file, or its folder with --into.", exitCodes.usage);
  if (file !== undefined && keepDays !== undefined)
    throw new CommandFailure("--keep-days deletes files that --into named: use both.", exitCodes.usage);
  if (file !== undefined) return file;
  try {
    // Backups hold personal data.
    await mkdir(into!, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailure(`The folder ${into} cannot be created: ${(error as Error).message}.`);
  }
  return join(into!, `paseo-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.gz`);
}

/** The names that `backupTarget` makes. */
const datedName = /^paseo-\d{4}-\d\d-\d\dT\d{6}Z\.gz$/;

const dayMs = 86_400_000;

/** Deletes the backups of a folder that are older than a number of days. Returns how many. */
async function deleteOld(folder: string, days: number, now: Date): Promise<number> {
  let deleted = 0;
  for (const name of (await readdir(folder)).filter((one) => datedName.test(one))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs <= days * dayMs) continue;
    await rm(join(folder, name));
    deleted++;
  }
  return deleted;
}

/** Writes the whole store to a file, or to standard output with `-`, and prints a summary. Old files are deleted only after it succeeded. */
export async function backUpStore(
  config: Config,
  path: string,
  now: Date,
  terminal: Terminal,
  { into, keepDays }: BackupOptions = {},
): Promise<string> {
  const isOutput = path === "-";
  if (isOutput && terminal.stdout.isTTY)
    throw new CommandFailure("A terminal cannot show a backup. Redirect the standard output, or name a file.");
  if (!isOutput && (await exists(path)))
    throw new CommandFailure(`${path} exists already. Nothing was written; choose another name.`);
  const database = await openStore(config);
  const progress = createProgress(terminal);
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of stopSignals) process.once(signal, abort);
  try {
    const text = await withSnapshot(database.db, async (snapshot) => {
      const all = countSnapshotRows(snapshot);
      const onProgress = (done: number) => progress.report(done, all, "rows");
      await writeBackup(isOutput ? terminal.stdout : path, snapshot, { now, onProgress, signal: stop.signal });
      progress.end();
      const size = isOutput ? "" : ` (${((await stat(path)).size / 1024 / 1024).toFixed(1)} MiB)`;
      return `Wrote ${isOutput ? "the backup" : path}${size}: ${snapshotSummary(snapshot)}.${keyText(snapshot)}`;
    });
    await noteBackup(database.db, terminal);
    const deleted = keepDays === undefined ? 0 : await deleteOld(into!, keepDays, now);
    return deleted === 0 ? text : `${text}\nDeleted ${deleted} older than ${keepDays} days.`;
  } catch (error) {
    throw missingStoreError(config, error);
  } finally {
    progress.end();
    for (const signal of stopSignals) process.off(signal, abort);
    await database.close();
  }
}

/** Records the time of the backup for the metric of its age. The backup is good even if the store cannot be written to. */
async function noteBackup(db: Db, { stderr }: Terminal): Promise<void> {
  try {
    await recordBackup(db);
  } catch (error) {
    const why = (error as Error).message;
    printLine(
      stderr,
      `The time of this backup could not be recorded, so paseo_backup_age_seconds does not count it: ${why}.`,
    );
  }
}

/** Returns the message for a store without a schema, or the error itself. */
export const missingStoreError = (config: Config, error: unknown): unknown =>
  error instanceof StoreMissing ? noStore(config) : error;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Counts all rows of a snapshot. */
export const countSnapshotRows = ({ manifest }: Pick<Snapshot, "manifest">): number =>
  manifest.tables.reduce((sum, { rows }) => sum + rows, 0);

/** Returns a summary of a snapshot: `300,000 events, 20,000 orders, 921,004 rows in 38 tables`. */
export function snapshotSummary({ manifest }: Pick<Snapshot, "manifest">): string {
  const count = (n: number) => n.toLocaleString("en");
  const of = (table: string) => count(manifest.tables.find(({ name }) => name === table)?.rows ?? 0);
  return `${of("event")} events, ${of("orders")} orders, ${count(countSnapshotRows({ manifest }))} rows in ${manifest.tables.length} tables`;
}

const keyText = ({ manifest: { secretKeys } }: Snapshot): string =>
  secretKeys.length === 0
    ? ""
    : `\nIts secrets are encrypted: keep SECRETS_KEY (key id ${secretKeys.join(", ")}) somewhere else.`;
