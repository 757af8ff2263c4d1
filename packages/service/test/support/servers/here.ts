import { createApp, listeningAt } from "../../../src/app.ts";
import { openServingStore } from "../../../src/commands/serve/serve.ts";
import { readConfig } from "../../../src/config.ts";
import { createLogger } from "../../../src/log.ts";
import type { Environment } from "../command.ts";

/** A service in this process: the same address and end as one of processes.ts, without the second that a process takes to start. */
export interface ServiceHere {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves the store of DATABASE_URL, with connections and a clock of its own, as `paseo serve` does; `clock` replaces the machine's. A test of two processes
 * needs one process beside it; a test that kills or stops a service needs processes only.
 */
export async function serveHere(env: Environment, { clock }: { clock?: () => Date } = {}): Promise<ServiceHere> {
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", REQUEST_WAIT_SECONDS: "30", ...env });
  const logger = createLogger(config.logLevel);
  const app = createApp({ config, database: await openServingStore(config, logger), logger, ...(clock && { clock }) });
  try {
    await app.listen();
    await app.start();
  } catch (error) {
    await app.stop();
    throw error;
  }
  return { url: listeningAt(app.http, config), stop: () => app.stop() };
}
