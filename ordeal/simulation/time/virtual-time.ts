import { randomFrom } from "../../../packages/service/test/support/random.ts";
import { runningProcess, type SimulatedProcess } from "./process.ts";
import { realNode } from "./real.ts";

/** Time and randomness of a simulation. simulated-node.ts gives them to all modules. */

export interface Timer {
  at: number;
  /** Timers of the same instant fire in the order in which they were set. */
  n: number;
  everyMs: number | null;
  owner: SimulatedProcess | undefined;
  fire: () => void;
}

export class VirtualTime {
  /** Milliseconds since 1970, a whole number. */
  now: number;
  readonly random: () => number;
  /** Math.random(): a sequence of its own, because Fastify draws from it for each route. A new route must not change every plan. */
  readonly mathRandom: () => number;
  /** Callbacks of setImmediate that have not run. */
  immediates = 0;
  #timers: Timer[] = [];
  #n = 0;

  constructor(now: number, seed: number) {
    this.now = now;
    this.random = randomFrom(seed);
    this.mathRandom = randomFrom(~seed);
  }

  set(fire: () => void, ms: number, everyMs: number | null = null): Timer {
    const timer = {
      at: this.now + Math.max(1, Math.ceil(ms || 0)),
      n: ++this.#n,
      everyMs,
      owner: runningProcess(),
      fire,
    };
    this.#insert(timer);
    return timer;
  }

  clear(timer: Timer): void {
    const index = this.#timers.indexOf(timer);
    if (index >= 0) this.#timers.splice(index, 1);
    timer.everyMs = null;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.set(resolve, ms);
    });
  }

  /** Advances the clock timer by timer. After each timer, all work that needs no time is done. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    await this.settle();
    for (;;) {
      const [next] = this.#timers;
      if (!next || next.at > until) break;
      this.#timers.shift();
      this.now = Math.max(this.now, next.at);
      if (next.everyMs !== null) this.#insert(Object.assign(next, { at: this.now + next.everyMs, n: ++this.#n }));
      if (next.owner?.alive === false) this.clear(next);
      else if (next.owner) next.owner.run(next.fire);
      else next.fire();
      await this.settle();
    }
    this.now = until;
  }

  /** The clock jumps, as after a machine slept: every due timer fires once. */
  async jump(ms: number): Promise<void> {
    this.now += ms;
    await this.pass(0);
  }

  async settle(): Promise<void> {
    do await new Promise<void>((resolve) => realNode.setImmediate(resolve));
    while (this.immediates > 0);
  }

  bytes<T extends NodeJS.ArrayBufferView>(into: T): T {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let n = 0; n < bytes.length; n++) bytes[n] = Math.floor(this.random() * 256);
    return into;
  }

  #insert(timer: Timer): void {
    let index = this.#timers.length;
    while (index > 0 && isBefore(timer, this.#timers[index - 1]!)) index--;
    this.#timers.splice(index, 0, timer);
  }
}

const isBefore = (one: Timer, other: Timer): boolean => one.at < other.at || (one.at === other.at && one.n < other.n);
