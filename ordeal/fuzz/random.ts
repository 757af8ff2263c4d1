import { randomFrom } from "../../packages/service/test/support/random.ts";

/** Random choices that are the same for the same seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  /** A whole number from 0 to `below - 1`. */
  int(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)]!;
  }

  list<T>(length: number, one: () => T): T[] {
    return Array.from({ length }, one);
  }
}
