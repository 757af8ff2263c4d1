import { batchLoader } from "../database/batch-loader.ts";
import type { Database } from "../database/database.ts";
import { publications } from "./publishing.ts";
import { type Counter, counterText, readCounter } from "./versions.ts";

/**
 * Reads the version counter as of after the call, with few reads for many callers: all callers during one read share the next. A
 * client that has read version N from any process never gets an older page here. Messages between processes could not guarantee
 * that.
 */
export function createVersionGate(
  database: Pick<Database, "db" | "kind" | "readText">,
  onLeapDue: (counter: Counter) => void = () => {},
): VersionGate {
  const read = reader(database, onLeapDue);
  return database.kind === "pglite" ? ownCounter(read) : sharedCounter(read);
}

/** Returns the counter without a read if none is needed. It is the same object as long as nothing changes. */
export type VersionGate = () => Counter | Promise<Counter>;

/** Only this process writes to the embedded store, so the counter is read again only after this process has published. */
function ownCounter(read: () => Promise<Counter>): VersionGate {
  let asOf = -1;
  let counter: Counter | Promise<Counter> | undefined;
  return () => {
    if (counter && asOf === publications.started) return counter;
    const started = publications.started;
    const reading: Promise<Counter> = read().then(
      (known) => {
        if (counter === reading) counter = known;
        return known;
      },
      (error) => {
        if (counter === reading) counter = undefined;
        throw error;
      },
    );
    asOf = started;
    counter = reading;
    return reading;
  };
}

function sharedCounter(read: () => Promise<Counter>): VersionGate {
  const loader = batchLoader<"counter", Counter>(async () => new Map([["counter", await read()]]));
  return () => loader.load("counter") as Promise<Counter>;
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
