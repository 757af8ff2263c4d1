import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { memoryOfProcess, type RunningService, startService } from "../../process/service.ts";
import { type ReferenceServer, startBareReference } from "../../references/reference.ts";
import { median, type ResultRow, ratioRow, upperLimitRow } from "../../results/row.ts";
import type { Stores } from "../../stores/stores.ts";
import { sendGet } from "../../traffic/ask.ts";
import { measureLoad } from "../../traffic/load.ts";
import type { WatchedVisibility } from "./steady-watcher.ts";

const changesPerSecond = 50;
const connections = 64;
const maxDelayMs = 1000;
/** Minutes of a run without `minutes`. */
const usualSeconds = 20;
/** A run of at least this number of minutes decides on memory. */
const memoryMinutes = 10;

const pages = [
  { name: "events", path: "/api/events" },
  { name: "products", path: "/api/products" },
];

/**
 * Cached pages while the catalogue changes fifty times per second, compared with plain node:http beside the same writer; the
 * time until a commit is visible at each of two services; and, in a long run, memory over time. On PostgreSQL.
 */
export async function measureUnderChanges(
  stores: Stores,
  minutes: number | null,
  seconds = usualSeconds,
): Promise<ResultRow[]> {
  const env = await stores.server();
  const services = await Promise.all([startService(env), startService(env)]);
  const ports = services.map(({ port }) => port);
  const watcher = startWatcher(env.DATABASE_URL, ports);
  try {
    await nextMessage(watcher);
    const memory = sampling(services);
    const hot: ResultRow[] = [];
    const before = await watchedBy(watcher);
    const startedAt = performance.now();
    const each = (minutes === null ? seconds : minutes * 60) / pages.length;
    for (const page of pages) hot.push(await measurePage(services[0]!, page, each, minutes === null));
    const watched = await watchedBy(watcher);
    const rate = (watched.changes - before.changes) / ((performance.now() - startedAt) / 1000);
    const wrote = ratioRow(
      { name: "steady: changes written", unit: "changes/s", against: "changes/s requested", goal: 0.9 },
      { ours: [rate], reference: [changesPerSecond] },
    );
    return [...hot, wrote, ...delayRows(watched), ...memoryRows(memory.stop(), minutes)];
  } finally {
    watcher.kill("SIGTERM");
    await Promise.all(services.map((service) => service.stop()));
  }
}

function startWatcher(url: string, ports: number[]): ChildProcess {
  const file = fileURLToPath(new URL("./steady-watcher.ts", import.meta.url));
  return fork(file, [url, changesPerSecond, ...ports].map(String));
}

async function nextMessage(watcher: ChildProcess): Promise<unknown> {
  const ended = once(watcher, "exit").then(() => [undefined]);
  const [message] = await Promise.race([once(watcher, "message"), ended]);
  if (message === undefined) throw new Error("the writer ended");
  return message;
}

function watchedBy(watcher: ChildProcess): Promise<WatchedVisibility> {
  watcher.send("report");
  return nextMessage(watcher) as Promise<WatchedVisibility>;
}

/** Alternates a second of the reference with a second of ours. In a long run ours has four, because its memory is measured. */
async function measurePage(
  service: RunningService,
  page: (typeof pages)[number],
  seconds: number,
  isShort: boolean,
): Promise<ResultRow> {
  const bare = await startBareReference(await sendGet(service.port, page.path, { accept: "application/json" }));
  try {
    const rates = { ours: [] as number[], reference: [] as number[] };
    const until = performance.now() + seconds * 1000;
    const oursSeconds = isShort ? 1 : 4;
    do {
      rates.reference.push(await loadPage(bare, page.path, 1));
      rates.ours.push(await loadPage(service, page.path, oursSeconds));
    } while (performance.now() < until);
    const name = `steady: hot ${page.name}, ${changesPerSecond} changes/s (PostgreSQL)`;
    return ratioRow({ name, unit: "answers/s", against: "plain node:http, same writer", goal: 0.6 }, rates);
  } finally {
    await bare.stop();
  }
}

function loadPage({ port }: ReferenceServer | RunningService, path: string, seconds: number): Promise<number> {
  const request = () => `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n`;
  return measureLoad({ port, connections, seconds, request }, "HTTP/1.1 200");
}

function delayRows({ delays }: WatchedVisibility): ResultRow[] {
  return delays.flatMap((ms, service) => {
    if (ms.length === 0) throw new Error(`no change was seen at service ${service + 1}`);
    const name = `steady: from commit until visible, service ${service + 1} of 2`;
    return [
      upperLimitRow({ name: `${name}, longest of ${ms.length}`, unit: "ms" }, Math.max(...ms), maxDelayMs),
      { ...upperLimitRow({ name: `${name}, median`, unit: "ms" }, median(ms), maxDelayMs), goal: null },
    ];
  });
}

/** Samples the resident memory of each service in megabytes, once per second until `stop`. */
function sampling(services: RunningService[]): { stop(): number[][] } {
  const samples: number[][] = services.map(() => []);
  let running = true;
  const sample = async () => {
    for (; running; await pause(1000)) {
      for (const [n, { pid }] of services.entries())
        samples[n]!.push(((await memoryOfProcess(pid))?.resident ?? 0) / 1_000_000);
    }
  };
  sample();
  return {
    stop: () => {
      running = false;
      return samples;
    },
  };
}

/** Compares the memory peak of the last quarter of a long run with the peak of the second quarter. */
function memoryRows(samples: number[][], minutes: number | null): ResultRow[] {
  if (minutes === null || minutes < memoryMinutes) return [];
  return samples.map((megabytes, service) => {
    const quarter = (n: number) =>
      Math.max(...megabytes.slice((megabytes.length * (n - 1)) / 4, (megabytes.length * n) / 4));
    const [ours, reference] = [quarter(4), quarter(2)];
    const name = `steady: memory of the last quarter of ${minutes} minutes, service ${service + 1} of 2`;
    return { name, unit: "MB", ours, reference, ratio: reference / ours, against: "MB, of the second", goal: 1 / 1.1 };
  });
}
