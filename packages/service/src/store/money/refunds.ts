import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { type PaidMethod, type PaymentMethod, type RefundMethod, refundMethods } from "../../records/payment.ts";
import { decimal, instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, onlyRow, run } from "../database/rows.ts";
import { statementWithList } from "../database/statement.ts";
import { prepareAs } from "../database/statement-names.ts";
import { unlessErased } from "../sale/orders.ts";
import type { TimelineActor } from "../sale/timeline.ts";

/**
 * Refunds of orders: amounts due, and payments that an operator recorded. docs/decisions/0036-refunds.md has the
 * reasons.
 */

const refundReasons = ["cancelled", "rejected", "changed", "other"] as const;
export type RefundReason = (typeof refundReasons)[number];

export const refundFields = {
  id: text,
  reason: Type.Enum([...refundReasons]),
  dueUsd: decimal,
  dueAt: nullable(instant, "Null: its cancellation waits for the supplier."),
  paidUsd: nullable(decimal, "Null: nothing is recorded yet."),
  paidAt: nullable(instant),
  method: nullable(Type.Enum([...refundMethods])),
  note: nullable(text),
  recordedBy: nullable(text, "E-mail address of the operator."),
};
export type RefundRow = Row<typeof refundFields>;

/**
 * Writes a refund. With `dueAt` null it becomes due when its cancellation is confirmed. A refund of 0 is not written.
 */
export async function insertRefund(
  tx: Tx,
  { orderId, reason, dueUsd, dueAt }: { orderId: string; reason: RefundReason; dueUsd: string; dueAt: Date | null },
): Promise<void> {
  if (Number(dueUsd) === 0) return;
  await run(tx)`${prepareAs("insert-refund")}
    insert into refund (order_id, reason, due_usd, due_at) values (${orderId}, ${reason}, ${dueUsd}::numeric, ${dueAt})`;
}

/** Makes the refund of a confirmed cancellation due. */
export const refundIsDue = (tx: Tx, orderId: string, now: Date): Promise<void> =>
  run(
    tx,
  )`${prepareAs("refund-is-due")} update refund set due_at = ${now} where order_id = ${orderId} and due_at is null`;

/** Deletes the refund of a refused cancellation. */
export const deleteRefund = (tx: Tx, orderId: string): Promise<void> =>
  run(tx)`${prepareAs("drop-refund")} delete from refund where order_id = ${orderId} and due_at is null`;

/**
 * The refund of cancelled order `o` in dollars, with fractions of a cent. Null: none. A part that was set off against a balance does not count: nobody
 * recorded it, because no money goes back.
 */
export const refundOfCancelledOrder = sql`(
  select sum(r.due_usd)::text from refund r
  where r.order_id = o.id and r.reason = 'cancelled' and (r.method is distinct from 'account' or r.recorded_by is not null))`;

/**
 * How order `o` ended or will end, as columns. A reason that the operator wrote for the order's own history is not the partner's to read.
 * Null while the order stands.
 */
const endColumns = sql`
  coalesce((select round(sum(r.due_usd), 2) from refund r
    where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
  case when t.details ->> 'forPartner' = 'true' then t.message end as reason`;
const lastEnd = sql`
  select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
  order by t.id desc limit 1`;

/** Adds how an order ended as row `ended`; a row of nulls while it stands. `orders`: the name of its row in the statement. */
export const joinOrderEnd = (orders: RawBuilder<unknown> = sql`o`): RawBuilder<unknown> => sql`
  left join lateral (
    select ${endColumns} from (select ${orders}.id, ${orders}.status) o left join lateral (${lastEnd}) t on true
    where o.status in ('waitcancel', 'cancelled', 'rejected')
  ) ended on true`;

export interface OrderEnd {
  refundUsd: string | null;
  endedBy: TimelineActor | null;
  reason: string | null;
}

/** Reads how an order ended, or will end. */
export const orderEnd = (db: Db | Tx, orderId: string): Promise<OrderEnd> =>
  onlyRow(db)`${prepareAs("order-end")}
    select ended.* from orders o ${joinOrderEnd()} where o.id = ${orderId}`;

/** Finds the refund of a cancelled order, with fractions of a cent; null: none. */
export async function refundOfCancelled(db: Db | Tx, orderId: string): Promise<string | null> {
  const { refundUsd } = await onlyRow(db)<{ refundUsd: string | null }>`${prepareAs("refund-of-cancelled")}
    select ${refundOfCancelledOrder} as "refundUsd" from (select ${orderId}::uuid as id) o`;
  return refundUsd;
}

/** What an order was charged and what it refunds, in US dollars. */
export interface OrderRefundState {
  id: string;
  totalUsd: string;
  /** Totals of amendments that lowered the price, and the percent that the terms refunded. */
  returned: { before: string; after: string; percent: number }[];
  refunds: { reason: RefundReason; due: string; paid: string | null }[];
}

const refundStates = statementWithList<{ orderIds: readonly string[] }, OrderRefundState>(
  "order-refund-states",
  (value, isOne) => sql`
    select o.id, o.total_usd::text as "totalUsd",
      (select coalesce(json_agg(json_build_object('before', (c.total_usd - c.difference_usd)::text, 'after', c.total_usd::text,
          'percent', coalesce((c.content -> 'agreed' ->> 'refundCap')::int, 100))), '[]')
        from amendment c where c.order_id = o.id and c.applied_at is not null and c.difference_usd < 0) as returned,
      (select coalesce(json_agg(json_build_object('reason', r.reason, 'due', r.due_usd::text, 'paid', r.paid_usd::text)), '[]')
        from refund r where r.order_id = o.id) as refunds
    from orders o where o.id = ${isOne ? sql`(${value("orderIds")}::uuid[])[1]` : sql`any(${value("orderIds")}::uuid[])`}`,
);

export const orderRefundStates = (db: Db | Tx, orderIds: readonly string[]): Promise<OrderRefundState[]> =>
  refundStates(orderIds.length).run(db, { orderIds });

/** Columns of refund `r`. */
export const refundColumns = sql`r.id, r.reason, round(r.due_usd, 2)::text as "dueUsd", r.due_at as "dueAt", round(r.paid_usd, 2)::text as "paidUsd",
  r.paid_at as "paidAt", r.method, r.note, r.recorded_by as "recordedBy"`;

/** Reads the refunds of an order, by due date. */
export const refundsOf = (db: Db, orderId: string): Promise<RefundRow[]> =>
  allRows(db)`select ${refundColumns} from refund r where r.order_id = ${orderId} order by r.due_at nulls last, r.id`;

export type RefundPayment = { paidUsd: string; method: RefundMethod; note: string | null; recordedBy: string };

/** Records the payment of a refund that is due. */
export const recordPayment = (
  tx: Tx,
  { id, orderId }: { id: string; orderId: string },
  { paidUsd, method, note, recordedBy }: RefundPayment,
  now: Date,
): Promise<void> =>
  run(tx)`
    update refund set paid_usd = ${paidUsd}::numeric, paid_at = ${now}, method = ${method}, note = ${unlessErased(sql`${orderId}::uuid`, sql`${note}::text`)}, recorded_by = ${recordedBy}
    where id = ${id} and order_id = ${orderId}`;

/** Records a payment that the terms do not require. */
export const insertPayment = (
  tx: Tx,
  orderId: string,
  { paidUsd, method, note, recordedBy }: RefundPayment,
  now: Date,
): Promise<void> =>
  run(tx)`
    insert into refund (order_id, reason, due_usd, due_at, paid_usd, paid_at, method, note, recorded_by)
    values (${orderId}, 'other', ${paidUsd}::numeric, ${now}, ${paidUsd}::numeric, ${now}, ${method},
      ${unlessErased(sql`${orderId}::uuid`, sql`${note}::text`)}, ${recordedBy})`;

/** Writes a refund that the terms do not require and that a provider is to pay. Returns its id. */
export const insertDueRefund = async (tx: Tx, orderId: string, dueUsd: string, now: Date): Promise<string> =>
  (
    await onlyRow(tx)<{ id: string }>`
      insert into refund (order_id, reason, due_usd, due_at) values (${orderId}, 'other', ${dueUsd}::numeric, ${now}) returning id`
  ).id;

/**
 * Reads the orders of due refunds, in the sequence in which a caller locks them, with how the guest paid: an order on account by its last
 * payment. `account`: the guest of an order on account paid nothing.
 */
export const ordersOfRefunds = (
  db: Db | Tx,
  ids: readonly string[],
): Promise<{ id: string; orderId: string; payment: PaymentMethod | PaidMethod | null }[]> =>
  allRows(db)`
    select r.id, r.order_id as "orderId", coalesce(
      (select y.method from payment y where y.order_id = o.id order by y.paid_at desc, y.id desc limit 1),
      o.payment ->> 'method') as payment
    from refund r join orders o on o.id = r.order_id
    where r.id = any(${ids}::uuid[]) and r.due_at is not null and r.paid_at is null and not o.test order by r.order_id, r.id`;
