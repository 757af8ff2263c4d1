import { randomUUID } from "node:crypto";
import type { Db } from "../../store/database/database.ts";
import { addRefusedOrders, purgeRefusedOrders, type RefusedOrder } from "../../store/partners/refused-orders.ts";
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

/** Days for which counts are stored. */
export const usageDays = 400;

/**
 * Counts partners' requests in memory and writes the sums every few seconds, so that no request waits. A killed process loses its last
 * few seconds.
 */
export class UsageCounter {
  #counts = new Map<string, UsageCount>();
  #keys = new Map<string, Date>();
  #syncs = new Map<string, PartnerSync>();
  #refused: RefusedOrder[] = [];

  /** Counts one request; `codes` are its refusals, empty for a success. Each code counts once for each request. */
  count({ partnerId, keyId, test }: Caller, operation: string, codes: readonly string[], now: Date): void {
    const day = now.toISOString().slice(0, 10);
    this.#keys.set(keyId, now);
    const [first = "", ...others] = new Set(codes);
    this.#add({ day, partnerId, operation, test, code: first, n: 1, requests: 1 });
    for (const code of others) this.#add({ day, partnerId, operation, test, code, n: 1, requests: 0 });
  }

  /** Records a refused order. Beyond a limit it only counts: a program that fails in a loop must not fill the store. */
  refused({ partnerId, test }: Caller, operation: string, codes: readonly string[], sale: SentOrder, now: Date): void {
    const ofPartner = this.#refused.filter((one) => one.partnerId === partnerId).length;
    if (this.#refused.length >= mostRefused || ofPartner >= mostRefusedOfPartner) return;
    this.#refused.push({
      id: randomUUID(),
      at: now,
      partnerId,
      test,
      operation,
      codes: [...new Set(codes)],
      email: null,
      ...sale,
    });
  }

  #add(count: UsageCount): void {
    const { day, partnerId, operation, test, code } = count;
    const name = `${day} ${partnerId} ${operation} ${code} ${test}`;
    const known = this.#counts.get(name);
    if (known) count = { ...count, n: count.n + known.n, requests: count.requests + known.requests };
    this.#counts.set(name, count);
  }

  /**
   * Records the versions that a partner's copy has. Test keys do not count: developers use them for their own copies.
   */
  synced({ partnerId, test }: Caller, versions: { updateVersion: number; deleteVersion: number }, now: Date): void {
    if (!test) this.#syncs.set(partnerId, { partnerId, ...versions, at: now });
  }

  /** Writes the counts since the last call. If writing fails, the next call writes them. */
  async write(db: Db): Promise<void> {
    const [counts, keys, syncs, refused] = [this.#counts, this.#keys, this.#syncs, this.#refused];
    if (counts.size + syncs.size === 0) return;
    this.#counts = new Map();
    this.#keys = new Map();
    this.#syncs = new Map();
    this.#refused = [];
    try {
      await db.transaction().execute(async (tx) => {
        // The order is fixed, so that two processes do not deadlock.
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
        await addRefusedOrders(tx, refused);
      });
    } catch (error) {
      this.#refused = [...refused, ...this.#refused].slice(0, mostRefused);
      for (const count of counts.values()) this.#add(count);
      for (const [id, at] of keys) if (!this.#keys.has(id)) this.#keys.set(id, at);
      for (const [id, sync] of syncs) if (!this.#syncs.has(id)) this.#syncs.set(id, sync);
      throw error;
    }
  }
}

/** What a partner sent of an order. */
export type SentOrder = Pick<RefusedOrder, "eventId" | "externalReference"> & { email?: string };

/** Refused orders that are recorded in one interval, of all partners and of one. */
const mostRefused = 1_000;
const mostRefusedOfPartner = 100;

/** Days for which refused orders are stored. */
const refusedOrderDays = 30;

/** Deletes counts and refused orders past their retention. */
export async function deleteOldUsage(db: Db, now: Date): Promise<void> {
  await purgeUsage(db, new Date(now.getTime() - usageDays * msPerDay).toISOString().slice(0, 10));
  await purgeRefusedOrders(db, new Date(now.getTime() - refusedOrderDays * msPerDay));
}
