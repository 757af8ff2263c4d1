import type { Database, Db } from "./database.ts";
import { type Counter, counterText, publications, readCounter } from "./versions.ts";

/**
 * The counter as of after the call, for any number of callers at the price of few reads: all who arrive while one read
 * is under way share the next. A page buffer is only as good as the version it is held against, and no message between
 * processes could promise what this does: who read version N anywhere is never served less than N here.
 */
export function createVersionGate({ db, kind }: Pick<Database, "db" | "kind">): VersionGate {
  return kind === "pglite" ? ownCounter(db) : sharedCounter(db);
}

/** At once where no look is needed. As long as nothing changes it is the same object. */
export type VersionGate = () => Counter | Promise<Counter>;

/** The embedded store is this process's alone: the counter is read again when the process itself has published. */
function ownCounter(db: Db): VersionGate {
  const read = reader(db);
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

function sharedCounter(db: Db): VersionGate {
  const look = reader(db);
  /** Those who wait for a look that is to begin when the one under way has ended. */
  let next: PromiseWithResolvers<Counter> | undefined;
  let isUnderWay = false;

  function begin(asking: PromiseWithResolvers<Counter>): void {
    isUnderWay = true;
    const ended = (tell: () => void): void => {
      isUnderWay = false;
      const following = next;
      next = undefined;
      if (!following) tell();
      else {
        // The next look leaves before these are answered, so that there is work to do while it is on its way.
        begin(following);
        setImmediate(tell);
      }
    };
    look().then(
      (counter) => ended(() => asking.resolve(counter)),
      (error) => ended(() => asking.reject(error)),
    );
  }

  return () => {
    if (isUnderWay) {
      next ??= Promise.withResolvers();
      return next.promise;
    }
    const asking = Promise.withResolvers<Counter>();
    begin(asking);
    return asking.promise;
  };
}

/** Reads the counter, and gives the object of before when nothing changed. */
function reader(db: Db): () => Promise<Counter> {
  let last: Counter | undefined;
  let text: string | undefined;
  return async () => {
    // One text is read and compared in half the time of all the columns, and mostly it is the same.
    const seen = await counterText(db);
    if (last === undefined || seen !== text) {
      last = await readCounter(db);
      text = seen;
    }
    return last;
  };
}
