import { languages, type Page } from "@paseo/contract";
import { sql } from "kysely";
import type { Offer } from "../../records/partners/offer.ts";
import type { ProductRow } from "../../records/product-json.ts";
import type { Db } from "../database/database.ts";
import { onlyRow } from "../database/rows.ts";
import { type DigestRow, eventHashWith, type HashSum, modulo } from "../versions/digest.ts";
import { eventIsSold, eventIsStopped, joinPageProduct, pageIsKnown, pageIsWithheld, productIsSold } from "./offers.ts";
import { isPageInLanguage, pageColumns } from "./page-lists.ts";
import { itemsOfProduct } from "./product-lists.ts";

/**
 * The sums of what one partner reads, at the newest version. They are summed from the records, because each partner has its own: the cost
 * depends on their number.
 */

/** A sum of stored hashes. */
interface Sum {
  count: number;
  hash: string;
}

type Part = Omit<ProductRow, "updatedOn"> & { updatedOn: string; contentUpdatedOn: string };

export interface OfferSums extends Pick<DigestRow, "version" | "deleteVersion" | "fromDate"> {
  /** Products that the partner sells as a whole. */
  products: Sum & { detailHash: string };
  contents: Record<string, string | null>;
  events: Sum;
  currencies: Sum;
  /** The pages by language, without those that left the set. */
  pages: Record<string, Sum>;
  /** Products of which the partner sells a part, and pages that left its set: their hashes differ from the stored ones. */
  parts: Part[];
  withheld: Record<string, Page[]>;
}

/** Reads the sums in one statement: all of them are of one version. `fromDay`: the local day from which on events count. */
export async function offerSums(db: Db, offer: Offer, fromDay: string | undefined): Promise<OfferSums> {
  const { stops, parts } = offer;
  const isPart = sql`(p.id = any(${[...parts]}::uuid[]))`;
  const eventHash =
    stops.length === 0
      ? sql`e.hash`
      : sql`case when e.availability <> 'black-out' and ${eventIsStopped(offer)} then ${eventHashWith(sql`'black-out'`)} else e.hash end`;
  const pages = languages.map(
    (
      lang,
    ) => sql`select ${lang}::text as lang, count(*) filter (where not w) as count, coalesce(sum(hash) filter (where not w), 0)::text as hash,
      coalesce(jsonb_agg(page) filter (where w), '[]') as withheld
    from (
      select ${sql.ref(`p.hash_${lang}`)} as hash, ${pageIsWithheld(offer)} as w, to_jsonb(page) as page
      from page p ${joinPageProduct} cross join lateral (select ${pageColumns(lang, offer)}) page
      where p.pos is not null and ${isPageInLanguage(lang)} and ${pageIsKnown(offer)}
    ) known`,
  );
  return onlyRow(db)<OfferSums>`
    with wanted as (
      select update_version as version, delete_version as "deleteVersion", greatest(${fromDay ?? null}::date, events_from) as "fromDate" from counter
    ), product_sum as (
      select count(*) as count, coalesce(sum(s.hash), 0)::text as hash, coalesce(sum(s.detail_hash), 0)::text as "detailHash",
        jsonb_build_object(${sql.join(languages.flatMap((lang) => [sql`${lang}::text`, sql`sum((s.content_hashes ->> ${lang})::numeric)::text`]))}) as contents
      from product_state s join product p on p.id = s.product_id
      where p.published and not p.deleted and not ${isPart} and ${productIsSold(offer, sql`p.id`)}
    ), part as (
      select jsonb_build_object('id', p.id, 'record', p.record, 'hasAvailability', s.has_availability, 'minPrices', s.min_prices,
        'items', ${itemsOfProduct}, 'updatedOn', s.updated_on, 'contentUpdatedOn', s.content_updated_on) as row
      from product_state s join product p on p.id = s.product_id
      where p.published and not p.deleted and ${isPart} and ${productIsSold(offer, sql`p.id`)}
    ), event_sum as (
      select count(*) as count, coalesce(sum(${eventHash}), 0)::text as hash from event e, wanted
      where e.listed and e.shown and ${eventIsSold(offer)} and (wanted."fromDate" is null or e.event_on >= wanted."fromDate")
    ), page_sum as (
      ${sql.join(pages, sql` union all `)}
    )
    select wanted.*, jsonb_build_object('count', product_sum.count, 'hash', product_sum.hash, 'detailHash', product_sum."detailHash") as products,
      product_sum.contents, to_jsonb(event_sum) as events, (select coalesce(jsonb_agg(row), '[]') from part) as parts,
      (select jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash)) from page_sum) as pages,
      (select jsonb_object_agg(lang, withheld) from page_sum) as withheld,
      (select jsonb_build_object('count', currency_count, 'hash', currency_hash::text) from digest order by version desc limit 1) as currencies
    from wanted, product_sum, event_sum`;
}

/** Adds hashes to a sum. */
export const withHashes = ({ count, hash }: Sum, hashes: readonly string[]): HashSum => ({
  count: count + hashes.length,
  hash: modulo(`${hashes.reduce((sum, one) => sum + BigInt(one), BigInt(hash))}`),
});
