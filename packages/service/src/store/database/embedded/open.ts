import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openServer, type ServerOptions } from "../database.ts";
import { addressOf, clusterFolder, hasCluster, hasFormerEngine, prepareCluster, runningServer } from "./cluster.ts";
import { DataDirInUse, type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
import type { ProgramEnvironment } from "./guard.ts";
import { findPrograms } from "./programs.ts";
import { type ServerReports, startEmbeddedServer } from "./server.ts";
import { preparePlace, type SystemUser } from "./system-user.ts";

export interface EmbeddedOptions extends ServerOptions {
  /** Uses the server of a running service if there is one. Otherwise no other process may use the data directory. */
  joins?: boolean;
  /** Creates the store if there is none. Otherwise a missing store is an error, and nothing is created. */
  creates?: boolean;
  reports?: Partial<ServerReports>;
  /** Environment variables of PostgreSQL's programs. */
  env?: ProgramEnvironment;
}

/** The data directory has no store. */
export class EmbeddedMissing extends Error {
  override name = "EmbeddedMissing";
}

/** How long a command waits for another command. */
const waitsMs = 30_000;
const gapMs = 200;

/**
 * Opens the PostgreSQL of a data directory. It starts the server for as long as the database is open, or with `joins`
 * uses the server of the running service.
 * @throws EmbeddedMissing, DataDirInUse or EmbeddedFailure
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Database> {
  if (!options.creates && !(await hasEmbedded(dataDir))) throw new EmbeddedMissing(`There is no store in ${dataDir}.`);
  const { folder, user } = await preparePlace(dataDir);
  const lock = await lockOrJoin(folder, options.joins ?? false, user);
  if ("url" in lock) return openServer(lock.url, options);
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
    return { ...database, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Whether the data directory has a store, also one of a former engine. It creates nothing, and a lacking permission is an error.
 */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir);
  return (await hasCluster(folder)) || (await hasFormerEngine(folder));
}

/**
 * Reads the space of the data directory's disk, if `url` is the address of the server that runs there. A worker knows the embedded server by
 * its address only.
 */
export async function embeddedDisk(dataDir: string, url: string): Promise<{ free: number; size: number } | undefined> {
  const cluster = clusterFolder(resolve(dataDir));
  const server = await runningServer(cluster);
  const { hostname, port } = new URL(url);
  if (hostname !== "127.0.0.1" || server?.port !== Number(port)) return undefined;
  const { bavail, blocks, bsize } = await statfs(cluster);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Returns the lock, or the address of the server that the owner of the lock runs. */
async function lockOrJoin(
  folder: string,
  joins: boolean,
  user: SystemUser | undefined,
): Promise<DataDirLock | { url: string }> {
  const until = Date.now() + waitsMs;
  for (;;) {
    try {
      return await lockDataDir(folder, joins ? "command" : "service", user);
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
