import { sql } from "kysely";
import { demoKey } from "../packages/service/src/domain/partners/keys.ts";
import { openEmbedded, openServer } from "../packages/service/src/store/database/database.ts";
import type { Settings } from "../packages/service/test/support/servers/processes.ts";
import { findBuyable, postText } from "./buyable.ts";
import { inTurn, load, type Pace } from "./load.ts";
import { startReference } from "./reference.ts";
import { type Row, rowOf } from "./row.ts";
import { startServing } from "./service.ts";

const connections = 32;
const path = "/api/es/eventbook";
const buyer = { apiKey: demoKey, email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };

/**
 * eventbook over HTTP, compared with a process that parses the request, finds its key, places a row with one bare statement and
 * answers. Orders of the demo wait for their supplier (\`asking\`), and its own seats confirm in the request.
 * \`reference\` is where that process finds the same catalogue.
 */
export async function measurePurchases(env: Settings, reference: Settings, store: string, pace: Pace): Promise<Row[]> {
  for (const one of new Set([env, reference])) await prepare(one);
  const service = await startServing(env);
  try {
    const buyable = await findBuyable(service.port, 300);
    const { DATABASE_URL: url, DATA_DIR: dataDir } = reference;
    const minimal = await startReference("minimal.ts", { url, dataDir });
    let sent = 0;
    const measure = async (name: string, among: typeof buyable, goal: number): Promise<Row> => {
      const request = () => {
        const { body, totalUsd } = among[sent++ % among.length]!;
        const order = { ...buyer, ...JSON.parse(body), totalUsd: { currencyCode: "USD", value: totalUsd } };
        return postText(path, JSON.stringify({ ...order, externalReference: `bench-${sent}` }));
      };
      const at = (port: number) => (seconds: number) => load({ port, connections, seconds, request }, "HTTP/1.1 200");
      const rates = await inTurn(pace, at(minimal.port), at(service.port));
      const what = { name: `eventbook, ${name} (${store})`, unit: "orders/s", against: "key and bare booking", goal };
      return rowOf(what, rates);
    };
    try {
      return [await measure("many events", buyable, 0.6), await measure("one event", buyable.slice(0, 1), 0.6)];
    } finally {
      await minimal.stop();
    }
  } finally {
    await service.stop();
  }
}

/** Seats for everybody, orders that wait for the operator, and the table of the reference. */
async function prepare({ DATABASE_URL: url, DATA_DIR: dataDir }: Settings): Promise<void> {
  const database = url ? openServer(url) : await openEmbedded(dataDir!);
  const { db } = database;
  await sql`create table if not exists bare_order (id uuid primary key, event_id uuid not null, body jsonb not null)`.execute(
    db,
  );
  await sql`update event set capacity = 100000000, capacity_left = 100000000`.execute(db);
  await sql`update product set immediate_booking = false`.execute(db);
  await database.close();
}
