import { sharedRead } from "../database/batch-loader.ts";
import type { Database } from "../database/database.ts";
import { publications } from "./publishing.ts";
import { type Counter, counterJson, counterText, readCounter } from "./versions.ts";

/**
 * Reads the version counter as of after the call, with few reads for many callers: all callers during one read share the next. A
 * client that has read version N from any process never gets an older page here. Messages between processes could not guarantee
 * that.
 */
export function createVersionGate(
  database: Pick<Database, "db" | "afterTransaction" | "readText">,
  onLeapDue: (counter: Counter) => void = () => {},
): VersionGate {
  return database.afterTransaction
    ? ownCounter(database.readText, database.afterTransaction, onLeapDue)
    : sharedRead(reader(database, onLeapDue));
}

/** Returns the counter without a read if none is needed. It is the same object as long as nothing changes. */
export type VersionGate = () => Counter | Promise<Counter>;

/**
 * Only this process writes to the embedded store, so the counter is read again only after a transaction that published: before the
 * next one begins, which may take seconds, and before anybody learns that it ended.
 */
function ownCounter(
  readText: Database["readText"],
  afterTransaction: NonNullable<Database["afterTransaction"]>,
  onLeapDue: (counter: Counter) => void,
): VersionGate {
  let counter: Counter | Promise<Counter> | undefined;
  async function read(): Promise<Counter> {
    try {
      const known = JSON.parse(await readText(counterJson)) as Counter;
      counter = known;
      if (known.leapDue) onLeapDue(known);
      return known;
    } catch (error) {
      counter = undefined;
      throw error;
    }
  }
  let asOf = publications.started;
  afterTransaction(async () => {
    if (asOf === publications.started) return;
    asOf = publications.started;
    counter = read();
    // After a failure the next request reads it.
    await counter.catch(() => {});
  });
  return () => {
    counter ??= read();
    return counter;
  };
}

/**
 * Reads the counter, and returns the same object as before when nothing changed. Calls `onLeapDue` when the database began a new
 * history.
 */
function reader(
  { db, readText }: Pick<Database, "db" | "readText">,
  onLeapDue: (counter: Counter) => void,
): () => Promise<Counter> {
  let last: Counter | undefined;
  let text: string | undefined;
  return async () => {
    const seen = await readText(counterText);
    if (last === undefined || seen !== text) {
      last = await readCounter(db);
      text = seen;
      if (last.leapDue) onLeapDue(last);
    }
    return last;
  };
}
