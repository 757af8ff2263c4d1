import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { type PaidMethod, paidMethods } from "../../records/payment.ts";
import { count, decimal, instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, onlyRow, run } from "../database/rows.ts";
import { amountOfUsd, chargedAmount, joinAmounts, type StoreCurrency, ticketsAmount } from "./amounts.ts";
import type { InstantRange } from "./documents.ts";
import { joinRefundAmounts } from "./refund-amounts.ts";

/**
 * Orders on account, and the payments that operators recorded for them: docs/decisions/0058-group-orders.md. The order
 * is row `o` of the caller's statement.
 */

export const balanceFields = {
  paid: nullable(decimal, "What was paid of an order on account. Null: the order has no balance."),
  balanceDue: nullable(decimal, "What is still to be paid of an order on account. Null: the order has no balance."),
  dueOn: nullable(text, "`yyyy-MM-dd`: when the balance is to be paid. Null: no day was agreed."),
};
export const balanceColumns = sql`b.paid::text as paid, b.due::text as "balanceDue", o.payment ->> 'dueOn' as "dueOn"`;

/**
 * Whether order `o` has a balance: a sale of the desk on account, or an order that a partner sold while its terms say that the operator
 * collects.
 */
export const isOnAccount = sql`(not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
  else o.payment ->> 'method' = 'account' end)`;

/**
 * Whether the operator collects the balance from the guest. Otherwise a partner for which the desk sold on account pays it. An order that a
 * guest paid for through eventpay names the way to pay, and one of the desk its operator's e-mail address.
 */
const isCollectedFromGuest = sql`(${isOnAccount} and coalesce(o.agreed #>> '{terms,collects}',
  case when o.partner_id = (select d.id from partner d where d.external_id = 'desk') or o.payment ->> 'by' not like '%@%'
    then 'operator' end) = 'operator')`;

/**
 * Adds what was paid and what is due of an order on account as row `b`; without a row for other orders. Due is what was
 * charged on account, less payments, less refunds on account. Returned tickets were charged, and a refund takes them back. An amendment
 * whose difference was paid in another way charged nothing.
 */
export const joinBalance = (currency: StoreCurrency): RawBuilder<unknown> => sql`
  left join lateral (
    select sums.paid, sums.charged - sums.credited - sums.paid as due
    from (select
      (select coalesce(sum(${paymentAmount(currency)}), 0) from payment y ${joinAmounts(currency)} where y.order_id = o.id) as paid,
      (select coalesce(sum(a.paid), 0) from refund r ${joinRefundAmounts(currency)}
        where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
      ${chargedAmount(currency)} - (
        select coalesce(sum(greatest(0, ${ticketsAmount(sql`c.content -> 'agreed' -> 'tickets'`, currency)} -
          ${ticketsAmount(sql`c.content -> 'before'`, currency)})), 0)
        from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
      ) as charged
    ) sums where ${isOnAccount}
  ) b on true`;

/** The amount of payment `y` of order `o`, whose amounts are row `m`. */
const paymentAmount = (currency: StoreCurrency): RawBuilder<unknown> => sql`
  case when y.currency_code = ${currency.code} then y.amount else ${amountOfUsd(sql`y.usd`, currency)} end`;

export const balanceOf = (
  db: Db | Tx,
  currency: StoreCurrency,
  orderId: string,
): Promise<{ paid: string | null; balanceDue: string | null; dueOn: string | null }> =>
  onlyRow(db)`select ${balanceColumns} from orders o ${joinBalance(currency)} where o.id = ${orderId}`;

/** Reads the balances that are due of these orders. An order without a balance has no row. */
export const balancesOf = (
  db: Db | Tx,
  currency: StoreCurrency,
  orderIds: readonly string[],
): Promise<{ id: string; balanceDue: string }[]> =>
  allRows(db)`
    select o.id, b.due::text as "balanceDue" from orders o ${joinBalance(currency)}
    where o.id = any(${orderIds}::uuid[]) and b.due > 0`;

/** Reads what is to be collected from the guests of these orders. An order of which nothing is to be collected has no row. */
export const guestBalancesOf = (
  db: Db | Tx,
  currency: StoreCurrency,
  orderIds: readonly string[],
): Promise<{ id: string; amount: string; dueOn: string | null; eventOn: string }[]> =>
  allRows(db)`
    select o.id, round(b.due, ${currency.digits}::int)::text as amount, o.payment ->> 'dueOn' as "dueOn", o.event_on::date::text as "eventOn"
    from orders o ${joinBalance(currency)} where o.id = any(${orderIds}::uuid[]) and ${isCollectedFromGuest} and b.due > 0`;

/** The balances due, as an answer has them. */
export const balancesDueFields = {
  currencyCode: text,
  orders: count,
  amount: decimal,
  todayOrders: Type.Integer({
    description: "Standing orders that are to be collected today: on arrival, or by agreement.",
  }),
  today: decimal,
  overdueOrders: count,
  overdue: decimal,
};

/** The day on which the balance of order `o` is due: the agreed day, or else the day of the event. */
const dueDay = sql`coalesce(o.payment ->> 'dueOn', o.event_on::date::text)`;

/** Reads the balances due of all live orders. `today`: the present day in the store's time zone. */
export const balancesDue = (
  db: Db,
  currency: StoreCurrency,
  today: string,
): Promise<Omit<Row<typeof balancesDueFields>, "currencyCode">> => {
  const isToday = sql`${dueDay} = ${today} and ${isCollectedFromGuest} and o.status not in ('cancelled', 'rejected')`;
  const isOverdue = sql`${dueDay} < ${today}`;
  const sum = (condition: RawBuilder<unknown>) =>
    sql`round(coalesce(sum(b.due) filter (where ${condition}), 0), ${currency.digits}::int)::text`;
  return onlyRow(db)`
    select count(*)::int as orders, ${sum(sql`true`)} as amount, count(*) filter (where ${isToday})::int as "todayOrders", ${sum(isToday)} as today,
      count(*) filter (where ${isOverdue})::int as "overdueOrders", ${sum(isOverdue)} as overdue
    from orders o ${joinBalance(currency)} where ${isOnAccount} and b.due > 0`;
};

export const shownPaymentFields = {
  id: text,
  amount: decimal,
  currencyCode: text,
  received: nullable(
    Type.Object({ amount: decimal, currencyCode: text }),
    "What the guest handed over. Null: the amount, in the store's currency.",
  ),
  method: Type.Enum([...paidMethods]),
  note: nullable(text),
  paidAt: instant,
  recordedBy: Type.String({ description: "E-mail address of the operator, or the kind of provider." }),
};
export type ShownPayment = Row<typeof shownPaymentFields>;

/** Reads the payments of an order, the oldest first. */
export const paymentsOf = (db: Db | Tx, currency: StoreCurrency, orderId: string): Promise<ShownPayment[]> =>
  allRows(db)`
    select y.id, (${paymentAmount(currency)})::text as amount, ${currency.code}::text as "currencyCode", y.method, y.note,
      case when y.received_currency is not null then
        jsonb_build_object('amount', y.received_amount::text, 'currencyCode', y.received_currency) end as received,
      y.paid_at as "paidAt", y.recorded_by as "recordedBy"
    from payment y join orders o on o.id = y.order_id ${joinAmounts(currency)}
    where y.order_id = ${orderId} order by y.paid_at, y.id`;

/** Money that somebody took in another currency than the store's. */
export interface ReceivedMoney {
  amount: string;
  currencyCode: string;
}

export interface NewPayment {
  id: string;
  /** The amount in the store's currency. */
  amount: string;
  received?: ReceivedMoney | null | undefined;
  method: PaidMethod;
  note: string | null;
  recordedBy: string;
}

/** Records a payment of an order. False: a payment has this id. */
export const insertAccountPayment = (
  tx: Tx,
  currency: StoreCurrency,
  orderId: string,
  { id, amount, received, method, note, recordedBy }: NewPayment,
  now: Date,
): Promise<boolean> =>
  anyRow(tx)`
    insert into payment (id, order_id, amount, currency_code, usd, method, note, paid_at, recorded_by, received_amount, received_currency)
    select ${id}, o.id, ${amount}::numeric, ${currency.code}, coalesce(${amount}::numeric * o.total_usd / nullif(m.total, 0), 0),
      ${method}, case when o.erased_at is null then ${note}::text end, ${now}, ${recordedBy},
      ${received?.amount ?? null}::numeric, ${received?.currencyCode ?? null}::text
    from orders o ${joinAmounts(currency)} where o.id = ${orderId}
    on conflict (id) do nothing returning 1`;

export const paymentById = (
  tx: Db | Tx,
  id: string,
): Promise<{ orderId: string; amount: string; method: string } | null> =>
  firstRow(tx)`select order_id as "orderId", amount::text as amount, method from payment where id = ${id}`;

export interface ReceivedPayment {
  method: PaidMethod;
  amount: string;
  recordedBy: string;
  /** What a till got: the amount and its currency when it was recorded, or what the guest handed over. */
  taken: ReceivedMoney;
  /** As what the closings count the order's sale, and subtract the payment. */
  soldAs: "account" | "partner";
  /** The name of the partner that sold the order. */
  partner: string;
}

/** Reads the payments of a period. */
export const paymentsIn = (
  db: Db | Tx,
  currency: StoreCurrency,
  { from, until }: InstantRange,
): Promise<ReceivedPayment[]> =>
  allRows(db)`
    select y.method, (${paymentAmount(currency)})::text as amount, y.recorded_by as "recordedBy",
      case when y.received_currency <> y.currency_code
        then jsonb_build_object('amount', y.received_amount::text, 'currencyCode', y.received_currency)
        else jsonb_build_object('amount', y.amount::text, 'currencyCode', y.currency_code) end as taken,
      case when o.payment is null then 'partner' else 'account' end as "soldAs", pa.name as partner
    from payment y join orders o on o.id = y.order_id join partner pa on pa.id = o.partner_id ${joinAmounts(currency)}
    where y.paid_at >= ${from} and y.paid_at < ${until} and not o.test order by y.paid_at, y.id`;

/** Reads the refunds of an order that are due and not paid, and that no provider is sending. */
export const openRefunds = (
  tx: Tx,
  currency: StoreCurrency,
  orderId: string,
): Promise<{ id: string; due: string; dueUsd: string }[]> =>
  allRows(tx)`
    select r.id, a.due::text as due, r.due_usd::text as "dueUsd"
    from refund r join orders o on o.id = r.order_id ${joinRefundAmounts(currency)}
    where r.order_id = ${orderId} and r.due_at is not null and r.paid_at is null
      and not exists (select from checkout_refund f where f.refund_id = r.id and f.state = 'due') order by r.due_at, r.id`;

/** Sets a refund, or a part of it, off against the balance. The rest stays due. */
export async function setOffRefund(tx: Tx, { id, usd }: { id: string; usd: string }, now: Date): Promise<void> {
  await run(tx)`
    insert into refund (order_id, reason, due_usd, due_at, paid_usd, paid_at, method)
    select order_id, reason, ${usd}::numeric, due_at, ${usd}::numeric, ${now}, 'account' from refund where id = ${id}`;
  await run(tx)`update refund set due_usd = due_usd - ${usd}::numeric where id = ${id}`;
  await run(tx)`delete from refund where id = ${id} and due_usd <= 0`;
}
