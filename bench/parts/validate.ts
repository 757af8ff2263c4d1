import { startService } from "../process/service.ts";
import { startReference } from "../references/reference.ts";
import { type ResultRow, ratioRow } from "../results/row.ts";
import type { StoreSetting } from "../stores/stores.ts";
import { findBuyableSelections, postText } from "../traffic/buyable.ts";
import { measureInTurn, measureLoad, type RoundPlan } from "../traffic/load.ts";

const connections = 32;
const path = "/api/es/eventvalidate";

/**
 * eventvalidate over HTTP, compared with a process that finds key and event by their indexes and answers as many bytes.
 */
export async function measureValidate(env: StoreSetting, pace: RoundPlan): Promise<ResultRow[]> {
  const service = await startService(env);
  try {
    const buyable = await findBuyableSelections(service.port, 300);
    const bytes = Math.round(buyable.reduce((sum, one) => sum + one.bytes, 0) / buyable.length);
    const minimal = await startReference("minimal.ts", { url: env.DATABASE_URL, validateBytes: bytes });
    try {
      const texts = buyable.map(({ body }) => postText(path, body));
      const request = (n: number) => texts[n % texts.length]!;
      const at = (port: number) => (seconds: number) =>
        measureLoad({ port, connections, seconds, request }, "HTTP/1.1 200");
      const rates = await measureInTurn(pace, at(minimal.port), at(service.port));
      const what = { name: `validate`, unit: "answers/s", against: "two point selects", goal: 0.6 };
      return [ratioRow(what, rates)];
    } finally {
      await minimal.stop();
    }
  } finally {
    await service.stop();
  }
}
