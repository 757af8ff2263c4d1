import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Metrics } from "./metrics.ts";
import type { ConnectionLossKind, Database } from "./store/database/database.ts";
import { StoreHealth, writeProbe } from "./store/database/health.ts";
import { type StatementListener, statementName } from "./store/database/statement-names.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** Reports the state of the store to the logs, metrics and traces. */

/** How long the line about a lost connection waits for an outage, whose line says the same. */
const outageFollowsMs = 2_000;

/**
 * Writes one log line when an outage of the store begins and one when it ends. Without an outage it writes two lines for lost connections of
 * one kind within ten seconds: the first loss with its reason, and the number of further losses.
 */
export function createHealth(database: Database, logger: Logger, metrics: Metrics): StoreHealth {
  let isDown = false;
  let outages = 0;
  const health = new StoreHealth((needsRoom) => writeProbe(database, needsRoom), {
    onFault: metrics.storeFaultOf,
    onDown: (fault, error) => {
      isDown = true;
      outages++;
      logger.error({ fault, err: error }, "store unavailable");
    },
    onUp: ({ fault, seconds, failed }) => {
      isDown = false;
      logger.warn(
        { fault, seconds, failed },
        `store available again after ${seconds} s; ${failed} requests and jobs failed`,
      );
    },
    onBusy: (error, more) =>
      more === 0
        ? logger.warn({ err: error }, "the store was too busy for a request")
        : logger.warn({ more }, `the store was too busy for ${more} more requests in 10 s`),
  });
  const inWindow = new Map<ConnectionLossKind, number>();
  database.losses.listen((kind, error) => {
    metrics.connectionLost(kind);
    const others = inWindow.get(kind);
    inWindow.set(kind, (others ?? -1) + 1);
    if (others !== undefined) return;
    const before = outages;
    const isOwn = () => !isDown && outages === before;
    // The line has no stack: an administrator needs only the server's reason.
    const { code, message } = error as Error & { code?: string };
    setTimeout(() => {
      if (isOwn()) logger.warn({ kind, code, reason: message }, "a connection to the store failed");
    }, outageFollowsMs).unref();
    setTimeout(() => {
      const more = inWindow.get(kind)!;
      inWindow.delete(kind);
      if (more > 0 && isOwn()) logger.warn({ kind, more }, `${more} more connections to the store failed in 10 s`);
    }, 10_000).unref();
  });
  return health;
}

/** A statement that is slow at every run is logged once a minute. */
const sameStatementMs = 60_000;

/**
 * Counts and logs slow statements by their names, and traces every statement. The text of a statement never contains
 * values.
 */
export function watchStatements({
  config,
  logger,
  metrics,
  telemetry,
}: {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  telemetry: Telemetry | undefined;
}): StatementListener {
  const { slowStatementMs } = config;
  const loggedAt = new Map<string, number>();
  return (text, startedAt, endedAt, error) => {
    telemetry?.onStatement(text, startedAt, endedAt, error);
    const ms = endedAt - startedAt;
    if (ms < slowStatementMs) return;
    const statement = statementName(text);
    metrics.slowStatement(statement);
    if (endedAt - (loggedAt.get(statement) ?? Number.NEGATIVE_INFINITY) < sameStatementMs) return;
    loggedAt.set(statement, endedAt);
    logger.warn({ statement, ms: Math.round(ms) }, "a statement was slow");
  };
}
