import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { behindPooler } from "./prepared.ts";

/**
 * New versions are announced to every process (NOTIFY), so that pages which they left behind are let go and those that outlive
 * them are ready before anybody asks. Nothing that is answered rests on it: a message may be lost, and a pooler passes none on.
 */

const channel = "paseo_version";

/** Part of a statement that announces, when its transaction commits, that there is a new version. */
export const announced: RawBuilder<unknown> = sql`pg_notify(${sql.lit(channel)}, '')`;

/** Stops hearing. */
export type Deaf = () => Promise<void>;

/** What an embedded store needs to be heard. */
interface Listening {
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
}

export async function hearEmbedded(pglite: Listening, heard: () => void): Promise<Deaf> {
  const stop = await pglite.listen(channel, heard);
  return () => stop();
}

/** Seconds between attempts at a server that is away. */
const gaps = [1, 2, 5, 10, 30];

/**
 * Hears what a server announces, on a connection of its own that is made again when it breaks. `heard` is also called after each
 * connection: what was announced in between is not known. Behind a pooler that lends connections out for a transaction at a
 * time nothing would be heard: then it ends by itself.
 */
export function hearServer(url: string, heard: () => void): Deaf {
  const stopping = new AbortController();
  const { signal } = stopping;
  // A driver whose connection is ended while it is being made says nothing more.
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  stopped.catch(() => {});
  let client: pg.Client | undefined;
  const running = listening();
  return async () => {
    stopping.abort();
    await client?.end().catch(() => {});
    await running;
  };

  async function listening(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const ended = Promise.withResolvers<void>();
      client = new pg.Client({ connectionString: url, application_name: "paseo", connectionTimeoutMillis: 10_000 });
      client.on("error", () => {});
      client.on("end", () => ended.resolve());
      client.on("notification", heard);
      try {
        await Promise.race([client.connect(), stopped]);
        if (await behindPooler(client)) return await client.end();
        await client.query(`listen ${channel}`);
        attempt = 0;
        heard();
        await ended.promise;
      } catch {
        await client.end().catch(() => {});
      }
      await pause(1000 * gaps[Math.min(attempt, gaps.length - 1)]!, undefined, { signal }).catch(() => {});
    }
  }
}
