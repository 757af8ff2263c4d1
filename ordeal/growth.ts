import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Values that are measured during a long run, such as memory, and whether they grow. */

/** The most in the first quarter, and the end. In the beginning caches are filled and code is compiled. */
export function growth(values: readonly number[]): { first: number; last: number } {
  return { first: Math.max(...values.slice(0, Math.ceil(values.length / 4))), last: values.at(-1)! };
}

/** Growth since the first quarter that counts as a leak. */
const most = 1.3;
/** Fewer values say nothing. */
const enough = 8;

/** Whether the value leaks. `margin`: what small values may vary by. */
export function hasGrown(values: readonly number[], margin: number): boolean {
  if (values.length < enough) return false;
  const { first, last } = growth(values);
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
