/** Work whose rows say when it is due: docs/decisions/0023-one-job-mechanism.md. */

/** Lease of due work: longer than the longest possible call, so that no two processes do it at the same time. */
export const leaseSeconds = 30;

/** A row with due work, of an order, a letter or a subscription. `key`: to whose share of the runs the work belongs. */
export interface DueRow {
  id: string;
  key: string;
}
