import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { anyRow, firstRow, run } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";

/** Vouchers: one for each order that was ever complete. The code is part of the voucher's address. */

export interface VoucherRow<Content = unknown> {
  orderId: string;
  code: string;
  madeAt: Date;
  /** When its order was cancelled. */
  voidAt: Date | null;
  redeemedAt: Date | null;
  redeemedBy: string | null;
  content: Content;
}

const columns = sql`order_id as "orderId", code, made_at as "madeAt", void_at as "voidAt", redeemed_at as "redeemedAt",
  redeemed_by as "redeemedBy", content`;

/** Keeps an existing voucher, since an order can become complete twice. True when it was created now. */
export const insertVoucher = (
  tx: Tx,
  voucher: { orderId: string; code: string; madeAt: Date; content: object },
): Promise<boolean> =>
  anyRow(tx)`${prepared("insert-voucher")}
    insert into voucher (order_id, code, made_at, content)
    values (${voucher.orderId}, ${voucher.code}, ${voucher.madeAt}, ${JSON.stringify(voucher.content)}::jsonb)
    on conflict (order_id) do nothing returning 1`;

export const voidVoucherOf = (tx: Tx, orderId: string, now: Date): Promise<void> =>
  run(tx)`update voucher set void_at = ${now} where order_id = ${orderId} and void_at is null`;

export const voucherByCode = <Content>(db: Db, code: string): Promise<VoucherRow<Content> | null> =>
  firstRow(db)`select ${columns} from voucher where code = ${code}`;

export const voucherOf = <Content>(db: Db, orderId: string): Promise<VoucherRow<Content> | null> =>
  firstRow(db)`${prepared("voucher-of")} select ${columns} from voucher where order_id = ${orderId}`;
