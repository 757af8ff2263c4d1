import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { type ServiceProcess, startService } from "../../support/servers/processes.ts";

const processes = 3;

/** A constant number of processes: each process that is killed is replaced. */
export class Fleet {
  readonly #url: string;
  readonly #random: () => number;
  readonly #alive = new Set<ServiceProcess>();
  readonly #starting = new Set<Promise<void>>();

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  async open(): Promise<void> {
    await Promise.all(Array.from({ length: processes }, () => this.#start()));
  }

  /** The address of a process that is probably alive. */
  any(): string | undefined {
    return [...this.#alive][Math.floor(this.#random() * this.#alive.size)]?.url;
  }

  async killAtRandom(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      await pause(100 + this.#random() * 500);
      // A busy machine starts processes more slowly than this test kills them. The last process is killed seldom, so that
      // requests are answered.
      const least = this.#random() < 0.1 ? 1 : 2;
      while (this.#alive.size < least) await Promise.race(this.#starting);
      const victim = [...this.#alive][Math.floor(this.#random() * this.#alive.size)]!;
      this.#alive.delete(victim);
      await victim.kill();
      const start = this.#start().finally(() => this.#starting.delete(start));
      this.#starting.add(start);
    }
    await Promise.all(this.#starting);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#starting);
    const codes = await Promise.all([...this.#alive].map((service) => service.stop()));
    assert.deepEqual(
      codes,
      codes.map(() => 0),
    );
  }

  async #start(): Promise<void> {
    this.#alive.add(await startService({ DATABASE_URL: this.#url, CALLBACK_ALLOW_PRIVATE: "true" }));
  }
}
