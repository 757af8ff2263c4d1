import type { Logger } from "pino";
import type { PartnerAttempt } from "./domain/callbacks/callbacks.ts";

/** Logs the state of partners' addresses: one line when an address begins to fail, and one when it works again. */

/** An address works again once it has not failed for this long, so that an occasional failure does not fill the log. */
const worksAfterMs = 60_000;

interface Failing {
  since: number;
  lastAt: number;
  failed: number;
}

export function watchPartners(
  logger: Pick<Logger, "warn">,
  clock: () => number = () => performance.now(),
): (attempt: PartnerAttempt) => void {
  const failing = new Map<string, Failing>();
  return ({ partnerId, url, outcome, works }) => {
    const now = clock();
    const known = failing.get(partnerId);
    if (works) {
      if (!known || now - known.lastAt < worksAfterMs) return;
      failing.delete(partnerId);
      const seconds = Math.round((now - known.since) / 1000);
      logger.warn({ partnerId, seconds, failed: known.failed }, "a partner's address works again");
      return;
    }
    if (known) {
      known.failed++;
      known.lastAt = now;
      return;
    }
    failing.set(partnerId, { since: now, lastAt: now, failed: 1 });
    // The log omits the rest of an address, which can contain a secret.
    logger.warn({ partnerId, host: URL.parse(url)?.host, outcome }, "a partner's address fails");
  };
}
