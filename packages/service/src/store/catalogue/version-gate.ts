import { inTurns } from "../database/coalesce.ts";
import type { Database } from "../database/database.ts";
import { type Counter, counterText, publications, readCounter } from "./versions.ts";

/**
 * The counter as of after the call, for any number of callers at the price of few reads: all who arrive while one read
 * is under way share the next. A page buffer is only as good as the version it is held against, and no message between
 * processes could promise what this does: who read version N anywhere is never served less than N here.
 */
export function createVersionGate(database: Pick<Database, "db" | "kind" | "readText">): VersionGate {
  const read = reader(database);
  return database.kind === "pglite" ? ownCounter(read) : sharedCounter(read);
}

/** At once where no look is needed. As long as nothing changes it is the same object. */
export type VersionGate = () => Counter | Promise<Counter>;

/** The embedded store is this process's alone: the counter is read again when the process itself has published. */
function ownCounter(read: () => Promise<Counter>): VersionGate {
  let asOf = -1;
  let counter: Counter | Promise<Counter> | undefined;
  return () => {
    if (counter && asOf === publications.begun) return counter;
    const begun = publications.begun;
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
    asOf = begun;
    counter = reading;
    return reading;
  };
}

function sharedCounter(look: () => Promise<Counter>): VersionGate {
  const next = inTurns<PromiseWithResolvers<Counter>>(
    () => Promise.withResolvers(),
    ({ resolve, reject }) =>
      look().then(
        (counter) => () => resolve(counter),
        (error) => () => reject(error),
      ),
  );
  return () => next().promise;
}

/** Reads the counter, and gives the object of before when nothing changed. */
function reader({ db, readText }: Pick<Database, "db" | "readText">): () => Promise<Counter> {
  let last: Counter | undefined;
  let text: string | undefined;
  return async () => {
    const seen = await readText(counterText);
    if (last === undefined || seen !== text) {
      last = await readCounter(db);
      text = seen;
    }
    return last;
  };
}
