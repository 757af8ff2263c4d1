import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { CallbackDispatcher } from "./domain/callbacks/callbacks.ts";
import type { FileReader } from "./domain/editing/files/reader.ts";
import type { NamedSettings } from "./domain/operators/own-name.ts";
import type { OrderContext } from "./domain/orders/transitions.ts";
import type { UsageCounter } from "./domain/partners/usage.ts";
import type { PaymentWork } from "./domain/payments/providers.ts";
import type { OperatorMail } from "./mail/mail-server.ts";
import type { Metrics } from "./metrics.ts";
import type { SiteDirectory } from "./site/directory.ts";
import type { ReadCatalogue } from "./store/catalogue/replica.ts";
import type { Db } from "./store/database/database.ts";
import type { StoreHealth } from "./store/database/health.ts";
import type { VersionGate } from "./store/versions/version-gate.ts";
import type { CallLimit } from "./web/call-limit.ts";

/** The services that routes use. context.ts creates them. */
export interface Service {
  config: NamedSettings<Config>;
  db: Db;
  clock: () => Date;
  logger: Logger;
  metrics: Metrics;
  /** The current version counter: at least as new as the counter of any earlier answer by any process. */
  currentVersion: VersionGate;
  /** Whether an order can be written now. */
  health: StoreHealth;
  /** Reads a catalogue page at a counter or later, from the replica if it has that version. */
  readCatalogue: ReadCatalogue;
  /** Dependencies for placing and changing orders. */
  orderContext: OrderContext;
  /** Dependencies for payments through providers. */
  payments: PaymentWork;
  /** Sends e-mails. */
  mail: OperatorMail;
  /** Dependencies for sending callbacks. */
  callbackDispatcher: CallbackDispatcher;
  /** Counts the requests of partners. */
  usage: UsageCounter;
  /** Reads uploaded files, one import at a time. */
  files: FileReader;
  /** How long a pause of long work takes, in which other requests are served, in milliseconds. */
  pauseMs: number;
  /**
   * Limits what an operator can learn at the door without a voucher. It counts checks, references and unknown codes.
   */
  doorGuesses: CallLimit;
  /**
   * Limits how many guests an operator can search at the door: enough for a queue, too few to copy the list of guests.
   */
  doorSearches: CallLimit;
  /** The operator's own booking sites. */
  sites: SiteDirectory;
  lifecycle: Lifecycle;
}

/** The process was stopped before its start was complete. */
export class StoppedEarly extends Error {
  override name = "StoppedEarly";
}

/** The state of the process; `/readyz` answers 200 only when it is ready. */
export class Lifecycle {
  state: "starting" | "ready" | "stopping" = "starting";

  /** Called between the steps of a start. */
  endIfStopping(): void {
    if (this.state === "stopping") throw new StoppedEarly();
  }
}
