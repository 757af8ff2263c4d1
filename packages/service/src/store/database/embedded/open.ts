import { setTimeout as pause } from "node:timers/promises";
import { type Database, openServer, type ServerOptions } from "../database.ts";
import { addressOf, clusterFolder, hasCluster, prepareCluster, runningServer } from "./cluster.ts";
import { DataDirInUse, type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
import type { ProgramEnvironment } from "./guard.ts";
import { findPrograms } from "./programs.ts";
import { type ServerReports, startEmbeddedServer } from "./server.ts";
import { dataDirPlace, preparePlace } from "./system-user.ts";

export interface EmbeddedOptions extends ServerOptions {
  /** Uses the server of a running service if there is one. Otherwise no other process may use the data directory. */
  joins?: boolean;
  reports?: Partial<ServerReports>;
  /** Environment variables of PostgreSQL's programs. */
  env?: ProgramEnvironment;
}

export interface EmbeddedDatabase extends Database {
  /** The data directory, if it differs from the setting. */
  elsewhere: string | undefined;
}

/** How long a command waits for another command. */
const waitsMs = 30_000;
const gapMs = 200;

/**
 * Opens the PostgreSQL of a data directory. It starts the server for as long as the database is open, or with `joins`
 * uses the server of the running service.
 * @throws DataDirInUse or EmbeddedFailure
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const place = await preparePlace(dataDir);
  const { folder, user } = place;
  const elsewhere = place.isElsewhere ? folder : undefined;
  const lock = await lockOrJoin(folder, options.joins ?? false);
  if ("url" in lock) return { ...openServer(lock.url, options), elsewhere };
  try {
    const programs = await findPrograms(folder, user, options.env ?? {});
    await prepareCluster(folder, programs, user);
    const { onLine = () => {}, onEnd = () => {} } = options.reports ?? {};
    const server = await startEmbeddedServer({ cluster: clusterFolder(folder), programs, user }, { onLine, onEnd });
    const database = openServer(server.url, options);
    const close = async () => {
      await database.close();
      await server.stop();
      await lock.release();
    };
    return { ...database, elsewhere, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Whether the data directory has a store. It creates nothing. */
export const hasEmbedded = async (dataDir: string): Promise<boolean> => hasCluster(await dataDirPlace(dataDir));

/** Returns the lock, or the address of the server that the owner of the lock runs. */
async function lockOrJoin(folder: string, joins: boolean): Promise<DataDirLock | { url: string }> {
  const until = Date.now() + waitsMs;
  for (;;) {
    try {
      return await lockDataDir(folder, joins ? "command" : "service");
    } catch (error) {
      if (!(error instanceof DataDirInUse) || !joins || Date.now() > until) throw error;
      // The server of a command ends with that command.
      const cluster = clusterFolder(folder);
      const server = error.owner?.kind === "service" ? await runningServer(cluster) : undefined;
      if (server?.isReady) return { url: await addressOf(cluster, server.port) };
      await pause(gapMs);
    }
  }
}
