import { tooManyRequests } from "./problems.ts";

/**
 * Limits how often one caller may do something within a time window. Each process counts for itself. An order is found by its
 * unguessable id alone, and this limits guesses: a miss is counted after the look-up, so that the limit never refuses an order that
 * exists, even for callers that share an address.
 */
export class CallLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(most = 30, windowMs = 60_000) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a call. Throws 429 when the caller made too many. */
  count(caller: string, now: Date): void {
    const known = this.#counts.get(caller);
    if (!known || known.until <= now.getTime()) {
      this.#forgetOld(now);
      this.#counts.set(caller, { count: 1, until: now.getTime() + this.#windowMs });
      return;
    }
    if (known.count >= this.#most) throw tooManyRequests(Math.ceil((known.until - now.getTime()) / 1000));
    known.count++;
  }

  // Only when the map is large, and then all expired entries at once.
  #forgetOld(now: Date): void {
    if (this.#counts.size < 10_000) return;
    for (const [caller, { until }] of this.#counts) if (until <= now.getTime()) this.#counts.delete(caller);
    if (this.#counts.size >= 10_000) this.#counts.clear();
  }
}
