import type { OrderStatus } from "@paseo/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { cancellationDue, confirmationsDue } from "../sale/due-letters.ts";
import type { OrderRow } from "../sale/orders.ts";

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

interface NewVoucher {
  orderId: string;
  code: string;
  madeAt: Date;
  content: object;
}

/**
 * Writes the vouchers of orders. An existing voucher stays, since an order can become complete twice. Returns the orders whose voucher was
 * created now. The statement also records that their guests are due a confirmation, so that a booking needs no statement more.
 */
export async function insertVouchers(tx: Tx, vouchers: NewVoucher[]): Promise<string[]> {
  const rows = await allRows(tx)<{ orderId: string }>`${prepareAs("insert-vouchers")}
    with made as (
      insert into voucher (order_id, code, made_at, content)
      select "orderId", code, "madeAt", content from json_to_recordset(${JSON.stringify(vouchers)}::json)
        as x("orderId" uuid, code text, "madeAt" timestamptz, content jsonb)
      on conflict (order_id) do nothing returning order_id
    ), letters as (${confirmationsDue})
    select order_id as "orderId" from made`;
  return rows.map(({ orderId }) => orderId);
}

/** Gives an order's voucher a new code and content. Returns false if the order has no voucher. */
export const renewVoucher = (tx: Tx, voucher: NewVoucher): Promise<boolean> =>
  anyRow(tx)`
    update voucher set code = ${voucher.code}, made_at = ${voucher.madeAt}, content = ${JSON.stringify(voucher.content)}::jsonb
    where order_id = ${voucher.orderId} returning 1`;

/** Keeps the codes of an order's voucher and passes as replaced, and deletes its passes. */
export async function retireCodes(
  tx: Tx,
  { id, eventId, tickets }: Pick<OrderRow, "id" | "eventId" | "tickets">,
  now: Date,
): Promise<void> {
  const people = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  await run(tx)`
    with former as (delete from pass where order_id = ${id} returning code, n, people)
    insert into replaced_code (code, order_id, event_id, n, people, replaced_at)
    select code, ${id}::uuid, ${eventId}::uuid, n, people, ${now}::timestamptz from former
    union all select code, ${id}::uuid, ${eventId}::uuid, null, ${people}::int, ${now}::timestamptz from voucher where order_id = ${id}`;
}

/** A code that a change of its order replaced. */
export interface ReplacedCode {
  orderId: string;
  /** The event that the code was for. */
  eventId: string;
  code: string;
  /** The number of the pass. Null: the code of the whole voucher. */
  n: number | null;
  people: number;
  replacedAt: Date;
  /** The present status of the order. */
  status: OrderStatus;
}

const replaced = sql`order_id as "orderId", event_id as "eventId", code, n, people, replaced_at as "replacedAt",
  (select o.status from orders o where o.id = order_id) as status`;

export const replacedCode = (db: Db, code: string): Promise<ReplacedCode | null> =>
  firstRow(db)`select ${replaced} from replaced_code where code = ${code}`;

/** Reads the replaced codes of these orders, and replaced codes that were for these events. */
export const replacedCodes = (
  db: Db,
  orderIds: readonly string[],
  eventIds: readonly string[],
): Promise<ReplacedCode[]> =>
  allRows(db)`
    select ${replaced} from replaced_code
    where order_id = any(${orderIds}::uuid[]) or event_id = any(${eventIds}::uuid[]) order by order_id, replaced_at, n`;

/** Voids an order's voucher. Also records that the guest is due a letter about the cancellation. */
export const voidVoucherOf = (tx: Tx, orderId: string, now: Date): Promise<void> =>
  run(tx)`
    with ended as (
      update voucher set void_at = ${now} where order_id = ${orderId} and void_at is null returning order_id
    )
    ${cancellationDue}`;

export const voucherByCode = <Content>(db: Db, code: string): Promise<VoucherRow<Content> | null> =>
  firstRow(db)`select ${columns} from voucher where code = ${code}`;

export const voucherOf = <Content>(db: Db, orderId: string): Promise<VoucherRow<Content> | null> =>
  firstRow(db)`${prepareAs("voucher-of")} select ${columns} from voucher where order_id = ${orderId}`;
