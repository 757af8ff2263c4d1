import { ConnectionFailed, type PaseoError, ProblemError, TimedOut, UnexpectedAnswer } from "@paseo/client";
import type { Progress } from "./progress.ts";

/** Going on until stopped, through outages of the service. */

const leastBackoffMs = 1000;
const mostBackoffMs = 5 * 60_000;

/** Synchronises now and every `everyMs`, until the signal. Throws what waiting does not mend. */
export async function watch(
  synchronise: () => Promise<void>,
  { everyMs, progress, signal }: { everyMs: number; progress: Progress; signal: AbortSignal },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await synchronise();
      if (failures > 0) progress.note("The service is back.");
      failures = 0;
      // Not all mirrors that were started together should come together for ever.
      await pause(everyMs * (0.9 + Math.random() * 0.2), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!mayPass(error)) throw error;
      const waitMs = backoffMs(++failures, error, Math.random());
      progress.note(`${(error as Error).message}. Trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
    }
  }
}

/** An answer that the contract does not have counts as an outage, too: it is often a proxy's word for one. */
export function mayPass(error: unknown): error is PaseoError {
  if (error instanceof ProblemError) return error.status === 408 || error.status === 429 || error.status >= 500;
  return error instanceof ConnectionFailed || error instanceof TimedOut || error instanceof UnexpectedAnswer;
}

/** Twice as long after each failure, up to five minutes, and of that a part by chance; not less than the service asks for. */
export function backoffMs(failures: number, error: PaseoError, chance: number): number {
  const asked = (error instanceof ProblemError && error.retryAfterMs) || 0;
  const grown = Math.min(mostBackoffMs, leastBackoffMs * 2 ** failures);
  return Math.max(asked, grown * (0.5 + chance * 0.5));
}

/** Resolves after the time, or when the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
