import type { Database, Db } from "./database.ts";
import { type Counter, publications, readCounter } from "./versions.ts";

/**
 * The counter as of after the call, for any number of callers at the price of few reads: all who arrive while one read
 * is under way share the next. A page buffer is only as good as the version it is held against, and no message between
 * processes could promise what this does: who read version N anywhere is never served less than N here.
 */
export function createVersionGate({ db, kind }: Pick<Database, "db" | "kind">): () => Promise<Counter> {
  return kind === "pglite" ? ownCounter(db) : sharedCounter(db);
}

/** The embedded store is this process's alone: the counter is read again when the process itself has published. */
function ownCounter(db: Db): () => Promise<Counter> {
  let asOf = -1;
  let counter: Promise<Counter> | undefined;
  return () => {
    if (counter && asOf === publications.begun) return counter;
    asOf = publications.begun;
    counter = readCounter(db);
    counter.catch(() => {
      counter = undefined;
    });
    return counter;
  };
}

function sharedCounter(db: Db): () => Promise<Counter> {
  let running: Promise<Counter> | undefined;
  let next: Promise<Counter> | undefined;
  const read = (): Promise<Counter> => {
    const reading = readCounter(db).finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!running) return read();
    next ??= running.then(
      () => readNext(),
      () => readNext(),
    );
    return next;
  };
  function readNext(): Promise<Counter> {
    next = undefined;
    return read();
  }
}
