import { type RawBuilder, sql } from "kysely";
import type { SoldTerms } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { chargedAmount, joinAmounts, type StoreCurrency, ticketsAmount } from "../money/amounts.ts";
import { joinRefundAmounts } from "../money/refund-amounts.ts";
import type { SoldTicket } from "../sale/orders.ts";

/** Orders with terms, as their partner's account needs them. The order is row `o`. docs/decisions/0070-statements.md has the rules. */

/** Amounts are decimal strings in the account's currency. */
export interface OrderFacts {
  id: string;
  number: number;
  lang: "es" | "pt" | "en";
  status: "waitsupplier" | "complete" | "waitcancel" | "cancelled" | "rejected";
  externalReference: string | null;
  productName: string;
  itemName: string;
  eventOn: string;
  tickets: { code: string; quantity: number }[];
  taxRate: string | null;
  terms: SoldTerms;
  /** What was charged in all: the tickets that the order has or had last, and those that amendments returned. */
  charged: string;
  /** Refunds that are due or paid. */
  refunded: string;
  /** Refunds of these that the operator paid with money, and not on the partner's account. */
  paidOut: string;
  /** The tickets that the order has or had last: what was charged, what guests pay for them, and what of it is the operator's. */
  total: string;
  retail: string;
  net: string;
  /** The tickets as sold, and units of the account's currency for one US dollar at the sale. */
  agreed: { tickets: SoldTicket[] };
  rate: string;
  /** The sums of its lines on statements, and what the last one says of it. Null: it has none. */
  onStatements: { retail: string; commission: string; net: string; owed: string; content: { status: string } } | null;
}

export interface AccountKey {
  partnerId: string;
  currency: StoreCurrency;
}

/** The currency of the account to which order `o` belongs. */
const accountCurrency = sql`coalesce(o.agreed #>> '{terms,currencyCode}', o.agreed #>> '{tickets,0,prices,0,currencyCode}')`;

/** A change that began before a statement may have ended after it. The margin costs a comparison for each order that changed shortly before. */
const changedSince = sql`line.at - interval '1 hour'`;

const ticketsOfOrder = sql`o.agreed -> 'tickets'`;

/** The sum of a partner's amount of tickets, in the account's currency, like `ticketsAmount`. */
const partnerAmount = (
  field: "retail" | "net",
  { code, digits }: StoreCurrency,
  tickets: RawBuilder<unknown> = ticketsOfOrder,
): RawBuilder<string> => sql`(
  select round(coalesce(sum((price ->> 'quantity')::int * (price #>> '{partner,${sql.raw(field)}}')::numeric *
    case when price ->> 'currencyCode' = ${code} then 1 else m.rate / (price ->> 'rate')::numeric end), 0), ${digits}::int)
  from jsonb_path_query(${tickets}, '$[*].prices[*]') as price)`;

/** The facts of orders `o`, with their former lines as `line`. */
const selectFacts = (currency: StoreCurrency) => sql`
    select o.id, o.number, o.lang, o.status, o.external_reference as "externalReference", o.agreed ->> 'productName' as "productName",
      o.agreed ->> 'itemName' as "itemName", o.event_on as "eventOn", o.tickets, o.agreed ->> 'taxRate' as "taxRate", o.agreed -> 'terms' as terms,
      ${chargedAmount(currency)}::text as charged, refunds.refunded::text as refunded, refunds.paid_out::text as "paidOut",
      ${ticketsAmount(sql`o.agreed -> 'tickets'`, currency)}::text as total, ${partnerAmount("retail", currency)}::text as retail,
      ${partnerAmount("net", currency)}::text as net, jsonb_build_object('tickets', o.agreed -> 'tickets') as agreed, m.rate::text as rate, line.sums as "onStatements"
    from orders o ${joinAmounts(currency)}
    left join lateral (
      select max(s.issued_at) as at, jsonb_build_object('retail', sum(l.retail)::text, 'commission', sum(l.commission)::text, 'net', sum(l.net)::text,
        'owed', sum(l.owed)::text, 'content', (array_agg(l.content order by s.issued_at desc))[1]) as sums
      from statement_line l join statement s on s.id = l.statement_id where l.order_id = o.id having count(*) > 0
    ) line on true
    cross join lateral (
      select coalesce(sum(coalesce(a.paid, a.due)), 0) as refunded, coalesce(sum(a.paid) filter (where r.method <> 'account'), 0) as paid_out
      from refund r ${joinRefundAmounts(currency)} where r.order_id = o.id and coalesce(r.due_at, r.paid_at) is not null
    ) refunds`;

const ofAccount = ({ partnerId, currency }: AccountKey) => sql`
    where o.partner_id = ${partnerId} and o.agreed ? 'terms' and not o.test and ${accountCurrency} = ${currency.code}`;

/**
 * Reads the orders of an account of which lines may be open: orders without a line, and orders that changed since their last one. `dueUntil`: only
 * those that are due by the end of this local day; null: all. An order whose event is younger than `attendedSince` may have new admissions.
 */
export const openOrders = (
  db: Db | Tx,
  { partnerId, currency }: AccountKey,
  { dueUntil, attendedSince, zone }: { dueUntil: string | null; attendedSince: string; zone: string },
): Promise<OrderFacts[]> =>
  allRows(db)`
    ${selectFacts(currency)}
    ${ofAccount({ partnerId, currency })}
      and (${dueUntil}::date is null or o.status <> 'waitsupplier')
      and (${dueUntil}::date is null or case when o.agreed #>> '{terms,dueOn}' = 'sale' then (o.created_at at time zone ${zone})::date
        else o.event_on::date end <= ${dueUntil}::date)
      and (line.at is null or o.changed_at >= ${changedSince} or o.event_on >= ${attendedSince}::date
        or exists (select from refund r where r.order_id = o.id and greatest(r.due_at, r.paid_at) >= ${changedSince}))
    order by o.created_at, o.id`;

/**
 * Reads how much more the partner would owe if an order had these tickets, and by its other amendments that wait for suppliers. Decimal strings.
 * `own` is 0 for an order of another account, and where the operator collects.
 */
export const debtOfAmendments = (
  db: Db | Tx,
  { partnerId, currency }: AccountKey,
  { orderId, tickets }: { orderId: string; tickets: readonly SoldTicket[] },
): Promise<{ own: string; waiting: string }> => {
  const more = (after: RawBuilder<unknown>) =>
    sql`${partnerAmount("net", currency, after)} - ${partnerAmount("net", currency)}`;
  const owing = sql`${joinAmounts(currency)} ${ofAccount({ partnerId, currency })} and o.agreed #>> '{terms,collects}' = 'partner'`;
  return onlyRow(db)`
    select coalesce((select ${more(sql`${JSON.stringify(tickets)}::jsonb`)} from orders o ${owing} and o.id = ${orderId}), 0)::text as own,
      coalesce((
        select sum(greatest(0, ${more(sql`a.content #> '{agreed,tickets}'`)}))
        from amendment a join orders o on o.id = a.order_id ${owing} and a.status = 'waitsupplier' and o.id <> ${orderId}
      ), 0)::text as waiting`;
};

/** An order with its day in a partner's count. */
export interface CountedFacts extends OrderFacts {
  /** Local day of the event, or of the sale in the store's zone, `yyyy-MM-dd`. */
  day: string;
  /** The day of the sale in UTC. */
  utcDay: string;
  itemId: string;
}

/**
 * Reads the orders of an account with their event, or sale, from a day to another, and those with one of these references. `numbers`: of the
 * operator's references.
 */
export const countedOrders = (
  db: Db,
  { partnerId, currency }: AccountKey,
  { by, from, to, zone }: { by: "event" | "sale"; from: string; to: string; zone: string },
  { references, numbers }: { references: readonly string[]; numbers: readonly number[] },
): Promise<CountedFacts[]> => {
  const saleDay = sql`(o.created_at at time zone ${zone})::date`;
  const day = by === "sale" ? saleDay : sql`o.event_on::date`;
  return allRows(db)`
    select f.*, x.* from (
      ${selectFacts(currency)}
      ${ofAccount({ partnerId, currency })}
        and (${day} between ${from}::date and ${to}::date or o.external_reference = any(${[...references]}::text[])
          or o.number = any(${[...numbers]}::bigint[]))
    ) f join lateral (
      select ${day}::text as day, (o.created_at at time zone 'UTC')::date::text as "utcDay", o.item_id as "itemId" from orders o where o.id = f.id
    ) x on true
    order by x.day, f.number`;
};

/** The accounts of all partners: currencies in which they have orders with terms, statements or payments. */
export const accountsWithTerms = sql`
  select o.partner_id, ${accountCurrency} as code from orders o join partner p on p.id = o.partner_id
    where p.has_terms and o.agreed ? 'terms' and not o.test
  union select partner_id, currency_code from statement
  union select partner_id, currency_code from partner_payment`;

/** Reads the currencies of the accounts of a partner. */
export const accountCurrencies = async (db: Db | Tx, partnerId: string): Promise<string[]> =>
  (
    await allRows(db)<{ code: string }>`
      select code from (${accountsWithTerms}) a where partner_id = ${partnerId} order by 1`
  ).map(({ code }) => code);
