import { shareReads } from "../database/batch-loader.ts";
import type { Database } from "../database/database.ts";
import { counterText, readCounter, type VersionCounter } from "./versions.ts";

/**
 * Reads the version counter for many callers with few reads. Each caller gets a value that was read after its call: all
 * callers during one read share the next. A client that has read version N from any process never gets an older page
 * from this process. Messages between processes could not guarantee that.
 */
export function createVersionGate(
  database: Pick<Database, "db" | "readText">,
  onLeapDue: (counter: VersionCounter) => void = () => {},
): VersionGate {
  return shareReads(reader(database, onLeapDue));
}

/**
 * Returns the counter, without reading the store if that is not needed. The result is the same object until something
 * changes.
 */
export type VersionGate = () => VersionCounter | Promise<VersionCounter>;

/**
 * Reads the counter, and returns the same object as before when nothing changed. Calls `onLeapDue` when the database began a new
 * incarnation.
 */
function reader(
  { db, readText }: Pick<Database, "db" | "readText">,
  onLeapDue: (counter: VersionCounter) => void,
): () => Promise<VersionCounter> {
  let last: VersionCounter | undefined;
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
