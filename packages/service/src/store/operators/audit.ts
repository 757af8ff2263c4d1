import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/** Audit entries: who changed what, before and after, and refused attempts. Entries are only added. */
export interface AuditEntry {
  at: Date;
  operatorId: string | null;
  /** The operator's e-mail address at that time. */
  operator: string;
  operation: string;
  subject: string;
  outcome: "done" | "forbidden" | "refused";
  before: unknown;
  after: unknown;
}

export const addAudit = (db: Db | Tx, entry: AuditEntry): Promise<void> =>
  run(db)`
    insert into audit (at, operator_id, operator, operation, subject, outcome, before, after)
    values (${entry.at}, ${entry.operatorId}, ${entry.operator}, ${entry.operation}, ${entry.subject}, ${entry.outcome},
      ${entry.before === undefined ? null : JSON.stringify(entry.before)}::jsonb,
      ${entry.after === undefined ? null : JSON.stringify(entry.after)}::jsonb)`;

export interface AuditFilter {
  operatorId?: string | undefined;
  operation?: string | undefined;
  /** A part of it, in any letter case. */
  subject?: string | undefined;
}

/** Newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: (AuditEntry & { id: number })[] }> {
  const where = sql`
    (${filter.operatorId ?? null}::uuid is null or operator_id = ${filter.operatorId ?? null}::uuid)
    and (${filter.operation ?? null}::text is null or operation = ${filter.operation ?? null})
    and (${filter.subject ?? null}::text is null or strpos(lower(subject), lower(${filter.subject ?? ""})) > 0)`;
  const rows = await allRows(db)<AuditEntry & { id: number }>`
    select id, at, operator_id as "operatorId", operator, operation, subject, outcome, before, after from audit where ${where}
    order by id desc offset ${page.offset} limit ${page.limit}`;
  const total = await sql<{ n: number }>`select count(*) as n from audit where ${where}`.execute(db);
  return { total: total.rows[0]!.n, rows };
}
