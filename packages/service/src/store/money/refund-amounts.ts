import { type RawBuilder, sql } from "kysely";
import { count, decimal, nullable, type Row, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { amountFields, amountOfUsd, joinAmounts, type StoreCurrency, ticketsAmount } from "./amounts.ts";
import { refundColumns, refundFields } from "./refunds.ts";

/** Refunds in the store's currency. The refund is row `r`, its order row `o`. */

const refundAmountFields = { currencyCode: amountFields.currencyCode, due: decimal, paid: nullable(decimal) };

/** Adds the amounts `due` and `paid` of refund `r` as row `a`, and the amounts of its order as row `m`. */
export const joinRefundAmounts = (currency: StoreCurrency): RawBuilder<unknown> => sql`
  ${joinAmounts(currency)}
  left join lateral (
    select -c.difference_usd as usd, ${ticketsAmount(sql`c.content -> 'before'`, currency)} -
      ${ticketsAmount(sql`c.content -> 'agreed' -> 'tickets'`, currency)} as total
    from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
  ) returned on returned.usd > 0 and returned.total > 0
  cross join lateral (
    select ${amountOfRefund(sql`r.due_usd`, currency)} as due, ${amountOfRefund(sql`r.paid_usd`, currency)} as paid
  ) a`;

/** Converts a refund of returned tickets by the ratio of the tickets' totals, and every other refund by the ratio of the order's totals. */
const amountOfRefund = (usd: RawBuilder<unknown>, currency: StoreCurrency): RawBuilder<string> => sql`
  coalesce(round(${usd} * returned.total / returned.usd, ${currency.digits}::int), ${amountOfUsd(usd, currency)})`;

export const refundAmounts = ({ code }: StoreCurrency): RawBuilder<unknown> =>
  sql`${code}::text as "currencyCode", a.due::text as due, a.paid::text as paid`;

export const shownRefundFields = { ...refundFields, ...refundAmountFields };
export type ShownRefund = Row<typeof shownRefundFields>;

/** Reads the refunds of an order with their amounts, by due date. */
export const shownRefundsOf = (db: Db, currency: StoreCurrency, orderId: string): Promise<ShownRefund[]> =>
  allRows(db)`
    select ${refundColumns}, ${refundAmounts(currency)}
    from refund r join orders o on o.id = r.order_id ${joinRefundAmounts(currency)}
    where r.order_id = ${orderId} order by r.due_at nulls last, r.id`;

/** The refunds that are due, as an answer has them. */
export const refundsDueFields = { currencyCode: text, refunds: count, amount: decimal };

/** Counts and sums the due refunds of all live orders that nobody has recorded as paid. */
export const refundsDue = (db: Db, currency: StoreCurrency): Promise<{ refunds: number; amount: string }> =>
  onlyRow(db)`
    select count(*)::int as refunds, round(coalesce(sum(a.due), 0), ${currency.digits}::int)::text as amount
    from refund r join orders o on o.id = r.order_id ${joinRefundAmounts(currency)}
    where r.due_at is not null and r.paid_at is null and not o.test`;

/**
 * Returns the dollars of an amount in the store's currency that a guest gets back: the reverse of `amountOfRefund`. The amount that is due
 * gives exactly the dollars that are due. `refundId` null: the amount belongs to no refund that is due.
 */
export const usdOfRefund = async (
  db: Db,
  currency: StoreCurrency,
  { orderId, refundId, amount }: { orderId: string; refundId: string | null; amount: string },
): Promise<string> => {
  const usdOfOrder = sql`${amount}::numeric * coalesce(o.total_usd / nullif(m.total, 0), 1 / m.rate)`;
  const { usd } = await onlyRow(db)<{ usd: string }>`${
    refundId === null
      ? sql`select (${usdOfOrder})::text as usd from orders o ${joinAmounts(currency)} where o.id = ${orderId}`
      : sql`select (case when a.due = ${amount}::numeric then r.due_usd
            else coalesce(${amount}::numeric * returned.usd / returned.total, ${usdOfOrder}) end)::text as usd
          from refund r join orders o on o.id = r.order_id ${joinRefundAmounts(currency)}
          where r.id = ${refundId} and o.id = ${orderId}`
  }`;
  return usd;
};
