import type { Db } from "../../store/database/database.ts";
import {
  addUsage,
  noteKeysUsed,
  noteSyncs,
  type PartnerSync,
  purgeUsage,
  type UsageCount,
} from "../../store/partners/usage.ts";
import { msPerDay } from "../selling/dates.ts";
import type { Caller } from "./keys.ts";

/** Days for which counts are kept. */
export const usageDays = 400;

/**
 * Counts what partners ask for, in memory, and writes the sums every few seconds: no request waits for it. A process that
 * is killed loses its last seconds, which a count may.
 */
export class Usage {
  #counts = new Map<string, UsageCount>();
  #keys = new Map<string, Date>();
  #syncs = new Map<string, PartnerSync>();

  /** One answered request of a partner; `codes` are its refusals, none of a good answer. Each counts once a request. */
  count({ partnerId, keyId, test }: Caller, operation: string, codes: readonly string[], now: Date): void {
    const day = now.toISOString().slice(0, 10);
    this.#keys.set(keyId, now);
    const [first = "", ...others] = new Set(codes);
    this.#add({ day, partnerId, operation, test, code: first, n: 1, requests: 1 });
    for (const code of others) this.#add({ day, partnerId, operation, test, code, n: 1, requests: 0 });
  }

  #add(count: UsageCount): void {
    const { day, partnerId, operation, test, code } = count;
    const name = `${day} ${partnerId} ${operation} ${code} ${test}`;
    const known = this.#counts.get(name);
    if (known) count = { ...count, n: count.n + known.n, requests: count.requests + known.requests };
    this.#counts.set(name, count);
  }

  /** The versions that a partner's copy has. A copy that is kept with a test key is a developer's, not the site's. */
  synced({ partnerId, test }: Caller, versions: { updateVersion: number; deleteVersion: number }, now: Date): void {
    if (!test) this.#syncs.set(partnerId, { partnerId, ...versions, at: now });
  }

  /** Writes what was counted since the last time. What cannot be written now is written the next time. */
  async write(db: Db): Promise<void> {
    const [counts, keys, syncs] = [this.#counts, this.#keys, this.#syncs];
    if (counts.size + syncs.size === 0) return;
    this.#counts = new Map();
    this.#keys = new Map();
    this.#syncs = new Map();
    try {
      await db.transaction().execute(async (tx) => {
        // In one order, so that two processes do not wait for each other in a circle.
        const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
        await addUsage(tx, sorted);
        await noteKeysUsed(
          tx,
          [...keys].sort().map(([id, at]) => ({ id, at })),
        );
        await noteSyncs(
          tx,
          [...syncs.values()].sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1)),
        );
      });
    } catch (error) {
      for (const count of counts.values()) this.#add(count);
      for (const [id, at] of keys) if (!this.#keys.has(id)) this.#keys.set(id, at);
      for (const [id, sync] of syncs) if (!this.#syncs.has(id)) this.#syncs.set(id, sync);
      throw error;
    }
  }
}

/** Forgets counts that nobody looks at any more. */
export const forgetUsage = (db: Db, now: Date): Promise<void> =>
  purgeUsage(db, new Date(now.getTime() - usageDays * msPerDay).toISOString().slice(0, 10));
