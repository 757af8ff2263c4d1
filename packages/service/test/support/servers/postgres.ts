import { execFile, spawnSync } from "node:child_process";
import { chown, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { openServer } from "../../../src/store/database/database.ts";
import { migrateSchema } from "../../../src/store/database/migrate.ts";
import { postgresPids, postmasterPid, signal } from "./postgres-pids.ts";
import { npmPrograms, type Programs } from "./postgres-programs.ts";
import { countServer, processorSeconds } from "./processor-seconds.ts";
import { folderFor, removeAtExit, unprivileged, writeFor } from "./unprivileged.ts";

/** A real PostgreSQL for tests, on a free loopback port, with a migrated template that each test clones. */
export interface TestServer {
  /** Address of the `postgres` database. */
  url: string;
  /** Ends it immediately, like a crash. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  /** Stops it, and starts it again after `work` on its files. */
  whileStopped(work: (data: string) => Promise<void>): Promise<void>;
  /** Halts all its processes, and lets them continue by the returned function. */
  freeze(): () => void;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

export const templateName = "paseo_template";
const user = "postgres";
const password = "postgres";
/**
 * No Unix sockets: their folder may not be writable for `nobody`, or its path longer than 107 bytes. Whole pages in the log protect
 * from a crash of the machine only.
 */
const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "fsync=off"];
/**
 * For a server that nobody kills and no standby follows. Each clone makes a checkpoint, after which whole pages take more than the work
 * itself. Hundreds of databases live for seconds each, too short to be vacuumed.
 */
const lightFlags = ["full_page_writes=off", "synchronous_commit=off", "autovacuum=off", "max_connections=400"];

/** A new server of the PostgreSQL that comes from npm, or of `programs`. A `light` one has no standby and is not killed. */
export async function startPostgres(programs?: Programs, { light = false } = {}): Promise<TestServer> {
  const all = light ? [...flags, ...lightFlags] : flags;
  const server = await startServer(programs, all, async ({ run, write, version }, data) => {
    const secret = `${data}.password`;
    await write(secret, password);
    await run("initdb", [
      `--pgdata=${data}`,
      `--username=${user}`,
      `--pwfile=${secret}`,
      "--auth=trust",
      "--encoding=UTF8",
      // From version 17 on PostgreSQL contains the locale, so nothing depends on the machine's locales.
      ...(version >= 17
        ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        : ["--locale=C.UTF-8"]),
      "--no-sync",
    ]);
  });
  await makeTemplate(server.url);
  return server;
}

/**
 * A streaming standby of `primary`. npm's PostgreSQL lacks pg_basebackup, so the standby starts as a copy of the stopped
 * primary's files.
 */
export async function startStandby(primary: TestServer, programs?: Programs): Promise<TestServer> {
  return startServer(programs, flags, async ({ runAs }, data) => {
    await primary.whileStopped((files) => runAs("cp", ["-R", files, data]));
    const { hostname, port } = new URL(primary.url);
    await runAs("touch", [join(data, "standby.signal")]);
    const line = `primary_conninfo = 'host=${hostname} port=${port} user=${user} password=${password}'\n`;
    await writeFile(join(data, "postgresql.auto.conf"), line, { flag: "a" });
  });
}

interface Tools {
  version: number;
  /** Runs a program of PostgreSQL. */
  run(program: string, args: string[]): Promise<void>;
  /** Runs a program as the server's user, who then owns the files. */
  runAs(program: string, args: string[]): Promise<void>;
  /** Writes a file that the server's user can read. */
  write(path: string, text: string): Promise<void>;
}

/** Starts a server on the files that `fill` creates. */
async function startServer(
  chosen: Programs | undefined,
  settings: string[],
  fill: (tools: Tools, data: string) => Promise<void>,
): Promise<TestServer> {
  const owner = unprivileged();
  const { bin, version } = chosen ?? (await npmPrograms(owner));
  const folder = await folderFor(owner, "paseo-postgres-");
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, "data");
  const log = join(folder, "log");
  const as = { cwd: folder, ...owner };
  const runAs = async (program: string, args: string[]) => void (await promisify(execFile)(program, args, as));
  const run = (program: string, args: string[]) => runAs(join(bin, program), args);
  const crash = ["stop", `--pgdata=${data}`, "--mode=immediate"];
  let usedBefore = 0;
  const used = () => usedBefore + processorSeconds([postmasterPid(data) ?? -1]);
  countServer(used);
  const ends = () => {
    usedBefore = used();
  };
  const files = removeAtExit(folder, () => {
    ends();
    spawnSync(join(bin, "pg_ctl"), crash, as);
  });
  const write = (path: string, text: string) => writeFor(owner, path, text);
  await fill({ version, run, runAs, write }, data);
  const options = [`-p ${port}`, ...settings.map((flag) => `-c ${flag}`)].join(" ");
  const start = async () => {
    try {
      // It returns when the server answers.
      await run("pg_ctl", ["start", `--pgdata=${data}`, `--log=${log}`, `--options=${options}`]);
    } catch (error) {
      throw new Error(`${error}${await readFile(log, "utf8").catch(() => "it left no log")}`);
    }
  };
  await start();
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    restart: start,
    kill: () => {
      ends();
      return run("pg_ctl", crash);
    },
    whileStopped: async (work) => {
      ends();
      await run("pg_ctl", ["stop", `--pgdata=${data}`, "--mode=fast"]);
      await work(data);
      await start();
    },
    freeze: () => {
      const pids = postgresPids(data);
      for (const pid of pids) signal(pid, "SIGSTOP");
      return () => {
        for (const pid of pids) signal(pid, "SIGCONT");
      };
    },
    stop: async () => files.remove(),
  };
}

async function makeTemplate(url: string): Promise<void> {
  await onServer(url, (client) => client.query(`create database ${templateName}`));
  const template = openServer(databaseUrl(url, templateName));
  await migrateSchema(template.db);
  await template.close();
}

/**
 * Makes the template `name` of the server at `url`, once for all processes: `fill` writes into a clone of the migrated template. Returns the
 * text that `fill` returned for it.
 */
export async function templateOnce(url: string, name: string, fill: (url: string) => Promise<string>): Promise<string> {
  return onServer(url, async (client) => {
    // Until the end of the connection. Other processes wait meanwhile.
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const described = "select shobj_description(oid, 'pg_database') as text from pg_database where datname = $1";
    const { rows } = await client.query<{ text: string | null }>(described, [name]);
    if (rows[0]?.text) return rows[0].text;
    // A process that ended before the last statement left it unfinished.
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${templateName} strategy file_copy`);
    const text = await fill(databaseUrl(url, name));
    await client.query(`comment on database ${name} is ${client.escapeLiteral(text)}`);
    return text;
  });
}

/** A new database, cloned from a template. */
export async function cloneDatabase(
  url: string,
  template = templateName,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  // By default each block of the template goes through the log, which takes twice the processor time.
  const create = `create database ${name} template ${template} strategy file_copy`;
  await administrator(url).query(create);
  return {
    url: databaseUrl(url, name),
    drop: () => dropDatabase(url, name),
  };
}

const dropDatabase = async (url: string, name: string): Promise<void> =>
  void (await administrator(url).query(`drop database if exists ${name} with (force)`));

const administrators = new Map<string, pg.Pool>();

/** One connection for all clones of a process. It keeps no process alive. */
function administrator(url: string): pg.Pool {
  const known = administrators.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // Tests kill servers.
  pool.on("error", () => {});
  administrators.set(url, pool);
  return pool;
}

export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Finds a port below the ephemeral ports: a connection could take an ephemeral port before a server starts there again. */
export async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) =>
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)),
  );
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A new database with nothing in it, on the server that has the database at `url`. */
export async function emptyDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `empty_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await administrator(url).query(`create database ${name}`);
  return {
    url: databaseUrl(url, name),
    drop: () => dropDatabase(url, name),
  };
}
