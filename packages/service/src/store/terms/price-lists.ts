import { sql } from "kysely";
import type { TermsLine } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { insertLines } from "./partner-terms.ts";

/** Price lists: lines that several partners share, in versions. */

export interface PriceListRow {
  id: string;
  name: string;
  revision: number;
  /** The version that applies now; null: none does yet. */
  versionId: string | null;
  /** Number of its lines. */
  lines: number;
  /** Partners whose present or coming terms use the list. */
  partners: number;
}

/** Reads price lists by name. */
export const priceLists = (db: Db, now: Date, id?: string): Promise<PriceListRow[]> =>
  allRows(db)`
    select l.id, l.name, l.revision, v.id as "versionId",
      (select count(*)::int from terms_line t where t.version_id = v.id) as lines,
      (select count(distinct t.partner_id)::int from partner_terms t
        where t.price_list_id = l.id and (t.valid_until is null or t.valid_until > ${now})) as partners
    from price_list l left join lateral (
      select id from price_list_version v where v.list_id = l.id and v.valid_from <= ${now}
      order by v.valid_from desc, v.created_at desc limit 1
    ) v on true
    where ${id === undefined ? sql`true` : sql`l.id = ${id}`} order by lower(l.name)`;

/** Reads the partners whose present or coming terms use a price list, by name. */
export const partnersOfPriceList = (db: Db, listId: string, now: Date): Promise<{ id: string; name: string }[]> =>
  allRows(db)`
    select p.id, p.name from partner p where exists (
      select from partner_terms t where t.partner_id = p.id and t.price_list_id = ${listId} and (t.valid_until is null or t.valid_until > ${now}))
    order by lower(p.name)`;

/** Adds a price list without a version. False: the name is taken. */
export const insertPriceList = (tx: Tx, { id, name }: { id: string; name: string }): Promise<boolean> =>
  anyRow(tx)`insert into price_list (id, name) values (${id}, ${name}) on conflict do nothing returning 1`;

/** Renames a price list over the revision that the operator read. False: a newer revision exists. */
export const renamePriceList = (tx: Tx, id: string, name: string, revision: number): Promise<boolean> =>
  anyRow(tx)`
    update price_list set name = ${name}, revision = revision + 1 where id = ${id} and revision = ${revision} returning 1`;

/** The price list with this name in any letter case, or null. */
export const priceListNamed = (db: Db, name: string): Promise<{ id: string } | null> =>
  firstRow(db)`select id from price_list where lower(name) = lower(${name})`;

export interface PriceListVersionRow {
  id: string;
  validFrom: Date;
  createdAt: Date;
  createdBy: string;
  lines: number;
}

/** Reads the versions of a price list, the latest first. */
export const priceListVersions = (db: Db, listId: string): Promise<PriceListVersionRow[]> =>
  allRows(db)`
    select v.id, v.valid_from as "validFrom", v.created_at as "createdAt", v.created_by as "createdBy",
      (select count(*)::int from terms_line t where t.version_id = v.id) as lines
    from price_list_version v where v.list_id = ${listId} order by v.valid_from desc, v.created_at desc`;

/** Adds a version of a price list. */
export async function insertPriceListVersion(
  tx: Tx,
  {
    id,
    listId,
    validFrom,
    createdBy,
    lines,
  }: { id: string; listId: string; validFrom: Date; createdBy: string; lines: readonly TermsLine[] },
  now: Date,
): Promise<void> {
  await run(tx)`
    insert into price_list_version (id, list_id, valid_from, created_at, created_by)
    values (${id}, ${listId}, ${validFrom}, ${now}, ${createdBy})`;
  await insertLines(tx, id, lines);
}

/** Deletes a version of a price list that does not apply yet. False: it applies, or there is none. */
export async function deletePriceListVersion(tx: Tx, id: string, now: Date): Promise<boolean> {
  const deleted = await anyRow(tx)`delete from price_list_version where id = ${id} and valid_from > ${now} returning 1`;
  if (deleted) await run(tx)`delete from terms_line where version_id = ${id}`;
  return deleted;
}
