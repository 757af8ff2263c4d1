import { limits } from "@paseo/contract";
import { sql } from "kysely";
import { type Db, prepared, type Tx } from "./database.ts";

/**
 * Version counters. Every catalogue write ends with `publish`, in its own transaction, as the last thing before the
 * commit: it takes the counter's lock, so that versions are given in commit order. Records that changed get the next
 * positions of their kind's change log; `version` remembers how far each version reached.
 */

export interface Counter {
  updateVersion: number;
  deleteVersion: number;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
  productPos: number;
  pagePos: number;
  productCount: number;
  currencyVersion: number;
}

const counterColumns = sql`
  update_version as "updateVersion", delete_version as "deleteVersion", product_seq as "productSeq",
  event_seq as "eventSeq", page_seq as "pageSeq", product_pos as "productPos", page_pos as "pagePos",
  product_count as "productCount", currency_version as "currencyVersion"`;

export async function readCounter(db: Db): Promise<Counter> {
  const { rows } = await sql<Counter>`${prepared("counter")} select ${counterColumns} from counter`.execute(db);
  return rows[0]!;
}

/** What a transaction changed. Events say so themselves: their `seq` is null. */
export interface Changes {
  /** Products whose own fields or items changed. */
  products?: string[];
  /** Products whose availability or prices may have changed with their events. */
  touched?: string[];
  /** Products that leave the catalogue, deleted or unpublished. */
  removed?: string[];
  pages?: boolean;
  /** Whether a white label came or went. */
  whiteLabels?: boolean;
  /** Currencies whose rate changed. */
  rates?: string[];
  /** Whether another field of some currency changed. */
  currencies?: boolean;
}

/**
 * How often this process has begun to publish. The embedded store has one connection, on which a transaction keeps all
 * others waiting: a counter read there since the last of these is still the newest.
 */
export const publications = { begun: 0 };

/** Gives the transaction's changes their versions. Returns the counter as of its commit; equal to before when nothing changed. */
export async function publish(tx: Tx, changes: Changes, now: Date): Promise<Counter> {
  publications.begun++;
  const { rows } = await sql<Counter>`select ${counterColumns} from counter for update`.execute(tx);
  const before = rows[0]!;
  const version = before.updateVersion + 1;
  const after: Counter = { ...before };

  await removeProducts(tx, changes.removed ?? [], after, now);
  const refreshed = await refreshProducts(
    tx,
    [...new Set([...(changes.products ?? []), ...(changes.touched ?? [])])],
    now,
  );
  const changedProducts = new Set([...(changes.products ?? []), ...refreshed]);
  for (const id of changes.removed ?? []) changedProducts.delete(id);
  await publishProducts(tx, [...changedProducts], after, now);
  after.eventSeq += await publishEvents(tx, before.eventSeq);
  if (changes.pages) await publishPages(tx, after);
  // No page changed, but the list of a white label did: a hole in the log of pages says so.
  if (changes.whiteLabels) after.pageSeq++;
  if (changes.rates?.length) {
    await sql`update currency set rate_version = ${version} where code = any(${changes.rates}::text[])`.execute(tx);
  }
  if (changes.rates?.length || changes.currencies) after.currencyVersion = version;

  const moved =
    after.productSeq + after.eventSeq + after.pageSeq + after.currencyVersion >
    before.productSeq + before.eventSeq + before.pageSeq + before.currencyVersion;
  if (moved) after.updateVersion = version;
  if (moved || after.deleteVersion > before.deleteVersion) await writeCounter(tx, after, moved, now);
  return after;
}

// A product that leaves takes the next number of the delete counter; it keeps its position in the full list as a hole.
async function removeProducts(tx: Tx, ids: string[], after: Counter, now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ n: number }>`
    with gone as (
      select product_id, row_number() over (order by pos) as n from product_state
      where product_id = any(${ids}::uuid[]) and deleted_version is null and pos is not null
    ), marked as (
      update product_state s set deleted_version = ${after.deleteVersion} + gone.n, deleted_at = ${now}, has_availability = false, recheck_at = null
      from gone where gone.product_id = s.product_id returning 1
    ) select count(*) as n from marked`.execute(tx);
  after.deleteVersion += rows[0]?.n ?? 0;
  after.productCount -= rows[0]?.n ?? 0;
}

/**
 * Recomputes HasAvailability and MinPrice from the events that can still be bought, and returns the products whose
 * values changed. Under the counter's lock: two writers of the same product see each other's events.
 */
async function refreshProducts(tx: Tx, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with item_price as (
      select e.product_id, e.item_id, min(e.min_price) as min_price, min(e.sales_end_at) as next_end
      from event e
      where e.product_id = any(${ids}::uuid[]) and e.availability = 'available' and not e.hidden
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

// Positions in the list are given in order of creation, which the order of arrival in `after` keeps.
async function publishProducts(tx: Tx, ids: string[], after: Counter, now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ changed: number; listed: number; appeared: number }>`
    with changed as (
      select s.product_id, row_number() over (order by o.n) as n, s.pos is null or s.deleted_version is not null as appears,
        case when s.pos is null then row_number() over (partition by s.pos is null order by o.n) end as place
      from product_state s
      join product p on p.id = s.product_id and p.published and not p.deleted
      join unnest(${ids}::uuid[]) with ordinality as o(id, n) on o.id = s.product_id
    ), moved as (
      update product_state s set seq = ${after.productSeq} + c.n, pos = coalesce(s.pos, ${after.productPos} + c.place),
        updated_on = ${now}, deleted_version = null, deleted_at = null
      from changed c where c.product_id = s.product_id returning c.place, c.appears
    ) select count(*) as changed, count(place) as listed, count(*) filter (where appears) as appeared from moved`.execute(
    tx,
  );
  after.productSeq += rows[0]?.changed ?? 0;
  after.productCount += rows[0]?.appeared ?? 0;
  after.productPos += rows[0]?.listed ?? 0;
}

async function publishEvents(tx: Tx, from: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with changed as (
      select id, listed, shown, row_number() over (order by event_on, id) as n from event where seq is null
    ), moved as (
      update event e set seq = ${from} + c.n, shown = e.availability <> 'removed' and not e.hidden,
        listed = e.listed or (e.availability <> 'removed' and not e.hidden)
      from changed c where c.id = e.id
      returning e.event_on, e.currency_code, e.listed::int - c.listed::int as listed, e.shown::int - c.shown::int as shown
    ), days as (
      insert into event_day as d (day, currency_code, n, shown)
      select event_on::date, currency_code, sum(listed), sum(shown) from moved
      where listed <> 0 or shown <> 0 group by 1, 2
      on conflict (day, currency_code) do update set n = d.n + excluded.n, shown = d.shown + excluded.shown
      returning 1
    ) select count(*) as n, (select count(*) from days) as days from moved`.execute(tx);
  return rows[0]?.n ?? 0;
}

async function publishPages(tx: Tx, after: Counter): Promise<void> {
  const { rows } = await sql<{ changed: number; listed: number }>`
    with changed as (
      select id, row_number() over (order by pos, external_id) as n,
        case when pos is null then row_number() over (partition by pos is null order by external_id) end as place
      from page where seq is null
    ), moved as (
      update page p set seq = ${after.pageSeq} + c.n, pos = coalesce(p.pos, ${after.pagePos} + c.place)
      from changed c where c.id = p.id returning c.place
    ) select count(*) as changed, count(place) as listed from moved`.execute(tx);
  after.pageSeq += rows[0]?.changed ?? 0;
  after.pagePos += rows[0]?.listed ?? 0;
}

async function writeCounter(tx: Tx, after: Counter, newVersion: boolean, now: Date): Promise<void> {
  await sql`
    update counter set update_version = ${after.updateVersion}, delete_version = ${after.deleteVersion},
      product_seq = ${after.productSeq}, event_seq = ${after.eventSeq}, page_seq = ${after.pageSeq},
      product_pos = ${after.productPos}, page_pos = ${after.pagePos},
      product_count = ${after.productCount}, currency_version = ${after.currencyVersion}`.execute(tx);
  if (!newVersion) return;
  await sql`
    insert into version (number, at, product_seq, event_seq, page_seq)
    values (${after.updateVersion}, ${now}, ${after.productSeq}, ${after.eventSeq}, ${after.pageSeq})`.execute(tx);
}

/** Where a client's version stands in each change log. */
export interface Since {
  version: number;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
}

/**
 * Finds what a client that read `version` has seen, or `expired` when changes after it may be gone (they are kept for
 * five days) or when it is above the newest.
 */
export async function since(db: Db, version: number, now: Date): Promise<Since | "expired"> {
  const { rows } = await sql<Since & { missed: Date | null; newest: number }>`
    select v.number as version, v.product_seq as "productSeq", v.event_seq as "eventSeq", v.page_seq as "pageSeq",
      (select at from version n where n.number = v.number + 1) as missed, (select update_version from counter) as newest
    from version v where v.number = ${version}`.execute(db);
  const found = rows[0];
  if (!found) return "expired";
  if (found.missed ? found.missed < retentionFloor(now) : found.version < found.newest) return "expired";
  return found;
}

/** Whether deletions after `version` are all still known. */
export async function deletionsKnown(db: Db, version: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ newest: number; missed: Date | null }>`
    select delete_version as newest,
      (select min(deleted_at) from product_state where deleted_version > ${version}) as missed from counter`.execute(
    db,
  );
  const { newest, missed } = rows[0]!;
  if (version > newest) return false;
  return version === 0 || missed === null || missed >= retentionFloor(now);
}

/** Changes before this instant are no longer promised. */
export const retentionFloor = (now: Date): Date => new Date(now.getTime() - limits.retentionDays * 86_400_000);

/** Drops the versions that no client may ask for any more, all but the newest of them: it is the floor. */
export async function purgeVersions(db: Db, now: Date): Promise<void> {
  await sql`delete from version where number < (select max(number) from version where at < ${retentionFloor(now)})`.execute(
    db,
  );
}
