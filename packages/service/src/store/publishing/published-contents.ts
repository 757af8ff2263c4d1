import { isDeepStrictEqual as same } from "node:util";
import { type Language, mapLanguages } from "@paseo/contract";
import { type ContentRow, contentJson } from "../../records/content-json.ts";
import type { TicketTypeOf } from "../../records/tickets/ticket-types.ts";
import { readTicketTypes } from "../catalogue/ticket-types.ts";
import type { Tx } from "../database/database.ts";
import { run } from "../database/rows.ts";
import { type ContentSumChange, hashDifference, noContents, storedHash } from "../versions/digest.ts";

/** Gives changed contents their positions in the change log and their hashes. The caller has locked the counter. */

/** How many contents changed, and the changes of their sums. */
interface PublishedContents {
  n: number;
  sums: ContentSumChange;
}

/** The hash of a content by language, as decimals. */
export type ContentHashes = Record<Language, string>;

/** Compares the contents of products with the stored hashes. A changed content gets the next position after `seq`. */
export async function publishContents(
  tx: Tx,
  products: (ContentRow & { contentUpdatedOn: Date | null; contentHashes: ContentHashes | null })[],
  seq: number,
  now: Date,
): Promise<PublishedContents> {
  if (products.length === 0) return { n: 0, sums: noContents };
  const typeOf = await readTicketTypes(tx);
  const changed = products.filter(
    (product) =>
      product.contentHashes === null ||
      !same(hashesOf(product, typeOf, product.contentUpdatedOn ?? now), product.contentHashes),
  );
  if (changed.length === 0) return { n: 0, sums: noContents };
  const values = changed.map((product, n) => ({
    id: product.id,
    seq: seq + n + 1,
    hashes: hashesOf(product, typeOf, now),
  }));
  await run(tx)`
    update product_state s set content_seq = x.seq, content_updated_on = ${now}, content_hashes = x.hashes
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x(id uuid, seq bigint, hashes jsonb)
    where s.product_id = x.id`;
  const sums = differenceOfContents(
    values.map(({ hashes }) => hashes),
    changed.flatMap(({ contentHashes }) => contentHashes ?? []),
  );
  return { n: changed.length, sums };
}

const hashesOf = (product: ContentRow, typeOf: TicketTypeOf, updatedOn: Date): ContentHashes =>
  mapLanguages((lang) => storedHash(contentJson(product, lang, { typeOf, updatedOn })));

/** Returns the change of the sums by new hashes. `former` are the replaced hashes; a language that is new has none. */
export const differenceOfContents = (hashes: ContentHashes[], former: Partial<ContentHashes>[]): ContentSumChange =>
  mapLanguages((lang) => {
    const now = hashes.map((one) => one[lang]);
    const before = former.flatMap((one) => one[lang] ?? []);
    return { n: now.length - before.length, hash: hashDifference(now, before) };
  });
