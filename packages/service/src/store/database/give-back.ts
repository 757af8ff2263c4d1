import type { Db } from "./database.ts";

/**
 * Claims whose work has ended while the store was away: they are given back as soon as it answers. Without this a claim is held
 * until it is taken for lost, though its process lives.
 */

interface Owed {
  giveBack: () => Promise<unknown>;
  until: number;
  trying: Promise<void> | undefined;
}

const owedBy = new WeakMap<Db, Map<string, Owed>>();
const retryMs = 250;

/** Gives a claim back in the background, again and again for so long. The last word on a name counts. */
export function owe(db: Db, name: string, withinMs: number, giveBack: () => Promise<unknown>): void {
  const owed = owedBy.get(db) ?? new Map<string, Owed>();
  owedBy.set(db, owed);
  owed.set(name, { giveBack, until: performance.now() + withinMs, trying: undefined });
  void retry(db, name);
}

/** Tries now what this process still owes of a name. */
export async function settle(db: Db, name: string): Promise<void> {
  const entry = owedBy.get(db)?.get(name);
  if (entry) await attempt(db, name, entry);
}

/** Whether it is settled, or nobody waits for it any more. */
async function attempt(db: Db, name: string, entry: Owed): Promise<void> {
  entry.trying ??= entry
    .giveBack()
    .then(
      () => true,
      () => performance.now() > entry.until,
    )
    .then((isOver) => {
      entry.trying = undefined;
      const owed = owedBy.get(db);
      if (isOver && owed?.get(name) === entry) owed.delete(name);
    });
  return entry.trying;
}

async function retry(db: Db, name: string): Promise<void> {
  const entry = owedBy.get(db)?.get(name);
  if (!entry) return;
  await attempt(db, name, entry);
  if (owedBy.get(db)?.get(name) === entry) setTimeout(() => void retry(db, name), retryMs).unref();
}
