import type { CallbackDispatcher } from "../domain/dispatch/callbacks.ts";
import { sendChannelNotices } from "../domain/dispatch/channel-notices.ts";
import type { BulkContext } from "../domain/orders/bulk/run.ts";
import type { OrderContext } from "../domain/orders/transitions.ts";
import type { LetterWork } from "../domain/visits/letters/run.ts";
import type { JobLog } from "../log.ts";
import { startBulkActions } from "./bulk-actions.ts";
import { type CleanupOptions, cleanupJobs } from "./cleanup.ts";
import type { DueWork } from "./due-work.ts";
import { type JobOptions, startJob, type WrapWork } from "./job.ts";
import { letterWatch, startLetters } from "./letters.ts";
import { startCallbacks, startCatalogMessages, startDispatch, startOctoNotifications } from "./orders.ts";
import { supplierSeatsJob } from "./supplier-seats.ts";

interface JobContext {
  config: Omit<CleanupOptions, "clock"> & BulkContext["config"] & { publicUrl?: string | undefined };
  orderContext: OrderContext;
  mail: BulkContext["mail"];
  callbackDispatcher: CallbackDispatcher;
}

/**
 * Starts the background jobs: dispatch, callbacks, messages about the catalogue, notifications of OCTO, bulk actions, letters, cleanup, seats of
 * suppliers, and seats for channels. Returns the functions that stop them.
 */
export function startJobs(
  { config, orderContext, mail, callbackDispatcher }: JobContext,
  logger: JobLog,
  { everyMs, around }: Pick<DueWork, "everyMs"> & { around?: WrapWork | undefined },
): (() => Promise<void>)[] {
  const { db, clock } = orderContext;
  const dueWork = { everyMs, around };
  const dispatch = startDispatch(orderContext, logger, dueWork);
  const callbacks = startCallbacks(callbackDispatcher, logger, dueWork);
  // A callback that this process writes is sent at once.
  orderContext.onCallbackWritten = ({ id, partnerId }) => callbacks.add({ orderId: id, key: partnerId });
  const catalogMessages = startCatalogMessages(callbackDispatcher, logger, dueWork);
  const octoNotifications = startOctoNotifications(callbackDispatcher, logger, dueWork);
  const bulkActions = startBulkActions({ orderContext, mail, config }, logger, dueWork);
  const letterWork: LetterWork = {
    ...{ db, clock, mail },
    operatorPhone: config.operatorPhone,
    get operatorName() {
      return config.operatorName;
    },
    get publicUrl() {
      return orderContext.publicUrl;
    },
  };
  const letters = startLetters(letterWork, logger, dueWork);
  const notices = {
    name: "channel notices",
    everyMs: Math.min(5_000, 5 * (everyMs ?? 1_000)),
    run: () => sendChannelNotices(callbackDispatcher),
  };
  const start = ({ run, ...job }: JobOptions) => startJob({ ...job, run: () => around?.(job, run) ?? run() }, logger);
  const seats = start(supplierSeatsJob(orderContext, config.publicUrl));
  orderContext.onSupplierNotified = () => seats.runSoon();
  const repeated = [...[...cleanupJobs(db, { ...config, clock }), letterWatch(letterWork), notices].map(start), seats];
  return [dispatch, callbacks, catalogMessages, octoNotifications, bulkActions, letters, ...repeated].map(
    ({ stop }) => stop,
  );
}
