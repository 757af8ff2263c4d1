import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Progress of the demo catalogue. A database without this state holds an operator's own data. */
export type DemoState = "planting" | "planted";

export async function demoState(db: Db): Promise<DemoState | null> {
  const { rows } = await sql<{ value: DemoState }>`select value from fact where name = 'demo'`.execute(db);
  return rows[0]?.value ?? null;
}

export async function setDemoState(db: Db, state: DemoState): Promise<void> {
  await sql`
    insert into fact (name, value) values ('demo', ${state})
    on conflict (name) do update set value = excluded.value`.execute(db);
}
