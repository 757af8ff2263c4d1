/**
 * When a notification is tried again: seconds between one attempt and the next, ten attempts in all. docs/reference/callbacks.md
 * says the same.
 */
export const liveGaps: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 21_600, 43_200];
/** Of test orders: a developer who waits sees all ten within two minutes. */
export const testGaps: readonly number[] = [1, 2, 3, 5, 8, 10, 15, 20, 30];

export type AttemptVerdict =
  | { settled: "delivered" }
  | { settled: "stopped" | "given-up" }
  | { settled: null; againInSeconds: number };

/**
 * What follows from an attempt, the `made`th (from 1) of a notification, that was answered with this status or, null, not
 * at all. 2xx: received. 410: the endpoint wants no more.
 * Anything else, a redirect included, is tried again.
 */
export function judgeAttempt(status: number | null, made: number, gaps: readonly number[]): AttemptVerdict {
  if (status !== null && status >= 200 && status < 300) return { settled: "delivered" };
  if (status === 410) return { settled: "stopped" };
  const againInSeconds = gaps[made - 1];
  return againInSeconds === undefined ? { settled: "given-up" } : { settled: null, againInSeconds };
}
