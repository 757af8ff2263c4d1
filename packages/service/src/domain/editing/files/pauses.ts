import { setImmediate } from "node:timers/promises";

/** Milliseconds of work after which other requests have their turn. */
const longest = 10;

/** Makes what long work calls between its steps: it waits for other requests whenever they have waited long enough. */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
