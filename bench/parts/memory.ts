import type { Settings } from "../../packages/service/test/support/servers/processes.ts";
import { memoryOf, startServing } from "../process/service.ts";
import { atMost, type Row } from "../results/row.ts";
import { ask, askJson } from "../traffic/ask.ts";

const mostMegabytes = 450;

/** Resident memory of a service with the embedded store and the demo: after its start, and after a full read of its lists. */
export async function measureMemory(env: Settings): Promise<Row[]> {
  const service = await startServing(env);
  try {
    const row = async (when: string) => {
      const { resident } = (await memoryOf(service.pid))!;
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
    return [...rows, await row("after a full read")];
  } finally {
    await service.stop();
  }
}
