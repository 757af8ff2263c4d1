import { sql } from "kysely";
import { type ProductRow, productJson, summaryJson } from "../../records/product-json.ts";
import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import { productColumns } from "../catalogue/product-lists.ts";
import type { Tx } from "../database/database.ts";
import { defineStatement, statementWithList } from "../database/statement.ts";
import { addSumChanges, hashDifference, type ProductSumChange, storedHash, unchangedSums } from "../versions/digest.ts";
import type { VersionCounter } from "../versions/versions.ts";
import { type ContentHashes, differenceOfContents, publishContents } from "./published-contents.ts";

/** Gives products their positions in the change log and their hashes. The caller has locked the counter. */

/** A product that left the catalogue gets the next number of the delete counter. Its position in the full list stays empty. */
export async function removeProducts(
  tx: Tx,
  ids: string[],
  { deleteVersion, skipped }: Pick<VersionCounter, "deleteVersion" | "skipped">,
  now: Date,
): Promise<ProductSumChange> {
  if (ids.length === 0) return unchangedSums;
  const { rows } = await sql<Omit<ProductSumChange, "contents"> & { contents: ContentHashes[] }>`
    with gone as (
      select product_id, hash, detail_hash, content_hashes, row_number() over (order by pos) as n from product_state
      where product_id = any(${ids}::uuid[]) and deleted_seq is null and pos is not null
    ), marked as (
      update product_state s set deleted_seq = ${deleteVersion - skipped} + gone.n, deleted_at = ${now},
        has_availability = false, recheck_at = null, hash = null, detail_hash = null, content_hashes = null
      from gone where gone.product_id = s.product_id returning gone.hash, gone.detail_hash, gone.content_hashes
    ) select -count(*) as n, coalesce(-sum(hash), 0) as hash, coalesce(-sum(detail_hash), 0) as "detailHash",
      coalesce(jsonb_agg(content_hashes), '[]') as contents
    from marked`.execute(tx);
  return { ...rows[0]!, contents: differenceOfContents([], rows[0]!.contents) };
}

/** What products add: positions in the change logs of products and of contents, positions in the full list, and to the sums. */
export interface PublishedProducts {
  seq: number;
  contentSeq: number;
  pos: number;
  sums: ProductSumChange;
}
const noProducts: PublishedProducts = { seq: 0, contentSeq: 0, pos: 0, sums: unchangedSums };

/** Maximum number of products of one statement. */
const maxAtOnce = 20;

/**
 * Computes HasAvailability and MinPrice of products from the events that can still be bought. A product with another value gets a
 * version. The first `changed` of `ids` always get one. The counter's lock makes two writers of one product see each other's events.
 * New products get their positions in the order of `ids`, which is the order of their creation.
 */
export async function publishProducts(
  tx: Tx,
  ids: string[],
  changed: number,
  { productSeq, contentSeq, productPos }: Pick<VersionCounter, "productSeq" | "contentSeq" | "productPos">,
  now: Date,
): Promise<PublishedProducts> {
  let all = noProducts;
  for (let at = 0; at < ids.length; at += maxAtOnce) {
    const last = { seq: productSeq + all.seq, contentSeq: contentSeq + all.contentSeq, pos: productPos + all.pos };
    const some = await publishSome(tx, ids.slice(at, at + maxAtOnce), Math.max(0, changed - at), last, now);
    all = {
      seq: all.seq + some.seq,
      contentSeq: all.contentSeq + some.contentSeq,
      pos: all.pos + some.pos,
      sums: addSumChanges(all.sums, some.sums),
    };
  }
  return all;
}

/** `last`: the last positions so far. */
async function publishSome(
  tx: Tx,
  ids: string[],
  changed: number,
  last: Omit<PublishedProducts, "sums">,
  now: Date,
): Promise<PublishedProducts> {
  const values = { ids, changed, seq: last.seq, pos: last.pos, now };
  const rows = await productsPublished(ids.length).run(tx, values);
  if (rows.length === 0) return noProducts;
  const { hashes, detailHashes } = await hashProducts(tx, rows, now);
  const contents = await publishContents(
    tx,
    rows.filter(({ isOwn, isAdded }) => isOwn || isAdded),
    last.contentSeq,
    now,
  );
  const [former, formerDetail] = [rows.map((row) => row.formerHash), rows.map((row) => row.formerDetailHash)];
  return {
    seq: rows.length,
    contentSeq: contents.n,
    pos: rows.filter(({ isNew }) => isNew).length,
    sums: {
      n: rows.filter(({ isAdded }) => isAdded).length,
      hash: hashDifference(hashes, former),
      detailHash: hashDifference(detailHashes, formerDetail),
      contents: contents.sums,
    },
  };
}

/** Stores the hashes of products as partners read them from now on, in the order of the products. */
export async function hashProducts(
  tx: Tx,
  products: Omit<ProductRow, "updatedOn">[],
  now: Date,
): Promise<{ hashes: string[]; detailHashes: string[] }> {
  const rows = products.map((product) => ({ ...product, updatedOn: now }));
  const hashes = rows.map((row) => storedHash(summaryJson(row)));
  const detailHashes = rows.map((row) => storedHash(productJson(row)));
  await productsHashed.run(tx, { ids: rows.map(({ id }) => id), hashes, detailHashes });
  return { hashes, detailHashes };
}

const productsHashed = defineStatement<{ ids: string[]; hashes: string[]; detailHashes: string[] }, unknown>(
  "hash-products",
  (value) => sql`
    update product_state s set hash = x.hash, detail_hash = x.detail_hash
    from unnest(${value("ids")}::uuid[], ${value("hashes")}::bigint[], ${value("detailHashes")}::bigint[]) as x(id, hash, detail_hash)
    where s.product_id = x.id`,
);

type PublishedProduct = Omit<ProductRow, "updatedOn"> & {
  /** Whether the product's own fields or items changed. Otherwise its content is unchanged. */
  isOwn: boolean;
  /** Time and hashes of the product's content until now; null if the product had no content. */
  contentUpdatedOn: Date | null;
  contentHashes: ContentHashes | null;
  /** Whether the product has no position in the full list yet. */
  isNew: boolean;
  /** Whether the product enters the catalogue. */
  isAdded: boolean;
  /** The replaced hashes; 0 for none. */
  formerHash: string;
  formerDetailHash: string;
};

interface ProductsToPublish {
  ids: string[];
  changed: number;
  seq: number;
  pos: number;
  now: Date;
}

const productsPublished = statementWithList<ProductsToPublish, PublishedProduct>("publish-product", (value, isOne) => {
  const given = isOne ? sql`(${value("ids")}::uuid[])[1]` : sql`any(${value("ids")}::uuid[])`;
  return sql`
    with item_price as (
      select e.product_id, e.item_id, min(e.min_price) as min_price, min(e.sales_end_at) as next_end
      from event e
      where e.product_id = ${given} and ${isComingOrRecentEvent(value("now"))} and e.availability = 'available'
        and not e.hidden and (e.capacity_left is null or e.capacity_left >= e.least_seats) and e.sales_end_at > ${value("now")}
      group by e.product_id, e.item_id
    ), fresh as (
      select p.id, p.published and not p.deleted as present,
        coalesce(jsonb_object_agg(i.item_id, i.min_price::text) filter (where i.item_id is not null), '{}') as min_prices,
        count(i.item_id) > 0 as has_availability, min(i.next_end) as recheck_at
      from product p left join item_price i on i.product_id = p.id where p.id = ${given} group by p.id
    ), compared as (
      select f.*, o.n, s.pos, s.deleted_seq, s.hash, s.detail_hash, s.content_hashes, s.content_updated_on,
        s.product_id is null or s.has_availability <> f.has_availability or s.min_prices <> f.min_prices as differs,
        s.recheck_at is distinct from f.recheck_at as ends_differently
      from fresh f join unnest(${value("ids")}::uuid[]) with ordinality as o(id, n) on o.id = f.id
      left join product_state s on s.product_id = f.id and s.product_id = ${given}
    ), s as (
      select *, row_number() over (order by n) as nth, row_number() over (partition by pos is null order by n) as new_nth
      from compared where present and (differs or n <= ${value("changed")})
    ), moved as (
      insert into product_state (product_id, seq, pos, has_availability, min_prices, updated_on, recheck_at, currency_code)
      select p.id, ${value("seq")}::bigint + s.nth, coalesce(s.pos, ${value("pos")}::bigint + s.new_nth), s.has_availability,
        s.min_prices, ${value("now")}::timestamptz, s.recheck_at, p.currency_code
      from s join product p on p.id = s.id and p.id = ${given}
      on conflict (product_id) do update set seq = excluded.seq, pos = excluded.pos, has_availability = excluded.has_availability,
        min_prices = excluded.min_prices, updated_on = excluded.updated_on, recheck_at = excluded.recheck_at,
        deleted_seq = null, deleted_at = null, currency_code = excluded.currency_code
    ), unpublished as (
      insert into product_state (product_id, seq, has_availability, min_prices, updated_on, recheck_at)
      select id, 0, has_availability, min_prices, ${value("now")}::timestamptz, recheck_at from compared
      where not (present and (differs or n <= ${value("changed")})) and (differs or ends_differently)
      on conflict (product_id) do update
        set has_availability = excluded.has_availability, min_prices = excluded.min_prices, recheck_at = excluded.recheck_at
    ) select ${productColumns}, s.pos is null as "isNew", s.pos is null or s.deleted_seq is not null as "isAdded",
      coalesce(s.hash, 0)::text as "formerHash", coalesce(s.detail_hash, 0)::text as "formerDetailHash",
      s.n <= ${value("changed")} as "isOwn", s.content_updated_on as "contentUpdatedOn", s.content_hashes as "contentHashes"
    from s join product p on p.id = s.id and p.id = ${given}`;
});
