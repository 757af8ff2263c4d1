import type { Db } from "./database.ts";

/** Releases claims whose work ended while the store was unreachable. Otherwise a claim would last until its lease ends. */

interface Owed {
  giveBack: () => Promise<unknown>;
  until: number;
  trying: Promise<void> | undefined;
}

const owedBy = new WeakMap<Db, Map<string, Owed>>();
const retryMs = 250;

/**
 * Releases a claim in the background, with retries for this long. A later call for the same name replaces an earlier
 * one.
 */
export function releaseClaimLater(db: Db, name: string, withinMs: number, giveBack: () => Promise<unknown>): void {
  const owed = owedBy.get(db) ?? new Map<string, Owed>();
  owedBy.set(db, owed);
  owed.set(name, { giveBack, until: performance.now() + withinMs, trying: undefined });
  void retry(db, name);
}

/** Tries the pending release of a name once, now. */
export async function retryRelease(db: Db, name: string): Promise<void> {
  const entry = owedBy.get(db)?.get(name);
  if (entry) await attempt(db, name, entry);
}

async function attempt(db: Db, name: string, entry: Owed): Promise<void> {
  entry.trying ??= entry
    .giveBack()
    .then(
      () => true,
      () => performance.now() > entry.until,
    )
    .then((isDone) => {
      entry.trying = undefined;
      const owed = owedBy.get(db);
      if (isDone && owed?.get(name) === entry) owed.delete(name);
    });
  return entry.trying;
}

async function retry(db: Db, name: string): Promise<void> {
  const entry = owedBy.get(db)?.get(name);
  if (!entry) return;
  await attempt(db, name, entry);
  if (owedBy.get(db)?.get(name) === entry) setTimeout(() => void retry(db, name), retryMs).unref();
}
