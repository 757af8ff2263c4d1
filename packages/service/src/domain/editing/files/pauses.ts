import { setImmediate } from "node:timers/promises";

/** Milliseconds of work after which other requests have their turn. */
const longest = 10;

/** What long work calls between its steps: it waits for other requests whenever they have waited long enough. */
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
