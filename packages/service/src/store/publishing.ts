import { sql } from "kysely";
import type { Tx } from "./database.ts";
import {
  type Added,
  type AddedProducts,
  eventHash,
  nothing,
  pageHash,
  productDetailHash,
  productHash,
} from "./digest.ts";
import { notLongOver } from "./event-years.ts";
import type { Counter } from "./versions.ts";

/**
 * What `publish` does to the records of each kind, under the counter's lock: each that changed takes the next positions,
 * which `after` counts on, and its hash. What that adds to the sums of hashes is returned.
 */

/** A product that leaves takes the next number of the delete counter; it keeps its position in the full list as a hole. */
export async function removeProducts(tx: Tx, ids: string[], after: Counter, now: Date): Promise<AddedProducts> {
  if (ids.length === 0) return nothing;
  const { rows } = await sql<AddedProducts>`
    with gone as (
      select product_id, hash, detail_hash, row_number() over (order by pos) as n from product_state
      where product_id = any(${ids}::uuid[]) and deleted_version is null and pos is not null
    ), marked as (
      update product_state s set deleted_version = ${after.deleteVersion} + gone.n, deleted_at = ${now},
        has_availability = false, recheck_at = null, hash = null, detail_hash = null
      from gone where gone.product_id = s.product_id returning gone.hash, gone.detail_hash
    ) select -count(*) as n, coalesce(-sum(hash), 0) as hash, coalesce(-sum(detail_hash), 0) as "detailHash" from marked`.execute(
    tx,
  );
  const gone = rows[0]!;
  after.deleteVersion -= gone.n;
  after.productCount += gone.n;
  return gone;
}

/**
 * Recomputes HasAvailability and MinPrice from the events that can still be bought, and returns the products whose
 * values changed. Under the counter's lock: two writers of the same product see each other's events.
 */
export async function refreshProducts(tx: Tx, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with item_price as (
      select e.product_id, e.item_id, min(e.min_price) as min_price, min(e.sales_end_at) as next_end
      from event e
      where e.product_id = any(${ids}::uuid[]) and ${notLongOver(now)} and e.availability = 'available' and not e.hidden
        and (e.capacity_left is null or e.capacity_left > 0) and e.sales_end_at > ${now}
      group by e.product_id, e.item_id
    ), fresh as (
      select p.id, coalesce(jsonb_object_agg(i.item_id, i.min_price::text) filter (where i.item_id is not null), '{}') as min_prices,
        count(i.item_id) > 0 as has_availability, min(i.next_end) as recheck_at
      from product p left join item_price i on i.product_id = p.id
      where p.id = any(${ids}::uuid[]) group by p.id
    ), same as (
      update product_state s set recheck_at = f.recheck_at from fresh f
      where f.id = s.product_id and f.has_availability = s.has_availability and f.min_prices = s.min_prices
      returning s.product_id
    ), changed as (
      insert into product_state as s (product_id, seq, has_availability, min_prices, updated_on, recheck_at)
      select f.id, 0, f.has_availability, f.min_prices, ${now}, f.recheck_at from fresh f
      where not exists (select from product_state o where o.product_id = f.id
        and o.has_availability = f.has_availability and o.min_prices = f.min_prices)
      on conflict (product_id) do update
        set has_availability = excluded.has_availability, min_prices = excluded.min_prices, recheck_at = excluded.recheck_at
      returning s.product_id as id
    ) select id from changed`.execute(tx);
  return rows.map((row) => row.id);
}

/** Positions in the list are given in order of creation, which the order of arrival in `after` keeps. */
export async function publishProducts(tx: Tx, ids: string[], after: Counter, now: Date): Promise<AddedProducts> {
  if (ids.length === 0) return nothing;
  const { rows } = await sql<AddedProducts & { changed: number; listed: number }>`
    with changed as (
      select s.product_id, s.hash, s.detail_hash, row_number() over (order by o.n) as n,
        s.pos is null or s.deleted_version is not null as appears,
        case when s.pos is null then row_number() over (partition by s.pos is null order by o.n) end as place
      from product_state s
      join product p on p.id = s.product_id and p.published and not p.deleted
      join unnest(${ids}::uuid[]) with ordinality as o(id, n) on o.id = s.product_id
    ), moved as (
      update product_state s set seq = ${after.productSeq} + c.n, pos = coalesce(s.pos, ${after.productPos} + c.place),
        updated_on = ${now}, deleted_version = null, deleted_at = null, currency_code = p.currency_code,
        hash = ${productHash}, detail_hash = ${productDetailHash(now)}
      from changed c join product p on p.id = c.product_id where c.product_id = s.product_id
      returning c.place, c.appears, s.hash::numeric - coalesce(c.hash, 0) as hash,
        s.detail_hash::numeric - coalesce(c.detail_hash, 0) as detail_hash
    ) select count(*) as changed, count(place) as listed, count(*) filter (where appears) as n,
      coalesce(sum(hash), 0) as hash, coalesce(sum(detail_hash), 0) as "detailHash" from moved`.execute(tx);
  const { changed, listed, ...added } = rows[0]!;
  after.productSeq += changed;
  after.productCount += added.n;
  after.productPos += listed;
  return added;
}

/**
 * Events that changed, whose `seq` is null, get theirs, and their days are counted. Returns how many there are, and whether one
 * came to the list of events, left it or came back; what changed invisibly around today may have, with the end of its day.
 */
export async function publishEvents(
  tx: Tx,
  from: number,
  version: number,
  now: Date,
): Promise<{ n: number; moved: boolean }> {
  const { rows } = await sql<{ n: number; moved: boolean }>`
    with changed as (
      select id, event_on, listed, shown, hash, row_number() over (order by event_on, id) as n from event where seq is null
    ), moved as (
      update event e set seq = ${from} + c.n, shown = e.availability <> 'removed' and not e.hidden,
        listed = e.listed or (e.availability <> 'removed' and not e.hidden),
        hash = case when e.availability <> 'removed' and not e.hidden then ${eventHash} end
      from changed c where c.id = e.id and c.event_on = e.event_on
      returning e.event_on::date as day, e.currency_code, e.listed::int - c.listed::int as listed,
        e.shown::int - c.shown::int as shown, coalesce(e.hash, 0)::numeric - coalesce(c.hash, 0) as hash
    ), days as (
      insert into event_day as d (day, currency_code, n, shown, hash)
      select day, currency_code, sum(listed), sum(shown), sum(hash) from moved
      where listed <> 0 or shown <> 0 or hash <> 0 group by 1, 2
      on conflict (day, currency_code) do update
        set n = d.n + excluded.n, shown = d.shown + excluded.shown, hash = d.hash + excluded.hash
      returning 1
    ), sums as (
      insert into digest_day (version, day, shown, hash)
      select ${version}, day, sum(shown), sum(hash) from moved where shown <> 0 or hash <> 0 group by 2
      returning 1
    ) select count(*) as n, coalesce(bool_or(listed <> 0 or shown <> 0
        or hash = 0 and day between ${now}::timestamptz::date - 2 and ${now}::timestamptz::date + 2), false) as moved from moved`.execute(
    tx,
  );
  return rows[0]!;
}

/** Pages that changed, whose `seq` is null, get theirs. */
export async function publishPages(tx: Tx, after: Counter): Promise<{ es: Added; pt: Added }> {
  const { rows } = await sql<{
    changed: number;
    listed: number;
    es: number;
    esHash: string;
    pt: number;
    ptHash: string;
  }>`
    with changed as (
      select id, hash_es, hash_pt, row_number() over (order by pos, external_id) as n,
        case when pos is null then row_number() over (partition by pos is null order by external_id) end as place
      from page where seq is null
    ), moved as (
      update page p set seq = ${after.pageSeq} + c.n, pos = coalesce(p.pos, ${after.pagePos} + c.place),
        hash_es = ${pageHash("es")}, hash_pt = ${pageHash("pt")}
      from changed c where c.id = p.id
      returning c.place, (p.hash_es is not null)::int - (c.hash_es is not null)::int as es,
        (p.hash_pt is not null)::int - (c.hash_pt is not null)::int as pt,
        coalesce(p.hash_es, 0)::numeric - coalesce(c.hash_es, 0) as es_hash,
        coalesce(p.hash_pt, 0)::numeric - coalesce(c.hash_pt, 0) as pt_hash
    ) select count(*) as changed, count(place) as listed, coalesce(sum(es), 0) as es, coalesce(sum(es_hash), 0) as "esHash",
      coalesce(sum(pt), 0) as pt, coalesce(sum(pt_hash), 0) as "ptHash" from moved`.execute(tx);
  const { changed, listed, es, esHash, pt, ptHash } = rows[0]!;
  after.pageSeq += changed;
  after.pagePos += listed;
  return { es: { n: es, hash: esHash }, pt: { n: pt, hash: ptHash } };
}
