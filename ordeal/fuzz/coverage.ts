import { Session } from "node:inspector/promises";

/** Which blocks of code have run, by V8's precise coverage. Counts are compared by order of magnitude. */
export class Coverage {
  readonly #session: Session;
  readonly #files: RegExp;
  readonly #seen = new Set<string>();

  constructor(session: Session, files: RegExp) {
    this.#session = session;
    this.#files = files;
  }

  /** Counts the code that runs in this thread, in the matching files. */
  static async start(files: RegExp): Promise<Coverage> {
    const session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    return new Coverage(session, files);
  }

  get reached(): number {
    return this.#seen.size;
  }

  /** Whether code has run for the first time since the last call, or ten times as often as before. */
  async grew(): Promise<boolean> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const before = this.#seen.size;
    for (const { scriptId, url, functions } of result) {
      if (!this.#files.test(url)) continue;
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0) this.#seen.add(`${scriptId}:${startOffset}:${endOffset}:${Math.floor(Math.log10(count))}`);
    }
    return this.#seen.size > before;
  }
}
