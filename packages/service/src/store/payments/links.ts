import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Pages on which guests pay for an order. The code is part of the page's address. */

export interface PaymentLinkRow {
  id: string;
  orderId: string;
  code: string;
  /** A deposit, with its currency. Null: the whole balance at the time of the payment. */
  amount: string | null;
  currencyCode: string | null;
  createdAt: Date;
  /** The operator's e-mail address. */
  createdBy: string;
  revokedAt: Date | null;
}

const columns = sql`l.id, l.order_id as "orderId", l.code, l.amount::text as amount, l.currency_code as "currencyCode", l.created_at as "createdAt",
  l.created_by as "createdBy", l.revoked_at as "revokedAt"`;

/** Writes a link. A repeated one with its id writes nothing. */
export const insertPaymentLink = (tx: Tx, link: Omit<PaymentLinkRow, "revokedAt">): Promise<boolean> =>
  anyRow(tx)`
    insert into payment_link (id, order_id, code, amount, currency_code, created_at, created_by)
    values (${link.id}, ${link.orderId}, ${link.code}, ${link.amount}::numeric, ${link.currencyCode}, ${link.createdAt}, ${link.createdBy})
    on conflict do nothing returning 1`;

export const paymentLinkByCode = (db: Db, code: string): Promise<PaymentLinkRow | null> =>
  firstRow(db)`select ${columns} from payment_link l where l.code = ${code}`;

export const paymentLinkById = (db: Db | Tx, id: string): Promise<PaymentLinkRow | null> =>
  firstRow(db)`select ${columns} from payment_link l where l.id = ${id}`;

export const paymentLinksOf = (db: Db | Tx, orderId: string): Promise<PaymentLinkRow[]> =>
  allRows(db)`select ${columns} from payment_link l where l.order_id = ${orderId} order by l.nth desc`;

export const revokePaymentLink = (tx: Tx, id: string, now: Date): Promise<void> =>
  run(tx)`update payment_link set revoked_at = ${now} where id = ${id} and revoked_at is null`;
