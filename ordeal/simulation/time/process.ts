import { AsyncLocalStorage } from "node:async_hooks";

/** A process that can die. Its timers end with it. */
export class Process {
  alive = true;
  readonly #death = Promise.withResolvers<never>();
  constructor() {
    this.#death.promise.catch(() => {});
  }

  /** Rejects at the end of the process. */
  get died(): Promise<never> {
    return this.#death.promise;
  }

  die(): void {
    this.alive = false;
    this.#death.reject(new Error("the process died"));
  }

  /** Runs work whose timers belong to this process. */
  run<T>(work: () => T): T {
    return owner.run(this, work);
  }

  /** Settles like `work` while the process lives, and never after its death. */
  async whileAlive<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      if (!this.alive) await never();
    }
  }
}

/** A promise of its own for each that waits: a shared one would hold what all of them use. */
export const never = (): Promise<never> => new Promise(() => {});
const owner = new AsyncLocalStorage<Process>();

/** The process whose work is running, if any. */
export const runningProcess = (): Process | undefined => owner.getStore();

/** Runs work whose timers belong to no process: events of the outside world continue when a process dies. */
export const inTheWorld = <T>(work: () => T): T => owner.exit(work);

/** The outcome of work in a process, or the outcome known when the process died. */
export const orDied = <T>(process: Process, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([process.whileAlive(work), process.died.catch(() => otherwise)]);
