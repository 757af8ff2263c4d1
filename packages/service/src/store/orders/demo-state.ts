import type { Db } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/** Progress of the demo catalogue. A database without this state holds an operator's own data. */
export type DemoState = "planting" | "planted";

export async function demoState(db: Db): Promise<DemoState | null> {
  const rows = await allRows(db)<{ value: DemoState }>`select value from fact where name = 'demo'`;
  return rows[0]?.value ?? null;
}

export const setDemoState = (db: Db, state: DemoState): Promise<void> =>
  run(db)`
    insert into fact (name, value) values ('demo', ${state})
    on conflict (name) do update set value = excluded.value`;
