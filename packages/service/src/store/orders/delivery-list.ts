import type { Language, OrderStatus } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import type { CallbackState } from "./callbacks.ts";

/** Callbacks of all partners, for the back office. */

export interface DeliveryLine {
  id: string;
  orderId: string;
  number: number;
  lang: Language;
  test: boolean;
  externalReference: string | null;
  /** The partner's external id. */
  partner: string;
  /** 1, 2, 3 … within its order. */
  sequence: number;
  status: OrderStatus;
  state: CallbackState;
  /** Without replays. */
  attempts: number;
  createdAt: Date;
  nextAt: Date | null;
  settledAt: Date | null;
  /** Result of the newest attempt or replay; null before the first. */
  outcome: string | null;
  httpStatus: number | null;
}

export interface DeliveryFilter {
  id?: string | undefined;
  /** External id. */
  partner?: string | undefined;
  state?: CallbackState | undefined;
  test?: boolean | undefined;
  orderId?: string | undefined;
  /** The order's reference, or a part of the partner's reference. */
  q?: string | undefined;
  /** Created from `from` on and before `to`. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** HTTP status of an attempt's answer; 0: no answer. */
  httpStatus?: number | undefined;
}

const sorts = { createdAt: sql`c.created_at`, attempts: sql`c.attempts`, settledAt: sql`c.settled_at` } as const;
export type DeliverySort = keyof typeof sorts;
export const deliverySorts = Object.keys(sorts) as DeliverySort[];

/** The newest first unless a sort is given. */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  page: { sort?: DeliverySort | undefined; order?: "asc" | "desc" | undefined; offset: number; limit: number },
): Promise<DeliveryLine[]> {
  const direction = (page.order ?? (page.sort ? "asc" : "desc")) === "desc" ? sql`desc` : sql`asc`;
  const order = sql`${sorts[page.sort ?? "createdAt"]} ${direction} nulls last, c.order_id, c.sequence desc`;
  // Orders, partners and attempts are joined for the rows of the page only.
  const rows = await allRows(db)<DeliveryLine>`
    select c.id, c.order_id as "orderId", o.number, o.lang, c.test, o.external_reference as "externalReference",
      pa.external_id as partner, c.sequence, c.status, c.state, c.attempts, c.created_at as "createdAt",
      c.next_at as "nextAt", c.settled_at as "settledAt", a.outcome, a.http_status as "httpStatus"
    from (
      select * from callback c where ${matching(filter)} order by ${order} offset ${page.offset} limit ${page.limit}
    ) c join orders o on o.id = c.order_id join partner pa on pa.id = c.partner_id
    left join lateral (
      select outcome, http_status from callback_attempt where callback_id = c.id order by id desc limit 1
    ) a on true order by ${order}`;
  return rows;
}

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`select count(*) as n from callback c where ${matching(filter)}`;
  return rows[0]!.n;
}

/** Oldest first, so that a range is replayed in its original order. */
export const deliveriesToReplay = (
  db: Db,
  filter: DeliveryFilter,
  limit: number,
): Promise<{ id: string; orderId: string; partnerId: string }[]> =>
  allRows(db)`
    select c.id, c.order_id as "orderId", c.partner_id as "partnerId" from callback c where ${matching(filter)}
    order by c.created_at, c.order_id, c.sequence limit ${limit}`;

function matching(filter: DeliveryFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const add = (given: unknown, condition: () => RawBuilder<unknown>) => {
    if (given !== undefined && given !== "") conditions.push(condition());
  };
  add(filter.id, () => sql`c.id = ${filter.id}`);
  add(filter.partner, () => sql`c.partner_id = (select id from partner where external_id = ${filter.partner})`);
  add(filter.state, () => sql`c.state = ${filter.state}`);
  add(filter.test, () => sql`c.test = ${filter.test}`);
  add(filter.orderId, () => sql`c.order_id = ${filter.orderId}`);
  add(filter.from, () => sql`c.created_at >= ${filter.from}`);
  add(filter.to, () => sql`c.created_at < ${filter.to}`);
  add(filter.q, () => search(filter.q!.trim()));
  add(filter.httpStatus, () => {
    const answered = filter.httpStatus === 0 ? sql`is null` : sql`= ${filter.httpStatus}`;
    return sql`exists (select from callback_attempt a where a.callback_id = c.id and a.http_status ${answered})`;
  });
  return sql.join(conditions, sql` and `);
}

function search(text: string): RawBuilder<unknown> {
  const number = /^(?:test-)?(\d{1,15})(?:-[a-z]{2})?$/i.exec(text)?.[1];
  const part = sql`strpos(lower(o.external_reference), lower(${text})) > 0`;
  const found = number ? sql`o.number = ${Number(number)} or ${part}` : part;
  return sql`c.order_id in (select o.id from orders o where ${found})`;
}
