/**
 * Signals to stop, from the first moment on. While a service is still being loaded there is nothing to stop, and it ends with
 * 0; afterwards whoever runs it is told.
 */

export const stopSignals = ["SIGTERM", "SIGINT"] as const;

let told: ((signal: string) => void) | undefined;

/** Of a process that will serve or work. Other commands end as any program does. */
export function endOnSignal(): void {
  for (const signal of stopSignals) process.on(signal, () => (told ? told(signal) : process.exit(0)));
}

/** Calls `hear` for each signal from now on. */
export function hearSignals(hear: (signal: string) => void): void {
  told = hear;
}
