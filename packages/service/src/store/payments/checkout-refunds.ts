import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";

/** Money that goes back through the provider of a payment. */

export const checkoutRefundStates = ["due", "refunded", "stopped"] as const;

export interface NewCheckoutRefund {
  id: string;
  checkoutId: string;
  /** The refund of the order that it pays. Null: the service sends the money back by itself. */
  refundId: string | null;
  minor: number;
  /** The operator's e-mail address. */
  createdBy: string | null;
  note: string | null;
}

export interface CheckoutRefundRow extends NewCheckoutRefund {
  state: (typeof checkoutRefundStates)[number];
  /** Of the last attempt. */
  fault: "refused" | "unknown" | null;
  message: string | null;
  createdAt: Date;
  refundedAt: Date | null;
  attempts: number;
}

const columns = sql`f.id, f.checkout_id as "checkoutId", f.refund_id as "refundId", f.minor, f.state, f.fault, f.message, f.created_by as "createdBy", f.note,
  f.created_at as "createdAt", f.refunded_at as "refundedAt", f.attempts`;

/** Writes refunds that are due at once. A repeated one writes nothing. */
export async function insertCheckoutRefunds(tx: Tx, refunds: readonly NewCheckoutRefund[], now: Date): Promise<void> {
  for (const { id, checkoutId, refundId, minor, createdBy, note } of refunds)
    await run(tx)`
      insert into checkout_refund (id, checkout_id, refund_id, minor, state, created_by, note, created_at, due_at)
      values (${id}, ${checkoutId}, ${refundId}, ${minor}, 'due', ${createdBy}, ${note}, ${now}, now()) on conflict do nothing`;
}

export const checkoutRefunds = (db: Db | Tx, checkoutIds: readonly string[]): Promise<CheckoutRefundRow[]> =>
  allRows(db)`
    select ${columns} from checkout_refund f where f.checkout_id = any(${[...checkoutIds]}::uuid[]) order by f.created_at, f.id`;

/** The refunds of an order that a provider has not carried out yet. */
export const dueRefundsOfOrder = (tx: Tx, orderId: string): Promise<CheckoutRefundRow[]> =>
  allRows(tx)`
    select ${columns} from checkout_refund f join checkout c on c.id = f.checkout_id
    where c.order_id = ${orderId} and f.state = 'due' order by f.id for update of f`;

/** What providers have of the recorded payments of an order, less what goes back: the newest payment first. */
export const refundableCheckouts = (
  tx: Tx,
  orderId: string,
  currencyCode: string,
): Promise<{ id: string; minor: number }[]> =>
  allRows(tx)`
    select c.id, (c.paid_minor - coalesce(sum(f.minor) filter (where f.state <> 'stopped'), 0))::bigint as minor
    from checkout c left join checkout_refund f on f.checkout_id = c.id
    where c.order_id = ${orderId} and c.state = 'recorded' and c.paid_currency = ${currencyCode}
    group by c.id having c.paid_minor > coalesce(sum(f.minor) filter (where f.state <> 'stopped'), 0)
    order by c.paid_at desc, c.id`;

export const dueCheckoutRefunds = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select f.id, c.kind as key from checkout_refund f join checkout c on c.id = f.checkout_id
    where f.state = 'due' and f.due_at <= now() and c.kind <> all(${except}::text[]) order by f.due_at, f.id limit ${most}`;

/**
 * Leases a refund that is due. Null: another process has it, it is not due, or another refund of its payment comes first: refunds of one
 * payment are sent one after another. The caller has locked the payment.
 */
export const claimCheckoutRefund = (tx: Tx, id: string): Promise<CheckoutRefundRow | null> =>
  firstRow(tx)`
    update checkout_refund f set due_at = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1, fault = null
    where id = ${id} and state = 'due' and due_at <= now() and not exists (
      select from checkout_refund g where g.checkout_id = f.checkout_id and g.id <> f.id and g.state = 'due'
        and (g.fault is distinct from 'refused' and (g.created_at, g.id) < (f.created_at, f.id)
          or g.fault is null and g.attempts > 0 and g.due_at > now()))
    returning ${columns}`;

/** The payment of a refund. */
export const checkoutOfRefund = async (db: Db, id: string): Promise<string | null> =>
  (await firstRow(db)<{ id: string }>`select checkout_id as id from checkout_refund where id = ${id}`)?.id ?? null;

/** What other refunds of a payment have sent back, in minor units. */
export const refundedBefore = async (
  db: Db | Tx,
  { id, checkoutId }: Pick<CheckoutRefundRow, "id" | "checkoutId">,
): Promise<number> =>
  (
    await onlyRow(db)<{ minor: number }>`
      select coalesce(sum(minor), 0)::bigint as minor from checkout_refund
      where checkout_id = ${checkoutId} and id <> ${id} and state = 'refunded'`
  ).minor;

/** Records a failed attempt, and when the next one is due. */
export const failedCheckoutRefund = (
  db: Db,
  id: string,
  { fault, message, seconds }: { fault: "refused" | "unknown"; message: string; seconds: number },
): Promise<void> =>
  run(db)`
    update checkout_refund set fault = ${fault}, message = ${message.slice(0, 2000)}, due_at = now() + ${seconds} * interval '1 second'
    where id = ${id} and state = 'due'`;

/** Records that the provider sent the money. False: it was recorded before. */
export const sentCheckoutRefund = (
  tx: Tx,
  id: string,
  { providerId, now }: { providerId: string; now: Date },
): Promise<boolean> =>
  anyRow(tx)`
    update checkout_refund set state = 'refunded', fault = null, message = null, provider_id = ${providerId}, refunded_at = ${now}, due_at = null
    where id = ${id} and state = 'due' returning 1`;

/** Stops refunds that the provider has refused, so that an operator can pay in another way. */
export const stopCheckoutRefunds = (tx: Tx, ids: readonly string[]): Promise<void> =>
  run(
    tx,
  )`update checkout_refund set state = 'stopped', due_at = null where id = any(${[...ids]}::uuid[]) and state = 'due'`;

/** Makes the refused refunds of a payment due at once. False: none waits. */
export const repeatCheckoutRefunds = (tx: Tx, checkoutId: string): Promise<boolean> =>
  anyRow(tx)`
    update checkout_refund set due_at = now() where checkout_id = ${checkoutId} and state = 'due' and fault is not null returning 1`;

/** Whether all money of a payment that goes back by itself was sent. */
export const hasDueRefunds = async (tx: Tx, checkoutId: string): Promise<boolean> =>
  (
    await onlyRow(tx)<{ has: boolean }>`
      select exists (select from checkout_refund where checkout_id = ${checkoutId} and state = 'due') as has`
  ).has;

/** Whether all refunds of an order's refund were sent. */
export const isRefundSent = async (tx: Tx, refundId: string): Promise<boolean> =>
  (
    await onlyRow(tx)<{ sent: boolean }>`
      select not exists (select from checkout_refund where refund_id = ${refundId} and state = 'due') as sent`
  ).sent;

/** Reads what the refunds of an order's refund sent, in minor units. */
export const sentOfRefund = async (tx: Tx, refundId: string): Promise<number> =>
  (
    await onlyRow(tx)<{ minor: number }>`
      select coalesce(sum(minor), 0)::bigint as minor from checkout_refund where refund_id = ${refundId} and state = 'refunded'`
  ).minor;
