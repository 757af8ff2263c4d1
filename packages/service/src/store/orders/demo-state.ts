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

/**
 * Settles the callbacks of the demo's orders as if they had been sent at their time: by the orders' external references, after this
 * many attempts. Four attempts fail for good. Nothing is sent.
 */
export const settleDemoCallbacks = (db: Db, attempts: ReadonlyMap<string, number>): Promise<void> =>
  run(db)`
    with c as (
      update callback c set state = case when x.attempts >= 4 then 'given-up' else 'delivered' end, attempts = x.attempts,
        next_at = null, settled_at = c.created_at + x.attempts * x.attempts * interval '2 seconds'
      from orders o join jsonb_to_recordset(${JSON.stringify([...attempts].map(([reference, n]) => ({ reference, attempts: n })))}::jsonb)
        as x(reference text, attempts int) on x.reference = o.external_reference
      where c.order_id = o.id and c.state = 'waiting' and x.attempts > 0
      returning c.id, c.created_at, c.state, c.attempts
    )
    insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
    select c.id, c.created_at + n * n * interval '2 seconds', false, case when ok then 'answered' else 'timeout' end,
      case when ok then 200 end, case when ok then 180 else 10000 end, ''
    from c cross join lateral (
      select n, c.state = 'delivered' and n = c.attempts as ok from generate_series(1, c.attempts) n
    ) a`;
