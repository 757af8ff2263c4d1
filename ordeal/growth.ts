import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Values that are measured during a long run, such as memory, and whether they grow. */

/** Returns the greatest value of the first quarter, and the last value. In the first quarter caches fill and code is compiled. */
export function firstAndLastValue(values: readonly number[]): { first: number; last: number } {
  return { first: Math.max(...values.slice(0, Math.ceil(values.length / 4))), last: values.at(-1)! };
}

/** Growth factor since the first quarter above which a value counts as a leak. */
const most = 1.3;
/** Number of values below which nothing can be concluded. */
const enough = 8;

/** Whether the value leaks. `margin`: what small values may vary by. */
export function hasGrown(values: readonly number[], margin: number): boolean {
  if (values.length < enough) return false;
  const { first, last } = firstAndLastValue(values);
  return last > first * most + margin;
}

/** The heap of this process after a collection. */
export async function heapMb(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  // Objects that the first collection finalises are freed by the second.
  gc();
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}
