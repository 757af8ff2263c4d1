import DataLoader from "dataloader";
import type { Db } from "./database.ts";

/** Finds one record by its key, or undefined. */
export type FindByKey<V> = (db: Db, key: string) => Promise<V | undefined>;

/** By default, a batch that gets no answer delays the next batch by at most this time. */
const defaultDelayMs = 500;

/**
 * Loads keys in batches: a statement costs far more than a row. Each load sees everything that was committed before it.
 */
function batchLoader<K, V>(
  read: (keys: K[]) => Promise<Map<K, V>>,
  maxDelayMs = defaultDelayMs,
): DataLoader<K, V | undefined> {
  const reads = new SpacedReads(maxDelayMs);
  return new DataLoader<K, V | undefined>(
    async (keys) => {
      const found = await reads.began(read([...new Set(keys)]));
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: (start) => reads.begin(start) },
  );
}

/** Loads a single value: all calls before a read begins share its result. */
export function shareReads<V>(read: () => Promise<V>): () => Promise<V> {
  const reads = new SpacedReads(defaultDelayMs);
  let next: PromiseWithResolvers<V> | undefined;
  const start = () => {
    const { resolve } = next!;
    next = undefined;
    resolve(reads.began(read()));
  };
  return () => {
    if (next === undefined) {
      next = Promise.withResolvers();
      reads.begin(start);
    }
    return next.promise;
  };
}

/**
 * A read begins two event loop iterations after the previous read: the first iteration answers waiting requests, the
 * second brings new ones.
 */
class SpacedReads {
  readonly #maxDelayMs: number;
  #before: Promise<unknown> = Promise.resolve();

  constructor(maxDelayMs: number) {
    this.#maxDelayMs = maxDelayMs;
  }

  begin(start: () => void): void {
    void this.#before.then(() => setImmediate(() => setImmediate(start)));
  }

  began<T>(reading: Promise<T>): Promise<T> {
    this.#before = settled(reading, this.#maxDelayMs);
    return reading;
  }
}

/**
 * Does the reads or writes of concurrent requests in batches. A read in a transaction runs alone. Equal keys in a batch
 * return the same object; keys that are objects are never equal.
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
export const rowsByKey = <V>(rows: V[], keyOf: (row: V) => string): Map<string, V> =>
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
