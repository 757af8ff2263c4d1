import { returnAllExpiredSeats } from "../domain/booking/expired-holds.ts";
import { deleteRetries } from "../domain/booking/retries.ts";
import { deleteHistory } from "../domain/catalogue/retention.ts";
import { purgeOperatorSessions } from "../domain/operators/operators.ts";
import { erasePersonalData } from "../domain/orders/personal-data.ts";
import { forgetUsage } from "../domain/partners/usage.ts";
import { deleteUnused } from "../domain/photos/unnamed.ts";
import { forgetPastCalendarEvents } from "../domain/resources/guide-calendar.ts";
import { publishEndedSales } from "../store/catalogue/cleanup.ts";
import type { Db } from "../store/database/database.ts";
import { mergeNewWords } from "../store/orders/order-words.ts";
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
    name: "search index",
    everyMs: 10_000,
    run: () => mergeNewWords(db),
  },
  // Each task is its own job, so that a failing task does not stop the others.
  { name: "history", everyMs: 300_000, run: () => deleteHistory(db, clock(), priceHoldMinutes) },
  { name: "retries", everyMs: 300_000, run: () => deleteRetries(db, clock()) },
  { name: "operator sessions", everyMs: 300_000, run: () => purgeOperatorSessions(db, clock()) },
  { name: "guides' calendars", everyMs: 3_600_000, run: () => forgetPastCalendarEvents(db, clock()) },
  { name: "old usage", everyMs: 300_000, run: () => forgetUsage(db, clock()) },
  { name: "photos", everyMs: 3_600_000, run: () => deleteUnused(db, clock()) },
  {
    name: "personal data",
    everyMs: 600_000,
    run: async () => (await erasePersonalData(db, clock(), personalDataDays)) > 0,
  },
];
