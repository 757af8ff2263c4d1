import { type CatalogDigest, type Language, languages } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import { digestAt } from "../../store/versions/digest.ts";
import { storedPosition, VersionExpired } from "./retention.ts";

/**
 * Returns the digest of the catalogue at a version, by default the newest version. It counts events from a local day on, `yyyy-MM-dd`, and
 * never events of dropped years; FromDate is the first day that counts. Pages and contents count in the languages `offered`. Throws
 * VersionExpired.
 */
export async function readDigest(
  db: Db,
  { version, fromdate }: { version?: number | undefined; fromdate?: string | undefined },
  now: Date,
  offered: readonly Language[] = languages,
): Promise<CatalogDigest> {
  if (version !== undefined) await storedPosition(db, version, now);
  const digest = await digestAt(db, { version, fromDay: fromdate });
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
