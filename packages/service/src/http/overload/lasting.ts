/** More of the time between two looks does not count: in a turn that takes longer, this process or the machine stood still. */
const mostAtOnceMs = 25;

/** Tells a burst from a state that lasts: time in the state counts up, time without it counts down. */
export class Lasting {
  readonly #burstMs: number;
  #holds = false;
  #since = 0;
  #ms = 0;

  constructor(burstMs: number) {
    this.#burstMs = burstMs;
  }

  /** The state holds from now on, or no longer. */
  set(holds: boolean): void {
    if (holds === this.#holds) return;
    this.#count();
    this.#holds = holds;
  }

  get holds(): boolean {
    return this.#holds;
  }

  get lasts(): boolean {
    // Asked for each request: usually without reading the clock.
    if (!this.#holds && this.#ms === 0) return false;
    this.#count();
    return this.#ms > this.#burstMs;
  }

  #count(): void {
    const now = performance.now();
    const passed = now - this.#since;
    this.#since = now;
    this.#ms = this.#holds
      ? Math.min(this.#ms + Math.min(passed, mostAtOnceMs), 3 * this.#burstMs)
      : Math.max(this.#ms - passed, 0);
  }
}
