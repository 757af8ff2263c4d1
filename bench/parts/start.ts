import { getJson, measureLoad } from "../load.ts";
import { median, type ResultRow, upperLimitRow } from "../results.ts";
import { memoryOfProcess, type RunningService, startService } from "../service.ts";
import type { StoreSetting } from "../stores.ts";

const maxMs = 2000;
const maxMegabytes = 400;
const starts = 3;
const distinctPages = 500;
const connections = 64;

/**
 * Time until `paseo serve` is ready with a large catalogue, and its memory after many pages and `seconds` of load. On
 * PostgreSQL.
 */
export async function measureServiceStart(env: StoreSetting, events: number, seconds: number): Promise<ResultRow[]> {
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
  const headers = { accept: "application/json" };
  let n = 0;
  const request = () => ({ path: `/api/${n++ % 2 === 0 ? "events" : "products"}`, headers });
  await measureLoad({ port, connections, seconds, request });
}
