import type { contractLanguages, Language } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import type { Placeholder } from "../database/statement.ts";

/**
 * Hashes of records and their sums, by which a partner proves its copy. The hash is that of the text which the contract's
 * digest.ts defines, computed in SQL. The statement that gives a record its version stores its hash. `digest` has the sums as
 * of each version. Events are summed by day, and `digest_day` has what each version changed of a day.
 * docs/decisions/0014-digest.md has the reasons.
 */

/** The first 64 bits of the SHA-256 of fields joined by U+001F, as a signed bigint. A null field adds nothing. */
const hashOf = (fields: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('x' || encode(substr(sha256(convert_to(concat_ws(chr(31), ${fields}), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;

/** The availability that partners read: `removed` with its product or item, `sold-out` without seats, else the operator's setting. */
export const shownAvailability = sql`
  case when e.hidden then 'removed'
       when e.availability = 'available' and e.capacity_left = 0 then 'sold-out'
       else e.availability end`;

/** Whether partners read `page p` as published in a language: no longer once it left that language. */
export const pagePublished = (lang: Language): RawBuilder<unknown> =>
  sql`(p.published and ${sql.ref(`p.search_${lang}`)} is not null)`;

/** The hash of `event e`. */
export const eventHash =
  hashOf(sql`e.id, e.item_id, to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI:SS'), ${shownAvailability},
  jsonb_array_length(e.tickets),
  (select string_agg(concat_ws(chr(31), t ->> 'code', e.currency_code, trim_scale((t ->> 'price')::numeric)), chr(31) order by n)
   from jsonb_array_elements(e.tickets) with ordinality as tickets(t, n))`);

const summary = sql`p.id, p.type, p.name, p.city_code, p.immediate_booking::text, s.has_availability::text`;

/** The hash of what lists show of `product p` with `product_state s`. */
export const productHash = hashOf(summary);

/** A double as text, with the digits that answers contain. */
const decimal = (double: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`trim_scale((${double}::float8::text)::numeric)::text`;

const orEmpty = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(${text}, '')`;

const price = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${amount} is null then '' else p.currency_code end, ${orEmpty(sql`trim_scale(${amount})::text`)}`;

/** The hash of all that is shown of `product p` with `product_state s`, with `updatedOn` instead of the stored one. */
export const productDetailHash = (updatedOn: Date | Placeholder | RawBuilder<unknown>): RawBuilder<unknown> =>
  hashOf(sql`${summary}, p.lead_purchase_day, p.cancel_purchase_hour,
    ${price(sql`(select min(amount::numeric) from jsonb_each_text(s.min_prices) as least(item, amount))`)},
    p.venue, p.address, ${orEmpty(decimal(sql`p.latitude`))}, ${orEmpty(decimal(sql`p.longitude`))},
    (select count(*) from item i where i.product_id = p.id),
    (select string_agg(concat_ws(chr(31), i.id, i.name, i.part_number, ${price(sql`(s.min_prices ->> i.id::text)::numeric`)},
       i.published::text, jsonb_array_length(i.ticket_rules),
       (select string_agg(concat_ws(chr(31), r ->> 'code', r ->> 'minQuantity', r ->> 'maxQuantity', r ->> 'defaultQuantity',
          r ->> 'incrementQuantity'), chr(31) order by n)
        from jsonb_array_elements(i.ticket_rules) with ordinality as rules(r, n))), chr(31) order by i.position, i.id)
     from item i where i.product_id = p.id),
    p.all_passenger_names::text, p.all_passenger_weights::text, p.hotel::text, p.airport_flight::text,
    to_char(${updatedOn}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The hash of `page p` in a language; null when the page was never in that language. */
export const pageHash = (lang: Language): RawBuilder<unknown> => {
  const [name, url] = [sql.ref(`p.name_${lang}`), sql.ref(`p.url_${lang}`)];
  return sql`case when ${name} is not null then
    ${hashOf(sql`p.id, ${name}, p.type, ${orEmpty(sql`p.city_code`)}, ${pagePublished(lang)}::text, ${url}`)} end`;
};

/** Count and sum of the active currencies' hashes. */
const currencies = sql`
  select count(*) as n, coalesce(sum(${hashOf(sql`code, name, ${decimal(sql`rate`)}, display_symbol`)}), 0) as hash
  from currency where active`;

/** The newest version with sums up to a version. */
const newestUpTo = (version: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(version) from digest where version <= ${version})`;

/** What a transaction adds to a sum: records, and the sum of their hashes as a decimal. */
export interface Added {
  n: number;
  hash: string;
}
export type AddedProducts = Added & { detailHash: string };
export const nothing: AddedProducts = { n: 0, hash: "0", detailHash: "0" };

export const plus = (one: AddedProducts, other: AddedProducts): AddedProducts => ({
  n: one.n + other.n,
  hash: `${BigInt(one.hash) + BigInt(other.hash)}`,
  detailHash: `${BigInt(one.detailHash) + BigInt(other.detailHash)}`,
});

/** What a transaction adds to the sums as of each version. Events are summed by day, in `digest_day`. */
export interface DigestChanges {
  /** The newest version before it. */
  version: number;
  updateVersion: number;
  deleteVersion: number;
  products: AddedProducts;
  es: Added;
  pt: Added;
  /** Whether a currency changed: then the sum is computed again. */
  currencies: boolean;
}

/** The same by the names of the values of a statement. */
export const digestValues = ({ products, es, pt, ...rest }: DigestChanges) => ({
  ...rest,
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
 * The statement that writes the sums as of a version: those of the version before plus the changes. A transaction that only
 * deletes products has no new version: it changes the sums of the newest.
 */
export const writesDigest = (value: (name: keyof DigestValues) => unknown): RawBuilder<unknown> => sql`
    insert into digest as d (version, delete_version, product_count, product_hash, product_detail_hash,
      page_es_count, page_es_hash, page_pt_count, page_pt_hash, currency_count, currency_hash)
    select ${value("updateVersion")}::bigint, ${value("deleteVersion")}::bigint, product_count + ${value("products")}::bigint,
      product_hash + ${value("productHash")}::numeric, product_detail_hash + ${value("productDetailHash")}::numeric,
      page_es_count + ${value("es")}::bigint, page_es_hash + ${value("esHash")}::numeric,
      page_pt_count + ${value("pt")}::bigint, page_pt_hash + ${value("ptHash")}::numeric,
      coalesce(c.n, currency_count), coalesce(c.hash, currency_hash)
    from digest left join (${currencies} having ${value("currencies")}::boolean) c on true
    where version = ${newestUpTo(sql`${value("version")}::bigint`)}
    on conflict (version) do update set delete_version = excluded.delete_version,
      product_count = excluded.product_count, product_hash = excluded.product_hash,
      product_detail_hash = excluded.product_detail_hash`;

/** Languages whose sums are in `digest_page`. `digest` has those of the others. */
export type FurtherLanguage = Exclude<Language, (typeof contractLanguages)[number]>;

/** Writes the sums of the pages in a further language as of a version. */
export async function writePagesDigest(tx: Tx, lang: FurtherLanguage, version: number, added: Added): Promise<void> {
  if (added.n === 0 && BigInt(added.hash) === 0n) return;
  await run(tx)`
    insert into digest_page (lang, version, count, hash)
    select ${lang}, ${version}, coalesce(max(last.count), 0) + ${added.n}::bigint, coalesce(max(last.hash), 0) + ${added.hash}::numeric
    from (select count, hash from digest_page where lang = ${lang} order by version desc limit 1) last`;
}

/** Count, and sum modulo 2^64 as 16 hexadecimal digits. */
export interface Sum {
  count: number;
  hash: string;
}

export interface DigestRow {
  version: number;
  deleteVersion: number;
  /** The first local day whose events count, `yyyy-MM-dd`; null: every day. */
  fromDate: string | null;
  products: Sum & { detailHash: string };
  events: Sum;
  pages: Record<Language, Sum>;
  currencies: Sum;
}

type Sums<K extends string> = Record<`${K}Count`, number> & Record<`${K}Hash`, string>;

/**
 * The sums as of a version, by default the newest, with the events from a local day on, `yyyy-MM-dd`, by default of every day.
 * Events of dropped years never count. Null when the sums of that version were deleted. The cost depends on the number of days
 * and later versions, not of records.
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
      further: Partial<Record<string, Sum>>;
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
      currency_count as "currencyCount", currency_hash as "currencyHash", (
        select coalesce(jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash::text)), '{}') from (
          select distinct on (lang) lang, count, hash from digest_page
          where version <= wanted.version order by lang, version desc
        ) x
      ) as further
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
  };
}

const sumOf = ({ count, hash }: Sum = { count: 0, hash: "0" }): Sum => ({ count, hash: modulo(hash) });

const modulo = (sum: string): string => BigInt.asUintN(64, BigInt(sum)).toString(16).padStart(16, "0");

/** Deletes the sums of deleted versions. The sums of the floor stay; the changes up to it are not needed. */
export async function deleteDigests(db: Db): Promise<void> {
  await run(db)`delete from digest where version < ${newestUpTo(sql`(select min(number) from version)`)}`;
  await run(db)`
    delete from digest_page d where version < (
      select max(version) from digest_page where lang = d.lang and version <= (select min(number) from version))`;
  await run(db)`delete from digest_day where version <= (select min(number) from version)`;
}
