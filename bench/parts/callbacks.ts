import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { type AppOptions, createApp, type ServiceApp } from "../../packages/service/src/app.ts";
import { readConfig } from "../../packages/service/src/config.ts";
import { addOrderToUrl } from "../../packages/service/src/domain/callbacks/callbacks.ts";
import { changeOrder } from "../../packages/service/src/domain/orders/transitions.ts";
import { sendRequest } from "../../packages/service/src/outgoing/request.ts";
import { newSecret, signatureHeaders } from "../../packages/service/src/outgoing/signature.ts";
import { writeOrder } from "../../packages/service/src/store/booking/sales.ts";
import { type Database, openServer } from "../../packages/service/src/store/database/database.ts";
import { neverGivenUp } from "../../packages/service/src/store/database/given-up.ts";
import { prepareAs } from "../../packages/service/src/store/database/statement-names.ts";
import { anOrder } from "../../packages/service/test/support/samples/new-order.ts";
import { costRow, findPostmaster, processorMs } from "../process/processor-time.ts";
import { type ResultRow, ratioRow } from "../results/row.ts";
import type { StoreSetting } from "../stores/stores.ts";

const rounds = 3;
const changes = 1000;
/** Concurrent requests of the reference: the service's own limit for one partner. */
const atOnce = 16;
/** The delay is measured at a rate below the capacity, for this number of seconds. */
const perSecond = 50;
const seconds = 4;
/** A change and its request are separated by two writes and a read of the store. */
const delayGoals: Delays = { median: 0.02, "99th percentile": 0.02 };

/**
 * Callbacks at an endpoint in another process: delivered per second, of one partner and of a hundred, and the time from the commit to
 * the first attempt. The reference sends the same requests, signed in the same way. For each it inserts a row and updates it
 * afterwards; for the delays it has no store.
 */
export async function measureCallbacks(env: StoreSetting): Promise<ResultRow[]> {
  const receiver = await startReceiver();
  const database = openServer(env.DATABASE_URL);
  const postmaster = await findPostmaster(env.DATABASE_URL);
  const cost = () => processorMs([process.pid], postmaster);
  const rows: ResultRow[] = [];
  for (const partners of [1, 100]) {
    const rates = { ours: [] as number[], reference: [] as number[] };
    const costs = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const [side, measure] of [
        ["reference", storedRate],
        ["ours", deliveredRate],
      ] as const) {
        const measured = await measure(database, receiver, partners, cost);
        rates[side].push(measured.rate);
        costs[side].push(measured.cost);
      }
    }
    const name = `callbacks of ${partners === 1 ? "a partner" : `${partners} partners`}`;
    rows.push(ratioRow({ name, unit: "delivered/s", against: "signed POST, insert, update", goal: 0.5 }, rates));
    rows.push(costRow(`${name}, processor time`, costs));
  }
  const app = appOf(database);
  await app.start();
  try {
    const few = () => orders(app, receiver, perSecond * seconds);
    const reference = await delays(receiver, await few(), bare(receiver), "beginning");
    const ours = await delays(receiver, await few(), confirm(app), "end");
    for (const [at, goal] of Object.entries(delayGoals) as [keyof Delays, number][]) {
      const name = `callback's delay, ${at}`;
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
    await database.close();
  }
}

function appOf(database: Database, tuning?: AppOptions["tuning"]): ServiceApp {
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), callbackAllowPrivate: true };
  // The store stays open after the app: several apps use it one after another.
  const logger = pino({ level: "silent" });
  return createApp({ config, database: { ...database, close: async () => {} }, logger, tuning });
}

/** Callbacks that become due at the same time, per second until the last callback is settled. */
async function deliveredRate(database: Database, receiver: Receiver, partners: number, cost: Cost): Promise<Measured> {
  const app = appOf(database, { dueWorkEveryMs: 20 });
  await forAll(await orders(app, receiver, changes, partners), confirm(app));
  await sql`update callback set next_at = now() + interval '1 hour' where state = 'waiting'`.execute(database.db);
  await app.start();
  const [start, before] = [instant(), cost()];
  await sql`update callback set next_at = now() where state = 'waiting'`.execute(database.db);
  await receiver.take(changes);
  await settled(database);
  const seconds = (instant() - start) / 1000;
  const microseconds = (1000 * (cost() - before)) / changes;
  await app.stop();
  return { rate: changes / seconds, cost: microseconds };
}

/** Callbacks a second, and the microseconds of processor time of each. */
interface Measured {
  rate: number;
  cost: number;
}
/** Milliseconds of processor time so far, of this process and PostgreSQL. */
type Cost = () => number;

async function storedRate({ db }: Database, receiver: Receiver, partners: number, cost: Cost): Promise<Measured> {
  await sql`create table if not exists bare_callback (id uuid primary key, body text not null, at timestamptz, answer int)`.execute(
    db,
  );
  const send = bare(receiver);
  const stored: Send = async (id) => {
    await sql`${prepareAs("bare-insert")} insert into bare_callback (id, body) values (${id}, ${"x".repeat(300)})`.execute(
      db,
    );
    await send(id);
    await sql`${prepareAs("bare-update")} update bare_callback set at = now(), answer = 204 where id = ${id}`.execute(
      db,
    );
  };
  const ids = Array.from({ length: changes }, () => randomUUID());
  const before = cost();
  const made = await rate(receiver, ids, stored, Math.min(atOnce * partners, 64));
  return { rate: made, cost: (1000 * (cost() - before)) / changes };
}

interface Receiver {
  url: string;
  /** Waits until this number of requests has arrived. Returns the arrival time of each order's request, by the order's id. */
  take(count: number): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(fileURLToPath(new URL("../traffic/receiver.ts", import.meta.url)));
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

interface SoldEvent {
  id: string;
  productId: string;
  /** Local date and time, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
}

/** Creates orders that wait for their supplier and are not dispatched during the measurement. Returns their ids. */
async function orders(app: ServiceApp, { url }: Receiver, count = changes, partners = 1): Promise<string[]> {
  const { db } = app.service;
  const { rows } = await sql<SoldEvent>`
    select e.id, e.product_id as "productId", e.event_on as "eventOn" from event e
    where e.availability = 'available' and not e.hidden and e.sales_end_at > now() + interval '1 day'
    order by e.event_on, e.id limit 1`.execute(db);
  const [event] = rows as [SoldEvent];
  const owners = await partnersOf(app, partners);
  await sql`update event set capacity = null, capacity_left = null where id = ${event.id}`.execute(db);
  const ids = Array.from({ length: count }, () => randomUUID());
  const ownerOf = new Map<string, string>(ids.map((id, n) => [id, owners[n % partners]!]));
  const { id: eventId, productId, eventOn } = event;
  const sold = {
    ...anOrder,
    eventId,
    productId,
    eventOn,
    callbackUrl: url,
    supplierDueIn: 3600,
    createdAt: new Date(),
  };
  await forAll(ids, async (id) => {
    const order = { ...sold, id, partnerId: ownerOf.get(id)! };
    const sale = { order, completing: async () => {} };
    const { row } = await writeOrder(db, sale, { hasGivenUp: neverGivenUp });
    if (!row) throw new Error("an order was not placed");
  });
  return ids;
}

/** Creates this number of partners, each with a secret. Returns their ids. */
async function partnersOf({ service: { db } }: ServiceApp, count: number): Promise<string[]> {
  await sql`
    insert into partner (id, external_id, name) select gen_random_uuid(), 'bench-' || n, 'Bench ' || n from generate_series(1, ${count}) n
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{
    id: string;
  }>`select id from partner where external_id like 'bench-%' limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

type Send = (orderId: string) => Promise<unknown>;

const confirm =
  (app: ServiceApp): Send =>
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
    const headers = {
      "content-type": "application/json",
      ...signatureHeaders({ id, timestamp: new Date(), body }, [secret]),
    };
    return sendRequest({
      url: addOrderToUrl(url, id, "complete"),
      body,
      headers,
      timeoutMs: 10_000,
      maxAnswerBytes: 2048,
      allowPrivate: true,
      mayArriveTwice: true,
    });
  };
}

async function forAll(ids: string[], work: Send, concurrent = 32): Promise<void> {
  const waiting = [...ids];
  const client = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) await work(id);
  };
  await Promise.all(Array.from({ length: concurrent }, client));
}

/** Sends a callback for each id. Returns the requests that arrive per second. */
async function rate(receiver: Receiver, ids: string[], send: Send, concurrent: number): Promise<number> {
  const start = instant();
  await forAll(ids, send, concurrent);
  await receiver.take(ids.length);
  return ids.length / ((instant() - start) / 1000);
}

interface Delays {
  median: number;
  "99th percentile": number;
}

/** Measures the milliseconds from the beginning or the end of `send` until the request arrives. */
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

/** Returns the milliseconds of a clock that the receiver shares. */
const instant = (): number => performance.timeOrigin + performance.now();

async function settled({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from callback where state = 'waiting'`.execute(db);
    if (rows[0]!.n === 0) return;
    await pause(20);
  }
}
