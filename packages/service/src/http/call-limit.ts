import type { FastifyRequest } from "fastify";
import { tooManyRequests } from "./problems.ts";

/**
 * Limits how often one caller may do something within a time window. Each process counts for itself. An order is found by its
 * unguessable id alone, and this limits guesses: a miss is counted after the look-up, so that the limit never refuses an order that
 * exists, even for callers that share an address.
 */
export class CallLimit {
  readonly #name: string;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { count: number; until: number }>();

  /** `name`: of the policy, in the headers of draft-ietf-httpapi-ratelimit-headers-10. */
  constructor(name: string, most = 30, windowMs = 60_000) {
    this.#name = name;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a call; the answer to the request says what is left. Throws 429 when the caller made too many. */
  count(request: Pick<FastifyRequest, "rateLimit">, caller: string, now: Date): void {
    let known = this.#counts.get(caller);
    if (!known || known.until <= now.getTime()) {
      this.#forgetOld(now);
      known = { count: 0, until: now.getTime() + this.#windowMs };
      this.#counts.set(caller, known);
    }
    const seconds = Math.ceil((known.until - now.getTime()) / 1000);
    const isRefused = known.count >= this.#most;
    if (!isRefused) known.count++;
    request.rateLimit = [
      ...["ratelimit-policy", `"${this.#name}";q=${this.#most};w=${this.#windowMs / 1000}`],
      ...["ratelimit", `"${this.#name}";r=${this.#most - known.count};t=${seconds}`],
    ];
    if (isRefused) throw tooManyRequests(seconds);
  }

  // Only when the map is large, and then all expired entries at once.
  #forgetOld(now: Date): void {
    if (this.#counts.size < 10_000) return;
    for (const [caller, { until }] of this.#counts) if (until <= now.getTime()) this.#counts.delete(caller);
    if (this.#counts.size >= 10_000) this.#counts.clear();
  }
}
