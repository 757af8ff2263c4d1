import crypto from "node:crypto";
import fsPromises from "node:fs/promises";
import perfHooks from "node:perf_hooks";
import timersPromises from "node:timers/promises";

/** Node's own clocks, timers and random numbers, read before a simulation replaces them. */
export const realNode = {
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
  randomInt: crypto.randomInt,
  getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
  monitorEventLoopDelay: perfHooks.monitorEventLoopDelay,
  PerformanceObserver: perfHooks.PerformanceObserver,
};
