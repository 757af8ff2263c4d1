import { type BulkContext, runBulkOrder } from "../domain/bulk/run.ts";
import type { CallbackDispatcher } from "../domain/callbacks/callbacks.ts";
import { sendCatalogChanged } from "../domain/callbacks/catalog-changed.ts";
import { sendChannelNotices } from "../domain/callbacks/channel-notices.ts";
import { sendOctoNotifications } from "../domain/callbacks/octo-notifications.ts";
import { readSeatsOfSuppliers } from "../domain/import/supplier-seats.ts";
import { type LetterWork, runLetter, runPartnerLetter, watchLetters } from "../domain/letters/run.ts";
import { sendSignInLink } from "../domain/operators/sign-in-links.ts";
import type { OrderContext } from "../domain/orders/transitions.ts";
import { paymentLetter } from "../domain/payments/letters.ts";
import type { PaymentWork } from "../domain/payments/providers.ts";
import { runRefund } from "../domain/payments/refunds.ts";
import { runCheckout } from "../domain/payments/run.ts";
import { guestPageOf } from "../domain/site/guest-page.ts";
import { watchLimits } from "../domain/terms/limits.ts";
import { issueNextOfRun } from "../domain/terms/statement-runs.ts";
import type { JobLog } from "../log.ts";
import { dueBulkOrders } from "../store/bulk/bulk-actions.ts";
import { dueLetters, partnerLetterKey } from "../store/letters/guest-letters.ts";
import { calledChannels } from "../store/operators/sales-channels.ts";
import { dueLinkRequests } from "../store/operators/sign-in-links.ts";
import { dueCatalogMessages } from "../store/partners/catalog-address.ts";
import { dueOctoSubscriptions } from "../store/partners/octo-subscriptions.ts";
import { dueCheckoutRefunds } from "../store/payments/checkout-refunds.ts";
import { dueCheckouts } from "../store/payments/checkouts.ts";
import { type CleanupOptions, cleanupJobs } from "./cleanup.ts";
import { type DueWork, type DueWorkOptions, startDueWork } from "./due-work.ts";
import { type JobOptions, startJob } from "./job.ts";
import { dispatchWork, startCallbacks } from "./orders.ts";

interface JobContext {
  config: Omit<CleanupOptions, "clock"> &
    BulkContext["config"] &
    Pick<LetterWork, "operatorName" | "operatorPhone"> & { publicUrl?: string | undefined };
  orderContext: OrderContext;
  payments: PaymentWork;
  mail: BulkContext["mail"] & LetterWork["mail"];
  callbackDispatcher: CallbackDispatcher;
}

/** Starts the background jobs. Returns the functions that stop them. */
export function startJobs(
  { config, orderContext, payments, mail, callbackDispatcher }: JobContext,
  logger: JobLog,
  { everyMs = 1_000, around }: DueWorkOptions,
): (() => Promise<void>)[] {
  const { db, clock } = orderContext;
  const callbacks = startCallbacks(callbackDispatcher, logger, { everyMs, around });
  // A callback that this process writes is sent at once.
  orderContext.onCallbackWritten = ({ id, partnerId }) => callbacks.add({ id, key: partnerId });
  const bulkContext: BulkContext = { orderContext, mail, config };
  const letterWork: LetterWork = {
    ...{ db, clock, mail },
    operatorPhone: config.operatorPhone,
    paymentLetter: (key, order) => paymentLetter(payments, key, order),
    guestPage: (order) => guestPageOf(db, orderContext.publicUrl, order),
    get operatorName() {
      return config.operatorName;
    },
    get publicUrl() {
      return orderContext.publicUrl;
    },
  };
  const linkWork = {
    ...{ db, clock, mail },
    get operatorName() {
      return config.operatorName;
    },
    get publicUrl() {
      return orderContext.publicUrl;
    },
  };
  const dueWork: DueWork[] = [
    dispatchWork(orderContext),
    {
      // The work belongs to a partner and has no order.
      name: "catalog changes",
      due: (most, except) => dueCatalogMessages(db, most, except),
      run: (partnerId) => sendCatalogChanged(callbackDispatcher, partnerId),
    },
    {
      name: "OCTO notifications",
      due: (most, except) => dueOctoSubscriptions(db, most, except),
      run: (subscriptionId) => sendOctoNotifications(callbackDispatcher, subscriptionId),
    },
    {
      name: "payments",
      due: (most, except) => dueCheckouts(db, most, except),
      run: (checkoutId) => runCheckout(payments, checkoutId),
    },
    {
      name: "refunds through providers",
      due: (most, except) => dueCheckoutRefunds(db, most, except),
      run: (refundId) => runRefund(payments, refundId),
    },
    {
      // Bulk actions are rare, and an operator who watches one can wait for five seconds.
      name: "bulk actions",
      everyMs: 5 * everyMs,
      // Few orders run at the same time, because orders of one event lock that event.
      limits: { total: 8, perKey: 4, waiting: 1_000 },
      due: (most, except) => dueBulkOrders(db, most, except),
      run: (orderId, actionId) => runBulkOrder(bulkContext, actionId, orderId),
    },
    {
      // A delay of five seconds is not noticeable to a guest.
      name: "letters",
      everyMs: 5 * everyMs,
      // The number equals the connections to the mail server.
      limits: { total: 3, perKey: 3, waiting: 1_000 },
      due: (most, except) => dueLetters(db, most, except),
      run: (id, key) =>
        key === partnerLetterKey
          ? runPartnerLetter(letterWork, id)
          : runLetter(letterWork, { orderId: id, cause: key }),
    },
    {
      // A person waits for the link.
      name: "sign-in links",
      limits: { total: 3, perKey: 3, waiting: 1_000 },
      due: (most, except) => dueLinkRequests(db, most, except),
      run: (requestId) => sendSignInLink(linkWork, requestId),
    },
  ];
  const repeated: JobOptions[] = [
    ...cleanupJobs(db, { ...config, clock }),
    {
      // Each run of the job is one account.
      name: "statements",
      everyMs: 5 * everyMs,
      run: () => issueNextOfRun({ db, clock, settings: config }),
    },
    { name: "reminders", everyMs: 60_000, run: () => watchLetters(letterWork) },
    { name: "limits", everyMs: 60_000, run: () => watchLimits({ db, clock }) },
    ...calledChannels.map((channel) => ({
      name: `channel notices ${channel}`,
      everyMs: Math.min(5_000, 5 * everyMs),
      run: () => sendChannelNotices(callbackDispatcher, channel),
    })),
  ];
  const start = ({ run, ...job }: JobOptions) => startJob({ ...job, run: () => around?.(job, run) ?? run() }, logger);
  // Every process may read the seats, because one process at a time claims a supplier. Notifications start a run early.
  const seats = start({
    name: "supplier seats",
    everyMs: 60_000,
    gapMs: 6_000,
    run: () => readSeatsOfSuppliers(orderContext, config.publicUrl),
  });
  orderContext.onSupplierNotified = () => seats.runSoon();
  const started = dueWork.map((work) => startDueWork({ everyMs, around, ...work }, logger));
  return [callbacks, ...started, ...repeated.map(start), seats].map(({ stop }) => stop);
}
