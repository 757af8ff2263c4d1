import { storeFaultOf } from "./faults.ts";

/** Work of background jobs on many rows. A row that cannot be processed must not stop the job for all others. */

/**
 * Runs the work for each item, even if it fails for another item. Then it throws the first failure. A fault of the
 * store stops the work.
 */
export async function runForEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (storeFaultOf(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs the work for many rows at once, in one transaction. If it fails, it halves the rows until it has found the bad
 * row: all other rows are done, and the failure names the row's id.
 */
export async function runInParts(ids: readonly string[], work: (some: string[]) => Promise<unknown>): Promise<void> {
  try {
    await work([...ids]);
  } catch (error) {
    if (storeFaultOf(error)) throw error;
    if (ids.length === 1) throw new Error(`The work on ${ids[0]} failed.`, { cause: error });
    const middle = Math.ceil(ids.length / 2);
    await runForEach([ids.slice(0, middle), ids.slice(middle)], (part) => runInParts(part, work));
  }
}
