import { randomFrom } from "../../packages/service/test/support/random.ts";

/** Choices that are the same for the same seed. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  /** A whole number from 0 to `below - 1`. */
  int(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** Whether something with this probability happens. */
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
