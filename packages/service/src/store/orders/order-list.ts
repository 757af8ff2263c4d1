import type { Language, OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";

/** Orders in the back office. */

export interface OrderLine {
  id: string;
  number: number;
  lang: Language;
  test: boolean;
  status: OrderStatus;
  /** The partner's external id. */
  partner: string;
  externalReference: string | null;
  confirmation: string | null;
  email: string;
  productName: string;
  cityCode: string;
  /** Local date and time at the location. */
  eventOn: string;
  seats: number;
  totalUsd: string;
  createdAt: Date;
  flag: string | null;
}

export interface OrderFilter {
  /** Waiting for the supplier, or flagged for the operator. */
  waiting?: boolean | undefined;
  flagged?: boolean | undefined;
  status?: OrderStatus | undefined;
  test?: boolean | undefined;
  /** External ids. */
  partner?: string | undefined;
  product?: string | undefined;
  eventId?: string | undefined;
  /** A part of the reference, the partner's reference, the confirmation or the e-mail address. */
  q?: string | undefined;
  placedFrom?: Date | undefined;
  placedTo?: Date | undefined;
  /** Local days of the event, `yyyy-MM-dd`, inclusive. */
  eventFrom?: string | undefined;
  eventTo?: string | undefined;
}

/** Columns that a list can be sorted by. */
const orders = {
  createdAt: sql`o.created_at`,
  eventOn: sql`o.event_on`,
  totalUsd: sql`o.total_usd`,
  status: sql`o.status`,
  reference: sql`o.number`,
} as const;
export type OrderSort = keyof typeof orders;
export const orderSorts = Object.keys(orders) as OrderSort[];

const from = sql`orders o join partner pa on pa.id = o.partner_id join product p on p.id = o.product_id`;

/**
 * One page of orders. Without a `sort`, waiting orders come flagged first and then oldest first; all others newest first.
 */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  page: { sort?: OrderSort | undefined; order?: "asc" | "desc" | undefined; offset: number; limit: number },
): Promise<OrderLine[]> {
  const descending = page.order === "desc" ? sql`desc` : sql`asc`;
  const order = page.sort
    ? sql`${orders[page.sort]} ${descending}, o.number`
    : filter.waiting
      ? sql`o.flagged_at is null, o.created_at, o.number`
      : sql`o.number desc`;
  const rows = await allRows(db)<OrderLine>`
    select o.id, o.number, o.lang, o.test, o.status, pa.external_id as partner, o.external_reference as "externalReference",
      o.confirmation, o.email, o.agreed ->> 'productName' as "productName", p.city_code as "cityCode", o.event_on as "eventOn", o.seats,
      o.total_usd::text as "totalUsd", o.created_at as "createdAt", o.flag
    from ${from} where ${matching(filter)} order by ${order} offset ${page.offset} limit ${page.limit}`;
  return rows;
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`select count(*) as n from ${from} where ${matching(filter)}`;
  return rows[0]!.n;
}

function matching(filter: OrderFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const add = (given: unknown, condition: () => RawBuilder<unknown>) => {
    if (given !== undefined && given !== "") conditions.push(condition());
  };
  if (filter.waiting) conditions.push(sql`(o.status in ('waitsupplier', 'waitcancel') or o.flagged_at is not null)`);
  if (filter.flagged) conditions.push(sql`o.flagged_at is not null`);
  add(filter.status, () => sql`o.status = ${filter.status}`);
  add(filter.test, () => sql`o.test = ${filter.test}`);
  add(filter.partner, () => sql`pa.external_id = ${filter.partner}`);
  add(filter.product, () => sql`p.external_id = ${filter.product}`);
  add(filter.eventId, () => sql`o.event_id = ${filter.eventId}`);
  add(filter.placedFrom, () => sql`o.created_at >= ${filter.placedFrom}`);
  add(filter.placedTo, () => sql`o.created_at < ${filter.placedTo}`);
  add(filter.eventFrom, () => sql`o.event_on >= ${filter.eventFrom}::date`);
  add(filter.eventTo, () => sql`o.event_on < ${filter.eventTo}::date + 1`);
  add(filter.q, () => search(filter.q!.trim()));
  return sql.join(conditions, sql` and `);
}

// The number of a reference has an index; other texts are matched as a part.
function search(text: string): RawBuilder<unknown> {
  const number = /^(?:test-)?(\d{1,15})(?:-[a-z]{2})?$/i.exec(text)?.[1];
  const part = sql`strpos(lower(concat_ws(' ', o.external_reference, o.confirmation, o.email)), lower(${text})) > 0`;
  return number ? sql`(o.number = ${Number(number)} or ${part})` : part;
}

/** The order with this id or reference number. */
export async function findOrder(
  db: Db,
  key: { id: string } | { number: number; test: boolean },
): Promise<string | null> {
  const rows = await allRows(db)<{ id: string }>`
    select id from orders where ${"id" in key ? sql`id = ${key.id}` : sql`number = ${key.number} and test = ${key.test}`}`;
  return rows[0]?.id ?? null;
}

/** Why an order is flagged, and when its supplier is called next. */
export const orderAttention = (
  db: Db,
  id: string,
): Promise<{ flag: string | null; supplierDueAt: Date | null; supplierCalledAt: Date | null } | null> =>
  firstRow(db)`
    select flag, supplier_due_at as "supplierDueAt", supplier_called_at as "supplierCalledAt" from orders where id = ${id}`;
