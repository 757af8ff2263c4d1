/** Shared by the commands: exit codes, progress, and opening the store. */

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { placeOf } from "../settings/database.ts";
import { type Database, openServer, type ServerOptions } from "../store/database/database.ts";
import { DataDirInUse } from "../store/database/embedded/data-dir-lock.ts";
import { EmbeddedFailure } from "../store/database/embedded/embedded-failure.ts";
import { isMissing } from "../store/database/embedded/folders.ts";
import { EmbeddedMissing, type EmbeddedOptions, openEmbedded } from "../store/database/embedded/open.ts";
import { ownerName } from "../store/database/embedded/system-user.ts";
import { useSecretKeys } from "../store/database/sealing.ts";
import { CommandFailure, exitCodes } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

export { CommandFailure, exitCodes };

/**
 * Opens the store for a command: the server of DATABASE_URL, or the embedded database. A service may be running. Only with `creates` it
 * creates an embedded database that is missing, which a wrong DATA_DIR must not cause.
 */
export async function openStore(config: Config, { creates = false } = {}): Promise<Database> {
  const options = serverOptions(config);
  return config.databaseUrl === undefined
    ? openOwnStore(config, { ...options, joins: true, creates })
    : withSecretKeys(config, openServer(config.databaseUrl, options));
}

/** Opens the embedded database for this process alone. With `joins` the process shares the database with a running service. */
export async function openOwnStore(config: Config, options: EmbeddedOptions): Promise<Database> {
  try {
    await refuseMoved(config);
    const { programEnvironment: env } = config;
    return withSecretKeys(config, await openEmbedded(config.dataDir, { env, ...options }));
  } catch (error) {
    if (error instanceof DataDirInUse) throw new CommandFailure(error.message, exitCodes.store);
    if (error instanceof EmbeddedMissing) throw noStore(config);
    throw await cannotOpen(config.dataDir, error);
  }
}

/** Returns the message for a store that is missing. */
export const noStore = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): CommandFailure =>
  new CommandFailure(
    databaseUrl === undefined
      ? `There is no store in ${dataDir}: set DATA_DIR to its directory, or DATABASE_URL to its server.`
      : "The database of DATABASE_URL has no store: it was never migrated.",
    exitCodes.store,
  );

/** Names the store for people, without a password: host and database, or the folder. */
export const storeName = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string =>
  databaseUrl === undefined ? resolve(dataDir) : placeOf(databaseUrl);

/** Gives the store the keys of its secrets. */
export function withSecretKeys<Opened extends Database>(config: Config, database: Opened): Opened {
  useSecretKeys(database.db, { key: config.secretsKey, former: config.secretsKeyFormer });
  return database;
}

/** Returns the path of the file that `paseo move --retire` writes. */
export const movedNotePath = ({ dataDir }: Config): string => join(dataDir, "moved.json");

/** Refuses a store that was moved, because otherwise both stores would sell the same seats. */
async function refuseMoved(config: Config): Promise<void> {
  const note = await readFile(movedNotePath(config), "utf8").catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (note === undefined) return;
  const { to, at } = JSON.parse(note) as { to: string; at: string };
  throw new CommandFailure(
    `The store in ${config.dataDir} was moved to ${to} on ${at.slice(0, 10)}: set DATABASE_URL to that server. To use the old store nevertheless, delete ${movedNotePath(config)}.`,
    exitCodes.store,
  );
}

const diskFull = "the disk is full. Free space, or set DATA_DIR to another disk";
const notAllowed = "this user may not use it";

const asOwner = "Run the command as that user or as root, or set DATA_DIR to another folder";

/** Explains an error code to an operator, with what to do. */
const reasons: Record<string, string> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: "the disk is read-only. Make it writable, or set DATA_DIR to another disk",
  ENOENT: "no folder can be created there. Set DATA_DIR to another folder",
};

/** @throws an error unless the machine or the directory caused it. */
async function cannotOpen(dataDir: string, error: unknown): Promise<CommandFailure> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof CommandFailure) throw error;
  if (!(error instanceof EmbeddedFailure) && !/^E[A-Z]+$/.test(code ?? "")) throw error;
  const reason = code === undefined ? message : (reasons[code] ?? message);
  const why = reason === notAllowed ? `${reason}, it belongs to ${await ownerName(dataDir)}. ${asOwner}` : reason;
  return new CommandFailure(`The embedded database in ${dataDir} cannot be opened: ${why}.`, exitCodes.store);
}

/** Options of a server for commands, which have no time limits. TCP keepalives end a connection to a machine that has vanished. */
export const serverOptions = (config: Config): ServerOptions => ({
  poolSize: config.databasePoolSize,
  prepared: config.databasePrepared,
});

/** Returns the time limits of a service, so that no statement, lock or connection blocks the others. */
export const servingOptions = (config: Config): ServerOptions => ({
  ...serverOptions(config),
  connectMs: config.databaseWaitSeconds * 1000,
  statementMs: config.databaseStatementSeconds * 1000,
  lockMs: config.databaseLockSeconds * 1000,
  idleTransactionMs: config.databaseIdleTransactionSeconds * 1000,
});

/** Prints progress on standard error: one updated line on a terminal, otherwise at most a line per second. */
export function createProgress({ stderr }: Terminal): {
  report: (done: number, all: number, what: string) => void;
  end: () => void;
} {
  const terminal = stderr.isTTY ?? false;
  let last = 0;
  let open = false;
  return {
    report(done, all, what) {
      const now = Date.now();
      if (now - last < (terminal ? 100 : 1000) && done < all) return;
      last = now;
      const text = `${done.toLocaleString("en")} of ${all.toLocaleString("en")} ${what} (${Math.floor((100 * done) / Math.max(1, all))} %)`;
      stderr.write(terminal ? `\r${text}\x1b[K` : `${text}\n`);
      open = terminal;
    },
    end() {
      if (open) stderr.write("\n");
      open = false;
    },
  };
}
