import { setImmediate, setTimeout } from "node:timers/promises";

/** Milliseconds of work after which other requests are served. A cached page takes a fraction of a millisecond. */
const longest = 1;
/**
 * With 1 ms the slowest answers during an import take half as long again. With 6 ms an import takes twice as long as
 * with 1 ms.
 */
const usualRestMs = 4;

const rest = { ms: 0 };

/**
 * Makes each pause of this process last `ms`. A request needs several turns of the event loop, and without a rest a
 * piece of the import runs in each turn. A command serves no requests, so it does not rest.
 */
export function setPauseMs(ms = usualRestMs): void {
  rest.ms = ms;
}

/** Returns a function for long work to call between its steps. It lets other requests run when they have waited long enough. */
export type Pause = () => Promise<void> | undefined;

export function createPause(): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return (rest.ms > 0 ? setTimeout(rest.ms) : setImmediate()).then(() => {
      since = performance.now();
    });
  };
}
