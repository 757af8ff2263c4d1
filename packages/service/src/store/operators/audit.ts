import { sql } from "kysely";
import Type from "typebox";
import type { Db, Tx } from "../database/database.ts";
import { allConditions, countListRows, type ListedRows, type ListPage, offsetAndLimit } from "../database/lists.ts";
import { allRows, run } from "../database/rows.ts";
import { count, type Filter, instant, optionalText, text } from "../schemas.ts";

/** Audit entries: who changed what, before and after, and refused attempts. Entries are only added. */
export const AuditLine = Type.Object({
  id: count,
  at: instant,
  operator: Type.String({ description: "The operator's e-mail address at that time, or the command line." }),
  operation: text,
  subject: text,
  outcome: Type.Enum(["done", "forbidden", "refused"]),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
type AuditLine = Type.Static<typeof AuditLine>;
/** The actor of an entry; an id is the id of an operator. */
export type AuditAuthor = { operatorId: string | null; operator: string };
type AuditEntry = Omit<AuditLine, "id"> & AuditAuthor;

/** The actor of commands. */
export const commandLineAuthor: AuditAuthor = { operatorId: null, operator: "paseo (command line)" };

export const addAudit = (db: Db | Tx, entry: AuditEntry): Promise<void> =>
  run(db)`
    insert into audit (at, operator_id, operator, operation, subject, outcome, before, after)
    values (${entry.at}, ${entry.operatorId}, ${entry.operator}, ${entry.operation}, ${entry.subject}, ${entry.outcome},
      ${entry.before === undefined ? null : JSON.stringify(entry.before)}::jsonb,
      ${entry.after === undefined ? null : JSON.stringify(entry.after)}::jsonb)`;

/** Records a change by a hand-written command, in the change's transaction if there is one. */
export const recordCommand = (
  db: Db | Tx,
  operation: string,
  { subject, before, after }: { subject: string; before?: unknown; after?: unknown },
): Promise<void> =>
  addAudit(db, { ...commandLineAuthor, at: new Date(), operation, subject, outcome: "done", before, after });

export const auditFilter = {
  operatorId: Type.Optional(Type.String({ format: "uuid" })),
  operation: optionalText(100),
  subject: optionalText(200),
};

/** Lists audit entries, newest first. */
export async function listAudit(
  db: Db,
  { operatorId, operation, subject }: Filter<typeof auditFilter>,
  page: Pick<ListPage, "offset" | "limit">,
): Promise<ListedRows<AuditLine>> {
  const found = sql`audit where ${allConditions(
    operatorId !== undefined && sql`operator_id = ${operatorId}::uuid`,
    operation !== undefined && sql`operation = ${operation}`,
    subject && sql`strpos(lower(subject), lower(${subject})) > 0`,
  )}`;
  const rows = await allRows(db)<AuditLine>`
    select id, at, operator_id as "operatorId", operator, operation, subject, outcome, before, after
    from ${found} order by id desc ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}
