import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "../../packages/service/test/support/servers/processes.ts";
import { getJson, sendGet } from "../load.ts";
import { type ResultRow, upperLimitRow } from "../results.ts";
import { memoryOfTree, startService } from "../service.ts";

const maxMegabytes = 350;
const maxAtPeak = 500;

/** Memory of a service and its embedded database with the demo: after its start, and after a full read of its lists. */
export async function measureMemory(env: Settings): Promise<ResultRow[]> {
  const service = await startService(env);
  try {
    const row = async (when: string) => {
      const resident = await settled(service.pid);
      return upperLimitRow(
        { name: `memory of service and embedded database with the demo, ${when}`, unit: "MB" },
        resident / 1e6,
        maxMegabytes,
      );
    };
    const rows = [await row("after its start")];
    for (const list of ["products", "events", "es/pages"]) {
      const { totalPages } = await getJson<{ totalPages: number }>(service.port, `/api/${list}`);
      for (let page = 1; page <= totalPages; page++)
        await sendGet(service.port, `/api/${list}?page=${page}`, {
          accept: "application/json",
          "accept-encoding": "gzip",
        });
    }
    rows.push(await row("after a full read"));
    const { peak } = await memoryOfTree(service.pid);
    const name = "memory of service and embedded database with the demo, at its peak";
    return [...rows, upperLimitRow({ name, unit: "MB" }, peak / 1e6, maxAtPeak)];
  } finally {
    await service.stop();
  }
}

/** Waits until the resident memory changes by less than a twentieth in a second. Returns it in bytes. */
async function settled(pid: number): Promise<number> {
  for (let before = 0; ; ) {
    const { resident } = await memoryOfTree(pid);
    if (Math.abs(resident - before) < resident / 20) return resident;
    before = resident;
    await pause(1000);
  }
}
