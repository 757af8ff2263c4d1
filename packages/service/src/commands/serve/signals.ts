/**
 * Signals to stop, from the start of the process. A process that is still loading exits with 0. Later the handler that
 * `onStopSignal` sets receives the signal.
 */

export const stopSignals = ["SIGTERM", "SIGINT"] as const;

let handler: ((signal: string) => void) | undefined;

/** For processes that serve or work. Other commands keep Node's own behaviour. */
export function endOnSignal(): void {
  for (const signal of stopSignals) process.on(signal, () => (handler ? handler(signal) : process.exit(0)));
}

/** Calls `onSignal` for each signal from now on. */
export function onStopSignal(onSignal: (signal: string) => void): void {
  handler = onSignal;
}
