import { sql } from "kysely";
import type { ContentRow } from "../../records/content-json.ts";
import { type ListRows, type ListSlice, listRows } from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import type { VersionCounter, VersionPosition } from "../versions/versions.ts";
import { andSold, hasChangedSince, productsMoved } from "./offers.ts";
import { countProducts, itemsOfProduct } from "./product-lists.ts";

type ContentLine = ContentRow & { updatedOn: Date };

const columns = sql`p.id, p.record, ${itemsOfProduct} as items, s.content_updated_on as "updatedOn"`;
const present = sql`p.published and not p.deleted`;

/** Reads the contents of all products, in the order in which the products were created. */
export async function contentsInOrder(
  db: Db,
  { offset, limit, counter, offer }: ListSlice & { counter: VersionCounter; offer?: Offer | undefined },
): Promise<ListRows<ContentLine>> {
  const rows = await allRows(db)<ContentLine>`
    select ${columns} from product_state s join product p on p.id = s.product_id
    where s.pos > ${offset} and s.pos <= ${offset + limit} and ${present} ${andSold(offer, sql`p.id`)} order by s.pos`;
  return { positions: counter.productPos, count: await countProducts(db, counter, offer), rows };
}

/**
 * Reads the contents that changed after a version, by their positions in the change log. A content that changes again leaves its old
 * position empty.
 */
export async function contentChanges(
  db: Db,
  {
    offset,
    limit,
    since,
    newestSeq,
    offer,
  }: ListSlice & { since: VersionPosition; newestSeq: number; offer?: Offer | undefined },
): Promise<ListRows<ContentLine>> {
  const from = since.contentSeq + offset;
  const sold = andSold(offer, sql`p.id`);
  const rows = await allRows(db)<ContentLine & { count: number }>`
    with total as (
      select count(*) as count from product_state s join product p on p.id = s.product_id
      where s.content_seq > ${since.contentSeq} and s.content_seq <= ${newestSeq} and ${present} ${sold}
    )
    select total.*, r.* from total left join (
      select ${columns}, s.content_seq from product_state s join product p on p.id = s.product_id
      where s.content_seq > ${from} and s.content_seq <= ${from + limit} and ${present} ${sold}
    ) r on true order by r.content_seq`;
  const positions = Math.max(0, newestSeq - since.contentSeq);
  return listRows(rows.map((row) => ({ ...row, positions })));
}

/**
 * Reads the contents of products whose place in a partner's set, or that of whose items, changed after a version. They have positions in the
 * order of the products.
 */
export async function contentsMoved(
  db: Db,
  offer: Offer,
  { offset, limit, version }: ListSlice & { version: number },
): Promise<ListRows<ContentLine>> {
  const rows = await allRows(db)<ContentLine & { positions: number; count: number }>`
    with list as (
      select ${columns}, s.pos, ${present} ${andSold(offer, sql`p.id`)} as is_shown
      from product_state s join product p on p.id = s.product_id
      where s.pos is not null and s.product_id in ${productsMoved(offer, version)}
    ), total as (
      select count(*) as positions, count(*) filter (where is_shown) as count from list
    )
    select total.*, r.* from total
    left join (select * from (select * from list order by pos offset ${offset} limit ${limit}) page where is_shown) r on true order by r.pos`;
  return listRows(rows);
}

/** Reads the content of one product, if it is in the catalogue and, with `since`, changed after it. */
export async function readProductContent(
  db: Db,
  id: string,
  { offset, since, offer }: { offset: number; since?: VersionPosition | undefined; offer?: Offer | undefined },
): Promise<ListRows<ContentLine>> {
  const rows = await allRows(db)<ContentLine>`
    select ${columns} from product_state s join product p on p.id = s.product_id
    where p.id = ${id} and ${present} ${andSold(offer, sql`p.id`)} ${since ? sql`and ${changedSince(since, offer)}` : sql``}`;
  return { positions: rows.length, count: rows.length, rows: offset === 0 ? rows : [] };
}

const changedSince = (since: VersionPosition, offer: Offer | undefined) =>
  hasChangedSince(offer, since.version)
    ? sql`(s.content_seq > ${since.contentSeq} or s.product_id in ${productsMoved(offer, since.version)})`
    : sql`s.content_seq > ${since.contentSeq}`;
