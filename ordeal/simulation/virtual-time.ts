import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import perfHooks from "node:perf_hooks";
import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { randomFrom } from "../../packages/service/test/support/random.ts";

/**
 * Time and randomness of a simulation. During a run, it replaces Node's clocks, timers and random numbers in this process for
 * all modules. So the service needs no switch, and code that is added later cannot escape. PGlite reads the time from Date.
 */

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
  async outlived<T>(work: Promise<T>): Promise<T> {
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

/** Runs work whose timers belong to no process: events of the outside world continue when a process dies. */
export const inTheWorld = <T>(work: () => T): T => owner.exit(work);

interface Timer {
  at: number;
  /** Timers of the same instant fire in the order in which they were set. */
  n: number;
  everyMs: number | null;
  owner: Process | undefined;
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
      owner: owner.getStore(),
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
    do await new Promise<void>((resolve) => real.setImmediate(resolve));
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

let current: VirtualTime | undefined;

/** Runs work in simulated time. Only one simulation runs at a time. */
export async function inTime<T>(time: VirtualTime, work: () => Promise<T>): Promise<T> {
  install();
  if (current) throw new Error("a simulation is running");
  current = time;
  try {
    return await work();
  } finally {
    current = undefined;
  }
}

/** Within a simulation: work that takes real time, such as starting a database. All other work waits. */
export async function outOfTime<T>(work: () => Promise<T>): Promise<T> {
  const time = current;
  current = undefined;
  try {
    return await work();
  } finally {
    current = time;
  }
}

const real = {
  Date,
  now: performance.now.bind(performance),
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  pause: timersPromises.setTimeout,
  pauseImmediate: timersPromises.setImmediate,
  readdir: fsPromises.readdir,
  readFile: fsPromises.readFile,
  random: Math.random,
  randomUUID: crypto.randomUUID,
  randomBytes: crypto.randomBytes,
  getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
  monitorEventLoopDelay: perfHooks.monitorEventLoopDelay,
  PerformanceObserver: perfHooks.PerformanceObserver,
};

/** The result of setTimeout, with the methods that callers use. */
class Handle {
  readonly timer: Timer;
  constructor(timer: Timer) {
    this.timer = timer;
  }
  unref(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    throw new Error("a simulated timer cannot be refreshed");
  }
  close(): this {
    current?.clear(this.timer);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.timer.n;
  }
}

type Callback = (...args: unknown[]) => void;

let isInstalled = false;

/** Installs functions that call the real ones unless a simulation runs. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  globalThis.Date = new Proxy(real.Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 && current ? [current.now] : args, newTarget) as Date,
    get: (target, name, receiver) =>
      name === "now" && current ? nowOf : (Reflect.get(target, name, receiver) as unknown),
  });
  performance.now = () => (current ? current.now - zero : real.now());
  Math.random = () => (current ? current.mathRandom() : real.random());
  const virtual = {
    setTimeout: (fire: Callback, ms = 0, ...args: unknown[]) =>
      current ? new Handle(current.set(() => fire(...args), ms)) : real.setTimeout(fire, ms, ...args),
    setInterval: (fire: Callback, ms = 0, ...args: unknown[]) =>
      current ? new Handle(current.set(() => fire(...args), ms, Math.max(1, ms))) : real.setInterval(fire, ms, ...args),
    setImmediate: (fire: Callback, ...args: unknown[]) =>
      current ? immediately(current, fire, args) : real.setImmediate(fire, ...args),
    clearTimeout: (handle: unknown) =>
      handle instanceof Handle ? current?.clear(handle.timer) : real.clearTimeout(handle as NodeJS.Timeout),
    clearInterval: (handle: unknown) =>
      handle instanceof Handle ? current?.clear(handle.timer) : real.clearInterval(handle as NodeJS.Timeout),
  };
  Object.assign(globalThis, virtual);
  Object.assign(timers, virtual);
  Object.assign(timersPromises, {
    setTimeout: (ms?: number, value?: unknown, options?: object) =>
      current ? current.sleep(ms ?? 0).then(() => value) : real.pause(ms, value, options),
    setImmediate: (value?: unknown, options?: object) =>
      current
        ? new Promise((resolve) => virtual.setImmediate(() => resolve(value)))
        : real.pauseImmediate(value, options),
  });
  // A real thread would answer at its own time.
  Object.assign(fsPromises, {
    readdir: async (...args: [never]) => (current ? fs.readdirSync(...args) : real.readdir(...args)),
    readFile: async (...args: [never]) => (current ? fs.readFileSync(...args) : real.readFile(...args)),
  });
  Object.assign(crypto, {
    randomUUID: () => (current ? uuid(current) : real.randomUUID()),
    randomBytes: (size: number, done?: never) =>
      current && !done ? current.bytes(Buffer.alloc(size)) : real.randomBytes(size, done as never),
  });
  globalThis.crypto.getRandomValues = ((into: Uint8Array<ArrayBuffer>) =>
    current ? current.bytes(into) : real.getRandomValues(into)) as typeof globalThis.crypto.getRandomValues;
  // Each start of the service would add observers of the real process, which a simulated death does not remove.
  Object.assign(perfHooks, {
    monitorEventLoopDelay: (options?: perfHooks.EventLoopMonitorOptions) =>
      current ? idleHistogram : real.monitorEventLoopDelay(options),
    PerformanceObserver: class {
      constructor(callback: perfHooks.PerformanceObserverCallback) {
        // biome-ignore lint/correctness/noConstructorReturn: the real class outside of simulations
        return (current ? idleObserver : new real.PerformanceObserver(callback)) as never;
      }
    },
  });
  syncBuiltinESMExports();
}

/** Start of performance.now(): far from the real value, so that the two cannot be confused. */
const zero = Date.UTC(2026, 0, 1);
const nowOf = () => current!.now;
const idleHistogram = {
  enable() {},
  disable() {},
  reset() {},
  min: 0,
  max: 0,
  mean: 0,
  stddev: 0,
  percentile: () => 0,
};
const idleObserver = { observe() {}, disconnect() {} };

function immediately(time: VirtualTime, fire: Callback, args: unknown[]): NodeJS.Immediate {
  time.immediates++;
  const process = owner.getStore();
  return real.setImmediate(() => {
    time.immediates--;
    if (process?.alive !== false) fire(...args);
  });
}

function uuid(time: VirtualTime): string {
  const bytes = time.bytes(Buffer.alloc(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
