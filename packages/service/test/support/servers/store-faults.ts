import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { RecordingClient } from "../../../../../ordeal/history/client.ts";
import { Recorder } from "../../../../../ordeal/history/recorder.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { orderById } from "../../../src/store/sale/orders.ts";

/** Bookings and reads at several processes while their store fails, and the results. */
export interface SalesUnderFaults {
  /** Every booking, for the checker. */
  recorder: Recorder;
  /** Ids of the orders that were acknowledged. */
  orders: Set<string>;
  /** Answers by status; `cut` are connections that ended without an answer. */
  statuses: Map<string, number>;
  /** When each order was acknowledged, by performance.now(). */
  times: number[];
  /** The longest time without an acknowledged order since `since`. */
  longestGapMs(since: number): number;
  /** Answers that are neither 200 nor 503 with Retry-After, with their bodies. */
  wrong: string[];
  /** Clients stop after their current request. */
  stop(): Promise<void>;
}

interface SellingOptions {
  urls: string[];
  key: string;
  events: string[];
  /** Clients that order and that read, at each process. */
  buyers?: number;
  readers?: number;
  pauseMs?: number;
  recorder?: Recorder;
}

export function startSelling({
  urls,
  key,
  events,
  buyers = 4,
  readers = 2,
  pauseMs = 20,
  recorder = new Recorder(),
}: SellingOptions): SalesUnderFaults {
  let isStopped = false;
  const orders = new Set<string>();
  const statuses = new Map<string, number>();
  const times: number[] = [];
  const wrong: string[] = [];
  const note = (status: number | string) => statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);

  async function answerOf(ask: () => Promise<Response>): Promise<Response | undefined> {
    try {
      const answer = await ask();
      note(answer.status);
      const isRight = answer.status === 200 || (answer.status === 503 && answer.headers.has("retry-after"));
      if (!isRight) wrong.push(`${answer.status} ${answer.url} ${await answer.clone().text()}`);
      return answer;
    } catch {
      note("cut");
      return undefined;
    }
  }

  const buyer = async (url: string, n: number) => {
    const client = new RecordingClient({
      name: `buyer ${n}`,
      recorder,
      apiKey: key,
      url: () => url,
      timeoutMs: 60_000,
    });
    for (let round = n; !isStopped; round++) {
      const event = events[round % events.length]!;
      const booked = await client.book({ event, seats: 1, total: 5_000, reference: randomUUID() });
      note(booked.httpStatus ?? "cut");
      if (booked.order) {
        orders.add(booked.order.id);
        times.push(booked.endedAt);
      } else if (booked.outcome === "refused" || (booked.httpStatus !== null && !booked.retryAfter))
        wrong.push(`${booked.httpStatus} ${booked.codes}`);
      await pause(pauseMs);
    }
    client.close();
  };
  const reader = async (url: string) => {
    const paths = [
      "/api/products",
      "/api/events?page=1",
      "/api/currencies",
      "/api/productversion?updateversion=0&deleteversion=0",
    ];
    for (let round = 0; !isStopped; round++) {
      const answer = await answerOf(() => fetch(url + paths[round % paths.length]));
      await answer?.arrayBuffer();
      await pause(pauseMs);
    }
  };
  const clients = urls.flatMap((url, at) => [
    ...Array.from({ length: buyers }, (_, n) => buyer(url, at * buyers + n)),
    ...Array.from({ length: readers }, () => reader(url)),
  ]);
  return {
    recorder,
    orders,
    statuses,
    times,
    wrong,
    longestGapMs(since) {
      const seen = [since, ...times.filter((at) => at > since), performance.now()];
      return Math.max(...seen.slice(1).map((at, n) => at - seen[n]!));
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

/** The acknowledged orders that the store lacks. */
export async function lostOrders(db: Db, orders: Iterable<string>): Promise<string[]> {
  const lost: string[] = [];
  for (const id of orders) if (!(await orderById(db, id))) lost.push(id);
  return lost;
}
