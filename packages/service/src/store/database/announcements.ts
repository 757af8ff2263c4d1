import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { ServerClient } from "./server-client.ts";
import { behindPooler } from "./statement-names.ts";

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

/** How often a connection that only listens is tried: one that fell silent looks like one that has nothing to say. */
const tryEveryMs = 15_000;

export interface HearingOptions {
  /** How long the server has for an answer. */
  silenceMs?: number;
  tryEvery?: number;
  /** Told of each connection that failed. */
  onError?: (error: unknown) => void;
}

/**
 * Hears what a server announces, on a connection of its own that is made again when it breaks. `heard` is also called after each
 * connection: what was announced in between is not known. Behind a pooler that lends connections out for a transaction at a
 * time nothing would be heard: then it ends by itself.
 */
export function hearServer(
  url: string,
  heard: () => void,
  { silenceMs = 5_000, tryEvery = tryEveryMs, onError = () => {} }: HearingOptions = {},
): Deaf {
  const stopping = new AbortController();
  const { signal } = stopping;
  // A driver whose connection is ended while it is being made says nothing more.
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  stopped.catch(() => {});
  let client: ServerClient | undefined;
  const running = listening();
  return async () => {
    stopping.abort();
    end();
    await running;
  };

  /** Politely, and at once: a server that is silent would not take leave. */
  function end(): void {
    client?.end().catch(() => {});
    client?.cut();
  }

  async function listening(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const ended = Promise.withResolvers<void>();
      client = new ServerClient({
        connectionString: url,
        application_name: "paseo",
        connectionTimeoutMillis: 10_000,
        // Every statement here is a short one.
        query_timeout: silenceMs,
        keepAlive: true,
      });
      client.on("error", (error) => {
        if (!signal.aborted) onError(error);
      });
      client.on("end", () => ended.resolve());
      client.on("notification", heard);
      let trying: NodeJS.Timeout | undefined;
      try {
        await Promise.race([client.connect(), stopped]);
        if (await behindPooler(client)) return;
        await client.query(`listen ${channel}`);
        attempt = 0;
        heard();
        const { promise: silent, reject } = Promise.withResolvers<never>();
        const listener = client;
        trying = setInterval(() => listener.query("select").catch(reject), tryEvery).unref();
        await Promise.race([ended.promise, silent]);
      } catch (error) {
        if (!signal.aborted) onError(error);
      } finally {
        clearInterval(trying);
        end();
      }
      await pause(1000 * gaps[Math.min(attempt, gaps.length - 1)]!, undefined, { signal }).catch(() => {});
    }
  }
}
