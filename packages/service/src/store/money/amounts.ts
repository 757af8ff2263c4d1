import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { decimal, nullable, text } from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import type { SoldTicket } from "../sale/orders.ts";

/**
 * SQL for amounts of orders in the store's currency. docs/decisions/0055-money-of-the-operator.md has the rules. The order
 * is row `o` of the caller's statement.
 */

/** The currency in which reports show amounts, and the digits of its minor unit. */
export interface StoreCurrency {
  code: string;
  digits: number;
}

/** Fields that rows of orders have. */
export const amountFields = {
  currencyCode: Type.String({ description: "The store's currency, in which `total` is." }),
  total: decimal,
};
export const rateField = nullable(text, "Units of the store's currency for one US dollar, when the order was placed.");

/** The columns `currencyCode`, `total` and `rate` of order `o`. */
export const orderAmounts = (currency: StoreCurrency): RawBuilder<unknown> => sql`
  ${currency.code}::text as "currencyCode", ${ticketsAmount(sql`o.agreed -> 'tickets'`, currency)}::text as total,
  trim_scale(${orderRate(currency)})::text as rate`;

/** Adds `total` and `rate` of order `o` as row `m`. */
export const joinAmounts = (currency: StoreCurrency): RawBuilder<unknown> => sql`
  cross join lateral (
    select ${ticketsAmount(sql`o.agreed -> 'tickets'`, currency)} as total, ${orderRate(currency)} as rate
  ) m`;

/**
 * The sum of sold tickets in the store's currency. A price in this currency counts as printed. Any other price counts by
 * its dollars, at the rate at which the order was placed. The sum is rounded once, half up.
 */
export const ticketsAmount = (
  tickets: RawBuilder<unknown>,
  { code, digits }: StoreCurrency,
): RawBuilder<string> => sql`(
  select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = ${code}
    then (price ->> 'unitPrice')::numeric
    else (price ->> 'unitUsdPrice')::numeric * ${pastRate(code)} end), 0), ${digits}::int)
  from jsonb_path_query(${tickets}, '$[*].prices[*]') as price)`;

/** What order `o` was charged: its tickets, and the tickets that amendments returned. */
export const chargedAmount = (currency: StoreCurrency): RawBuilder<string> => sql`(
  ${ticketsAmount(sql`o.agreed -> 'tickets'`, currency)} + (
    select coalesce(sum(greatest(0, ${ticketsAmount(sql`c.content -> 'before'`, currency)} -
      ${ticketsAmount(sql`c.content -> 'agreed' -> 'tickets'`, currency)})), 0)
    from amendment c where c.order_id = o.id and c.applied_at is not null))`;

/** Converts dollars of order `o` by the ratio of the order's totals. So the refund of a whole order is its whole price. The result is rounded once, half up. */
export const amountOfUsd = (usd: RawBuilder<unknown>, { digits }: StoreCurrency): RawBuilder<string> => sql`
  round(coalesce(${usd} * m.total / nullif(o.total_usd, 0), ${usd} * m.rate), ${digits}::int)`;

/** The exchange rate for one US dollar: the rate of the order's first price, or else the rate when the order was placed. */
const orderRate = ({ code }: StoreCurrency): RawBuilder<string> => sql`
  case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = ${code}
    then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else ${pastRate(code)} end`;

/** The exchange rate when the order was placed. If the history of rates begins later, the first rate counts. */
const pastRate = (code: string): RawBuilder<string> =>
  code === "USD"
    ? sql`1::numeric`
    : sql`coalesce(
        (select h.rate from rate_history h where h.currency_code = ${code} and h.at <= o.created_at order by h.id desc limit 1),
        (select h.rate from rate_history h where h.currency_code = ${code} order by h.id limit 1),
        (select c.rate from currency c where c.code = ${code}), 1)`;

/** Reads the total in the store's currency that an order of these tickets has if it is placed at this instant. */
export async function totalOfTickets(
  db: Db,
  currency: StoreCurrency,
  tickets: readonly SoldTicket[],
  at: Date,
): Promise<string> {
  const { total } = await onlyRow(db)<{ total: string }>`
    select ${ticketsAmount(sql`${JSON.stringify(tickets)}::jsonb`, currency)}::text as total
    from (select ${at}::timestamptz as created_at) o`;
  return total;
}

/** Converts dollars: `usd` dollars are `amount`. Decimal strings. */
export interface CurrencyConversion {
  amount: string;
  usd: string;
}

/** The conversion of `amountOfUsd`. */
export const conversionOfUsd = {
  amount: sql`case when o.total_usd = 0 then m.rate else m.total end`,
  usd: sql`case when o.total_usd = 0 then 1 else o.total_usd end`,
};

export interface OrderAmounts extends CurrencyConversion {
  id: string;
  total: string;
  rate: string;
}

/** Reads the totals of orders in the store's currency, and what converts their dollars. */
export const amountsOfOrders = (db: Db, currency: StoreCurrency, ids: readonly string[]): Promise<OrderAmounts[]> =>
  allRows(db)`
    select o.id, m.total::text as total, trim_scale(m.rate)::text as rate, (${conversionOfUsd.amount})::text as amount,
      (${conversionOfUsd.usd})::text as usd
    from orders o ${joinAmounts(currency)} where o.id = any(${ids}::uuid[])`;

export const amountsOfOrder = async (db: Db, currency: StoreCurrency, id: string): Promise<OrderAmounts> =>
  (await amountsOfOrders(db, currency, [id]))[0]!;

/** Reads what an order was charged, in the store's currency. */
export async function chargedAmountOf(db: Db, currency: StoreCurrency, id: string): Promise<string> {
  const { charged } = await onlyRow(db)<{ charged: string }>`
    select ${chargedAmount(currency)}::text as charged from orders o where o.id = ${id}`;
  return charged;
}
