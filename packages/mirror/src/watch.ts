import { setTimeout as sleep } from "node:timers/promises";
import { isTemporary, type PaseoError, ProblemError, UnexpectedAnswer } from "@paseo/client";
import { WakeSignal } from "./listen.ts";
import type { ProgressOutput } from "./progress.ts";

/** `--watch`: synchronises until stopped, also through outages of the service. */

const leastBackoffMs = 1000;
const maxBackoffMs = 5 * 60_000;

/** Synchronises now, every `everyMs` and when `wake` is called, until the signal. Throws an error that is not temporary. */
export async function synchroniseContinuously(
  synchronise: () => Promise<void>,
  {
    everyMs,
    progress,
    signal,
    wake = new WakeSignal(),
  }: { everyMs: number; progress: ProgressOutput; signal: AbortSignal; wake?: WakeSignal },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await synchronise();
      if (failures > 0) progress.note("The service answers again.");
      failures = 0;
      // A random part of the interval separates mirrors that started together.
      await wake.wait(everyMs * (0.9 + Math.random() * 0.2), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporaryFailure(error)) throw error;
      const waitMs = backoffMs(++failures, error, Math.random());
      progress.note(`${(error as Error).message}. Retrying in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
    }
  }
}

/** An answer outside the contract also counts as an outage: it is often from a proxy. */
export const isTemporaryFailure = (error: unknown): error is PaseoError =>
  isTemporary(error) || error instanceof UnexpectedAnswer;

/** Doubles after each failure, up to five minutes, with a random part; at least Retry-After. */
export function backoffMs(failures: number, error: PaseoError, chance: number): number {
  const retryAfterMs = (error instanceof ProblemError && error.retryAfterMs) || 0;
  const grown = Math.min(maxBackoffMs, leastBackoffMs * 2 ** failures);
  return Math.max(retryAfterMs, grown * (0.5 + chance * 0.5));
}

/** Resolves after the time, or at the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {});
