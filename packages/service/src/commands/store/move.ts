import { chmod, writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config.ts";
import { placeOf } from "../../settings/database.ts";
import { type Database, type Db, openServer } from "../../store/database/database.ts";
import { allRows } from "../../store/database/rows.ts";
import { requireKeys } from "../../store/database/sealing.ts";
import { ContentDiffers, loadSnapshot } from "../../store/transfer/load.ts";
import { type Snapshot, withSnapshot } from "../../store/transfer/snapshot.ts";
import { ownTables, sameContent, setTextFormat, tableContents } from "../../store/transfer/tables.ts";
import { digestAt } from "../../store/versions/digest.ts";
import { CommandFailure, createProgress, exitCodes, movedNotePath, openOwnStore, serverOptions } from "../output.ts";
import type { Terminal } from "../terminal.ts";
import { countSnapshotRows, missingStoreError, snapshotSummary } from "./backup.ts";
import { loadFailure } from "./restore.ts";

export interface MoveOptions {
  to: string;
  replace?: boolean;
  retire?: boolean;
}

/**
 * Copies the content of the embedded database to a server, in one transaction there. An interrupted move leaves no data
 * behind and restarts. A finished move is only verified.
 */
export async function moveStore(
  config: Config,
  { to, replace = false, retire = false }: MoveOptions,
  terminal: Terminal,
): Promise<string> {
  if (config.databaseUrl !== undefined)
    throw new CommandFailure(
      "`paseo move` reads the embedded database in DATA_DIR: unset DATABASE_URL. Between two servers use `paseo backup` and `paseo restore`.",
      exitCodes.usage,
    );
  // No service may sell from the embedded database during the move.
  const source = await openOwnStore(config, serverOptions(config));
  const target = openServer(to, serverOptions(config));
  try {
    await requireTarget(target);
    const text = await withSnapshot(source.db, async (snapshot, tx) => {
      requireKeys(source.db, snapshot.manifest.secretKeys);
      if (await isMoved(target, snapshot)) return `It was moved before: ${snapshotSummary(snapshot)}`;
      await send(target, snapshot, tx, replace, createProgress(terminal));
      return `Moved ${snapshotSummary(snapshot)}`;
    });
    if (retire) await retireStore(config, to);
    return `${text}. Both stores have the same rows, sequences and digest.\nSet DATABASE_URL to the address of ${placeOf(to)} from now on${retire ? "" : `, and keep ${config.dataDir} until you have checked it`}.`;
  } catch (error) {
    throw missingStoreError(config, loadFailure(error, "moved"));
  } finally {
    await target.close();
    await source.close();
  }
}

/** @throws CommandFailure that names `--to` if the server cannot be used: other failures name DATABASE_URL. */
async function requireTarget({ db }: Database): Promise<void> {
  await allRows(db)`select 1`.catch((error: Error) => {
    throw new CommandFailure(`The server of --to cannot be used: ${error.message}.`, exitCodes.store);
  });
}

/** Marks the embedded database as moved, for every user who can use it. */
async function retireStore(config: Config, to: string): Promise<void> {
  const note = movedNotePath(config);
  await writeFile(note, `${JSON.stringify({ to: placeOf(to), at: new Date() })}\n`);
  await chmod(note, 0o644);
}

async function send(
  target: Database,
  snapshot: Snapshot,
  source: Db,
  replace: boolean,
  progress: ReturnType<typeof createProgress>,
): Promise<void> {
  const all = countSnapshotRows(snapshot);
  const digest = await digestAt(source, {});
  try {
    await loadSnapshot(target.db, snapshot, {
      replace,
      onProgress: (done) => progress.report(done, all, "rows"),
      check: async (tx) => {
        if (!isDeepStrictEqual(await digestAt(tx, {}), digest)) throw new ContentDiffers(["digest"]);
      },
    });
  } finally {
    progress.end();
  }
}

/** Returns whether the server already has exactly the snapshot's rows. */
function isMoved({ db }: Database, { manifest }: Snapshot): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await setTextFormat(tx);
    const tables = await ownTables(tx);
    return tables.length > 0 && sameContent(await tableContents(tx, tables), manifest.tables);
  });
}
