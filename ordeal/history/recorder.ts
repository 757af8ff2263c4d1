import type { Entry, History, Notified } from "./history.ts";

/**
 * The one clock of a history. It only goes forward, and a run can skip time: the service in the same process takes `date()` for
 * now, so that holds and limits end without waiting.
 */
export class HistoryClock {
  readonly #origin = Date.now() - performance.now();
  #skipped = 0;

  /** Milliseconds; the zero is any instant. */
  now(): number {
    return performance.now() + this.#skipped;
  }

  date(): Date {
    return new Date(this.#origin + this.now());
  }

  skip(ms: number): void {
    if (ms < 0) throw new Error("the clock of a history only goes forward");
    this.#skipped += ms;
  }
}

/** Takes down what clients and receivers see. */
export class Recorder {
  readonly clock: HistoryClock;
  readonly entries: Entry[] = [];
  readonly notified: Notified[] = [];
  readonly holdMs: number;

  constructor({ clock = new HistoryClock(), holdMinutes = 30 }: { clock?: HistoryClock; holdMinutes?: number } = {}) {
    this.clock = clock;
    this.holdMs = holdMinutes * 60_000;
  }

  get history(): History {
    return { holdMs: this.holdMs, entries: this.entries, notified: this.notified };
  }

  /** A notification that came whole, by its body. */
  receive(body: string): void {
    const { orderId, sequence, status } = (JSON.parse(body) as { data: Notified & { orderId: string } }).data;
    this.notified.push({ id: orderId, sequence, status, at: this.clock.now() });
  }
}
