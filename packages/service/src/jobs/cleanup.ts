import { retentionFloor } from "../domain/catalogue/retention.ts";
import { purgeOperatorSessions } from "../domain/operators/operators.ts";
import { releaseAllGuarantees, returnAllExpiredSeats } from "../domain/orders/expired-holds.ts";
import { erasePersonalData } from "../domain/orders/personal-data.ts";
import { deleteOldUsage } from "../domain/partners/usage.ts";
import { deleteUnusedPhotos } from "../domain/photos/unnamed.ts";
import { forgetPastCalendarEvents } from "../domain/resources/guide-calendar.ts";
import { msPerDay } from "../domain/selling/dates.ts";
import { answerStorageHours, purgeAnswers } from "../store/booking/answers.ts";
import type { Db } from "../store/database/database.ts";
import { purgePriceStates } from "../store/dispatch/supplier-prices.ts";
import { purgeChannelBookings } from "../store/orders/channel-bookings.ts";
import { purgeHolds } from "../store/orders/holds.ts";
import { eraseReservations } from "../store/orders/personal-data.ts";
import { eraseCheckoutRequests } from "../store/payments/checkouts.ts";
import { deletePastPrices, deleteVersions, publishEndedSales } from "../store/publishing/cleanup.ts";
import { purgeQuotes } from "../store/sale/amendments.ts";
import { mergeNewWords } from "../store/sale/order-words.ts";
import { forgetPurchases } from "../store/site/purchases.ts";
import type { JobOptions } from "./job.ts";

export interface CleanupOptions {
  clock: () => Date;
  priceHoldMinutes: number;
  personalDataDays: number;
}

/**
 * Changes of the store that are due because time has passed. Every process may run these, because they lock the rows
 * that they change.
 */
export const cleanupJobs = (
  db: Db,
  { clock, priceHoldMinutes, personalDataDays }: CleanupOptions,
): readonly JobOptions[] => [
  {
    name: "availability",
    everyMs: 5_000,
    run: async () => (await publishEndedSales(db, clock())) === 500,
  },
  {
    name: "holds",
    everyMs: 5_000,
    run: () => returnAllExpiredSeats(db, clock()),
  },
  {
    name: "allotments",
    everyMs: 5_000,
    run: () => releaseAllGuarantees(db, clock()),
  },
  {
    name: "search index",
    everyMs: 10_000,
    run: () => mergeNewWords(db),
  },
  // Each task is its own job, so that a failing task does not stop the others.
  { name: "history", everyMs: 300_000, run: () => deleteHistory(db, clock(), priceHoldMinutes) },
  { name: "retries", everyMs: 300_000, run: () => deleteRetries(db, clock()) },
  { name: "operator sessions", everyMs: 300_000, run: () => purgeOperatorSessions(db, clock()) },
  { name: "guides' calendars", everyMs: 3_600_000, run: () => forgetPastCalendarEvents(db, clock()) },
  { name: "old usage", everyMs: 300_000, run: () => deleteOldUsage(db, clock()) },
  { name: "photos", everyMs: 3_600_000, run: () => deleteUnusedPhotos(db, clock()) },
  {
    name: "personal data",
    everyMs: 600_000,
    run: async () => (await erasePersonalData(db, clock(), personalDataDays)) > 0,
  },
];

/** Days for which an unconfirmed booking of another protocol can be read. */
const unconfirmedDays = 7;

/** Deletes answers of older requests, holds that ended, bookings that were never confirmed, and quotes that nobody accepted. */
async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - answerStorageHours * 3_600_000);
  await purgeAnswers(db, now);
  await eraseCheckoutRequests(db, before);
  await purgeHolds(db, before);
  await forgetPurchases(db, now);
  await eraseReservations(db, before);
  await purgeChannelBookings(db, new Date(now.getTime() - unconfirmedDays * msPerDay));
  await purgeQuotes(db, before);
  await purgePriceStates(db, now);
}

/** Deletes versions and prices whose retention has ended. */
export async function deleteHistory(db: Db, now: Date, priceHoldMinutes: number): Promise<void> {
  await deleteVersions(db, retentionFloor(now));
  await deletePastPrices(db, new Date(now.getTime() - priceHoldMinutes * 60_000));
}
