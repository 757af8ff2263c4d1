import pg from "pg";
import { until } from "../until.ts";
import { startPostgres, startStandby } from "./postgres.ts";
import type { Programs } from "./postgres-programs.ts";

/** PostgreSQL with a streaming standby, both on free loopback ports. */
export interface Replicated {
  /** Addresses of the `postgres` database. */
  primary: string;
  replica: string;
  /** Pauses the replay: the standby receives changes but does not show them. */
  pause(): Promise<void>;
  /** Resumes the replay, and waits until it shows the primary's current state. */
  resume(): Promise<void>;
  /** Waits until the standby shows all that the primary has now. */
  caughtUp(): Promise<void>;
  /** Ends the standby immediately, like a crash. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(programs?: Programs): Promise<Replicated> {
  const server = await startPostgres(programs);
  const standby = await startStandby(server, programs);
  const replica = standby.url;
  const caughtUp = async () => {
    const [{ lsn }] = (await ask(server.url, "select pg_current_wal_lsn()::text as lsn")) as [{ lsn: string }];
    await until(
      async () => (await ask(replica, `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is`))[0]!.is,
      "the standby to catch up",
    );
  };
  return {
    primary: server.url,
    replica,
    caughtUp,
    kill: standby.kill,
    restart: standby.restart,
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
    stop: async () => {
      await standby.stop();
      await server.stop();
    },
  };
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
