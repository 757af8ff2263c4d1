import type { Db } from "./database.ts";

/** Releases claims whose work ended while the store was unreachable. Otherwise a claim would last until its lease ends. */

const newestBy = new WeakMap<Db, Map<string, () => Promise<unknown>>>();
const retryMs = 250;

/**
 * Releases a claim in the background, with retries for this long. A later call for the same name replaces an earlier
 * one.
 */
export function releaseClaimLater(db: Db, name: string, withinMs: number, giveBack: () => Promise<unknown>): void {
  const newest = newestBy.get(db) ?? new Map<string, () => Promise<unknown>>();
  newestBy.set(db, newest);
  newest.set(name, giveBack);
  const until = performance.now() + withinMs;
  const attempt = async (): Promise<void> => {
    const isReleased = await giveBack().then(
      () => true,
      () => false,
    );
    if (newest.get(name) !== giveBack) return;
    if (isReleased || performance.now() > until) newest.delete(name);
    else setTimeout(() => void attempt(), retryMs).unref();
  };
  void attempt();
}
