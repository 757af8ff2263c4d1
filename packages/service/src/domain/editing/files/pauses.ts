import { setImmediate, setTimeout } from "node:timers/promises";

/** Milliseconds of work after which other requests are served. A cached page takes a fraction of a millisecond. */
const longest = 1;
/**
 * Length of the pauses of a service, in milliseconds. With 1 ms the slowest answers during an import take half as long
 * again. With 6 ms an import takes twice as long as with 1 ms.
 */
export const pauseOfService = 4;

/** Long work calls it between its steps. It lets other requests run when they have waited long enough. */
export type Pause = () => Promise<void> | undefined;

/**
 * Creates pauses of `ms`. A request needs several turns of the event loop: if pauses take no time, a piece of the work runs in each turn. A
 * command serves no requests, so its pauses take none.
 */
export function createPause(ms = 0): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return (ms > 0 ? setTimeout(ms) : setImmediate()).then(() => {
      since = performance.now();
    });
  };
}
