import type { Db, Tx } from "../database/database.ts";
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

/** The instant of which the demo's history is still to be planted; null: there is none, or it is complete. */
export async function unplantedHistory(db: Db): Promise<Date | null> {
  const rows = await allRows(db)<{ value: string }>`select value from fact where name = 'demo-history'`;
  return rows[0] ? new Date(rows[0].value) : null;
}

export const setUnplantedHistory = (tx: Tx, now: Date): Promise<void> =>
  run(tx)`
    insert into fact (name, value) values ('demo-history', ${now.toISOString()})
    on conflict (name) do update set value = excluded.value`;

export const historyPlanted = (tx: Tx): Promise<void> => run(tx)`delete from fact where name = 'demo-history'`;

/** The references of the history's orders that are placed. Guests of the demo have addresses that nobody else has. */
export async function plantedReferences(db: Db): Promise<Set<string>> {
  const rows = await allRows(db)<{ reference: string }>`
    select external_reference as reference from orders
    where external_reference like 'CART-%' and email like 'guest-%@example.com'`;
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * Settles the callbacks of these orders as if they had been sent at their time, after this many attempts. Four attempts fail for good.
 * Nothing is sent.
 */
export const settleDemoCallbacks = (tx: Tx, attempts: ReadonlyMap<string, number>): Promise<void> =>
  run(tx)`
    with c as (
      update callback c set state = case when x.attempts >= 4 then 'given-up' else 'delivered' end, attempts = x.attempts,
        next_at = null, settled_at = c.created_at + x.attempts * x.attempts * interval '2 seconds'
      from jsonb_to_recordset(${JSON.stringify([...attempts].map(([id, n]) => ({ id, attempts: n })))}::jsonb) as x(id uuid, attempts int)
      where c.order_id = x.id and c.state = 'waiting' and x.attempts > 0
      returning c.id, c.created_at, c.state, c.attempts
    )
    insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
    select c.id, c.created_at + n * n * interval '2 seconds', false, case when ok then 'answered' else 'timeout' end,
      case when ok then 200 end, case when ok then 180 else 10000 end, ''
    from c cross join lateral (
      select n, c.state = 'delivered' and n = c.attempts as ok from generate_series(1, c.attempts) n
    ) a`;
