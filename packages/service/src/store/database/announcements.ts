import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { ServerClient } from "./server-client.ts";
import { ownServerPid } from "./statement-names.ts";

/**
 * Announces new versions to every process (NOTIFY), so that each can revalidate its cached pages before the next
 * request. No answer depends on an announcement: a message may be lost, and a pooler forwards none.
 */

export const versionChannel = "paseo_version";

/** Part of a statement that announces a new version when its transaction commits. */
export const announceVersion: RawBuilder<unknown> = sql`pg_notify(${sql.lit(versionChannel)}, '')`;

export type Unsubscribe = () => Promise<void>;

/** Seconds between attempts to reach a server that does not answer. */
const gaps = [1, 2, 5, 10, 30];

interface SubscriptionOptions {
  /**
   * Time limit of the server's answer. The connection is tested at intervals of three times this limit, because a
   * broken connection looks like one without messages.
   */
  answerMs: number;
  /** Called for each connection that failed. */
  onError: (error: unknown) => void;
}

/**
 * Listens on its own connection, and reconnects when it breaks. `onVersion` is also called after each connection,
 * because an announcement before it may have been missed. Behind a pooler in transaction mode
 * no announcement arrives, so the function stops listening.
 */
export function subscribeAtServer(
  url: string,
  onVersion: () => void,
  { answerMs, onError }: SubscriptionOptions,
): Unsubscribe {
  const stopping = new AbortController();
  const { signal } = stopping;
  // The driver's connect() never settles when its connection is closed meanwhile.
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

  /** Also closes the socket, because a silent server would not answer the goodbye. */
  function end(): void {
    client?.end().catch(() => {});
    client?.destroy();
  }

  async function listening(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const ended = Promise.withResolvers<void>();
      const config = {
        connectionString: url,
        application_name: "paseo",
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      };
      client = new ServerClient(config, { answerMs });
      client.on("error", (error) => {
        if (!signal.aborted) onError(error);
      });
      client.on("end", () => ended.resolve());
      client.on("notification", onVersion);
      let testing: NodeJS.Timeout | undefined;
      try {
        await Promise.race([client.connect(), stopped]);
        const { rows } = await client.run<{ pid: number }>("select pg_backend_pid() as pid");
        if (ownServerPid(client, rows[0]!.pid) === undefined) return;
        await client.run(`listen ${versionChannel}`);
        attempt = 0;
        onVersion();
        const { promise: silent, reject } = Promise.withResolvers<never>();
        const listener = client;
        testing = setInterval(() => listener.run("select").catch(reject), 3 * answerMs).unref();
        await Promise.race([ended.promise, silent]);
      } catch (error) {
        if (!signal.aborted) onError(error);
      } finally {
        clearInterval(testing);
        end();
      }
      await pause(1000 * gaps[Math.min(attempt, gaps.length - 1)]!, undefined, { signal }).catch(() => {});
    }
  }
}
