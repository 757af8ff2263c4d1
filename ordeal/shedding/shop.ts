import { sql } from "kysely";
import { type Serving, startServing } from "../../bench/process/service.ts";
import { openServer } from "../../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../../packages/service/test/concurrency/booking.ts";
import { cloneDatabase, freePort, startPostgres } from "../../packages/service/test/support/servers/postgres.ts";

/** A service in a process of its own on a PostgreSQL of its own, with events on 30 evenings. */
export interface Shop {
  service: Serving;
  /** For probes alone. */
  probePort: number;
  key: string;
  /** Events with seats for everybody. */
  events: string[];
  /** An event with `rushSeats` seats. */
  rush: string;
  /** Seats that the rush's event has left. */
  left(): Promise<number>;
  stop(): Promise<void>;
}

export const rushSeats = 200;

export async function openShop(): Promise<Shop> {
  const server = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
  const clone = await cloneDatabase(process.env.TEST_POSTGRES_URL ?? server!.url);
  const database = openServer(clone.url);
  const { db } = database;
  const { key, events } = await plantComingShow(db, 30, 1_000_000);
  const [rush, ...others] = events as [string, ...string[]];
  await sql`update event set capacity = ${rushSeats}, capacity_left = ${rushSeats} where id = ${rush}`.execute(db);
  const probePort = await freePort();
  const service = await startServing({ DATABASE_URL: clone.url, PROBE_PORT: `${probePort}` });
  return {
    service,
    probePort,
    key,
    events: others,
    rush,
    left: async () => {
      const { rows } = await sql<{ left: number }>`
        select capacity_left as left from event where id = ${rush}`.execute(db);
      return rows[0]!.left;
    },
    stop: async () => {
      await service.stop();
      await database.close();
      await clone.drop();
      await server?.stop();
    },
  };
}
