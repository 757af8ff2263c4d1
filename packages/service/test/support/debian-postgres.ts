import { execFile, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { chown, glob, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, makeTemplate, serverFlags, type TestServer } from "./postgres.ts";
import { unprivileged } from "./processes.ts";

/**
 * Servers of Debian's own PostgreSQL, with the tools that operators have: each in a temporary folder and on a free loopback
 * port, and none of those clusters that Debian itself keeps.
 */
export interface DebianServer extends TestServer {
  /** Ends it on the spot, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
}

/** A new server, with the template that tests clone. */
export async function startDebianPostgres(): Promise<DebianServer> {
  const server = await startOn("postgres:postgres", async (run, data) => {
    const password = `${data}.password`;
    await writeFile(password, "postgres");
    const access = ["--username=postgres", `--pwfile=${password}`, "--auth=scram-sha-256"];
    await run("initdb", [`--pgdata=${data}`, ...access, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
  });
  await makeTemplate(server.url);
  return server;
}

/** A streaming standby of the server that is at `primary`. */
export async function startDebianStandby(primary: string): Promise<DebianServer> {
  const { username, password } = new URL(primary);
  return startOn(`${username}:${password}`, async (run, data) => {
    const copy = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
    await run("pg_basebackup", [`--dbname=${primary}`, `--pgdata=${data}`, ...copy]);
  });
}

type Run = (program: string, args: string[]) => Promise<unknown>;

/** Starts a server on what `fill` puts into its folder. */
async function startOn(user: string, fill: (run: Run, data: string) => Promise<void>): Promise<DebianServer> {
  const bin = await programs();
  const owner = await unprivileged();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "paseo-debian-postgres-"));
  const data = join(folder, "data");
  const log = join(folder, "log");
  // The programs want a working directory that their user may enter.
  const as = { cwd: folder, ...owner };
  const run: Run = (program, args) => promisify(execFile)(join(bin, program), args, as);
  const crash = ["stop", `--pgdata=${data}`, "--mode=immediate"];
  const discard = () => {
    spawnSync(join(bin, "pg_ctl"), crash, as);
    rmSync(folder, { recursive: true, force: true });
  };
  // What a test that fails half way does not stop ends with its process.
  process.once("exit", discard);
  if (owner) await chown(folder, owner.uid, owner.gid);
  await fill(run, data);
  // Debian's place for sockets is not everyone's to write to.
  const flags = [...serverFlags, "-p", `${port}`, "-c", "unix_socket_directories="];
  const start = async () => {
    try {
      // It returns when the server answers.
      await run("pg_ctl", ["start", `--pgdata=${data}`, `--log=${log}`, `--options=${flags.join(" ")}`]);
    } catch (error) {
      throw new Error(`${error}${await readFile(log, "utf8").catch(() => "it left no log")}`);
    }
  };
  await start();
  return {
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    restart: start,
    kill: async () => void (await run("pg_ctl", crash)),
    stop: async () => {
      process.off("exit", discard);
      discard();
    },
  };
}

/** Where Debian has its programs: of version 15, as in Debian 12, or else of the newest. */
async function programs(): Promise<string> {
  const version = (path: string) => Number(path.split("/")[4]);
  const found = await Array.fromAsync(glob("/usr/lib/postgresql/*/bin/initdb"));
  const [newest] = found.map(version).sort((one, other) => other - one);
  if (newest === undefined)
    throw new Error(
      "there is no PostgreSQL of Debian's: install it (postgresql-15), or run .ci/run as root, which does",
    );
  return `/usr/lib/postgresql/${found.some((path) => version(path) === 15) ? 15 : newest}/bin`;
}
