import type { Language, OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allOf, countOf, direction, type Listed, type ListPage, slice } from "../database/lists.ts";
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
export const orderSorts = {
  createdAt: sql`o.created_at`,
  eventOn: sql`o.event_on`,
  totalUsd: sql`o.total_usd`,
  status: sql`o.status`,
  reference: sql`o.number`,
} as const;

const from = sql`orders o join partner pa on pa.id = o.partner_id join product p on p.id = o.product_id`;

/**
 * One page of orders. Without a `sort`, waiting orders come flagged first and then oldest first; all others newest first.
 */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  page: ListPage<keyof typeof orderSorts>,
): Promise<Listed<OrderLine>> {
  const found = sql`${from} where ${matching(filter)}`;
  const order = page.sort
    ? sql`${orderSorts[page.sort]} ${direction(page)}, o.number`
    : filter.waiting
      ? sql`o.flagged_at is null, o.created_at, o.number`
      : sql`o.number desc`;
  const rows = await allRows(db)<OrderLine>`
    select o.id, o.number, o.lang, o.test, o.status, pa.external_id as partner, o.external_reference as "externalReference",
      o.confirmation, o.email, o.agreed ->> 'productName' as "productName", p.city_code as "cityCode", o.event_on as "eventOn", o.seats,
      o.total_usd::text as "totalUsd", o.created_at as "createdAt", o.flag
    from ${found} order by ${order} ${slice(page)}`;
  return { rows, total: await countOf(db, found) };
}

function matching(filter: OrderFilter): RawBuilder<unknown> {
  const { waiting, flagged, status, test, partner, product, eventId, q, placedFrom, placedTo, eventFrom, eventTo } =
    filter;
  return allOf(
    waiting && sql`(o.status in ('waitsupplier', 'waitcancel') or o.flagged_at is not null)`,
    flagged && sql`o.flagged_at is not null`,
    status && sql`o.status = ${status}`,
    test !== undefined && sql`o.test = ${test}`,
    partner && sql`pa.external_id = ${partner}`,
    product && sql`p.external_id = ${product}`,
    eventId && sql`o.event_id = ${eventId}`,
    placedFrom && sql`o.created_at >= ${placedFrom}`,
    placedTo && sql`o.created_at < ${placedTo}`,
    eventFrom && sql`o.event_on >= ${eventFrom}::date`,
    eventTo && sql`o.event_on < ${eventTo}::date + 1`,
    q && search(q.trim()),
  );
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
