import { type ChildProcess, spawnSync } from "node:child_process";
import { realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { addressOf, runningServer } from "./cluster.ts";
import { diskFull, EmbeddedFailure, isDiskFull } from "./embedded-failure.ts";
import { spawnGuarded } from "./guard.ts";
import type { PostgresPrograms } from "./programs.ts";
import type { SystemUser } from "./system-user.ts";

/**
 * A PostgreSQL server on a loopback port, for as long as this process lives. It restarts the server when the server
 * ends unexpectedly.
 */
interface EmbeddedServer {
  url: string;
  /** Ends the server after its checkpoint. */
  stop(): Promise<void>;
}

export interface ServerReports {
  /** A line of the server's log. */
  onLine(line: string): void;
  /** The server ended although nobody stopped it, and is restarted. */
  onEnd(): void;
}

/**
 * Settings of every start. The log has no statements and no values: they can be personal data. `io_method` saves the three processes that
 * PostgreSQL 18 otherwise starts for reading.
 */
const settings: Record<string, string | number> = {
  listen_addresses: "127.0.0.1",
  // The machine's folder may not be writable, and a path below the data directory may be longer than 107 bytes.
  unix_socket_directories: "",
  max_connections: 200,
  shared_buffers: "64MB",
  io_method: "sync",
  jit: "off",
  max_wal_size: "512MB",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_line_prefix: "",
};

const startsWithinMs = 60_000;
const endsWithinMs = 15_000;
/** Pause before a restart; longer after each failure. */
const restartGapsMs = [50, 500, 2_000, 5_000];

/**
 * Ends a server that an earlier process left, and starts the server.
 * @throws EmbeddedFailure
 */
export async function startEmbeddedServer(
  { cluster, programs, user }: { cluster: string; programs: PostgresPrograms; user: SystemUser | undefined },
  reports: ServerReports,
): Promise<EmbeddedServer> {
  let isStopping = false;
  let child: ChildProcess;
  let restarting: Promise<void> | undefined;
  const start = async (port: number): Promise<void> => {
    const stranger = await endLeftover(cluster);
    child = spawnServer({ programs, cluster, port, user, stranger });
    await untilReady(child, reports.onLine);
    child.once("exit", () => {
      if (isStopping) return;
      reports.onEnd();
      restarting = restart(port);
    });
  };
  const restart = async (port: number): Promise<void> => {
    for (let attempt = 0; !isStopping; attempt++) {
      await pause(restartGapsMs[Math.min(attempt, restartGapsMs.length - 1)]!);
      if (isStopping) return;
      try {
        await start(port);
        return;
      } catch (error) {
        reports.onLine(`the start failed: ${(error as Error).message}`);
      }
    }
  };
  const port = await firstStart(start);
  return {
    url: await addressOf(cluster, port),
    async stop() {
      isStopping = true;
      await restarting;
      await end(child);
    },
  };
}

/** Tries again, because another program can take the free port first, and an earlier server ends within a second. */
async function firstStart(start: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      await start(port);
      return port;
    } catch (error) {
      const isPassing = /postmaster\.pid|pre-existing shared memory|TCP\/IP sockets/.test((error as Error).message);
      if (!isPassing || attempt === firstAttempts) throw error;
      await pause(attemptGapMs);
    }
  }
}

const firstAttempts = 10;
const attemptGapMs = 300;

interface Launch {
  programs: PostgresPrograms;
  cluster: string;
  port: number;
  user: SystemUser | undefined;
  /** Another program's process that has the id of an earlier server. */
  stranger: number | undefined;
}

function spawnServer({ programs: { bin, env }, cluster, port, user, stranger }: Launch): ChildProcess {
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // The server ignores this id in its lock file. It still checks the shared memory of its processes.
  const ignored = stranger === undefined ? {} : { PG_GRANDPARENT_PID: `${stranger}` };
  const command = [join(bin, "postgres"), "-D", cluster, ...flags];
  return spawnGuarded(command, { cwd: cluster, user, env: { ...env, ...ignored } });
}

const ready = /database system is ready to accept connections/;

/**
 * Waits for the line with which the server reports that it is ready.
 * @throws EmbeddedFailure with the server's own reason.
 */
async function untilReady(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once("error", reject);
  child.once("exit", () => setImmediate(() => reject(startFailure(lines))));
  createInterface({ input: child.stderr! }).on("line", (line) => {
    if (lines.length < 100) lines.push(line);
    onLine(line);
    if (ready.test(line)) resolve();
  });
  const late = new EmbeddedFailure(`PostgreSQL was not ready within ${startsWithinMs / 1000} s`);
  const timer = setTimeout(() => reject(late), startsWithinMs);
  try {
    await promise;
  } catch (error) {
    child.stdin!.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function startFailure(lines: string[]): Error {
  const line = lines.findLast((text) => /^(FATAL|PANIC):/.test(text)) ?? lines.at(-1);
  if (lines.some(isDiskFull)) return diskFull();
  return new EmbeddedFailure(`PostgreSQL does not start: ${line?.replace(/^\w+:\s*/, "") ?? "it printed no reason"}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.stdin!.destroy();
  if (process.platform === "win32") child.kill();
  await Promise.race([ended, pause(endsWithinMs, undefined, { ref: false })]);
}

/**
 * Ends a server that still runs after its service, for example because its guard was killed too. Returns the id of
 * another program's process that the files name, which PostgreSQL would take for a server. The caller must hold the
 * lock of the data directory.
 */
async function endLeftover(cluster: string): Promise<number | undefined> {
  const running = await runningServer(cluster);
  if (!running || !isAlive(running.pid)) return undefined;
  if (!(await isServerOf(running.pid, cluster))) return running.pid;
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalProcess(running.pid, signal);
    const until = Date.now() + 3_000;
    while (Date.now() < until) {
      if (!isAlive(running.pid)) return undefined;
      await pause(20);
    }
  }
  throw new EmbeddedFailure(`process ${running.pid} is a PostgreSQL server on it that does not end: end that process`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** Whether a process is a PostgreSQL server of these files: its working directory is their folder. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster);
  if (process.platform === "linux") return (await realpath(`/proc/${pid}/cwd`).catch(() => undefined)) === folder;
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
  return stdout.includes(`-D ${cluster} `);
}

/** Finds a loopback port that is free now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
