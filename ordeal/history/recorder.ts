import type { History, HistoryEntry, ReceivedCallback, ReceivedChangeCallback } from "./history.ts";

/**
 * The only clock of a history. It never goes back, and a run can move it ahead. The services in this process use `date()` as the
 * current time, so holds and time limits end without waiting.
 */
class HistoryClock {
  readonly #origin = Date.now() - performance.now();
  readonly #skips: { at: number; ms: number }[] = [];

  /** Milliseconds since any instant. */
  now(): number {
    return this.of(performance.now());
  }

  /** The time of this clock at a value of performance.now(). */
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

interface Callback {
  type: string;
  data: { orderId: string; sequence: number; quoteId: string; status: string };
}

/** Records the observations of clients and receivers. */
export class Recorder {
  readonly clock: HistoryClock;
  readonly entries: HistoryEntry[] = [];
  readonly notified: ReceivedCallback[] = [];
  readonly notifiedChanges: ReceivedChangeCallback[] = [];
  readonly holdMs: number;

  constructor({ clock = new HistoryClock(), holdMinutes = 30 }: { clock?: HistoryClock; holdMinutes?: number } = {}) {
    this.clock = clock;
    this.holdMs = holdMinutes * 60_000;
  }

  get history(): History {
    const { holdMs, entries, notified, notifiedChanges } = this;
    return { holdMs, entries, notified, notifiedChanges };
  }

  /** Records a complete callback by its body and the value of performance.now(). */
  receive(body: string, at = performance.now()): void {
    const { type, data } = JSON.parse(body) as Callback;
    const common = { id: data.orderId, at: this.clock.of(at) };
    if (type === "order.changed")
      this.notifiedChanges.push({
        ...common,
        quote: data.quoteId,
        status: data.status as ReceivedChangeCallback["status"],
      });
    else this.notified.push({ ...common, sequence: data.sequence, status: data.status as ReceivedCallback["status"] });
  }
}
