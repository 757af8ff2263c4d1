import type { FastifyRequest } from "fastify";
import { networkOf } from "../network.ts";
import { tooManyRequests } from "./problems.ts";

/** Callers that a limit remembers. Beyond them it forgets the caller that called least recently. */
const rememberedCallers = 10_000;

/**
 * Limits how often one caller may do something within a time window. Each process counts for itself. An order is found by its
 * unguessable id alone, and this limits guesses: a miss is counted after the look-up, so that the limit never refuses an order that
 * exists, even for callers that share an address.
 */
export class CallLimit {
  readonly #name: string;
  readonly #most: number;
  readonly #windowMs: number;
  /**
   * The entries are in the order of their last calls. An LRUCache of this size reserves memory for all its entries, which takes 1.5 ms
   * for each limit.
   */
  readonly #counts = new Map<string, { count: number; until: number }>();

  /** `name`: the name of the policy, in the headers of draft-ietf-httpapi-ratelimit-headers-10. */
  constructor(name: string, most = 30, windowMs = 60_000) {
    this.#name = name;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /**
   * Counts a call; the answer to the request has the number of calls left. Throws 429 when the caller made too many calls. A caller is an
   * id, or an address, which counts as its network.
   */
  count(request: Pick<FastifyRequest, "rateLimit">, caller: string, now: Date): void {
    const key = networkOf(caller);
    const known = this.#remember(key, now.getTime());
    const seconds = Math.ceil((known.until - now.getTime()) / 1000);
    const isRefused = known.count >= this.#most;
    if (!isRefused) known.count++;
    request.rateLimit = [
      ...["ratelimit-policy", `"${this.#name}";q=${this.#most};w=${this.#windowMs / 1000}`],
      ...["ratelimit", `"${this.#name}";r=${this.#most - known.count};t=${seconds}`],
    ];
    if (isRefused) throw tooManyRequests(seconds);
  }

  /** Throws 429 if the caller made too many calls. Counts nothing. */
  refuse(caller: string, now: Date): void {
    const known = this.#counts.get(networkOf(caller));
    if (known && known.count >= this.#most && known.until > now.getTime())
      throw tooManyRequests(Math.ceil((known.until - now.getTime()) / 1000));
  }

  #remember(key: string, now: number): { count: number; until: number } {
    const before = this.#counts.get(key);
    const known = before && before.until > now ? before : { count: 0, until: now + this.#windowMs };
    this.#counts.delete(key);
    this.#counts.set(key, known);
    if (this.#counts.size > rememberedCallers) this.#counts.delete(this.#counts.keys().next().value!);
    return known;
  }
}
