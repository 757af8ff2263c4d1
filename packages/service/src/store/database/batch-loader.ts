import DataLoader from "dataloader";
import type { Db } from "./database.ts";

/** Finds one record by its key, or undefined. */
export type Find<V> = (db: Db, key: string) => Promise<V | undefined>;

/** A batch without an answer delays the next batch no longer than this, by default. */
const defaultDelayMs = 500;

/**
 * Loads keys in batches: a statement costs far more than a row. Each load sees what was committed before it. A batch starts two
 * event loop iterations after the one before it: the first answers waiting requests, the second brings new ones.
 */
export function batchLoader<K, V>(
  read: (keys: K[]) => Promise<Map<K, V>>,
  maxDelayMs = defaultDelayMs,
): DataLoader<K, V | undefined> {
  let before = Promise.resolve();
  return new DataLoader<K, V | undefined>(
    async (keys) => {
      const reading = read([...new Set(keys)]);
      before = settled(reading, maxDelayMs);
      const found = await reading;
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: (start) => void before.then(() => setImmediate(() => setImmediate(start))) },
  );
}

/**
 * Does the reads or writes of concurrent requests in batches. A transaction reads alone. Finds of one key in a batch return one object;
 * keys that are objects are each their own.
 */
export function findInBatches<V, K = string>(
  read: (db: Db, keys: K[]) => Promise<Map<K, V>>,
): (db: Db, key: K) => Promise<V | undefined> {
  const loaders = new WeakMap<Db, DataLoader<K, V | undefined>>();
  return async (db, key) => {
    if (db.isTransaction) return (await read(db, [key])).get(key);
    let loader = loaders.get(db);
    if (!loader) {
      loader = batchLoader((keys) => read(db, keys));
      loaders.set(db, loader);
    }
    return loader.load(key);
  };
}

/** Rows by their key. */
export const byKey = <V>(rows: V[], keyOf: (row: V) => string): Map<string, V> =>
  new Map(rows.map((row) => [keyOf(row), row]));

function settled(work: Promise<unknown>, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}
