/** Seconds between the attempts of a callback, ten in all. docs/reference/callbacks.md has the same table. */
export const liveGaps: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 21_600, 43_200];
/** Seconds between the attempts of a callback about a test order. The ten attempts take two minutes, so a developer can watch them. */
export const testGaps: readonly number[] = [1, 2, 3, 5, 8, 10, 15, 20, 30];

export type AttemptVerdict =
  | { settled: "delivered" }
  | { settled: "stopped" | "given-up" }
  | { settled: null; againInSeconds: number };

/**
 * Decides the next step after an attempt. `made` counts attempts from 1; status null means no answer. 2xx: delivered.
 * 410: the endpoint stops the order's callbacks. Any other result, including a redirect, is tried again.
 */
export function judgeAttempt(status: number | null, made: number, gaps: readonly number[]): AttemptVerdict {
  if (status !== null && status >= 200 && status < 300) return { settled: "delivered" };
  if (status === 410) return { settled: "stopped" };
  const againInSeconds = gaps[made - 1];
  return againInSeconds === undefined ? { settled: "given-up" } : { settled: null, againInSeconds };
}
