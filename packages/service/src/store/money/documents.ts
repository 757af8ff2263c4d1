import type { Language } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { TaxScheme } from "../../records/listing-fields.ts";
import type { PaymentMethod, RefundMethod } from "../../records/payment.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { joinAmounts, type StoreCurrency, ticketsAmount } from "./amounts.ts";
import { joinRefundAmounts } from "./refund-amounts.ts";

/**
 * What an order means for the operator's books, as documents: docs/decisions/0055-money-of-the-operator.md. They are read
 * from orders, amendments and refunds; no table stores them. Test orders have none.
 */

/**
 * `sale`: the price at the sale. `change`: the difference of an amendment. `cancellation`: the price of an order that was
 * cancelled or declined. `fee`: what the operator keeps of a returned price. `adjustment`: a refund that differs from the
 * amount due.
 */
const documentKinds = ["sale", "change", "cancellation", "fee", "adjustment"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** How an order was paid. `partner`: a partner sold it. */
export const saleKinds = ["cash", "card", "transfer", "account", "free", "partner"] as const;
export type SaleKind = PaymentMethod | "partner";

export interface DocumentRow {
  number: number;
  lang: Language;
  kind: DocumentKind;
  /** The number of an amendment or adjustment, from 1. 0: the order can have only one such document. */
  nth: number;
  at: Date;
  /** The total that the document replaces, and the total after it: decimal strings in the store's currency. */
  before: string;
  after: string;
  usd: string;
  rate: string;
  taxRate: string | null;
  /** Null: the rate applies. */
  taxScheme: TaxScheme | null;
  product: string;
  partner: string;
  payment: SaleKind;
  /** The operator who sold the order or changed it. Null: a partner. */
  soldBy: string | null;
}

export interface InstantRange {
  from: Date;
  /** The first instant after the period. */
  until: Date;
}

const within = (column: RawBuilder<unknown>, { from, until }: InstantRange) =>
  sql`${column} >= ${from} and ${column} < ${until} and not o.test`;

/** Reads the documents of a period, the oldest first. */
export const documentsOf = (db: Db | Tx, currency: StoreCurrency, period: InstantRange): Promise<DocumentRow[]> => {
  const before = ticketsAmount(sql`c.content -> 'before'`, currency);
  const after = ticketsAmount(sql`c.content -> 'agreed' -> 'tickets'`, currency);
  const nthAmendment = sql`(
    select count(*) from amendment e where e.order_id = c.order_id and (e.applied_at, e.revision) <= (c.applied_at, c.revision))`;
  return allRows(db)`
    with document (order_id, kind, nth, at, before, after, usd, payment) as (
      select o.id, 'sale', 0, date_trunc('milliseconds', o.created_at), 0::numeric, coalesce(first.total, m.total), coalesce(first.usd, o.total_usd), o.payment
      from orders o ${joinAmounts(currency)} left join lateral (
        select ${before} as total, c.total_usd - c.difference_usd as usd from amendment c
        where c.order_id = o.id and c.applied_at is not null order by c.applied_at, c.revision limit 1
      ) first on true
      where ${within(sql`o.created_at`, period)}
      union all
      select o.id, 'change', ${nthAmendment}, c.applied_at, ${before}, ${after}, c.difference_usd, coalesce(c.payment, o.payment)
      from amendment c join orders o on o.id = c.order_id where ${within(sql`c.applied_at`, period)}
      union all
      select o.id, 'fee', ${nthAmendment}, c.applied_at, 0, ${before} - ${after} - a.due, -c.difference_usd - a.usd, o.payment
      from amendment c join orders o on o.id = c.order_id
      ${joinDue(currency, sql`r.reason = 'changed' and r.due_at = c.applied_at`)}
      where c.difference_usd < 0 and ${within(sql`c.applied_at`, period)}
      union all
      select o.id, 'cancellation', 0, t.at, m.total, 0, -o.total_usd, o.payment
      from order_timeline t join orders o on o.id = t.order_id ${joinAmounts(currency)}
      where t.status in ('cancelled', 'rejected') and ${within(sql`t.at`, period)}
      union all
      select o.id, 'fee', 0, t.at, 0, m.total - a.due, o.total_usd - a.usd, o.payment
      from order_timeline t join orders o on o.id = t.order_id ${joinAmounts(currency)}
      ${joinDue(currency, sql`r.reason in ('cancelled', 'rejected')`)}
      where t.status in ('cancelled', 'rejected') and ${within(sql`t.at`, period)}
      union all
      select o.id, 'adjustment', (
          select count(*) from refund s where s.order_id = o.id and (s.paid_at, s.id) <= (r.paid_at, r.id)
        ), r.paid_at, 0, case when r.reason = 'other' then 0 else a.due end - a.paid,
        case when r.reason = 'other' then 0 else r.due_usd end - r.paid_usd, o.payment
      from refund r join orders o on o.id = r.order_id ${joinRefundAmounts(currency)}
      where ${within(sql`r.paid_at`, period)}
    )
    select o.number, o.lang, d.kind, d.nth::int as nth, d.at, d.before::text as before, d.after::text as after,
      round(d.usd, 2)::text as usd, trim_scale(m.rate)::text as rate, o.agreed ->> 'taxRate' as "taxRate", o.agreed ->> 'taxScheme' as "taxScheme",
      o.agreed ->> 'productName' as product, pa.name as partner, coalesce(d.payment ->> 'method', 'partner') as payment,
      d.payment ->> 'by' as "soldBy"
    from document d join orders o on o.id = d.order_id join partner pa on pa.id = o.partner_id ${joinAmounts(currency)}
    where d.kind = 'sale' or d.before <> d.after or d.usd <> 0
    order by d.at, o.created_at, o.number, d.kind <> 'sale', d.nth = 0, d.nth, array_position(${documentKinds}::text[], d.kind)`;
};

/** Adds the sums of these refunds of order `o` as row `a`. A part of a refund can be set off against the balance of the order. */
const joinDue = (currency: StoreCurrency, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  cross join lateral (
    select coalesce(sum(a.due), 0) as due, coalesce(sum(r.due_usd), 0) as usd
    from refund r ${joinRefundAmounts(currency)} where r.order_id = o.id and ${condition}
  ) a`;

interface PaidRefund {
  /** `partner`: on the account of the partner that sold the order. */
  method: RefundMethod | "partner";
  paid: string;
  recordedBy: string | null;
  /** The name of the partner that sold the order; null: the desk with a payment. */
  partner: string | null;
}

/** Reads the refunds that operators recorded as paid in a period. */
export const refundsPaid = (db: Db | Tx, currency: StoreCurrency, period: InstantRange): Promise<PaidRefund[]> =>
  allRows(db)`
    select case when r.method = 'account' and o.payment is null then 'partner' else r.method end as method, a.paid::text as paid,
      r.recorded_by as "recordedBy", case when o.payment is null then pa.name end as partner
    from refund r join orders o on o.id = r.order_id join partner pa on pa.id = o.partner_id ${joinRefundAmounts(currency)}
    where ${within(sql`r.paid_at`, period)}`;

/** Writes the number of the invoice that the operator made elsewhere for the order's present total. Null removes it. */
export const writeInvoice = (tx: Tx, orderId: string, number: string | null): Promise<void> =>
  run(tx)`
    update orders set payment = payment - 'invoice' || case when ${number}::text is null then '{}' else
      jsonb_build_object('invoice', jsonb_build_object('number', ${number}::text, 'totalUsd', total_usd::text)) end
    where id = ${orderId}`;
