import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "../../packages/service/test/support/servers/processes.ts";
import { memoryOf, startServing } from "../process/service.ts";
import { atMost, type Row } from "../results/row.ts";
import { ask, askJson } from "../traffic/ask.ts";

const mostMegabytes = 450;

/**
 * Resident memory of a service with the embedded store and the demo: after its start, and after a full read of its lists. V8 optimizes
 * the largest function of PGlite about when the service is ready. That takes 500 MB for half a second, which only the peak shows.
 */
export async function measureMemory(env: Settings): Promise<Row[]> {
  const service = await startServing(env);
  try {
    const row = async (when: string) => {
      const resident = await settled(service.pid);
      return atMost(
        { name: `memory of the embedded store with the demo, ${when}`, unit: "MB" },
        resident / 1e6,
        mostMegabytes,
      );
    };
    const rows = [await row("after its start")];
    for (const list of ["products", "events", "es/pages"]) {
      const { totalPages } = await askJson<{ totalPages: number }>(service.port, `/api/${list}`);
      for (let page = 1; page <= totalPages; page++)
        await ask(service.port, `/api/${list}?page=${page}`, { accept: "application/json", "accept-encoding": "gzip" });
    }
    rows.push(await row("after a full read"));
    const { peak } = (await memoryOf(service.pid))!;
    return [
      ...rows,
      {
        ...atMost(
          { name: "memory of the embedded store with the demo, at its peak", unit: "MB" },
          peak / 1e6,
          mostMegabytes,
        ),
        goal: null,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** The resident bytes, once they change by less than a twentieth in a second. */
async function settled(pid: number): Promise<number> {
  for (let before = 0; ; ) {
    const { resident } = (await memoryOf(pid))!;
    if (Math.abs(resident - before) < resident / 20) return resident;
    before = resident;
    await pause(1000);
  }
}
