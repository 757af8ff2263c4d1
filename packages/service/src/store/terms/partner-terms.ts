import { type RawBuilder, sql } from "kysely";
import type { BookableEvent } from "../../records/bookable-event.ts";
import type { TermsContent, TermsLine } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Terms of partners and price lists, in versions that never change once they apply: docs/decisions/0067-terms-of-partners.md. */

/** A version of a partner's terms, with the version of its price list that applies at the same time. */
export interface TermsRow {
  id: string;
  validFrom: Date;
  /** The first instant at which it does not apply; null: until a later version applies. */
  validUntil: Date | null;
  content: TermsContent;
  priceListId: string | null;
  createdAt: Date;
  /** E-mail address of the operator. */
  createdBy: string;
}

const termsColumns = sql`t.id, t.valid_from as "validFrom", t.valid_until as "validUntil", t.content, t.price_list_id as "priceListId",
  t.created_at as "createdAt", t.created_by as "createdBy"`;

/** Reads all versions of a partner's terms, the latest first. */
export const termsOfPartner = (db: Db, partnerId: string): Promise<TermsRow[]> =>
  allRows(db)`
    select ${termsColumns} from partner_terms t where t.partner_id = ${partnerId} order by t.valid_from desc, t.created_at desc`;

/** Terms for one event: the lines that can apply to its tickets. */
export interface EventTermsRow {
  id: string;
  listId: string | null;
  validFrom: Date;
  content: TermsContent;
  /** Lines of the partner's own, and those of its price list. */
  own: TermsLine[];
  listed: TermsLine[];
}

type EventKey = Pick<BookableEvent, "productId" | "itemId">;

const linesFor = (versionId: RawBuilder<unknown>, { productId, itemId }: EventKey) => sql`
  coalesce((select jsonb_agg(${lineJson} order by l.nth) from terms_line l
    where l.version_id = ${versionId} and (l.product_id is null or l.product_id = ${productId}) and (l.item_id is null or l.item_id = ${itemId})), '[]')`;

const lineJson = sql`jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
  'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule)`;

/** Reads the terms of a partner that applied to an event at any time since an instant, the latest first. Usually that is one version. */
export const termsForEvent = (
  db: Db,
  partnerId: string,
  event: EventKey,
  { since, now }: { since: Date; now: Date },
): Promise<EventTermsRow[]> =>
  allRows(db)`${prepareAs("terms-for-event")}
    with version as (
      select t.*, lead(t.valid_from) over (order by t.valid_from, t.created_at) as next from partner_terms t
      where t.partner_id = ${partnerId} and t.valid_from <= ${now}
    ), term as (
      select v.id, v.content, v.price_list_id, v.valid_from, least(v.valid_until, v.next) as valid_until from version v
      where v.next is distinct from v.valid_from and coalesce(least(v.valid_until, v.next), 'infinity') > ${since}
    ), listed as (
      select l.id, l.list_id, l.valid_from, lead(l.valid_from) over (partition by l.list_id order by l.valid_from, l.created_at) as valid_until
      from price_list_version l where l.valid_from <= ${now} and l.list_id in (select price_list_id from term)
    )
    select t.id, v.id as "listId", t.valid_from as "validFrom", t.content, ${linesFor(sql`t.id`, event)} as own, ${linesFor(sql`v.id`, event)} as listed
    from term t left join listed v on v.list_id = t.price_list_id and v.valid_from < coalesce(t.valid_until, 'infinity')
      and coalesce(v.valid_until, 'infinity') > greatest(t.valid_from, ${since}::timestamptz)
    order by t.valid_from desc, v.valid_from desc`;

/** Reads the terms of a sale for an event, by the ids of its versions. Null: the order has none. */
export const termsOfSale = (
  db: Db,
  { id, listId }: { id: string; listId: string | null },
  event: EventKey,
): Promise<EventTermsRow | null> =>
  firstRow(db)`
    select t.id, ${listId}::uuid as "listId", t.valid_from as "validFrom", t.content, ${linesFor(sql`t.id`, event)} as own, ${linesFor(sql`${listId}::uuid`, event)} as listed
    from partner_terms t where t.id = ${id}`;

export interface NewTerms extends Omit<TermsRow, "createdAt"> {
  partnerId: string;
  lines: readonly TermsLine[];
}

/** Adds a version of a partner's terms. */
export async function insertTerms(tx: Tx, terms: NewTerms, now: Date): Promise<void> {
  const { id, partnerId, validFrom, validUntil, content, priceListId, createdBy, lines } = terms;
  await run(tx)`
    insert into partner_terms (id, partner_id, valid_from, valid_until, price_list_id, content, created_at, created_by)
    values (${id}, ${partnerId}, ${validFrom}, ${validUntil}, ${priceListId}, ${JSON.stringify(content)}::jsonb, ${now}, ${createdBy})`;
  await insertLines(tx, id, lines);
  await run(tx)`update partner set has_terms = true where id = ${partnerId} and not has_terms`;
}

/** Writes lines of a version in one statement. */
export const insertLines = (tx: Tx, versionId: string, lines: readonly TermsLine[]): Promise<void> =>
  run(tx)`
    insert into terms_line (version_id, nth, product_id, item_id, ticket, first_on, last_on, rule)
    select ${versionId}, (n - 1)::int, (line ->> 'productId')::uuid, (line ->> 'itemId')::uuid, line ->> 'ticket', (line ->> 'firstOn')::date,
      (line ->> 'lastOn')::date, line -> 'rule'
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as given (line, n)`;

/** Reads the lines of a version, in the sequence in which the operator gave them. */
export const linesOfVersion = async (db: Db, versionId: string): Promise<TermsLine[]> =>
  (
    await allRows(db)<{ line: TermsLine }>`
    select ${lineJson} as line from terms_line l where l.version_id = ${versionId} order by l.nth`
  ).map(({ line }) => line);

/** Names of what a line is for. Null: it is for all, or the product no longer exists. */
export interface LineNames {
  productName: string | null;
  itemName: string | null;
}

/** Reads the lines of a version with the names of their products and items. */
export const namedLinesOfVersion = async (db: Db, versionId: string): Promise<(TermsLine & LineNames)[]> =>
  (
    await allRows(db)<{ line: TermsLine } & LineNames>`
    select ${lineJson} as line, p.name as "productName", i.name as "itemName"
    from terms_line l left join product p on p.id = l.product_id left join item i on i.id = l.item_id
    where l.version_id = ${versionId} order by l.nth`
  ).map(({ line, ...names }) => ({ ...line, ...names }));

/** Deletes a version that does not apply yet. False: it applies, or there is none. */
export async function deleteTerms(tx: Tx, id: string, now: Date): Promise<boolean> {
  const deleted = await anyRow(tx)`delete from partner_terms where id = ${id} and valid_from > ${now} returning 1`;
  if (deleted) await run(tx)`delete from terms_line where version_id = ${id}`;
  return deleted;
}

/** Ends the version that applies, from an instant on. */
export const endTerms = (tx: Tx, id: string, until: Date): Promise<boolean> =>
  anyRow(tx)`
    update partner_terms set valid_until = ${until} where id = ${id} and (valid_until is null or valid_until > ${until}) returning 1`;

/** Returns the positions of lines whose product, or item of this product, does not exist. */
export const unknownTargets = async (db: Db, lines: readonly TermsLine[]): Promise<number[]> =>
  (
    await allRows(db)<{ n: number }>`
    select (n - 1)::int as n from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as given (line, n)
    where (line ->> 'productId') is not null and not exists (select from product p where p.id = (line ->> 'productId')::uuid and not p.deleted)
      or (line ->> 'itemId') is not null and not exists (
        select from item i where i.id = (line ->> 'itemId')::uuid and i.product_id = (line ->> 'productId')::uuid)
    order by n`
  ).map(({ n }) => n);
