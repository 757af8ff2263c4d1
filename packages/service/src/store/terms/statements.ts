import type { statementLineKinds } from "@paseo/contract/codes";
import { sql } from "kysely";
import type { Company } from "../../records/partners/company.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";

/** Statements of partners, their lines and payments. */

export interface StatementRow {
  id: string;
  series: string;
  number: number;
  partnerId: string;
  /** The partner's external id. */
  partner: string;
  partnerName: string;
  currencyCode: string;
  /** `yyyy-MM-dd`. */
  firstOn: string;
  lastOn: string;
  issuedAt: Date;
  issuedBy: string;
  dueOn: string;
  /** Decimal strings. */
  balanceBefore: string;
  paid: string;
  total: string;
  balanceAfter: string;
  /** Sums of its lines. */
  retail: string;
  commission: string;
  net: string;
  lines: number;
  /** Payments since it was issued. */
  paidSince: string;
  parties: StatementParties;
  invoiceNumber: string | null;
}

/** Who a statement is between, as it names them. */
export interface StatementParties {
  operator: { name: string; lines: string[] };
  partner: { name: string } & Pick<
    Company,
    "legalName" | "taxNumber" | "address" | "lang" | "customerNumber" | "supplierNumber"
  >;
}

export interface StatementLineRow<Content> {
  orderId: string;
  kind: (typeof statementLineKinds)[number];
  retail: string;
  commission: string;
  net: string;
  owed: string;
  content: Content;
}

const statementColumns = sql`s.id, s.series, s.number, s.partner_id as "partnerId", p.external_id as partner, p.name as "partnerName",
  s.currency_code as "currencyCode", s.first_on::text as "firstOn", s.last_on::text as "lastOn", s.issued_at as "issuedAt", s.issued_by as "issuedBy",
  s.due_on::text as "dueOn", s.balance_before::text as "balanceBefore", s.paid::text as paid, s.total::text as total,
  s.balance_after::text as "balanceAfter", l.retail::text as retail, l.commission::text as commission, l.net::text as net, l.lines,
  coalesce((select sum(y.amount) from partner_payment y left join statement t on t.id = y.statement_id
    where y.partner_id = s.partner_id and y.currency_code = s.currency_code and (t.id is null or t.last_on > s.last_on)), 0)::text as "paidSince",
  s.parties, s.invoice_number as "invoiceNumber"`;
const fromStatements = sql`
  from statement s join partner p on p.id = s.partner_id cross join lateral (
    select count(*)::int as lines, coalesce(sum(retail), 0) as retail, coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net
    from statement_line where statement_id = s.id
  ) l`;

/** Reads statements, the latest first. `runId`: those that this run issued. `after`: those that follow this one in the list. */
export const statements = (
  db: Db | Tx,
  {
    partnerId,
    runId = null,
    after,
    most,
  }: {
    partnerId: string | null;
    runId?: string | null;
    after?: { issuedAt: Date; id: string } | undefined;
    most: number;
  },
): Promise<StatementRow[]> =>
  allRows(db)`
    select ${statementColumns} ${fromStatements}
    where (${partnerId}::uuid is null or s.partner_id = ${partnerId})
      and (${runId}::uuid is null or s.id in (select statement_id from statement_run_account where run_id = ${runId}))
      and (${after?.issuedAt ?? null}::timestamptz is null or (s.issued_at, s.id) < (${after?.issuedAt ?? null}, ${after?.id ?? null}))
    order by s.issued_at desc, s.id desc limit ${most}`;

/** Reads the statements of a partner that follow a position, the oldest first. Null: from the first. */
export const statementsAfter = (
  db: Db | Tx,
  partnerId: string,
  after: { at: Date; id: string } | null,
  most: number,
): Promise<StatementRow[]> =>
  allRows(db)`
    select ${statementColumns} ${fromStatements}
    where s.partner_id = ${partnerId} and (s.issued_at, s.id) > (${after?.at ?? new Date(0)}, ${after?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
    order by s.issued_at, s.id limit ${most}`;

export const statementById = (db: Db | Tx, id: string): Promise<StatementRow | null> =>
  firstRow(db)`select ${statementColumns} ${fromStatements} where s.id = ${id}`;

export const statementByNumber = (
  db: Db | Tx,
  { series, number }: { series: string; number: number },
): Promise<StatementRow | null> =>
  firstRow(db)`select ${statementColumns} ${fromStatements} where s.series = ${series} and s.number = ${number}`;

export const linesOfStatement = <Content>(db: Db | Tx, id: string): Promise<StatementLineRow<Content>[]> =>
  allRows(db)`
    select order_id as "orderId", kind, retail::text as retail, commission::text as commission, net::text as net, owed::text as owed, content
    from statement_line where statement_id = ${id} order by nth`;

interface LastStatement {
  lastOn: string;
  issuedAt: Date;
  balanceAfter: string;
}

/** Reads the last statement of an account. */
export const lastStatement = (db: Db | Tx, partnerId: string, currencyCode: string): Promise<LastStatement | null> =>
  firstRow(db)`
    select last_on::text as "lastOn", issued_at as "issuedAt", balance_after::text as "balanceAfter" from statement
    where partner_id = ${partnerId} and currency_code = ${currencyCode} order by last_on desc limit 1`;

/** Blocks other statements and payments of the partner until the transaction ends. */
export const lockAccount = (tx: Tx, partnerId: string): Promise<void> =>
  run(tx)`select pg_advisory_xact_lock(hashtext('partner account'), hashtext(${partnerId}))`;

/** Reads the sum of an account's payments that no statement has. */
export const openPayments = async (db: Db | Tx, partnerId: string, currencyCode: string): Promise<string> =>
  (
    await onlyRow(db)<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from partner_payment
      where partner_id = ${partnerId} and currency_code = ${currencyCode} and statement_id is null`
  ).sum;

/** The database's own identity: its cluster, its history of promotions, and the file of the table, which a restore makes anew. */
const presentIdentity = sql`concat_ws(' ', (select system_identifier from pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('statement_series'::regclass))`;

/** Seconds since 2026: a series that begins later has another number, also in a database that was restored from the same backup. */
const seriesOfNow = sql`floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00Z'))::int`;

/** Takes the next number. Rolled back with its transaction, so no number is missing. A new identity begins a new series. */
export const nextNumber = (tx: Tx): Promise<{ series: number; number: number }> =>
  onlyRow(tx)`
    insert into statement_series as s (series, next, identity) values (${seriesOfNow}, 2, ${presentIdentity})
    on conflict (only_row) do update set identity = excluded.identity,
      series = case when s.identity = excluded.identity then s.series else greatest(s.series + 1, excluded.series) end,
      next = case when s.identity = excluded.identity then s.next + 1 else 2 end
    returning series, next - 1 as number`;

export type NewStatement = Omit<
  StatementRow,
  "partner" | "partnerName" | "retail" | "commission" | "net" | "lines" | "paidSince" | "invoiceNumber"
>;

/** Writes a statement with its lines and payments. False: the period has one. */
export async function insertStatement(
  tx: Tx,
  one: NewStatement,
  lines: readonly StatementLineRow<unknown>[],
): Promise<boolean> {
  const isNew = await anyRow(tx)`
    insert into statement (id, series, number, partner_id, currency_code, first_on, last_on, issued_at, issued_by, due_on, balance_before, paid, total,
      balance_after, parties)
    values (${one.id}, ${one.series}, ${one.number}, ${one.partnerId}, ${one.currencyCode}, ${one.firstOn}::date, ${one.lastOn}::date, ${one.issuedAt},
      ${one.issuedBy}, ${one.dueOn}::date, ${one.balanceBefore}::numeric, ${one.paid}::numeric, ${one.total}::numeric, ${one.balanceAfter}::numeric,
      ${JSON.stringify(one.parties)}::jsonb)
    on conflict (partner_id, currency_code, last_on) do nothing returning 1`;
  if (!isNew) return false;
  await run(tx)`
    insert into statement_line (statement_id, nth, order_id, kind, retail, commission, net, owed, content)
    select ${one.id}, (n - 1)::int, (l ->> 'orderId')::uuid, l ->> 'kind', (l ->> 'retail')::numeric, (l ->> 'commission')::numeric,
      (l ->> 'net')::numeric, (l ->> 'owed')::numeric, l -> 'content'
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as given (l, n)`;
  await run(tx)`
    update partner_payment set statement_id = ${one.id}
    where partner_id = ${one.partnerId} and currency_code = ${one.currencyCode} and statement_id is null`;
  return true;
}

/** Writes the number of the invoice that the operator made elsewhere. Null removes it. False: there is no such statement. */
export const writeInvoiceNumber = (tx: Tx, id: string, number: string | null): Promise<boolean> =>
  anyRow(tx)`update statement set invoice_number = ${number} where id = ${id} returning 1`;

export interface PaymentRow {
  id: string;
  partnerId: string;
  currencyCode: string;
  amount: string;
  paidOn: string;
  method: string;
  reference: string | null;
  recordedAt: Date;
  recordedBy: string;
  statementId: string | null;
}

const selectPayments = sql`
    select id, partner_id as "partnerId", currency_code as "currencyCode", amount::text as amount, paid_on::text as "paidOn", method, reference,
      recorded_at as "recordedAt", recorded_by as "recordedBy", statement_id as "statementId"
    from partner_payment`;

/** Reads a payment of a partner. */
export const paymentById = (db: Db | Tx, partnerId: string, id: string): Promise<PaymentRow | null> =>
  firstRow(db)`${selectPayments} where partner_id = ${partnerId} and id = ${id}`;

/** Reads the payments of a partner, the latest first. */
export const paymentsOfPartner = (db: Db | Tx, partnerId: string, most: number): Promise<PaymentRow[]> =>
  allRows(db)`
    ${selectPayments} where partner_id = ${partnerId} order by paid_on desc, recorded_at desc, id limit ${most}`;

/** Records a payment. False: a payment has this id or this line of a bank's file. */
export const insertPartnerPayment = (
  tx: Tx,
  one: Omit<PaymentRow, "statementId"> & { bankLine: string | null },
): Promise<boolean> =>
  anyRow(tx)`
    insert into partner_payment (id, partner_id, currency_code, amount, paid_on, method, reference, bank_line, recorded_at, recorded_by)
    values (${one.id}, ${one.partnerId}, ${one.currencyCode}, ${one.amount}::numeric, ${one.paidOn}::date, ${one.method}, ${one.reference},
      ${one.bankLine}, ${one.recordedAt}, ${one.recordedBy})
    on conflict do nothing returning 1`;

/** Deletes a payment that no statement has. False: a statement has it, or there is none. */
export const deletePartnerPayment = (tx: Tx, id: string): Promise<boolean> =>
  anyRow(tx)`delete from partner_payment where id = ${id} and statement_id is null returning 1`;
