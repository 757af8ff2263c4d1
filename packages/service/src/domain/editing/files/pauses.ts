import { setImmediate } from "node:timers/promises";

/** Milliseconds of work after which other requests are served: a cached page takes a fraction of one. */
const longest = 2;

/** Returns a function for long work to call between its steps. It lets other requests run when they have waited long enough. */
export type Pause = () => Promise<void> | undefined;

export function pauses(): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
