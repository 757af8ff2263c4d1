import { startServing } from "../process/service.ts";
import { startReference } from "../references/reference.ts";
import { type Row, rowOf } from "../results/row.ts";
import type { Served } from "../stores/stores.ts";
import { findBuyable, postText } from "../traffic/buyable.ts";
import { inTurn, load, type Pace } from "../traffic/load.ts";

const connections = 32;
const path = "/api/es/eventvalidate";

/**
 * eventvalidate over HTTP, compared with a process that finds key and event by their indexes and answers as many bytes.
 */
export async function measureValidate(env: Served, pace: Pace): Promise<Row[]> {
  const service = await startServing(env);
  try {
    const buyable = await findBuyable(service.port, 300);
    const bytes = Math.round(buyable.reduce((sum, one) => sum + one.bytes, 0) / buyable.length);
    const minimal = await startReference("minimal.ts", { url: env.DATABASE_URL, validateBytes: bytes });
    try {
      const texts = buyable.map(({ body }) => postText(path, body));
      const request = (n: number) => texts[n % texts.length]!;
      const at = (port: number) => (seconds: number) => load({ port, connections, seconds, request }, "HTTP/1.1 200");
      const rates = await inTurn(pace, at(minimal.port), at(service.port));
      const what = { name: `validate`, unit: "answers/s", against: "two point selects", goal: 0.6 };
      return [rowOf(what, rates)];
    } finally {
      await minimal.stop();
    }
  } finally {
    await service.stop();
  }
}
