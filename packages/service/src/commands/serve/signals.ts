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

let isStarting = true;
let wasUnread = false;

/** How long after the service is ready a closed output still ends it: `paseo serve | head -1` closes it after the first line. */
const startLastsMs = 60_000;

/** The service is ready. From then on it goes on without a reader of its log. */
export function endStart(): void {
  setTimeout(() => {
    isStarting = false;
  }, startLastsMs).unref();
}

/** The reader of the output is gone. During the start this stops the service: nobody could read why it fails, or that it runs. */
export function onUnread(): void {
  if (!isStarting || wasUnread) return;
  wasUnread = true;
  if (handler) handler("closed output");
  else process.exit(1);
}

/** Whether the service was stopped because nobody read its output. */
export const hasEndedUnread = (): boolean => wasUnread;
