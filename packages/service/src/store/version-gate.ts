import type { Db } from "./database.ts";
import { type Counter, readCounter } from "./versions.ts";

/**
 * The counter as of after the call, for any number of callers at the price of few reads: all who arrive while one read
 * is under way share the next. A page buffer is only as good as the version it is held against, and no message between
 * processes could promise what this does: who read version N anywhere is never served less than N here.
 */
export function createVersionGate(db: Db): () => Promise<Counter> {
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
