/** Seconds between the attempts of a callback, ten in all. docs/reference/callbacks.md has the same table. */
export const liveRetrySeconds: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 21_600, 43_200];
/** Seconds between the attempts of a callback about a test order. The ten attempts take two minutes, so a developer can watch them. */
export const testRetrySeconds: readonly number[] = [1, 2, 3, 5, 8, 10, 15, 20, 30];

/** Seconds from one message to the next message of the same kind to a partner. */
export const nextMessageSeconds = 1;

/** The next step after an attempt. */
interface AttemptVerdict {
  /** Why this message is sent no more; null: it is tried again. */
  settled: "delivered" | "stopped" | "given-up" | null;
  /** Failed attempts so far; 0 for the next message. */
  attempts: number;
  /** Seconds until the next attempt or the next message. After a lost message, it is the longest gap. */
  inSeconds: number;
}

/**
 * Decides the next step after an attempt. `failed` counts the failed attempts before it; status null means no answer. 2xx: delivered.
 * 410: the partner wants no more messages. Any other result, including a redirect, is tried again.
 */
export function judgeAttempt(status: number | null, failed: number, gaps: readonly number[]): AttemptVerdict {
  if (status !== null && status >= 200 && status < 300)
    return { settled: "delivered", attempts: 0, inSeconds: nextMessageSeconds };
  const gap = gaps[failed];
  if (status !== 410 && gap !== undefined) return { settled: null, attempts: failed + 1, inSeconds: gap };
  return { settled: status === 410 ? "stopped" : "given-up", attempts: 0, inSeconds: gaps.at(-1) ?? 0 };
}
