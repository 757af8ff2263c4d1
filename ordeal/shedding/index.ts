import { setTimeout as pause } from "node:timers/promises";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { Connection } from "./connection.ts";
import { watchHealth } from "./health.ts";
import { type LoadOptions, type LoadResult, quantile, runLoad } from "./load.ts";
import { openShop, rushSeats, type Shop } from "./shop.ts";

/** The usual time limit of a probe: whatever else arrives, liveness answers sooner. */
const probeMs = 1_000;
/** An answer within this is prompt again after an overload. */
const promptMs = 250;
const recoveryMs = 2_000;

interface SheddingOptions extends PartOptions {
  /** How much of each crowd comes: 1 is 2,000 connections and 5,000 buyers. */
  scale?: number;
}

export async function run({ seed, minutes, scale = 1 }: SheddingOptions): Promise<PartReport> {
  const shop = await openShop();
  const figures: Record<string, number | string> = {};
  const findings: Finding[] = [];
  const seconds = Math.max(2, Math.min(30, (minutes * 60 - 20) / 4));
  const { key, events, service, probePort } = shop;
  const many = (n: number) => Math.ceil(n * scale);
  const fail = (title: string, detail: string) => findings.push({ title, detail, replay: `seed ${seed}` });
  const load = (options: Pick<LoadOptions, "pace" | "connections"> & Partial<LoadOptions>) =>
    runLoad({ port: service.port, seed, seconds, key, events, ...options });

  /** Runs a load while /healthz is called. */
  const watched = async (name: string, options: Parameters<typeof load>[0]): Promise<LoadResult> => {
    const watch = watchHealth(probePort);
    const result = await load(options);
    const longest = Math.max(...(await watch.stop()));
    figures[`${name}: longest /healthz at PROBE_PORT, ms`] = Math.round(longest);
    if (longest > probeMs) fail(`${name}: /healthz takes more than ${probeMs} ms`, `${longest} ms`);
    const { statuses, bare } = result;
    const wrong = Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== "503");
    if (wrong.length > 0 || bare > 0) fail(`${name}: failures`, JSON.stringify({ statuses, bare }));
    return result;
  };

  try {
    await load({ pace: "repeat", connections: 16, seconds: Math.min(5, seconds) });
    const full = await load({ pace: "repeat", connections: 48 });
    const capacity = full.times.length / full.seconds;
    figures["capacity, mixed requests/s with 48 connections"] = Math.round(capacity);

    const over = await watched("overload", { pace: capacity * 3, connections: many(2000) });
    const refused = over.statuses[503] ?? 0;
    figures["overload: accepted/s"] = Math.round(over.times.length / over.seconds);
    figures["overload: refused with 503, no connection free"] = `${refused}, ${over.unsent}`;
    figures["overload: 99th percentile of accepted, ms"] = Math.round(quantile(over.times, 0.99));
    if (refused === 0 && over.unsent === 0) fail("overload: the part cannot say", "nothing was refused");
    const recovered = await recovery(shop);
    figures["after the overload: ms until answers are prompt"] = recovered;
    if (recovered > recoveryMs) fail("the service does not recover", `${recovered} ms after the load`);

    const buyers = many(5000);
    const rush = await watched("rush", { pace: "rush", connections: buyers, events: [shop.rush], seconds: 120 });
    const { orders, soldOut, statuses } = rush;
    const left = await shop.left();
    figures["rush: orders, refused for lack of seats, seats left"] = `${orders}, ${soldOut}, ${left}`;
    figures["rush: answers"] = JSON.stringify(statuses);
    figures["rush: seconds until every buyer has an answer"] = Math.round(rush.seconds);
    const sold = Math.min(rushSeats, buyers);
    const answers = JSON.stringify({ orders, soldOut, left, ...statuses });
    if (left !== rushSeats - sold || orders !== sold) fail("rush: the seats are not sold exactly", answers);
    if (orders + soldOut !== buyers) fail("rush: buyers are left without an answer", answers);
  } finally {
    await shop.stop();
  }
  return { name: "shedding", seed, figures, findings, passed: findings.length === 0 };
}

/** Milliseconds until five validations in a row are accepted promptly. */
async function recovery({ service, key, events }: Shop): Promise<number> {
  const begun = performance.now();
  const body = JSON.stringify({ id: events[0], apiKey: key, tickets: [{ code: "ADULT", quantity: 1 }] });
  const request = `POST /api/es/eventvalidate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const connection = new Connection(service.port);
  let since = performance.now();
  for (let prompt = 0; prompt < 5; ) {
    const sent = performance.now();
    const reply = await connection.ask(request);
    if (reply?.status === 200 && performance.now() - sent < promptMs) prompt++;
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
