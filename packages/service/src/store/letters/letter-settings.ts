import type { Language } from "@paseo/contract";
import { sql } from "kysely";
import type { LetterKind } from "../../texts/letter-kinds.ts";
import type { Db, Tx } from "../database/database.ts";
import { nameOrder } from "../database/lists.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Which letters are sent, and their texts: for all products, and for single ones. */

/** The product of the switch; null: all products. */
export interface LetterSwitchRow {
  kind: LetterKind;
  productId: string | null;
  isOn: boolean;
  hours: number | null;
  revision: number;
}

/** Reads the letter switches for all products, and the own switches of one product. */
export const letterSettingsOf = (db: Db | Tx, productId: string | null): Promise<LetterSwitchRow[]> =>
  allRows(db)`
    select kind, product_id as "productId", is_on as "isOn", hours, revision from letter
    where product_id is null or product_id = ${productId}`;

/** Replaces the switch at this revision, or inserts it at revision 0. Returns false if the stored revision is newer. */
export const writeLetterSwitch = (
  tx: Tx,
  { kind, productId, isOn, hours, revision }: LetterSwitchRow,
  now: Date,
): Promise<boolean> =>
  revision === 0
    ? anyRow(tx)`
        insert into letter (kind, product_id, is_on, hours, on_since)
        values (${kind}, ${productId}, ${isOn}, ${hours}, case when ${isOn} then ${now}::timestamptz end)
        on conflict (kind, product_id) do nothing returning 1`
    : anyRow(tx)`
        update letter set is_on = ${isOn}, hours = ${hours}, revision = revision + 1,
          on_since = case when is_on and ${isOn} then on_since when ${isOn} then ${now}::timestamptz end
        where kind = ${kind} and product_id is not distinct from ${productId}::uuid and revision = ${revision} returning 1`;

/** Removes a product's own switch: the product follows all products. */
export const deleteLetterSwitch = (
  tx: Tx,
  { kind, productId, revision }: Pick<LetterSwitchRow, "kind" | "productId" | "revision">,
): Promise<boolean> =>
  anyRow(tx)`
    delete from letter where kind = ${kind} and product_id = ${productId} and revision = ${revision} returning 1`;

interface LetterTextRow {
  kind: LetterKind;
  lang: Language;
  productId: string | null;
  subject: string;
  body: string;
  revision: number;
}

/** Reads the letter texts for all products, and the own texts of one product. */
export const readLetterTexts = (db: Db, productId: string | null): Promise<LetterTextRow[]> =>
  allRows(db)`
    select kind, lang, product_id as "productId", subject, body, revision from letter_text
    where product_id is null or product_id = ${productId}`;

/** Replaces the text at this revision, or inserts it at revision 0. Returns false if the stored revision is newer. */
export const writeLetterText = (
  tx: Tx,
  { kind, lang, productId, subject, body, revision }: LetterTextRow,
  now: Date,
  by: string,
): Promise<boolean> =>
  revision === 0
    ? anyRow(tx)`
        insert into letter_text (kind, lang, product_id, subject, body, updated_at, updated_by)
        values (${kind}, ${lang}, ${productId}, ${subject}, ${body}, ${now}, ${by})
        on conflict (kind, lang, product_id) do nothing returning 1`
    : anyRow(tx)`
        update letter_text set subject = ${subject}, body = ${body}, revision = revision + 1, updated_at = ${now},
          updated_by = ${by}
        where kind = ${kind} and lang = ${lang} and product_id is not distinct from ${productId}::uuid
          and revision = ${revision} returning 1`;

/** Removes a text: the text of all products, or the service's own, is used. */
export const deleteLetterText = (
  tx: Tx,
  { kind, lang, productId }: Pick<LetterTextRow, "kind" | "lang" | "productId">,
): Promise<void> =>
  run(tx)`
    delete from letter_text
    where kind = ${kind} and lang = ${lang} and product_id is not distinct from ${productId}::uuid`;

/** Lists the products with a switch or a text of their own. */
export const productsWithLetters = (db: Db): Promise<{ id: string; name: string }[]> =>
  allRows(db)`
    select id, name from product
    where id in (select product_id from letter union select product_id from letter_text) order by ${nameOrder(sql`name`)}, id`;

export const readProductName = async (db: Db, id: string): Promise<string | null> =>
  (await firstRow(db)<{ name: string }>`select name from product where id = ${id}`)?.name ?? null;
