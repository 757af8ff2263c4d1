import type { OrderStatus } from "@paseo/contract";
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Orders as the operator looks for them. */

export interface OrderLine {
  id: string;
  number: number;
  lang: "es" | "pt";
  test: boolean;
  status: OrderStatus;
  partner: string;
  productName: string;
  /** Local date and time at the location. */
  eventOn: string;
  createdAt: Date;
  flag: string | null;
}

/** Orders that wait for their supplier: flagged ones first, then the oldest. Without `waiting` the newest of all. */
export async function listOrders(db: Db, filter: { waiting: boolean }, limit: number): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select o.id, o.number, o.lang, o.test, o.status, pa.external_id as partner, p.name as "productName",
      e.event_on as "eventOn", o.created_at as "createdAt", o.flag
    from orders o join partner pa on pa.id = o.partner_id join event e on e.id = o.event_id join product p on p.id = e.product_id
    ${
      filter.waiting
        ? sql`where o.status in ('waitsupplier', 'waitcancel') or o.flagged_at is not null
          order by o.flagged_at is null, o.created_at`
        : sql`order by o.number desc`
    } limit ${limit}`.execute(db);
  return rows;
}

/** The order with this id, or whose reference has this number. */
export async function findOrder(
  db: Db,
  key: { id: string } | { number: number; test: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${"id" in key ? sql`id = ${key.id}` : sql`number = ${key.number} and test = ${key.test}`}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
