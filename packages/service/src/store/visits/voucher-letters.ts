import type { Language } from "@paseo/contract";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, onlyRow, run } from "../database/rows.ts";

/** The e-mail with a voucher, as operators changed it, and how many were sent. */

export interface VoucherLetterRow {
  lang: Language;
  subject: string;
  body: string;
  revision: number;
}

export const voucherLetters = (db: Db): Promise<VoucherLetterRow[]> =>
  allRows(db)`select lang, subject, body, revision from voucher_letter`;

/** Writes a text over the revision that was read; 0: the service's own text. False when that is no longer the newest. */
export const writeVoucherLetter = (
  tx: Tx,
  { lang, subject, body, revision }: VoucherLetterRow,
  now: Date,
  by: string,
): Promise<boolean> =>
  revision === 0
    ? anyRow(tx)`
        insert into voucher_letter (lang, subject, body, updated_at, updated_by)
        values (${lang}, ${subject}, ${body}, ${now}, ${by}) on conflict (lang) do nothing returning 1`
    : anyRow(tx)`
        update voucher_letter set subject = ${subject}, body = ${body}, revision = revision + 1, updated_at = ${now},
          updated_by = ${by} where lang = ${lang} and revision = ${revision} returning 1`;

/** Records a voucher that is about to be sent. Counts the vouchers sent since `since`, including this one. Deletes older records. */
export async function countVoucherSent(
  tx: Tx,
  { orderId, operatorId }: { orderId: string; operatorId: string },
  now: Date,
  since: Date,
): Promise<{ ofOrder: number; ofOperator: number }> {
  await run(tx)`delete from voucher_sent where at < ${since}`;
  await run(tx)`insert into voucher_sent (order_id, operator_id, at) values (${orderId}, ${operatorId}, ${now})`;
  return onlyRow(tx)`
    select count(*) filter (where order_id = ${orderId})::int as "ofOrder",
      count(*) filter (where operator_id = ${operatorId})::int as "ofOperator" from voucher_sent`;
}
