import { access, stat } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { hasEmbedded } from "../../store/database/embedded/open.ts";
import { type Snapshot, StoreMissing, withSnapshot } from "../../store/transfer/snapshot.ts";
import { CommandFailure, createProgress, exitCodes, openStore } from "../output.ts";
import { stopSignals } from "../serve/signals.ts";
import type { Terminal } from "../terminal.ts";
import { writeBackup } from "./backup-file.ts";

/** Writes the whole store to a file, or to standard output with `-`, and prints a summary. */
export async function backUpStore(config: Config, path: string, now: Date, terminal: Terminal): Promise<string> {
  const isOutput = path === "-";
  if (isOutput && terminal.stdout.isTTY)
    throw new CommandFailure("A terminal cannot show a backup. Redirect the standard output, or name a file.");
  if (!isOutput && (await exists(path)))
    throw new CommandFailure(`${path} exists already. Nothing was written; choose another name.`);
  await requireStore(config);
  const database = await openStore(config);
  const progress = createProgress(terminal);
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of stopSignals) process.once(signal, abort);
  try {
    return await withSnapshot(database.db, async (snapshot) => {
      const all = countSnapshotRows(snapshot);
      const onProgress = (done: number) => progress.report(done, all, "rows");
      await writeBackup(isOutput ? terminal.stdout : path, snapshot, { now, onProgress, signal: stop.signal });
      progress.end();
      const size = isOutput ? "" : ` (${((await stat(path)).size / 1024 / 1024).toFixed(1)} MiB)`;
      return `Wrote ${isOutput ? "the backup" : path}${size}: ${snapshotSummary(snapshot)}.${keyText(snapshot)}`;
    });
  } catch (error) {
    throw missingStoreError(config, error);
  } finally {
    progress.end();
    for (const signal of stopSignals) process.off(signal, abort);
    await database.close();
  }
}

/** Refuses a missing embedded database. Opening it would create it, which a wrong DATA_DIR must not cause. */
export async function requireStore({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await hasEmbedded(dataDir))) throw noStore({ databaseUrl, dataDir });
}

/** Returns the message for a store without a schema, or the error itself. */
export const missingStoreError = (config: Config, error: unknown): unknown =>
  error instanceof StoreMissing ? noStore(config) : error;

const noStore = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): CommandFailure =>
  new CommandFailure(
    databaseUrl === undefined
      ? `There is no store in ${dataDir}: set DATA_DIR to its directory, or DATABASE_URL to its server.`
      : "The database of DATABASE_URL has no store: it was never migrated.",
    exitCodes.store,
  );

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
