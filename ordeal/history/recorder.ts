import type { Entry, History, Notified } from "./history.ts";

/**
 * The one clock of a history. It only goes forward, and a run can skip time: the service in the same process takes `date()` for
 * now, so that holds and limits end without waiting.
 */
export class HistoryClock {
  readonly #origin = Date.now() - performance.now();
  readonly #skips: { at: number; ms: number }[] = [];

  /** Milliseconds; the zero is any instant. */
  now(): number {
    return this.of(performance.now());
  }

  /** What this clock showed at a time of performance.now(). */
  of(time: number): number {
    return this.#skips.reduce((sum, { at, ms }) => (at <= time ? sum + ms : sum), time);
  }

  date(): Date {
    return new Date(this.#origin + this.now());
  }

  skip(ms: number): void {
    if (ms < 0) throw new Error("the clock of a history only goes forward");
    this.#skips.push({ at: performance.now(), ms });
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

  /** A notification that came whole, by its body, at a time of performance.now(). */
  receive(body: string, at = performance.now()): void {
    const { orderId, sequence, status } = (JSON.parse(body) as { data: Notified & { orderId: string } }).data;
    this.notified.push({ id: orderId, sequence, status, at: this.clock.of(at) });
  }
}
