import type { Finding } from "../part.ts";

/** Sometimes-assertions: situations that a run must have seen at least once. Without them, the run proves nothing about them. */
export class SometimesAssertions {
  readonly #seen: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#seen = new Map(names.map((name) => [name, 0]));
  }

  saw(name: string, times = 1): void {
    const before = this.#seen.get(name);
    if (before === undefined) throw new Error(`nobody expects to see: ${name}`);
    this.#seen.set(name, before + times);
  }

  get missing(): string[] {
    return [...this.#seen].filter(([, times]) => times === 0).map(([name]) => name);
  }

  /** How often each situation was seen, for a report. */
  get figures(): Record<string, number> {
    return Object.fromEntries([...this.#seen].map(([name, times]) => [`seen: ${name}`, times]));
  }

  get findings(): Finding[] {
    return this.missing.map((name) => ({
      title: `blind: the run never saw ${name}`,
      detail: "Its other results say nothing about this case. Run it for longer, or with another seed.",
    }));
  }
}
