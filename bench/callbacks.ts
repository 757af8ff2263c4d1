import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { type App, createApp } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import { withOrder } from "../packages/service/src/domain/orders/callbacks/callbacks.ts";
import { changeOrder } from "../packages/service/src/domain/orders/order-changes.ts";
import { request } from "../packages/service/src/outgoing/request.ts";
import { newSecret, sign } from "../packages/service/src/outgoing/signature.ts";
import type { Database } from "../packages/service/src/store/database/database.ts";
import { insertOrder } from "../packages/service/src/store/orders/orders.ts";
import { orderOf, type SoldEvent } from "./bookings.ts";
import { type Row, rowOf } from "./row.ts";

const rounds = 3;
const changes = 400;
/** Changes at the same time, and concurrent requests of the reference: the service's own limit for one partner. */
const atOnce = 16;
/** The delay is measured at a rate below the capacity, for this number of seconds. */
const perSecond = 50;
const seconds = 4;
/** A change and its request are separated by two writes and a read of the store. */
const delayGoals: Delays = { median: 0.02, "99th percentile": 0.02 };

/**
 * From a status change to its callback at an endpoint in another process: callbacks per second, and the time from the commit to
 * the first attempt. The reference sends the same requests, signed in the same way, without a store.
 */
export async function measureCallbacks(database: Database, store: string): Promise<Row[]> {
  const receiver = await startReceiver();
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), callbackAllowPrivate: true };
  const app = createApp({ config, database, logger: pino({ level: "silent" }) });
  await app.start();
  try {
    const rates = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.reference.push(await rate(receiver, await orders(app, receiver), bare(receiver)));
      rates.ours.push(await rate(receiver, await orders(app, receiver), confirm(app)));
      await settled(database);
    }
    const against = "bare signed POST";
    const rows = [rowOf({ name: `callbacks (${store})`, unit: "delivered/s", against, goal: 0.03 }, rates)];
    const few = () => orders(app, receiver, perSecond * seconds);
    const reference = await delays(receiver, await few(), bare(receiver), "beginning");
    const ours = await delays(receiver, await few(), confirm(app), "end");
    for (const [at, goal] of Object.entries(delayGoals) as [keyof Delays, number][]) {
      const name = `callback's delay, ${at} (${store})`;
      rows.push({
        name,
        unit: "ms",
        against: "ms of a bare POST",
        goal,
        ours: ours[at],
        reference: reference[at],
        ratio: reference[at] / ours[at],
      });
    }
    return rows;
  } finally {
    await app.stop();
    await receiver.stop();
  }
}

interface Receiver {
  url: string;
  /** Waits for this number of requests. Returns the time of each by its order. */
  take(count: number): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(fileURLToPath(new URL("./receiver.ts", import.meta.url)));
  const [port] = (await once(child, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}/callback`,
    async take(count) {
      child.send(count);
      const [arrivals] = (await once(child, "message")) as [[string, number][]];
      return new Map(arrivals);
    },
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Orders that wait for their supplier and are not dispatched during the measurement. */
async function orders(app: App, { url }: Receiver, count = changes): Promise<string[]> {
  const { db } = app.service;
  const { rows } = await sql<SoldEvent & { partner: string }>`
    select e.id, e.event_on as "eventOn", p.id as partner from event e, partner p
    where e.availability = 'available' and not e.hidden and e.sales_end_at > now() + interval '1 day'
    order by e.event_on, e.id limit 1`.execute(db);
  const [{ partner, ...event }] = rows as [SoldEvent & { partner: string }];
  await sql`update event set capacity = null, capacity_left = null where id = ${event.id}`.execute(db);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const order = { ...orderOf(event, partner), id: randomUUID(), callbackUrl: url, supplierDueIn: 3600 };
    if (!(await insertOrder(db, order, "spare"))) throw new Error("an order was not placed");
    ids.push(order.id);
  }
  return ids;
}

type Send = (orderId: string) => Promise<unknown>;

const confirm =
  (app: App): Send =>
  (id) =>
    changeOrder(app.service.orderContext, id, { trigger: "confirmed", actor: "operator" });

function bare({ url }: Receiver): Send {
  const secret = newSecret();
  return (id) => {
    const body = JSON.stringify({
      type: "order.status",
      timestamp: new Date(),
      data: { orderId: id, status: "complete" },
    });
    const headers = { "content-type": "application/json", ...sign({ id, timestamp: new Date(), body }, [secret]) };
    return request({
      url: withOrder(url, id, "complete"),
      body,
      headers,
      timeoutMs: 10_000,
      maxAnswerBytes: 2048,
      allowPrivate: true,
      mayArriveTwice: true,
    });
  };
}

/** Requests per second. */
async function rate(receiver: Receiver, ids: string[], send: Send): Promise<number> {
  const start = instant();
  const waiting = [...ids];
  const client = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) await send(id);
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  const arrivals = await receiver.take(ids.length);
  return ids.length / ((Math.max(...arrivals.values()) - start) / 1000);
}

interface Delays {
  median: number;
  "99th percentile": number;
}

/** Milliseconds from the beginning or the end of `send` until the request arrives. */
async function delays(receiver: Receiver, ids: string[], send: Send, from: "beginning" | "end"): Promise<Delays> {
  const startedAt = new Map<string, number>();
  const sendOne = async (id: string) => {
    if (from === "beginning") startedAt.set(id, instant());
    await send(id);
    if (from === "end") startedAt.set(id, instant());
  };
  const sending: Promise<void>[] = [];
  for (const id of ids) {
    sending.push(sendOne(id));
    await pause(1000 / perSecond);
  }
  await Promise.all(sending);
  const arrivals = await receiver.take(ids.length);
  const ms = ids.map((id) => arrivals.get(id)! - startedAt.get(id)!).sort((a, b) => a - b);
  return { median: ms[Math.floor(ms.length / 2)]!, "99th percentile": ms[Math.floor(ms.length * 0.99)]! };
}

/** Milliseconds of a clock that the receiver shares. */
const instant = (): number => performance.timeOrigin + performance.now();

async function settled({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from callback where state = 'waiting'`.execute(db);
    if (rows[0]!.n === 0) return;
    await pause(20);
  }
}
