import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { bookRequest } from "../../packages/service/test/concurrency/booking.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { Connection, type Reply } from "./connection.ts";

/** Load from a thread of its own. */

export interface LoadOptions {
  port: number;
  seed: number;
  seconds: number;
  key: string;
  events: string[];
  connections: number;
  /** `repeat`: each connection sends one request after another. `rush`: each buys one seat. A number: requests a second, which arrive at random. */
  pace: "repeat" | "rush" | number;
}

export interface LoadResult {
  /** Milliseconds of the accepted requests, in order. */
  times: number[];
  statuses: Record<string, number>;
  /** 503s without Retry-After. */
  bare: number;
  seconds: number;
  /** Requests that no free connection was left for. */
  unsent: number;
  /** Orders, and refusals for lack of seats. */
  orders: number;
  soldOut: number;
}

export function runLoad(options: LoadOptions): Promise<LoadResult> {
  // With less memory, the garbage collector would stop this worker while answers of the service wait to be read.
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
  const { port, seed, seconds, connections, pace } = options;
  const random = randomFrom(seed);
  const result: LoadResult = { times: [], statuses: {}, bare: 0, seconds, unsent: 0, orders: 0, soldOut: 0 };
  const open = Array.from({ length: connections }, () => new Connection(port));
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const one = async (connection: Connection, book: boolean): Promise<Reply | undefined> => {
    const since = performance.now();
    const reply = await connection.ask(requestOf(options, random, book));
    const name = reply ? `${reply.status}` : "none";
    result.statuses[name] = (result.statuses[name] ?? 0) + 1;
    if (reply?.status === 503 && !reply.retryAfter) result.bare++;
    if (reply?.status === 200 || reply?.status === 304) result.times.push(performance.now() - since);
    return reply;
  };
  if (pace === "rush") await Promise.all(open.map((connection) => buy(connection)));
  else if (pace === "repeat") await Promise.all(open.map((connection) => repeat(connection)));
  else await arrive(pace);
  result.seconds = (performance.now() - begun) / 1000;
  for (const { socket } of open) socket.destroy();
  result.times.sort((a, b) => a - b);
  return result;

  async function repeat(connection: Connection): Promise<void> {
    while (performance.now() < end && connection.isOpen) await one(connection, false);
  }

  /** Requests that arrive at random, like the requests of many partners. A connection that has ended is replaced. */
  async function arrive(perSecond: number): Promise<void> {
    const free = [...open];
    let running = 0;
    let due = 0;
    for (let last = begun; last < end; ) {
      await pause(2);
      const now = performance.now();
      due += ((now - last) / 1000) * perSecond * 2 * random();
      last = now;
      for (; due >= 1; due--) {
        // The connection that waits longest is next, so that all take part.
        const waiting = free.shift();
        if (waiting === undefined) {
          result.unsent++;
          continue;
        }
        const connection = waiting.isOpen ? waiting : replaced(waiting);
        running++;
        void one(connection, false).then(() => {
          running--;
          free.push(connection);
        });
      }
    }
    while (running > 0 && performance.now() < end + 20_000) await pause(10);
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
      const reply = await one(connection, true);
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

/** Half cached pages; the others are uncached pages, validations and bookings. */
function requestOf({ key, events }: LoadOptions, random: () => number, book: boolean): string {
  const part = random();
  const event = events[Math.floor(random() * events.length)]!;
  if (book || part >= 0.85) return post("eventbook", bookRequest(key, event, 1, { externalReference: `o${++count}` }));
  if (part >= 0.6) return post("eventvalidate", { id: event, apiKey: key, tickets: [{ code: "ADULT", quantity: 1 }] });
  return `GET ${part < 0.5 ? "/api/events?page=1" : `/api/products?query=none${++count}`} HTTP/1.1\r\nHost: load\r\n\r\n`;
}

function post(operation: string, body: object): string {
  const text = JSON.stringify(body);
  return `POST /api/es/${operation} HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
