import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { Connection } from "./connection.ts";
import { type Crowd, pipeliners, slowReaders, slowSenders } from "./crowds.ts";
import { watchHealth } from "./health.ts";
import { type LoadOptions, type LoadResult, quantile, runLoad } from "./load.ts";
import { openShop, rushSeats, type Shop } from "./shop.ts";

/** Liveness answers within this, whatever else arrives. */
const healthMs = 100;
/** The 99th percentile in overload may be so many times that at half load. */
const mostTimes = 3;
const recoveryMs = 1000;
const mostMemoryMb = 1200;

export interface SheddingOptions extends PartOptions {
  /** How much of each crowd comes: 1 is 2,000 connections and 5,000 buyers. */
  scale?: number;
}

export async function run({ seed, minutes, scale = 1 }: SheddingOptions): Promise<PartReport> {
  const shop = await openShop();
  const figures: Record<string, number | string> = {};
  const findings: Finding[] = [];
  const seconds = Math.max(2, Math.min(30, (minutes * 60 - 20) / 12));
  const { key, events, service, probePort } = shop;
  const load = (options: Pick<LoadOptions, "kind" | "connections"> & Partial<LoadOptions>) =>
    runLoad({ port: service.port, pid: service.pid, seed, seconds, key, events, ...options });
  const many = (n: number) => Math.ceil(n * scale);
  const fail = (title: string, detail: string) => findings.push({ title, detail, replay: `seed ${seed}` });

  /** Runs work while /healthz of the service and a plain server beside it are called. */
  const watched = async <T>(name: string, work: () => Promise<T>): Promise<{ result: T; machineMs: number }> => {
    const { child, port } = shop.control;
    const { pid } = service;
    const watches = [watchHealth(probePort, pid), watchHealth(port, child.pid!)];
    const result = await work();
    const [health, control] = await Promise.all(watches.map(({ stop }) => stop()));
    const { longest: ms, longestOwn: ownMs } = health!;
    // A plain server beside it waits for the machine only.
    const machineMs = control!.longestOwn;
    figures[
      `${name}: longest /healthz at PROBE_PORT, ms; without waiting for the processor; the same of a plain server beside it`
    ] = [ms, ownMs, control!.longest, machineMs].map(Math.round).join("; ");
    if (ownMs > healthMs + machineMs)
      fail(
        `${name}: /healthz takes more than ${healthMs} ms`,
        `${ownMs} ms of ${ms} ms, a plain server ${machineMs} ms`,
      );
    const memory = await memoryMb(service.pid);
    if (memory > mostMemoryMb) fail(`${name}: the service takes more than ${mostMemoryMb} MB`, `${memory} MB`);
    return { result, machineMs: control!.longest };
  };
  const checked = (name: string, { statuses, bare }: LoadResult) => {
    const wrong = Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== "503");
    if (wrong.length > 0 || bare > 0) fail(`${name}: failures`, JSON.stringify({ statuses, bare }));
  };

  /** A load of which the service refuses more than one in a hundred is not half of what it can do: the machine has less time now. */
  const halfLoad = async (rate: number, again = 3): Promise<{ half: { result: LoadResult }; rate: number }> => {
    const half = await watched("half load", () => load({ kind: "mixed", connections: many(2000), rate }));
    const isTooMuch = refused(half.result) > half.result.times.length / 100;
    return isTooMuch && again > 0 ? halfLoad(rate / 2, again - 1) : { half, rate };
  };

  try {
    await load({ kind: "mixed", connections: 16, seconds: Math.min(5, seconds) });
    const full = await load({ kind: "mixed", connections: 48 });
    const capacity = accepted(full) / full.seconds;
    figures["capacity, mixed requests/s with 48 connections"] = Math.round(capacity);

    const { half, rate } = await halfLoad(capacity / 2);
    figures["half load: offered/s"] = Math.round(rate);
    figures["half load: 99th percentile, ms; without waiting for the processor"] = percentiles(half.result);
    figures["half load: 99th percentile of each kind, ms"] = kinds(half.result);
    figures["half load: refused"] = refused(half.result);
    figures["half load: 99th percentile of the generator's own turns, ms"] = round(half.result.ownMs);
    checked("half load", half.result);

    const over = await watched("overload", () => load({ kind: "mixed", connections: many(2000), rate: rate * 6 }));
    const recovered = await recovery(shop);
    figures["overload: offered/s and accepted/s"] = `${Math.round(offered(over.result))}, ${Math.round(
      accepted(over.result) / over.result.seconds,
    )}`;
    figures["overload: 99th percentile of accepted, ms; without waiting for the processor"] = percentiles(over.result);
    figures["overload: 99th percentile of the generator's own turns, ms"] = round(over.result.ownMs);
    figures["overload: 99th percentile of each kind, ms"] = kinds(over.result);
    figures["overload: refused with 503"] = refused(over.result);
    figures["overload: no connection free"] = over.result.unsent;
    figures["after the overload: ms until answers are prompt"] = recovered;
    checked("overload", over.result);
    const [before, after] = [half, over].map(({ result }) => quantile(result.ownTimes, 0.99)) as [number, number];
    if (after > mostTimes * before + over.machineMs)
      fail("overload: accepted requests wait", `99th percentile ${after} ms of their own, at half load ${before} ms`);
    if (refused(over.result) === 0 && over.result.unsent === 0)
      fail("overload: the part cannot say", "nothing was refused, so it was no overload");
    if (recovered > recoveryMs) fail("the service does not recover", `${recovered} ms after the load`);

    const crowds: [string, (port: number, length: number) => Crowd, number][] = [
      ["slow senders", slowSenders, many(500)],
      ["slow readers", slowReaders, many(500)],
      ["pipelines", pipeliners, many(500)],
    ];
    for (const [name, open, length] of crowds) {
      const beside = await watched(`${length} ${name}`, async () => {
        const { close } = open(service.port, length);
        await pause(300);
        const result = await load({ kind: "validate", connections: 4 });
        close();
        return result;
      });
      const title = `${length} ${name}: beside them validations/s, 99th percentile ms`;
      figures[title] =
        `${Math.round(accepted(beside.result) / beside.result.seconds)}, ${round(quantile(beside.result.times, 0.99))}`;
      checked(name, beside.result);
      if (accepted(beside.result) === 0) fail(`${name}: nobody else is served`, JSON.stringify(beside.result.statuses));
      await pause(500);
    }

    const crowded = many(2000);
    const busy = await watched(`${crowded} connections`, () => load({ kind: "validate", connections: crowded }));
    figures[`${crowded} connections: accepted/s, refused`] =
      `${Math.round(accepted(busy.result) / busy.result.seconds)}, ${refused(busy.result)}`;
    checked(`${crowded} connections`, busy.result);

    const buyers = many(5000);
    const rush = await watched(`rush of ${buyers}`, () =>
      load({ kind: "rush", connections: buyers, events: [shop.rush], seconds: 120 }),
    );
    const { orders, soldOut } = rush.result;
    const left = await shop.left();
    figures["rush: orders, refused for lack of seats, seats left"] = `${orders}, ${soldOut}, ${left}`;
    figures["rush: answers"] = JSON.stringify(rush.result.statuses);
    figures["rush: seconds until every buyer has an answer"] = round(rush.result.seconds);
    checked("rush", rush.result);
    const sold = Math.min(rushSeats, buyers);
    const answers = JSON.stringify({ orders, soldOut, left, ...rush.result.statuses });
    if (left !== rushSeats - sold || orders !== sold) fail("rush: the seats are not sold exactly", answers);
    if (orders + soldOut !== buyers) fail("rush: buyers are left without an answer", answers);
    figures["memory at the end, MB"] = await memoryMb(service.pid);
  } finally {
    await shop.stop();
  }
  return { name: "shedding", seed, figures, findings, passed: findings.length === 0 };
}

const accepted = ({ times }: LoadResult): number => times.length;
const percentiles = ({ times, ownTimes }: LoadResult): string =>
  [times, ownTimes].map((list) => round(quantile(list, 0.99))).join("; ");
const kinds = ({ timesOf }: LoadResult): string =>
  Object.entries(timesOf)
    .map(([kind, times]) => `${kind} ${round(quantile(times, 0.99))}`)
    .toSorted()
    .join(", ");
const refused = ({ statuses }: LoadResult): number => statuses[503] ?? 0;
const offered = ({ statuses, unsent, seconds }: LoadResult): number =>
  (Object.values(statuses).reduce((sum, n) => sum + n, 0) + unsent) / seconds;
const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Milliseconds until five validations in a row are accepted within 100 ms each. */
async function recovery({ service, key, events }: Shop): Promise<number> {
  const begun = performance.now();
  const body = JSON.stringify({ id: events[0], apiKey: key, tickets: [{ code: "ADULT", quantity: 1 }] });
  const request = `POST /api/es/eventvalidate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const connection = new Connection(service.port);
  let since = performance.now();
  for (let prompt = 0; prompt < 5; ) {
    const sent = performance.now();
    const reply = await connection.ask(request);
    if (reply?.status === 200 && performance.now() - sent < healthMs) prompt++;
    else {
      prompt = 0;
      since = performance.now();
      if (since - begun > 30_000) break;
      await pause(20);
    }
  }
  connection.socket.destroy();
  return Math.round(since - begun);
}

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
