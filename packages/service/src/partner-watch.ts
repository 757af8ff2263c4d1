import type { Logger } from "pino";
import type { PartnerAttempt } from "./domain/dispatch/callbacks.ts";

/** What the log says about partners' addresses: one line when they begin to fail, and one when they work again. */

/** An address works again once it did not fail for this long: one that fails now and then has one line, not many. */
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
    // The rest of an address can hold a secret.
    logger.warn({ partnerId, host: URL.parse(url)?.host, outcome }, "a partner's address fails");
  };
}
