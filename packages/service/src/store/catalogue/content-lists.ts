import { sql } from "kysely";
import type { ContentRow } from "../../records/content-json.ts";
import { type ListRows, type ListSlice, listRows } from "../../records/list-rows.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import type { VersionCounter, VersionPosition } from "../versions/versions.ts";
import { itemsOfProduct } from "./product-lists.ts";

type ContentLine = ContentRow & { updatedOn: Date };

const columns = sql`p.id, p.record, ${itemsOfProduct} as items, s.content_updated_on as "updatedOn"`;
const present = sql`p.published and not p.deleted`;

/** Reads the contents of all products, in the order in which the products were created. */
export async function contentsInOrder(
  db: Db,
  { offset, limit, counter }: ListSlice & { counter: VersionCounter },
): Promise<ListRows<ContentLine>> {
  const rows = await allRows(db)<ContentLine>`
    select ${columns} from product_state s join product p on p.id = s.product_id
    where s.pos > ${offset} and s.pos <= ${offset + limit} and ${present} order by s.pos`;
  return { positions: counter.productPos, count: counter.productCount, rows };
}

/**
 * Reads the contents that changed after a version, by their positions in the change log. A content that changes again leaves its old
 * position empty.
 */
export async function contentChanges(
  db: Db,
  { offset, limit, since, newestSeq }: ListSlice & { since: VersionPosition; newestSeq: number },
): Promise<ListRows<ContentLine>> {
  const from = since.contentSeq + offset;
  const rows = await allRows(db)<ContentLine & { count: number }>`
    with total as (
      select count(*) as count from product_state s join product p on p.id = s.product_id
      where s.content_seq > ${since.contentSeq} and s.content_seq <= ${newestSeq} and ${present}
    )
    select total.*, r.* from total left join (
      select ${columns}, s.content_seq from product_state s join product p on p.id = s.product_id
      where s.content_seq > ${from} and s.content_seq <= ${from + limit} and ${present}
    ) r on true order by r.content_seq`;
  const positions = Math.max(0, newestSeq - since.contentSeq);
  return listRows(rows.map((row) => ({ ...row, positions })));
}

/** Reads the content of one product, if it is in the catalogue and, with `since`, changed after it. */
export async function readProductContent(
  db: Db,
  id: string,
  { offset, since }: { offset: number; since?: VersionPosition | undefined },
): Promise<ListRows<ContentLine>> {
  const rows = await allRows(db)<ContentLine>`
    select ${columns} from product_state s join product p on p.id = s.product_id
    where p.id = ${id} and ${present} ${since ? sql`and s.content_seq > ${since.contentSeq}` : sql``}`;
  return { positions: rows.length, count: rows.length, rows: offset === 0 ? rows : [] };
}
