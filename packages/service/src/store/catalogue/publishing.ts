import { inEachLanguage, type Language, languages, type Page } from "@paseo/contract";
import { sql } from "kysely";
import { announced } from "../database/announcements.ts";
import { type Db, inTransaction, type Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { statement, statementOnList } from "../database/statement.ts";
import { activeCurrencies } from "./currencies.ts";
import { writeProductDays } from "./days/product-days.ts";
import { firstChanged, publishedEvents, publishRest } from "./days/published-events.ts";
import {
  type Added,
  type AddedProducts,
  type DigestValues,
  digestValues,
  type FurtherLanguage,
  nothing,
  pagePublished,
  plus,
  storedHash,
  sumOfHashes,
  writePagesDigest,
  writesDigest,
} from "./digest.ts";
import { comingOrRecent } from "./event-years.ts";
import { firstOrderNumber, historyStarted, isNewHistory, leapBy, leapDue, ownToken } from "./histories.ts";
import { productColumns } from "./lists/products.ts";
import { type ProductRow, productJson, summaryJson } from "./product-json.ts";
import { type Counter, counterColumns, readCounter } from "./versions.ts";

/**
 * Every catalogue write ends with `publish`, as the last thing before the commit of its transaction. It takes the counter's
 * lock, so that versions are given in commit order. Each record that changed gets the next position of its kind's change
 * log, and its hash. The first call in a new history leaps: docs/decisions/0025-version-leaps.md.
 */

/** The changes of a transaction. Changed events are found by their null `seq`. */
export interface Changes {
  /** Products whose own fields or items changed. */
  products?: string[];
  /** Products whose availability or prices may have changed with their events. */
  touched?: string[];
  /** Products that left the catalogue, deleted or unpublished. */
  removed?: string[];
  pages?: boolean;
  /** Whether a white label was added or deleted. */
  whiteLabels?: boolean;
  /** Currencies whose rate changed. */
  rates?: string[];
  /** Whether another field of some currency changed. */
  currencies?: boolean;
}

/** Products of one statement at most. */
const mostProductsAtOnce = 20;

/** Assigns versions to the changes of a transaction. Returns the counter as of the commit, unchanged if nothing changed. */
export async function publish(tx: Tx, changes: Changes, now: Date): Promise<Counter> {
  const [taken] = await counterTaken.run(tx, { now, leap: leapBy() });
  const { n: events, moved: eventsMoved, days, isNewHistory, leap, ...before } = taken!;
  const version = before.updateVersion + leap + 1;
  const lastDeletion = before.deleteVersion + leap;
  const after: Counter = { ...before, deleteVersion: lastDeletion, eventSeq: before.eventSeq + events };
  if (isNewHistory) {
    await historyStarted.run(tx, { ...before, leap, firstOrder: firstOrderNumber(), now });
    after.skipped += leap;
  }
  const rest = await publishRest(tx, { first: events, seq: after.eventSeq, version, now });
  after.eventSeq += rest.events;
  if (eventsMoved || rest.moved) after.eventListVersion = version;

  const { products: own = [], touched = [], removed = [] } = changes;
  const gone = await removeProducts(tx, removed, after, now);
  const changed = new Set(own);
  const all = [...changed.union(new Set(touched))];
  let published = nothing;
  for (let at = 0; at < all.length; at += mostProductsAtOnce) {
    const some = all.slice(at, at + mostProductsAtOnce);
    published = plus(published, await publishProducts(tx, some, Math.max(0, changed.size - at), after, now));
  }
  // After the products have their positions.
  await writeProductDays(tx, new Set([...(days?.split(",") ?? []), ...rest.days]));
  const pages = changes.pages ? await publishPages(tx, after) : inEachLanguage(() => nothing);
  const { es, pt, ...further } = pages;
  for (const [lang, added] of Object.entries(further))
    await writePagesDigest(tx, lang as FurtherLanguage, version, added);
  // No page changed, but the list of a white label did: an empty position in the log of pages marks that.
  if (changes.whiteLabels) after.pageSeq++;
  if (changes.rates?.length) {
    await sql`update currency set rate_version = ${version} where code = any(${changes.rates}::text[])`.execute(tx);
  }
  if (changes.rates?.length || changes.currencies) after.currencyVersion = version;

  const moved =
    leap > 0 ||
    after.productSeq + after.eventSeq + after.pageSeq + after.currencyVersion >
      before.productSeq + before.eventSeq + before.pageSeq + before.currencyVersion;
  if (moved) after.updateVersion = version;
  if (moved || after.deleteVersion > lastDeletion) {
    const currencies =
      after.currencyVersion > before.currencyVersion ? sumOfHashes((await activeCurrencies(tx)).map(storedHash)) : null;
    const digest = { ...after, es, pt, version: before.updateVersion, products: plus(gone, published), currencies };
    await writeCounter.run(tx, { ...after, ...digestValues(digest), moved, now });
  }
  return after;
}

/** Makes the leap of a new history, if one is due, for a write that has no changes to publish. */
export async function beginHistory(db: Db, now: Date): Promise<void> {
  if ((await readCounter(db)).leapDue) await inTransaction(db, (tx) => publish(tx, {}, now));
}

/**
 * Takes the counter's lock and gives the changed events their positions, in one statement. It reads the store as it was before
 * it waited for the lock, which is enough: events without a position are this transaction's own. It is not prepared, because
 * its plan depends on how many these are.
 */
const counterTaken = statement<
  { now: Date; leap: number },
  Counter & { n: number; moved: boolean; days: string | null; isNewHistory: boolean; leap: number }
>(
  null,
  (value) => sql`
    with held as (
      select *, ${leapDue} as is_lost, ${isNewHistory} as is_new from counter for update
    ), counter_before as (
      select *, case when is_lost then ${value("leap")}::bigint else 0 end as leap from held
    ), ${firstChanged}, ${publishedEvents(value("now"))}
    select ${counterColumns}, false as "leapDue", is_new as "isNewHistory", leap, n, moved, days
    from counter_before, published`,
);

/** Writes the counter, the version if there is a new one, and its sums. */
const writeCounter = statement<Counter & DigestValues & { moved: boolean; now: Date }, unknown>(
  "publish",
  (value) => sql`
    with counted as (
      update counter set update_version = ${value("updateVersion")}, delete_version = ${value("deleteVersion")},
        product_seq = ${value("productSeq")}, event_seq = ${value("eventSeq")}, page_seq = ${value("pageSeq")},
        product_pos = ${value("productPos")}, page_pos = ${value("pagePos")},
        product_count = ${value("productCount")}, currency_version = ${value("currencyVersion")},
        event_list_version = ${value("eventListVersion")}, token = ${ownToken}
    ), summed as (
      ${writesDigest(value)}
    ), given as (
      insert into version (number, at, product_seq, event_seq, page_seq)
      select ${value("updateVersion")}::bigint, ${value("now")}::timestamptz, ${value("productSeq")}::bigint,
        ${value("eventSeq")}::bigint, ${value("pageSeq")}::bigint
      where ${value("moved")}::boolean returning 1
    ) select ${announced} from given`,
);

/** A product that left the catalogue gets the next number of the delete counter. Its position in the full list stays empty. */
export async function removeProducts(tx: Tx, ids: string[], after: Counter, now: Date): Promise<AddedProducts> {
  if (ids.length === 0) return nothing;
  const { rows } = await sql<AddedProducts>`
    with gone as (
      select product_id, hash, detail_hash, row_number() over (order by pos) as n from product_state
      where product_id = any(${ids}::uuid[]) and deleted_seq is null and pos is not null
    ), marked as (
      update product_state s set deleted_seq = ${after.deleteVersion - after.skipped} + gone.n, deleted_at = ${now},
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
 * Computes HasAvailability and MinPrice of products from the events that can still be bought. Products whose values changed
 * get a version, and so do the first `changed` of `ids` in any case. The counter's lock makes two writers of the same product
 * see each other's events. New products get their positions in the order of `ids`, which is that of creation.
 */
export async function publishProducts(
  tx: Tx,
  ids: string[],
  changed: number,
  after: Counter,
  now: Date,
): Promise<AddedProducts> {
  if (ids.length === 0) return nothing;
  const values = { ids, changed, seq: after.productSeq, pos: after.productPos, now };
  const rows = await productsPublished(ids.length).run(tx, values);
  if (rows.length === 0) return nothing;
  const { hashes, detailHashes } = await hashProducts(tx, rows, now);
  const added = rows.filter(({ isAdded }) => isAdded).length;
  after.productSeq += rows.length;
  after.productCount += added;
  after.productPos += rows.filter(({ isNew }) => isNew).length;
  return {
    n: added,
    hash: difference(
      hashes,
      rows.map(({ formerHash }) => formerHash),
    ),
    detailHash: difference(
      detailHashes,
      rows.map(({ formerDetailHash }) => formerDetailHash),
    ),
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

/** The sum of some hashes less the sum of those that they replace. */
const difference = (hashes: string[], former: string[]): string =>
  `${BigInt(sumOfHashes(hashes).hash) - BigInt(sumOfHashes(former).hash)}`;

const productsHashed = statement<{ ids: string[]; hashes: string[]; detailHashes: string[] }, unknown>(
  "hash-products",
  (value) => sql`
    update product_state s set hash = x.hash, detail_hash = x.detail_hash
    from unnest(${value("ids")}::uuid[], ${value("hashes")}::bigint[], ${value("detailHashes")}::bigint[]) as x(id, hash, detail_hash)
    where s.product_id = x.id`,
);

type PublishedProduct = Omit<ProductRow, "updatedOn"> & {
  /** Whether it has no position in the full list yet. */
  isNew: boolean;
  /** Whether it enters the catalogue. */
  isAdded: boolean;
  /** Hashes that the new ones replace, 0 for none. */
  formerHash: string;
  formerDetailHash: string;
};

interface PublishedProducts {
  ids: string[];
  changed: number;
  seq: number;
  pos: number;
  now: Date;
}

const productsPublished = statementOnList<PublishedProducts, PublishedProduct>("publish-product", (value, isOne) => {
  const given = isOne ? sql`(${value("ids")}::uuid[])[1]` : sql`any(${value("ids")}::uuid[])`;
  return sql`
    with item_price as (
      select e.product_id, e.item_id, min(e.min_price) as min_price, min(e.sales_end_at) as next_end
      from event e
      where e.product_id = ${given} and ${comingOrRecent(value("now"))} and e.availability = 'available'
        and not e.hidden and (e.capacity_left is null or e.capacity_left > 0) and e.sales_end_at > ${value("now")}
      group by e.product_id, e.item_id
    ), fresh as (
      select p.id, p.published and not p.deleted as present,
        coalesce(jsonb_object_agg(i.item_id, i.min_price::text) filter (where i.item_id is not null), '{}') as min_prices,
        count(i.item_id) > 0 as has_availability, min(i.next_end) as recheck_at
      from product p left join item_price i on i.product_id = p.id where p.id = ${given} group by p.id
    ), compared as (
      select f.*, o.n, s.pos, s.deleted_seq, s.hash, s.detail_hash,
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
      coalesce(s.hash, 0)::text as "formerHash", coalesce(s.detail_hash, 0)::text as "formerDetailHash"
    from s join product p on p.id = s.id and p.id = ${given}`;
});

/** Assigns positions to changed pages. Returns what they add to the sums of each language. */
export async function publishPages(tx: Tx, after: Counter): Promise<Record<Language, Added>> {
  const rows = await changedPages(tx);
  const values = rows.map(({ id, texts }, n) => ({
    id,
    seq: after.pageSeq + n + 1,
    pos: rows[n]!.pos ?? ++after.pagePos,
    // Null: the page was never in the language.
    ...Object.fromEntries(languages.map((lang) => [`hash_${lang}`, texts[lang] && storedHash(texts[lang])])),
  }));
  after.pageSeq += rows.length;
  const hashColumns = languages.map((lang) => sql.ref(`hash_${lang}`));
  await run(tx)`
    update page p set seq = x.seq, pos = x.pos, ${sql.join(hashColumns.map((column) => sql`${column} = x.${column}`))}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as x(id uuid, seq bigint, pos bigint, ${sql.join(hashColumns.map((column) => sql`${column} bigint`))})
    where p.id = x.id`;
  return inEachLanguage((lang) => {
    const now = values.flatMap((page) => (page as Record<string, unknown>)[`hash_${lang}`] ?? []) as string[];
    const before = rows.flatMap(({ hashes }) => hashes[lang] ?? []);
    return { n: now.length - before.length, hash: difference(now, before) };
  });
}

/** Changed pages in the order of their positions: in each language as partners read them, and with their hashes until now. */
const changedPages = (
  tx: Tx,
): Promise<
  {
    id: string;
    pos: number | null;
    texts: Partial<Record<Language, Page>>;
    hashes: Partial<Record<Language, string>>;
  }[]
> =>
  allRows(tx)`
    select id, pos, jsonb_strip_nulls(jsonb_build_object(${sql.join(
      languages.map(
        (lang) => sql`${sql.lit(lang)}::text, case when ${sql.ref(`name_${lang}`)} is not null then jsonb_build_object(
        'id', id, 'name', ${sql.ref(`name_${lang}`)}, 'pageTypeCode', type, 'cityCode', city_code,
        'published', ${pagePublished(lang)}, 'url', ${sql.ref(`url_${lang}`)}) end`,
      ),
    )})) as texts, jsonb_strip_nulls(jsonb_build_object(${sql.join(
      languages.map((lang) => sql`${sql.lit(lang)}::text, ${sql.ref(`hash_${lang}`)}::text`),
    )})) as hashes
    from page p where seq is null order by pos, external_id`;
