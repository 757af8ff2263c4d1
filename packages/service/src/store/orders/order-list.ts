import { type Answer, type Language, orderStatuses } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import type { TaxScheme } from "../../records/listing-fields.ts";
import type { Payment } from "../../records/payment.ts";
import {
  decimal,
  type Filter,
  givenDay,
  givenInstant,
  instant,
  nullable,
  optionalText,
  type Row,
  text,
} from "../../records/schemas.ts";
import type { Db } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { balanceColumns, balanceFields, isOnAccount, joinBalance } from "../money/account.ts";
import { amountFields, orderAmounts, type StoreCurrency } from "../money/amounts.ts";
import { noShowPeople } from "../sale/attendance.ts";
import { orderSearchCondition } from "../sale/order-words.ts";
import { type AgreedTerms, laterAnswers, type OrderFlag, orderFlags } from "../sale/orders.ts";

/** Orders in the back office. */

export const orderFields = {
  id: text,
  status: Type.Enum([...orderStatuses]),
  test: Type.Boolean(),
  partner: Type.String({ description: "The partner's external id." }),
  partnerName: text,
  leadName: nullable(text, "The first passenger; null where no names are known."),
  externalReference: nullable(text),
  confirmation: nullable(text),
  email: text,
  productName: text,
  cityCode: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  seats: Type.Integer(),
  people: Type.Integer({ description: "People for whom the tickets are." }),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  ...amountFields,
  totalUsd: decimal,
  createdAt: instant,
  flag: nullable(Type.Enum([...orderFlags])),
  noShow: Type.Integer({ description: "People who did not come." }),
  ...balanceFields,
  answersToCome: Type.Boolean({ description: "Whether answers of the guests are still to come." }),
};
/** A row, and the values that lists and files derive from it. */
export type OrderLine = Omit<Row<typeof orderFields>, "leadName" | "answersToCome"> & {
  number: number;
  lang: Language;
  answers: Answer[];
  itemName: string;
  phoneNumber: string;
  admittedAt: Date | null;
  payment: Payment | null;
  agreed: Pick<AgreedTerms, "group" | "ownLater" | "leadPerTicket" | "tickets">;
  /** The exchange rate: how many units of the store's currency one US dollar buys. */
  rate: string;
  /** Percent of tax in the price. */
  taxRate: string | null;
  taxScheme: TaxScheme | null;
};

/**
 * `waiting`: waits for the supplier (also with an amendment), or is flagged for the operator. `eventFrom` and
 * `eventTo`: local days, both inclusive.
 */
export const orderFilter = {
  waiting: Type.Optional(Type.Boolean()),
  flagged: Type.Optional(Type.Boolean()),
  balanceDue: Type.Optional(Type.Boolean({ description: "Orders on account that are not paid in full." })),
  status: Type.Optional(Type.Enum([...orderStatuses])),
  standing: Type.Optional(Type.Boolean({ description: "Orders that are neither cancelled nor rejected." })),
  test: Type.Optional(Type.Boolean()),
  noShow: Type.Optional(Type.Boolean({ description: "Orders with people who did not come." })),
  partner: optionalText(128),
  product: optionalText(128),
  eventId: Type.Optional(Type.String({ format: "uuid" })),
  q: optionalText(256, "Beginnings of words: guest, e-mail, telephone, reference, partner's reference, confirmation."),
  placedFrom: Type.Optional(givenInstant),
  placedTo: Type.Optional(givenInstant),
  eventFrom: Type.Optional(givenDay),
  eventTo: Type.Optional(givenDay),
};
type OrderFilter = Filter<typeof orderFilter>;

/** Columns that a list can be sorted by. */
export const orderSorts = {
  createdAt: sql`o.created_at`,
  eventOn: sql`o.event_on`,
  totalUsd: sql`o.total_usd`,
  status: sql`o.status`,
} as const;

const from = sql`orders o join partner pa on pa.id = o.partner_id join product p on p.id = o.product_id`;

/**
 * Reads one page of orders. Without a `sort`, waiting orders come flagged first and then oldest first; all other orders come newest first.
 */
export async function listOrders(
  db: Db,
  currency: StoreCurrency,
  filter: OrderFilter,
  page: ListPage<keyof typeof orderSorts>,
  now: Date,
): Promise<ListedRows<OrderLine>> {
  const where = await matching(db, currency, filter, now);
  const order = page.sort
    ? sql`${orderSorts[page.sort]} ${sortDirection(page)}, o.number`
    : filter.waiting
      ? sql`o.flagged_at is null, o.created_at, o.number`
      : sql`o.created_at desc, o.number`;
  const rows = await allRows(db)<OrderLine>`
    select o.id, o.number, o.lang, o.test, o.status, pa.external_id as partner, pa.name as "partnerName", o.answers,
      o.external_reference as "externalReference", o.confirmation, o.email, o.agreed ->> 'productName' as "productName", o.agreed ->> 'itemName' as "itemName",
      o.tickets, o.phone_number as "phoneNumber", p.city_code as "cityCode", o.event_on as "eventOn", o.seats, coalesce(o.people, o.seats) as people,
      (select v.redeemed_at from voucher v where v.order_id = o.id) as "admittedAt",
      ${orderAmounts(currency)}, o.agreed ->> 'taxRate' as "taxRate", o.agreed ->> 'taxScheme' as "taxScheme",
      o.total_usd::text as "totalUsd", o.created_at as "createdAt", o.flag, o.payment, ${balanceColumns}, ${laterAnswers} as agreed, ${noShowPeople(now)} as "noShow"
    from ${from} ${joinBalance(currency)} where ${where} order by ${order} ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, sql`${from} where ${where}`) };
}

export const countOrders = async (db: Db, currency: StoreCurrency, filter: OrderFilter, now: Date): Promise<number> =>
  countListRows(db, sql`${from} where ${await matching(db, currency, filter, now)}`);

async function matching(db: Db, currency: StoreCurrency, filter: OrderFilter, now: Date): Promise<RawBuilder<unknown>> {
  const {
    waiting,
    balanceDue,
    flagged,
    status,
    standing,
    test,
    noShow,
    partner,
    product,
    eventId,
    q,
    placedFrom,
    placedTo,
    eventFrom,
    eventTo,
  } = filter;
  return allConditions(
    waiting &&
      sql`(o.status in ('waitsupplier', 'waitcancel') or o.flagged_at is not null or exists (
        select from amendment c where c.order_id = o.id and c.status = 'waitsupplier'))`,
    balanceDue && sql`${isOnAccount} and exists (select from (select 1) one ${joinBalance(currency)} where b.due > 0)`,
    flagged && sql`o.flagged_at is not null`,
    status && sql`o.status = ${status}`,
    standing && sql`o.status not in ('cancelled', 'rejected')`,
    test !== undefined && sql`o.test = ${test}`,
    noShow && sql`${noShowPeople(now)} > 0`,
    partner && sql`pa.external_id = ${partner}`,
    product && sql`p.external_id = ${product}`,
    eventId && sql`o.event_id = ${eventId}`,
    placedFrom && sql`o.created_at >= ${new Date(placedFrom)}`,
    placedTo && sql`o.created_at < ${new Date(placedTo)}`,
    eventFrom && sql`o.event_on >= ${eventFrom}::date`,
    eventTo && sql`o.event_on < ${eventTo}::date + 1`,
    q !== undefined && q.trim() !== "" && (await orderSearchCondition(db, q)),
  );
}

/** Reads why an order is flagged, and when its supplier is called next. */
export const readOrderAttention = (
  db: Db,
  id: string,
): Promise<{ flag: OrderFlag | null; supplierDueAt: Date | null; supplierCalledAt: Date | null } | null> =>
  firstRow(db)`
    select flag, supplier_due_at as "supplierDueAt", supplier_called_at as "supplierCalledAt" from orders where id = ${id}`;
