import { memoryOfProcess, type RunningService, startService } from "../process/service.ts";
import { median, type ResultRow, upperLimitRow } from "../results/row.ts";
import type { Stores } from "../stores/stores.ts";
import { getJson } from "../traffic/ask.ts";
import { measureLoad } from "../traffic/load.ts";

const maxMs = 2000;
const maxMegabytes = 400;
const starts = 3;
const distinctPages = 500;
const connections = 64;

/**
 * Time until `paseo serve` is ready with a large catalogue, and its memory after many pages and `seconds` of load. On
 * PostgreSQL.
 */
export async function measureServiceStart(stores: Stores, events: number, seconds: number): Promise<ResultRow[]> {
  const env = await stores.large();
  const times: number[] = [];
  for (let n = 0; n < starts; n++) {
    const service = await startService(env);
    times.push(service.readyMs);
    await service.stop();
  }
  const service = await startService(env);
  try {
    await readPages(service);
    await loadHot(service, seconds);
    const { resident, peak } = (await memoryOfProcess(service.pid))!;
    const of = `${events.toLocaleString("en")} events`;
    const after = `after ${distinctPages} pages and ${seconds} s of load`;
    return [
      upperLimitRow({ name: `start until ready, ${of}`, unit: "ms" }, median(times), maxMs),
      upperLimitRow({ name: `memory ${after}, ${of}`, unit: "MB" }, resident / 1_000_000, maxMegabytes),
      {
        ...upperLimitRow({ name: `memory at its peak, ${of}`, unit: "MB" }, peak / 1_000_000, maxMegabytes),
        goal: null,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Reads pages of products and events. Four of five are pages of events, which are larger. */
async function readPages({ port }: RunningService): Promise<void> {
  for (let n = 1; n <= distinctPages; n++) {
    const list = n % 5 === 0 ? "products" : "events";
    await getJson(port, `/api/${list}?page=${Math.ceil((n * (list === "products" ? 1 : 4)) / 5)}`);
  }
}

async function loadHot({ port }: RunningService, seconds: number): Promise<void> {
  const request = (n: number) =>
    `GET /api/${n % 2 === 0 ? "events" : "products"} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n`;
  await measureLoad({ port, connections, seconds, request }, "HTTP/1.1 200");
}
