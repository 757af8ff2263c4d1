import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { demoKey } from "../packages/service/src/domain/partners/keys.ts";
import type { Settings } from "../packages/service/test/support/servers/processes.ts";
import { startServing } from "./process/service.ts";
import { openStores } from "./stores/stores.ts";
import { type Buyable, findBuyable, post } from "./traffic/buyable.ts";

/**
 * What OpenTelemetry costs: `node bench/telemetry.ts`. It prints the CPU time of the service's process for a cached list page and for a
 * booking, and the time and memory of a start. CPU time is the measure because other programs of a busy machine hardly change it.
 */

const rounds = 3;
const pages = 2_000;
const bookings = 200;
const atOnce = 8;

const collector = createServer((request, response) => request.resume().on("end", () => response.end()));
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const modes: Record<string, object> = {
  off: {},
  on: { OTEL_EXPORTER_OTLP_ENDPOINT },
  "on, 1 in 10 traces": {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  },
};

const stores = await openStores(0);
try {
  const env = { ...(await stores.server()), LOG_LEVEL: "info" };
  const empty = () => ({
    page: [] as number[],
    booking: [] as number[],
    ready: [] as number[],
    memory: [] as number[],
  });
  const found = Object.fromEntries(Object.keys(modes).map((mode) => [mode, empty()]));
  for (let round = 0; round < rounds; round++)
    for (const [mode, variables] of Object.entries(modes)) {
      const all = found[mode]!;
      const serving = await startServing({ ...env, ...variables } as Settings);
      const url = `http://127.0.0.1:${serving.port}`;
      all.ready.push(serving.readyMs);
      all.memory.push((await metric(url, "process_resident_memory_bytes")) / 2 ** 20);
      all.page.push(await cpuOf(url, pages, () => read(`${url}/api/events?page=1`)));
      const [event] = await findBuyable(serving.port, 1);
      all.booking.push(await cpuOf(url, bookings, () => book(url, event!)));
      await serving.stop();
    }
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
  for (const [mode, { page, booking, ready, memory }] of Object.entries(found))
    console.log(
      `${mode}: cached page ${median(page).toFixed(0)} µs, booking ${(median(booking) / 1000).toFixed(2)} ms of CPU time; ready after ${median(ready).toFixed(0)} ms with ${median(memory).toFixed(0)} MB`,
    );
} finally {
  await stores.close();
  collector.close();
  collector.closeAllConnections();
}

/** Microseconds of the service's CPU time for each run of `ask`, after a warm-up. */
async function cpuOf(url: string, count: number, ask: () => Promise<void>): Promise<number> {
  await load(count / 4, ask);
  const before = await metric(url, "process_cpu_seconds_total");
  await load(count, ask);
  return (((await metric(url, "process_cpu_seconds_total")) - before) * 1e6) / count;
}

async function load(count: number, ask: () => Promise<void>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await ask();
    }),
  );
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)![1]);
}

async function read(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${answer.status}`);
}

async function book(url: string, { id, totalUsd }: Buyable): Promise<void> {
  const { port } = new URL(url);
  const body = {
    id,
    apiKey: demoKey,
    tickets: [{ code: "ADULT", quantity: 2 }],
    email: "customer@example.com",
    remoteHost: "192.0.2.1",
    phoneNumber: "+34 600 000 000",
    testMode: true,
    totalUsd: { currencyCode: "USD", value: totalUsd },
  };
  const { answer } = await post<{ isValid: boolean }>(Number(port), "/api/es/eventbook", JSON.stringify(body));
  if (!answer.isValid) throw new Error("a booking was refused");
}
