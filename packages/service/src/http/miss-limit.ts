import { tooManyRequests } from "./problems.ts";

/**
 * Bounds how often one caller may ask for what does not exist: an order is found by its unguessable id alone, and this
 * keeps anyone from guessing at speed. It is asked only after a miss, so it never refuses what exists, whoever shares the
 * caller's address. Each process counts for itself.
 */
export class MissLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #misses = new Map<string, { count: number; until: number }>();

  constructor(most = 30, windowMs = 60_000) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a miss. Throws 429 when the caller has had too many. */
  miss(caller: string, now: Date): void {
    const known = this.#misses.get(caller);
    if (!known || known.until <= now.getTime()) {
      this.#forgetOld(now);
      this.#misses.set(caller, { count: 1, until: now.getTime() + this.#windowMs });
      return;
    }
    if (known.count >= this.#most) throw tooManyRequests(Math.ceil((known.until - now.getTime()) / 1000));
    known.count++;
  }

  // Only when the map is large, and then all at once: callers who are done cost nothing.
  #forgetOld(now: Date): void {
    if (this.#misses.size < 10_000) return;
    for (const [caller, { until }] of this.#misses) if (until <= now.getTime()) this.#misses.delete(caller);
    if (this.#misses.size >= 10_000) this.#misses.clear();
  }
}
