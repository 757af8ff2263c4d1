import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../../store/database/database.ts";
import { inTransaction } from "../../store/database/database.ts";
import { homeZone } from "../../store/operators/home.ts";
import {
  accountsOfRun,
  endStatementRuns,
  hasOpenRun,
  insertStatementRun,
  lockRunAccount,
  postponeRunAccount,
  type RunAccount,
  type RunPeriod,
  type RunWork,
  settleRunAccount,
} from "../../store/terms/statement-runs.ts";
import type { OperatorSettings } from "../operators/brand.ts";
import { statementParties } from "./parties.ts";
import {
  type AccountCall,
  draftProblem,
  draftStatement,
  issueStatement,
  type NotIssued,
  type StatementDraft,
} from "./statements.ts";

/**
 * A run issues the statements of all partners, one account after the other, each in its own transaction. An interrupted run continues with
 * the next account. docs/decisions/0070-statements.md
 */

export interface RunContext {
  db: Db;
  clock: () => Date;
  settings: OperatorSettings;
}

/** Starts a run in the caller's transaction. False: it joins the open run of this day. */
export async function startStatementRun(
  tx: Tx,
  { lastOn, period, by }: { lastOn: string; period: RunPeriod; by: string },
  now: Date,
): Promise<boolean> {
  const accounts = await accountsOfRun(tx, period, now);
  return insertStatementRun(tx, { id: randomUUID(), lastOn, period, startedAt: now, startedBy: by, accounts });
}

/** Failed attempts after which an account is refused. */
const mostAttempts = 5;

/** Issues the statement of the next account of a run. Returns true if there was one. */
export async function issueNextOfRun(context: RunContext): Promise<boolean> {
  const { db, clock } = context;
  if (!(await hasOpenRun(db))) return false;
  const zone = await homeZone(db);
  let work: RunWork | null = null;
  try {
    const isLast = await inTransaction(db, async (tx) => {
      work = await lockRunAccount(tx, clock());
      if (work) await issueOfRun(tx, context, work, zone);
      return work === null;
    });
    if (isLast) await endStatementRuns(db, clock());
    return !isLast;
  } catch (error) {
    // The next attempt must not block the other accounts.
    const failed = work as RunWork | null;
    if (failed) await postponeRunAccount(db, failed, new Date(clock().getTime() + (failed.attempts + 1) * 60_000));
    throw error;
  }
}

async function issueOfRun(tx: Tx, { clock, settings }: RunContext, work: RunWork, zone: string): Promise<void> {
  const at = clock();
  if (work.attempts >= mostAttempts) return settleRunAccount(tx, work, { at, problem: "statement-failed" });
  const { partnerId, currencyCode, lastOn, startedBy: by } = work;
  const parties = await statementParties(tx, settings, partnerId);
  const wish = { partnerId, currencyCode, lastOn, by, parties };
  const issued = await issueStatement(tx, wish, { now: at, zone });
  const result = "problem" in issued ? { problem: issued.problem } : { statementId: issued.id };
  await settleRunAccount(tx, work, { at, ...result });
}

/** A statement that a run would issue now. `problem`: why it would not. */
export interface RunDraft extends Omit<StatementDraft, "lines"> {
  account: RunAccount;
  lines: number;
  problem: NotIssued | null;
}

/** Returns the statements that a run would issue now. */
export async function draftsOfRun(
  db: Db,
  { lastOn, period }: { lastOn: string; period: RunPeriod },
  call: AccountCall,
): Promise<RunDraft[]> {
  const drafts: RunDraft[] = [];
  for (const account of await accountsOfRun(db, period, call.now)) {
    const { lines, ...draft } = await draftStatement(db, { ...account, lastOn }, call);
    const problem = draftProblem({ ...draft, lines }, call);
    drafts.push({ ...draft, account, lines: lines.length, problem });
  }
  return drafts;
}
