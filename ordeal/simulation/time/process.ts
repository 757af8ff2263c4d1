import { AsyncLocalStorage } from "node:async_hooks";

/** A process that can die. Its timers end with it. */
export class SimulatedProcess {
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
      if (!this.alive) await neverResolved();
    }
  }
}

/** Returns a new promise for each waiting caller. A shared promise would hold the memory that all of them use. */
export const neverResolved = (): Promise<never> => new Promise(() => {});
const owner = new AsyncLocalStorage<SimulatedProcess>();

/** The process whose work is running, if any. */
export const runningProcess = (): SimulatedProcess | undefined => owner.getStore();

/** Runs work whose timers belong to no process: events of the outside world continue when a process dies. */
export const runOutsideProcesses = <T>(work: () => T): T => owner.exit(work);

/** Returns the outcome of work in a process, or `otherwise` if the process dies. */
export const resolveUnlessDied = <T>(process: SimulatedProcess, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([process.whileAlive(work), process.died.catch(() => otherwise)]);
