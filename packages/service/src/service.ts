import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { FileReader } from "./domain/editing/files/reader.ts";
import type { CallbackDispatcher } from "./domain/orders/callbacks/callbacks.ts";
import type { OrderContext } from "./domain/orders/order-changes.ts";
import type { Usage } from "./domain/partners/usage.ts";
import type { Metrics } from "./metrics.ts";
import type { ReadCatalogue } from "./store/catalogue/replica.ts";
import type { VersionGate } from "./store/catalogue/version-gate.ts";
import type { Db } from "./store/database/database.ts";
import type { StoreHealth } from "./store/database/health.ts";

/** What the routes work with, put together in app.ts. */
export interface Service {
  config: Config;
  db: Db;
  clock: () => Date;
  logger: Logger;
  metrics: Metrics;
  /** The catalogue's counter as of now: never older than what any process has answered before. */
  currentVersion: VersionGate;
  /** Whether an order can be written. */
  health: StoreHealth;
  /** Makes a page of the catalogue as of a counter or later: from the replica, where there is one and it can. */
  readCatalogue: ReadCatalogue;
  /** What placing and changing orders needs. */
  orderContext: OrderContext;
  /** What delivering notifications needs. */
  callbackDispatcher: CallbackDispatcher;
  /** Counts what partners ask for. */
  usage: Usage;
  /** Reads the files that operators send, one import at a time. */
  files: FileReader;
  lifecycle: Lifecycle;
}

/** A stop came before the start was done. */
export class StoppedEarly extends Error {
  override name = "StoppedEarly";
}

/** Where the process stands; `/readyz` is true only when it is ready. */
export class Lifecycle {
  state: "starting" | "ready" | "stopping" = "starting";

  /** Between the steps of a start. */
  endIfStopping(): void {
    if (this.state === "stopping") throw new StoppedEarly();
  }
}
