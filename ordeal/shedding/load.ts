import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { bookRequest } from "../../packages/service/test/concurrency/booking.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { Connection, type Reply } from "./connection.ts";
import { waitedFor } from "./waiting.ts";

/** Load from a thread of its own. */

export interface LoadOptions {
  port: number;
  /** Of the service. */
  pid: number;
  seed: number;
  seconds: number;
  key: string;
  events: string[];
  connections: number;
  /**
   * Requests a second, whether or not the ones before are answered; without it each connection sends one after another. Before the
   * first of them, every connection is open and has had an answer: to open thousands at once is a crowd of its own.
   */
  rate?: number;
  /** Of what requests there are; `mixed`: half cached pages, and uncached pages, validations and bookings. */
  kind: "mixed" | "validate" | "rush";
}

export interface LoadResult {
  /** Milliseconds of the accepted requests, in order, of all and of each kind. */
  times: number[];
  timesOf: Record<string, number[]>;
  /** The same as `times`, without the time for which the service or the generator waited for a processor. */
  ownTimes: number[];
  statuses: Record<string, number>;
  /** 503s without Retry-After. */
  bare: number;
  seconds: number;
  /** Requests that no free connection was left for. */
  unsent: number;
  /** How long a turn of the generator's own loop takes, 99th percentile in milliseconds: its share of the times. */
  ownMs: number;
  /** Orders, and refusals for lack of seats. */
  orders: number;
  soldOut: number;
}

export function runLoad(options: LoadOptions): Promise<LoadResult> {
  // With less, it would collect garbage while answers wait for it.
  const resourceLimits = { maxYoungGenerationSizeMb: 128 };
  const worker = new Worker(new URL(import.meta.url), { workerData: options, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** The value below which this part of the sorted times is. */
export const quantile = (times: number[], part: number): number =>
  times.length === 0 ? Number.NaN : times[Math.min(times.length - 1, Math.floor(times.length * part))]!;

/** Requests that differ have a number each. */
let count = 0;

if (!isMainThread) parentPort!.postMessage(await generate(workerData as LoadOptions));

async function generate(options: LoadOptions): Promise<LoadResult> {
  const { port, seed, seconds, connections, rate, kind } = options;
  const random = randomFrom(seed);
  const result: LoadResult = {
    times: [],
    timesOf: {},
    ownTimes: [],
    statuses: {},
    bare: 0,
    seconds,
    unsent: 0,
    ownMs: 0,
    orders: 0,
    soldOut: 0,
  };
  const open = Array.from({ length: connections }, () => new Connection(port));
  if (rate !== undefined) await answerOnce([...open]);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  /** Read every few milliseconds while requests arrive. */
  let machineMs = waitedFor(options.pid);
  const one = async (connection: Connection, since: number, book: boolean): Promise<Reply | undefined> => {
    const [kindOf, text] = requestOf(options, random, book);
    const waitedBefore = machineMs;
    const reply = await connection.ask(text);
    const name = reply ? `${reply.status}` : "none";
    result.statuses[name] = (result.statuses[name] ?? 0) + 1;
    if (reply?.status === 503 && !reply.retryAfter) result.bare++;
    if (reply?.status === 200 || reply?.status === 304) {
      const ms = performance.now() - since;
      result.times.push(ms);
      result.timesOf[kindOf] = result.timesOf[kindOf] ?? [];
      result.timesOf[kindOf].push(ms);
      result.ownTimes.push(Math.max(0, ms - (machineMs - waitedBefore)));
    }
    return reply;
  };
  if (kind === "rush") await Promise.all(open.map((connection) => buy(connection)));
  else if (rate === undefined) await Promise.all(open.map((connection) => repeat(connection)));
  else await arrive(rate);
  result.seconds = (performance.now() - begun) / 1000;
  result.ownMs = delay.percentile(99) / 1e6;
  for (const { socket } of open) socket.destroy();
  for (const times of [result.times, result.ownTimes, ...Object.values(result.timesOf)]) times.sort((a, b) => a - b);
  return result;

  async function repeat(connection: Connection): Promise<void> {
    while (performance.now() < end && connection.isOpen) {
      const reply = await one(connection, performance.now(), false);
      if (reply?.status === 503) await pause(1000);
    }
  }

  /** Requests that arrive at random, as those of many partners do. A connection that has ended is replaced. */
  async function arrive(perSecond: number): Promise<void> {
    const free = [...open];
    let running = 0;
    let due = 0;
    for (let last = begun; last < end; ) {
      await pause(2);
      const now = performance.now();
      machineMs = waitedFor(options.pid);
      due += ((now - last) / 1000) * perSecond * 2 * random();
      last = now;
      for (; due >= 1; due--) {
        // The one that waits longest, so that all of them take part.
        const waiting = free.shift();
        if (waiting === undefined) {
          result.unsent++;
          continue;
        }
        const connection = waiting.isOpen ? waiting : replaced(waiting);
        running++;
        void one(connection, now, false).then(() => {
          running--;
          free.push(connection);
        });
      }
    }
    while (running > 0 && performance.now() < end + 20_000) await pause(10);
  }

  /** A few at a time, so that the service refuses none. */
  async function answerOnce(left: Connection[]): Promise<void> {
    const some = Array.from({ length: 32 }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await next.ask("GET /api/currencies HTTP/1.1\r\nHost: load\r\n\r\n");
    });
    await Promise.all(some);
  }

  function replaced(old: Connection): Connection {
    const next = new Connection(port);
    open[open.indexOf(old)] = next;
    return next;
  }

  /** A buyer who wants one seat, and tries again when the service says so or the connection ends. */
  async function buy(first: Connection): Promise<void> {
    let connection = first;
    while (performance.now() < end) {
      const since = performance.now();
      const reply = await one(connection, since, true);
      if (reply === undefined) connection = replaced(connection);
      else if (reply.status !== 503) {
        if (reply.status !== 200) return;
        if ((JSON.parse(reply.body) as { id: string | null }).id !== null) result.orders++;
        else result.soldOut++;
        return;
      }
      await pause(1000 + 1000 * random());
    }
  }
}

/** A request and its kind. */
function requestOf({ key, events, kind }: LoadOptions, random: () => number, book: boolean): [string, string] {
  const part = kind === "mixed" ? random() : 0.7;
  const event = events[Math.floor(random() * events.length)]!;
  if (book || part >= 0.85)
    return ["booking", post("eventbook", bookRequest(key, event, 1, { externalReference: `o${++count}` }))];
  if (part >= 0.6)
    return ["validation", post("eventvalidate", { id: event, apiKey: key, tickets: [{ code: "ADULT", quantity: 1 }] })];
  const isCached = part < 0.5;
  const path = isCached ? "/api/events?page=1" : `/api/products?query=none${++count}`;
  return [isCached ? "cached page" : "other page", `GET ${path} HTTP/1.1\r\nHost: load\r\n\r\n`];
}

function post(operation: string, body: object): string {
  const text = JSON.stringify(body);
  return `POST /api/es/${operation} HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
