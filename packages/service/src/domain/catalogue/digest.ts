import { type CatalogDigest, type Language, languages, mapLanguages } from "@paseo/contract";
import { contentJson } from "../../records/content-json.ts";
import type { Offer } from "../../records/partners/offer.ts";
import { productJson, summaryJson } from "../../records/product-json.ts";
import { offerSums, withHashes } from "../../store/catalogue/offer-digest.ts";
import { readTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { type DigestRow, digestAt, storedHash } from "../../store/versions/digest.ts";
import { productRowFor } from "./lists.ts";
import { storedPosition, VersionExpired } from "./retention.ts";

interface DigestInput {
  version?: number | undefined;
  fromdate?: string | undefined;
  /** The offer of the partner that reads; missing: the public set. */
  offer?: Offer | undefined;
}

/**
 * Returns the digest of the catalogue at a version, by default the newest version. It counts events from a local day on, `yyyy-MM-dd`, and
 * never events of dropped years; FromDate is the first day that counts. Pages and contents count in the languages `offered`. A partner with
 * an offer gets the digest of its set, at the newest version only. Throws VersionExpired.
 */
export async function readDigest(
  db: Db,
  { version, fromdate, offer }: DigestInput,
  now: Date,
  offered: readonly Language[] = languages,
): Promise<CatalogDigest> {
  if (version !== undefined) await storedPosition(db, version, now);
  const digest = offer
    ? await digestOfOffer(db, offer, { version, fromDay: fromdate })
    : await digestAt(db, { version, fromDay: fromdate });
  if (!digest) throw new VersionExpired();
  const ofOffered = <T>(sums: Record<Language, T>) =>
    Object.fromEntries(Object.entries(sums).filter(([lang]) => offered.includes(lang as Language)));
  const { pages, contents } = digest;
  return {
    ...digest,
    pages: ofOffered(pages) as CatalogDigest["pages"],
    contents: ofOffered(contents) as CatalogDigest["contents"],
  };
}

/** Sums what a partner reads. Null: the version is not the newest. */
async function digestOfOffer(
  db: Db,
  offer: Offer,
  { version, fromDay }: { version: number | undefined; fromDay: string | undefined },
): Promise<DigestRow | null> {
  const typeOf = await readTicketTypes(db);
  const sums = await offerSums(db, offer, fromDay);
  if (version !== undefined && version !== sums.version) return null;
  const parts = sums.parts.flatMap(({ updatedOn, contentUpdatedOn, ...row }) => {
    const sold = productRowFor(offer, { ...row, updatedOn: new Date(updatedOn) });
    return sold ? { row: sold, contentUpdatedOn: new Date(contentUpdatedOn) } : [];
  });
  const products = withHashes(
    sums.products,
    parts.map(({ row }) => storedHash(summaryJson(row))),
  );
  const details = withHashes(
    { count: 0, hash: sums.products.detailHash },
    parts.map(({ row }) => storedHash(productJson(row))),
  );
  return {
    version: sums.version,
    deleteVersion: sums.deleteVersion,
    fromDate: sums.fromDate,
    products: { ...products, detailHash: details.hash },
    events: withHashes(sums.events, []),
    currencies: withHashes(sums.currencies, []),
    pages: mapLanguages((lang) => withHashes(sums.pages[lang]!, sums.withheld[lang]!.map(storedHash))),
    contents: mapLanguages((lang) =>
      withHashes(
        { count: sums.products.count, hash: sums.contents[lang] ?? "0" },
        parts.map(({ row, contentUpdatedOn: updatedOn }) => storedHash(contentJson(row, lang, { typeOf, updatedOn }))),
      ),
    ),
  };
}
