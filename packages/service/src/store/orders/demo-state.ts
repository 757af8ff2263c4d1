import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/** Whether the database has the demo. A database without it has an operator's own data. */
export async function isDemo(db: Db): Promise<boolean> {
  const rows = await allRows(db)`select 1 from fact where name = 'demo'`;
  return rows.length > 0;
}

export const markDemo = (db: Db): Promise<void> =>
  run(db)`insert into fact (name, value) values ('demo', 'planted') on conflict (name) do nothing`;

/**
 * Settles the callbacks of these orders as if they had been sent at their due time, after this many attempts. A
 * callback with four attempts has failed for good. Nothing is sent.
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

/** Reads the live orders that wait for a decision. */
export const waitingOrders = async (tx: Tx): Promise<string[]> =>
  (await allRows(tx)<{ id: string }>`select id from orders where status = 'waitsupplier' and not test`).map(
    ({ id }) => id,
  );

/**
 * Settles the letters of a bulk action as if they had been sent at this time. The mail server of the second guest's address has refused the letter.
 */
export const settleDemoLetters = (tx: Tx, actionId: string, at: Date): Promise<void> =>
  run(tx)`
    update guest_letter l set attempts = 1, at = ${at}::timestamptz + interval '40 seconds', due_at = null,
      state = case when refused then 'failed' else 'sent' end, fault = case when refused then 'refused' end,
      detail = case when refused then '550 5.1.1 Unknown mailbox' end
    from (
      select order_id, cause, row_number() over (order by order_id) = 2 as refused from guest_letter where action_id = ${actionId}
    ) x where l.order_id = x.order_id and l.cause = x.cause`;
