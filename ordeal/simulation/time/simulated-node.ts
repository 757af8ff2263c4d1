import crypto from "node:crypto";
import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import perfHooks from "node:perf_hooks";
import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { runningProcess } from "./process.ts";
import { realNode } from "./real.ts";
import type { Timer, VirtualTime } from "./virtual-time.ts";

/**
 * During a run, replaces Node's clocks, timers and random numbers in this process for all modules. So the service needs no switch, and
 * code that is added later cannot escape. PGlite reads the time from Date.
 */

let current: VirtualTime | undefined;

/** Runs work in simulated time. Only one simulation runs at a time. */
export async function runInSimulatedTime<T>(time: VirtualTime, work: () => Promise<T>): Promise<T> {
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
export async function runInRealTime<T>(work: () => Promise<T>): Promise<T> {
  const time = current;
  current = undefined;
  try {
    return await work();
  } finally {
    current = time;
  }
}

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
  globalThis.Date = new Proxy(realNode.Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 && current ? [current.now] : args, newTarget) as Date,
    get: (target, name, receiver) =>
      name === "now" && current ? nowOf : (Reflect.get(target, name, receiver) as unknown),
  });
  performance.now = () => (current ? current.now - zero : realNode.now());
  Math.random = () => (current ? current.mathRandom() : realNode.random());
  const virtual = {
    setTimeout: (fire: Callback, ms = 0, ...args: unknown[]) =>
      current ? new Handle(current.set(() => fire(...args), ms)) : realNode.setTimeout(fire, ms, ...args),
    setInterval: (fire: Callback, ms = 0, ...args: unknown[]) =>
      current
        ? new Handle(current.set(() => fire(...args), ms, Math.max(1, ms)))
        : realNode.setInterval(fire, ms, ...args),
    setImmediate: (fire: Callback, ...args: unknown[]) =>
      current ? immediately(current, fire, args) : realNode.setImmediate(fire, ...args),
    clearTimeout: (handle: unknown) =>
      handle instanceof Handle ? current?.clear(handle.timer) : realNode.clearTimeout(handle as NodeJS.Timeout),
    clearInterval: (handle: unknown) =>
      handle instanceof Handle ? current?.clear(handle.timer) : realNode.clearInterval(handle as NodeJS.Timeout),
  };
  Object.assign(globalThis, virtual);
  Object.assign(timers, virtual);
  Object.assign(timersPromises, {
    setTimeout: (ms?: number, value?: unknown, options?: object) =>
      current ? current.sleep(ms ?? 0).then(() => value) : realNode.pause(ms, value, options),
    setImmediate: (value?: unknown, options?: object) =>
      current
        ? new Promise((resolve) => virtual.setImmediate(() => resolve(value)))
        : realNode.pauseImmediate(value, options),
  });
  // A real thread would answer at its own time.
  Object.assign(fsPromises, {
    readdir: async (...args: [never]) => (current ? fs.readdirSync(...args) : realNode.readdir(...args)),
    readFile: async (...args: [never]) => (current ? fs.readFileSync(...args) : realNode.readFile(...args)),
  });
  Object.assign(crypto, {
    randomUUID: () => (current ? uuid(current) : realNode.randomUUID()),
    randomBytes: (size: number, done?: never) =>
      current && !done ? current.bytes(Buffer.alloc(size)) : realNode.randomBytes(size, done as never),
    // The service draws with one argument.
    randomInt: (below: number, above?: number) =>
      current && above === undefined ? Math.floor(current.random() * below) : realNode.randomInt(below, above!),
  });
  globalThis.crypto.getRandomValues = ((into: Uint8Array<ArrayBuffer>) =>
    current ? current.bytes(into) : realNode.getRandomValues(into)) as typeof globalThis.crypto.getRandomValues;
  // Each start of the service would add observers of the real process, which a simulated death does not remove.
  Object.assign(perfHooks, {
    monitorEventLoopDelay: (options?: perfHooks.EventLoopMonitorOptions) =>
      current ? idleHistogram : realNode.monitorEventLoopDelay(options),
    PerformanceObserver: class {
      constructor(callback: perfHooks.PerformanceObserverCallback) {
        // biome-ignore lint/correctness/noConstructorReturn: the real class outside of simulations
        return (current ? idleObserver : new realNode.PerformanceObserver(callback)) as never;
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
  const process = runningProcess();
  return realNode.setImmediate(() => {
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
