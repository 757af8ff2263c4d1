import { inTurns } from "./coalesce.ts";
import type { Db } from "./database.ts";

/** Finds one thing by its name, or undefined. */
export type Find<V> = (db: Db, name: string) => Promise<V | undefined>;

/** A connection that says nothing keeps those who came with it waiting, and nobody else. */
const patienceMs = 500;

/**
 * Look-ups by many requests at once, done by one statement for all of them: a statement costs far more than a row. Each sees
 * what was committed before it was asked for, as if it were alone. Within a transaction it is alone. Who asks for the same gets the same object.
 */
export function joined<V>(read: (db: Db, names: string[]) => Promise<Map<string, V>>): Find<V> {
  const batches = new WeakMap<Db, () => Batch<V>>();

  const batchOf = (db: Db): Batch<V> => {
    let next = batches.get(db);
    if (!next) {
      next = inTurns<Batch<V>>(
        () => new Map(),
        (batch) => answer(batch, read(db, [...batch.keys()])),
        patienceMs,
      );
      batches.set(db, next);
    }
    return next();
  };

  return async (db, name) => {
    if (db.isTransaction) return (await read(db, [name])).get(name);
    const batch = batchOf(db);
    let asked = batch.get(name);
    if (!asked) {
      asked = Promise.withResolvers();
      batch.set(name, asked);
    }
    return asked.promise;
  };
}

type Batch<V> = Map<string, PromiseWithResolvers<V | undefined>>;

function answer<V>(batch: Batch<V>, reading: Promise<Map<string, V>>): Promise<() => void> {
  return reading.then(
    (found) => () => {
      for (const [name, { resolve }] of batch) resolve(found.get(name));
    },
    (error) => () => {
      for (const { reject } of batch.values()) reject(error);
    },
  );
}

/** Rows by the name that each was asked for by. */
export const byName = <V>(rows: V[], nameOf: (row: V) => string): Map<string, V> =>
  new Map(rows.map((row) => [nameOf(row), row]));
