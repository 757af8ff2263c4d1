import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { accountsWithTerms } from "./standings.ts";

/** Runs that issue the statements of all partners. docs/decisions/0070-statements.md has the reasons. */

export const runPeriods = ["week", "month", "all"] as const;
export type RunPeriod = (typeof runPeriods)[number];

export interface StatementRunRow {
  id: string;
  /** `yyyy-MM-dd`. */
  lastOn: string;
  period: RunPeriod;
  startedAt: Date;
  startedBy: string;
  endedAt: Date | null;
  accounts: number;
  waiting: number;
  issued: number;
  nothingToState: number;
  refusals: { partner: string; partnerName: string; currencyCode: string; problem: string }[];
}

/** An account of which a run issues the statement. */
export interface RunAccount {
  partnerId: string;
  partner: string;
  partnerName: string;
  currencyCode: string;
}

/** Reads all accounts whose partner has this period by its present terms, by the name of the partner. A partner without terms has months. */
export const accountsOfRun = (db: Db | Tx, period: RunPeriod, now: Date): Promise<RunAccount[]> =>
  allRows(db)`
    select p.id as "partnerId", p.external_id as partner, p.name as "partnerName", a.code as "currencyCode"
    from (${accountsWithTerms}) a join partner p on p.id = a.partner_id
    where ${period} = 'all' or ${period} = coalesce((
      select t.content ->> 'period' from partner_terms t where t.partner_id = p.id and t.valid_from <= ${now}
      order by t.valid_from desc, t.created_at desc limit 1), 'month')
    order by p.name, p.external_id, a.code`;

export interface NewRun extends Pick<StatementRunRow, "id" | "lastOn" | "period" | "startedAt" | "startedBy"> {
  accounts: readonly RunAccount[];
}

/** Writes a run with its accounts. False: there is an open run of this day and period. */
export async function insertStatementRun(tx: Tx, one: NewRun): Promise<boolean> {
  const isNew = await anyRow(tx)`
    insert into statement_run (id, last_on, period, started_at, started_by)
    values (${one.id}, ${one.lastOn}::date, ${one.period}, ${one.startedAt}, ${one.startedBy}) on conflict do nothing returning 1`;
  if (!isNew) return false;
  await run(tx)`
    insert into statement_run_account (run_id, nth, partner_id, currency_code, due_at)
    select ${one.id}, n::int, (a ->> 'partnerId')::uuid, a ->> 'currencyCode', ${one.startedAt}
    from jsonb_array_elements(${JSON.stringify(one.accounts)}::jsonb) with ordinality as given (a, n)`;
  return true;
}

/** Reads the open run of a day and period. */
export const openRunOf = (db: Db | Tx, lastOn: string, period: RunPeriod): Promise<StatementRunRow | null> =>
  firstRow(db)`${selectRuns} where r.last_on = ${lastOn}::date and r.period = ${period} and r.ended_at is null`;

/** Reads runs, the latest first. */
export const statementRuns = (db: Db | Tx, most: number): Promise<StatementRunRow[]> =>
  allRows(db)`${selectRuns} order by r.started_at desc, r.id limit ${most}`;

const selectRuns = sql`
  select r.id, r.last_on::text as "lastOn", r.period, r.started_at as "startedAt", r.started_by as "startedBy", r.ended_at as "endedAt", a.*
  from statement_run r cross join lateral (
    select count(*)::int as accounts, count(*) filter (where a.settled_at is null)::int as waiting,
      count(a.statement_id)::int as issued, count(*) filter (where a.problem = 'nothing-to-state')::int as "nothingToState",
      coalesce(jsonb_agg(jsonb_build_object('partner', p.external_id, 'partnerName', p.name, 'currencyCode', a.currency_code, 'problem', a.problem)
        order by a.nth) filter (where a.problem <> 'nothing-to-state'), '[]') as refusals
    from statement_run_account a join partner p on p.id = a.partner_id where a.run_id = r.id
  ) a`;

export const hasOpenRun = (db: Db): Promise<boolean> =>
  anyRow(db)`select 1 from statement_run where ended_at is null limit 1`;

export interface RunWork extends Pick<StatementRunRow, "lastOn" | "startedBy"> {
  runId: string;
  nth: number;
  partnerId: string;
  currencyCode: string;
  attempts: number;
}

/** Locks the next account of an open run until the transaction ends. Null: no account is due, or other processes have them. */
export const lockRunAccount = (tx: Tx, now: Date): Promise<RunWork | null> =>
  firstRow(tx)`
    select a.run_id as "runId", a.nth, a.partner_id as "partnerId", a.currency_code as "currencyCode", a.attempts, r.last_on::text as "lastOn",
      r.started_by as "startedBy"
    from statement_run_account a join statement_run r on r.id = a.run_id
    where a.settled_at is null and a.due_at <= ${now}
    order by r.started_at, a.run_id, a.nth limit 1 for update of a skip locked`;

/** Records that an account has its statement, or why it has none. */
export const settleRunAccount = (
  tx: Tx,
  { runId, nth }: Pick<RunWork, "runId" | "nth">,
  { at, statementId = null, problem = null }: { at: Date; statementId?: string | null; problem?: string | null },
): Promise<void> =>
  run(tx)`
    update statement_run_account set settled_at = ${at}, statement_id = ${statementId}, problem = ${problem}
    where run_id = ${runId} and nth = ${nth}`;

/** Records that an attempt failed, and when the next one is due. */
export const postponeRunAccount = (
  db: Db,
  { runId, nth }: Pick<RunWork, "runId" | "nth">,
  dueAt: Date,
): Promise<void> =>
  run(db)`
    update statement_run_account set attempts = attempts + 1, due_at = ${dueAt}
    where run_id = ${runId} and nth = ${nth} and settled_at is null`;

/** Ends runs without an open account. */
export const endStatementRuns = (db: Db, now: Date): Promise<void> =>
  run(db)`
    update statement_run r set ended_at = ${now} where r.ended_at is null
      and not exists (select from statement_run_account a where a.run_id = r.id and a.settled_at is null)`;
