import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { count, type Filter, givenDay, instant, optionalText, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allConditions, countListRows, type ListedRows, type ListPage, offsetAndLimit } from "../database/lists.ts";
import { allRows, onlyRow, run } from "../database/rows.ts";

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
  changesProducts: Type.Boolean({ description: "Whether `changes.show` has it, and `changes.undo` can undo it." }),
});
type AuditLine = Type.Static<typeof AuditLine>;
/** The actor of an entry; an id is the id of an operator. */
export type AuditAuthor = { operatorId: string | null; operator: string };
type AuditEntry = Omit<AuditLine, "id" | "changesProducts"> &
  AuditAuthor & {
    /** The ids of the orders that the entry is about. */
    orders?: readonly string[] | undefined;
  };

/** The actor of commands. */
export const commandLineAuthor: AuditAuthor = { operatorId: null, operator: "paseo (command line)" };

/** Writes an entry and returns its id. If one of its orders is erased, the entry takes no free text. */
export async function addAudit(db: Db | Tx, entry: AuditEntry): Promise<number> {
  const orders = entry.orders?.length ? sql`${[...entry.orders]}::uuid[]` : sql`null::uuid[]`;
  const isErased = sql`exists (select from orders where id = any(${orders}) and erased_at is not null)`;
  const stored = (value: unknown) => {
    const json = sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
    return entry.orders?.length ? sql`case when ${isErased} then ${withoutFreeText(json)} else ${json} end` : json;
  };
  const { id } = await onlyRow(db)<{ id: number }>`
    insert into audit (at, operator_id, operator, operation, subject, outcome, before, after, order_ids)
    values (${entry.at}, ${entry.operatorId}, ${entry.operator}, ${entry.operation}, ${entry.subject}, ${entry.outcome},
      ${stored(entry.before)}, ${stored(entry.after)}, ${orders}) returning id`;
  return id;
}

/** Fields of an entry about an order that are not free text. */
const orderFields = [
  "status",
  "confirmation",
  "result",
  "overridden",
  "callbacks",
  "delivery",
  "sent",
  "received",
  "method",
  "amount",
  "refund",
  "refundByTerms",
  "currencyCode",
  "dueOn",
  "kind",
  "targetId",
  "told",
  "informed",
  "closed",
  "lang",
  "action",
  "called",
  "ids",
  "refundId",
  "quoteId",
  "people",
  "conflict",
  "orders",
  "later",
  "replaces",
];

/** Returns the part of an entry's value that is not free text. */
const withoutFreeText = (value: RawBuilder<unknown>) => sql`(
  select jsonb_object_agg(key, value) from jsonb_each(case when jsonb_typeof(${value}) = 'object' then ${value} end)
  where key = any(${orderFields}::text[]))`;

/** Erases free text from the entries about these orders. `references`: the subjects of entries that an earlier version wrote. */
export async function eraseAuditTexts(tx: Tx, ids: readonly string[], references: string[]): Promise<void> {
  const structured = sql`before = ${withoutFreeText(sql`before`)}, after = ${withoutFreeText(sql`after`)}`;
  await run(tx)`update audit set ${structured} where order_ids && ${[...ids]}::uuid[]`;
  await run(tx)`
    update audit set ${structured} where order_ids is null and subject = any(${references}::text[])
      and (operation like 'orders.%' or operation like 'vouchers.%' or operation like 'callbacks.%')`;
}

/** Records a change by a hand-written command, in the change's transaction if there is one. */
export const recordCommand = (
  db: Db | Tx,
  operation: string,
  { subject, before, after }: { subject: string; before?: unknown; after?: unknown },
): Promise<number> =>
  addAudit(db, { ...commandLineAuthor, at: new Date(), operation, subject, outcome: "done", before, after });

export const auditFilter = {
  operatorId: Type.Optional(Type.String({ format: "uuid" })),
  operation: optionalText(100),
  subject: optionalText(200),
  from: Type.Optional(givenDay),
  to: Type.Optional(givenDay),
};

/** Lists audit entries, newest first. `zone`: the time zone of the days. */
export async function listAudit(
  db: Db,
  { operatorId, operation, subject, from, to, zone = "UTC" }: Filter<typeof auditFilter> & { zone?: string },
  page: Pick<ListPage, "offset" | "limit">,
): Promise<ListedRows<AuditLine>> {
  const found = sql`audit where ${allConditions(
    operatorId !== undefined && sql`operator_id = ${operatorId}::uuid`,
    operation !== undefined && sql`operation = ${operation}`,
    subject && sql`strpos(lower(subject), lower(${subject})) > 0`,
    from !== undefined && sql`at >= ${from}::timestamp at time zone ${zone}`,
    to !== undefined && sql`at < (${to}::timestamp + interval '1 day') at time zone ${zone}`,
  )}`;
  const rows = await allRows(db)<AuditLine>`
    select id, at, operator_id as "operatorId", operator, operation, subject, outcome, before, after,
      exists (select from product_change c where c.audit_id = audit.id) as "changesProducts"
    from ${found} order by id desc ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}
