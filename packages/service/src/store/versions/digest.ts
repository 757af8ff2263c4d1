import { type contractLanguages, type Language, mapLanguages, recordHash } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/**
 * Hashes of records and their sums, with which a partner verifies its copy. The contract's digest.ts defines the hash.
 * It is stored with the record's version. Only the hash of an event is computed in SQL: its fields are the contract's,
 * and one import changes 100,000 events. `digest` has the sums of each version. Events are summed by day, and
 * `digest_day` has what each version changed of a day. docs/decisions/0014-digest.md has the reasons.
 */

/** The first 64 bits of the SHA-256 of a text, as a signed bigint. */
const hashOf = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('x' || encode(substr(sha256(convert_to(${text}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;

/** Returns a record's hash as the store has it: a signed decimal. */
export const storedHash = (record: object): string => `${BigInt.asIntN(64, recordHash(record))}`;

/** Whether no ticket of event `e` fits into the seats left. Null: it has no limit. */
export const isFull = sql`e.capacity_left < e.least_seats`;

/** Seats left of event `e` for a partner, by its allotments if it has some; null: for every partner. */
export function ownSeatsLeft(partnerId: string | null): RawBuilder<unknown> {
  return partnerId === null
    ? sql`e.capacity_left`
    : sql`coalesce((e.partners_left ->> ${partnerId}::text)::int, e.capacity_left)`;
}

/** The availability that partners read: `removed` with its product or item, `sold-out` if it is full, else the operator's setting. */
export const shownAvailability = ownAvailability(null);

/** The availability of event `e` by the seats of a partner with allotments; null: of every other partner. */
export function ownAvailability(partnerId: string | null): RawBuilder<unknown> {
  return sql`
  case when e.hidden then 'removed'
       when e.availability = 'available' and ${ownSeatsLeft(partnerId)} < e.least_seats then 'sold-out'
       else e.availability end`;
}

/** Whether partners read `page p` as published in a language. They do not once the page has left that language. */
export const isPagePublished = (lang: Language): RawBuilder<unknown> =>
  sql`(p.published and ${sql.ref(`p.search_${lang}`)} is not null)`;

/** A text as JSON. No code needs an escape. */
const quoted = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`'"' || ${text} || '"'`;

/** The hash of `event e` with an availability: its canonical JSON, with the members in alphabetical order. */
export const eventHashWith = (availability: RawBuilder<unknown>): RawBuilder<unknown> =>
  hashOf(sql`
  '{"availabilityCode":' || ${quoted(availability)} || ',"eventOn":' || ${quoted(sql`to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI:SS')`)}
  || ',"id":' || ${quoted(sql`e.id`)} || ',"itemId":' || ${quoted(sql`e.item_id`)} || ',"tickets":[' || (
    select coalesce(string_agg('{"code":' || ${quoted(sql`(t ->> 'code')`)} || ',"unitPrice":{"currencyCode":' || ${quoted(sql`e.currency_code`)}
      || ',"value":' || trim_scale((t ->> 'price')::numeric) || '}}', ',' order by n), '')
    from jsonb_array_elements(e.tickets) with ordinality as tickets(t, n)
  ) || ']}'`);

/** The hash of `event e` as partners read it. */
export const eventHash = eventHashWith(shownAvailability);

/** The newest version with sums, up to the given version. */
const newestUpTo = (version: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(version) from digest where version <= ${version})`;

/** A transaction's change of a sum: records, and the sum of their hashes as a decimal. */
export interface SumChange {
  n: number;
  hash: string;
}
export const sumOfHashes = (hashes: readonly string[]): SumChange => ({
  n: hashes.length,
  hash: `${hashes.reduce((sum, hash) => sum + BigInt(hash), 0n)}`,
});
/** Returns the sum of hashes minus the sum of the hashes that they replace. */
export const hashDifference = (hashes: string[], former: string[]): string =>
  `${BigInt(sumOfHashes(hashes).hash) - BigInt(sumOfHashes(former).hash)}`;

export type ContentSumChange = Record<Language, SumChange>;
export type ProductSumChange = SumChange & { detailHash: string; contents: ContentSumChange };
export const noContents: ContentSumChange = mapLanguages(() => ({ n: 0, hash: "0" }));
export const unchangedSums: ProductSumChange = { n: 0, hash: "0", detailHash: "0", contents: noContents };

export const addSumChanges = (one: ProductSumChange, other: ProductSumChange): ProductSumChange => ({
  n: one.n + other.n,
  hash: `${BigInt(one.hash) + BigInt(other.hash)}`,
  detailHash: `${BigInt(one.detailHash) + BigInt(other.detailHash)}`,
  contents: mapLanguages((lang) => {
    const [a, b] = [one.contents[lang], other.contents[lang]];
    return { n: a.n + b.n, hash: `${BigInt(a.hash) + BigInt(b.hash)}` };
  }),
});

/** A transaction's changes of the sums of its version. Events are summed by day, in `digest_day`. */
interface DigestChanges {
  /** The newest version before the version that this transaction writes. */
  version: number;
  updateVersion: number;
  deleteVersion: number;
  products: Omit<ProductSumChange, "contents">;
  es: SumChange;
  pt: SumChange;
  /** The sum of all active currencies if one changed, otherwise null. */
  currencies: SumChange | null;
}

/** Returns the changes by their names in the statement. */
export const digestValues = ({ products, es, pt, currencies, ...rest }: DigestChanges) => ({
  ...rest,
  currencies: currencies?.n ?? null,
  currencyHash: currencies?.hash ?? null,
  products: products.n,
  productHash: products.hash,
  productDetailHash: products.detailHash,
  es: es.n,
  esHash: es.hash,
  pt: pt.n,
  ptHash: pt.hash,
});
export type DigestValues = ReturnType<typeof digestValues>;

/**
 * The statement that writes the sums of a version: the sums of the version before it plus the changes. A transaction that only
 * deletes products has no new version: it changes the sums of the newest.
 */
export const digestStatement = (value: (name: keyof DigestValues) => unknown): RawBuilder<unknown> => sql`
    insert into digest as d (version, delete_version, product_count, product_hash, product_detail_hash,
      page_es_count, page_es_hash, page_pt_count, page_pt_hash, currency_count, currency_hash)
    select ${value("updateVersion")}::bigint, ${value("deleteVersion")}::bigint, product_count + ${value("products")}::bigint,
      product_hash + ${value("productHash")}::numeric, product_detail_hash + ${value("productDetailHash")}::numeric,
      page_es_count + ${value("es")}::bigint, page_es_hash + ${value("esHash")}::numeric,
      page_pt_count + ${value("pt")}::bigint, page_pt_hash + ${value("ptHash")}::numeric,
      coalesce(${value("currencies")}::bigint, currency_count), coalesce(${value("currencyHash")}::numeric, currency_hash)
    from digest where version = ${newestUpTo(sql`${value("version")}::bigint`)}
    on conflict (version) do update set delete_version = excluded.delete_version,
      product_count = excluded.product_count, product_hash = excluded.product_hash,
      product_detail_hash = excluded.product_detail_hash`;

/** Languages whose sums are in `digest_page`. `digest` has the sums of the other languages. */
export type FurtherLanguage = Exclude<Language, (typeof contractLanguages)[number]>;

/** Writes the sums of the pages in a further language for a version. */
export async function writePagesDigest(
  tx: Tx,
  lang: FurtherLanguage,
  version: number,
  added: SumChange,
): Promise<void> {
  if (added.n === 0 && BigInt(added.hash) === 0n) return;
  await run(tx)`
    insert into digest_page (lang, version, count, hash)
    select ${lang}, ${version}, coalesce(max(last.count), 0) + ${added.n}::bigint, coalesce(max(last.hash), 0) + ${added.hash}::numeric
    from (select count, hash from digest_page where lang = ${lang} order by version desc limit 1) last`;
}

/** Writes the sums of the contents for a version: in each language the earlier sum plus the changes. */
export async function writeContentsDigest(tx: Tx, version: number, added: ContentSumChange): Promise<void> {
  const changed = Object.entries(added).filter(([, { n, hash }]) => n !== 0 || BigInt(hash) !== 0n);
  if (changed.length === 0) return;
  const values = changed.map(([lang, { n, hash }]) => ({ lang, n, hash }));
  await run(tx)`
    insert into digest_content (lang, version, count, hash)
    select x.lang, ${version}, coalesce(last.count, 0) + x.n, coalesce(last.hash, 0) + x.hash
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x(lang text, n bigint, hash numeric)
    left join lateral (
      select count, hash from digest_content d where d.lang = x.lang order by version desc limit 1
    ) last on true
    on conflict (lang, version) do update set count = excluded.count, hash = excluded.hash`;
}

/** The count, and the sum modulo 2^64 as 16 hexadecimal digits. */
export interface HashSum {
  count: number;
  hash: string;
}

export interface DigestRow {
  version: number;
  deleteVersion: number;
  /** The first local day whose events count, `yyyy-MM-dd`; null: every day. */
  fromDate: string | null;
  products: HashSum & { detailHash: string };
  events: HashSum;
  pages: Record<Language, HashSum>;
  currencies: HashSum;
  contents: Record<Language, HashSum>;
}

type Sums<K extends string> = Record<`${K}Count`, number> & Record<`${K}Hash`, string>;

/**
 * Reads the sums of a version, by default the newest, with the events from a local day on, `yyyy-MM-dd`, by default of every day. Events of
 * dropped years never count. Null when the sums of that version were deleted. The cost depends on the number of days and later versions,
 * not of records.
 */
export async function digestAt(
  db: Db,
  wanted: { version?: number | undefined; fromDay?: string | undefined },
): Promise<DigestRow | null> {
  const rows = await allRows(db)<
    {
      version: number;
      deleteVersion: number;
      fromDate: string | null;
      productDetailHash: string;
      further: Partial<Record<string, HashSum>>;
      contents: Partial<Record<string, HashSum>>;
    } & Sums<"product" | "event" | "es" | "pt" | "currency">
  >`
    with wanted as (
      select coalesce(${wanted.version ?? null}::bigint, update_version) as version,
        greatest(${wanted.fromDay ?? null}::date, events_from) as from_day from counter
    ), now as (
      select coalesce(sum(shown), 0) as n, coalesce(sum(hash), 0) as hash from event_day, wanted
      where wanted.from_day is null or day >= wanted.from_day
    ), since as (
      select coalesce(sum(shown), 0) as n, coalesce(sum(hash), 0) as hash from digest_day d, wanted
      where d.version > wanted.version and (wanted.from_day is null or day >= wanted.from_day)
    )
    select wanted.version, wanted.from_day as "fromDate", d.delete_version as "deleteVersion", product_count as "productCount", product_hash as "productHash",
      product_detail_hash as "productDetailHash", (now.n - since.n)::bigint as "eventCount", now.hash - since.hash as "eventHash",
      page_es_count as "esCount", page_es_hash as "esHash", page_pt_count as "ptCount", page_pt_hash as "ptHash",
      currency_count as "currencyCount", currency_hash as "currencyHash",
      ${newestByLanguage(sql`digest_page`)} as further, ${newestByLanguage(sql`digest_content`)} as contents
    from wanted, now, since, digest d where d.version = ${newestUpTo(sql`wanted.version`)}`;
  const row = rows[0];
  if (!row) return null;
  const { version, deleteVersion, fromDate } = row;
  return {
    version,
    deleteVersion,
    fromDate,
    products: { count: row.productCount, hash: modulo(row.productHash), detailHash: modulo(row.productDetailHash) },
    events: { count: row.eventCount, hash: modulo(row.eventHash) },
    pages: {
      es: { count: row.esCount, hash: modulo(row.esHash) },
      pt: { count: row.ptCount, hash: modulo(row.ptHash) },
      en: sumOf(row.further.en),
    },
    currencies: { count: row.currencyCount, hash: modulo(row.currencyHash) },
    contents: mapLanguages((lang) => sumOf(row.contents[lang])),
  };
}

/** The newest sums of each language, up to the given version. */
const newestByLanguage = (table: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
        select coalesce(jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash::text)), '{}') from (
          select distinct on (lang) lang, count, hash from ${table}
          where version <= wanted.version order by lang, version desc
        ) x
      )`;

const sumOf = ({ count, hash }: HashSum = { count: 0, hash: "0" }): HashSum => ({ count, hash: modulo(hash) });

/** Returns a sum as partners read it. */
export const modulo = (sum: string): string => BigInt.asUintN(64, BigInt(sum)).toString(16).padStart(16, "0");

/** Deletes the sums of deleted versions. The sums of the floor stay; the changes up to it are not needed. */
export async function deleteDigests(db: Db): Promise<void> {
  await run(db)`delete from digest where version < ${newestUpTo(sql`(select min(number) from version)`)}`;
  for (const table of [sql`digest_page`, sql`digest_content`])
    await run(db)`
      delete from ${table} d where version < (
        select max(version) from ${table} where lang = d.lang and version <= (select min(number) from version))`;
  await run(db)`delete from digest_day where version <= (select min(number) from version)`;
}
