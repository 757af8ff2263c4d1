import type { Config } from "../../config.ts";
import { requireKeysAmong } from "../../store/database/sealing.ts";
import { endLostLetters } from "../../store/letters/guest-letters.ts";
import {
  ContentDiffers,
  loadSnapshot,
  requireKnownSnapshot,
  StoreInUse,
  StoreNotEmpty,
} from "../../store/transfer/load.ts";
import { CommandFailure, createProgress, exitCodes, openStore } from "../output.ts";
import type { Terminal } from "../terminal.ts";
import { countSnapshotRows, snapshotSummary } from "./backup.ts";
import { readBackup } from "./backup-file.ts";

export interface RestoreOptions {
  replace?: boolean;
  check?: boolean;
  /** The id of a key that is lost. The secrets that it encrypted are restored, and given up afterwards. */
  lostKey?: string;
}

/** Fills the store with a backup, or with `check` only checks the file. */
export async function restoreStore(
  config: Config,
  path: string,
  { replace = false, check = false, lostKey }: RestoreOptions,
  terminal: Terminal,
): Promise<string> {
  const backup = await readBackup(path);
  const found = `the backup of ${new Date(backup.head.createdAt).toISOString().slice(0, 16).replace("T", " ")} UTC: ${snapshotSummary(backup)}`;
  // What the start after the restore would say.
  await requireKnownSnapshot(backup.manifest);
  const { secretKeys } = backup.manifest;
  if (lostKey !== undefined && !secretKeys.includes(lostKey))
    throw new CommandFailure(`${path} has no secrets of the key ${lostKey}.`, exitCodes.usage);
  const keys = { key: config.secretsKey, former: config.secretsKeyFormer };
  requireKeysAmong(
    keys,
    secretKeys.filter((id) => id !== lostKey),
    path,
  );
  if (check) return `${path} is complete and unchanged. It is ${found}.`;
  const database = await openStore(config, { creates: true });
  const progress = createProgress(terminal);
  const all = countSnapshotRows(backup);
  let letters = 0;
  try {
    await loadSnapshot(database.db, backup, {
      replace,
      onProgress: (done) => progress.report(done, all, "rows"),
      finish: async (tx) => {
        letters = await endLostLetters(tx, new Date());
      },
    });
  } catch (error) {
    throw loadFailure(error, "restored");
  } finally {
    progress.end();
    await database.close();
  }
  const discard = lostKey === undefined ? "" : `\nBefore the start: paseo secrets discard --key-id ${lostKey} --yes`;
  const text = `Restored ${found}. The next version number skips those that may have been given since.${discard}`;
  return letters === 0
    ? text
    : `${text}\nLetters to guests that were due: ${letters}. They may have been sent since, so they are *unknown* and are not sent again.`;
}

/** Returns the message for an error of `loadSnapshot`, or the error itself. */
export function loadFailure(error: unknown, done: "restored" | "moved"): unknown {
  const nothing = `Nothing was ${done}.`;
  if (error instanceof StoreNotEmpty)
    return new CommandFailure(
      `The store has content already. ${nothing} Use an empty database, or delete its content with --replace.`,
    );
  if (error instanceof StoreInUse)
    return new CommandFailure(`${error.message} ${nothing} Stop every process and try again.`, exitCodes.store);
  if (error instanceof ContentDiffers)
    return new CommandFailure(`The rows of ${error.tables.join(", ")} would not have been the same. ${nothing}`);
  return error;
}
