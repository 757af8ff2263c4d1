import type { CatalogDigest } from "@paseo/contract";
import { digestAt } from "../../store/catalogue/digest.ts";
import type { Db } from "../../store/database/database.ts";
import { reached, VersionExpired } from "./retention.ts";

/**
 * The digest of the catalogue as of a version, by default the newest. It counts events from a local day on, `yyyy-MM-dd`, and
 * never those of dropped years; FromDate is the first day that counts. Throws VersionExpired.
 */
export async function readDigest(
  db: Db,
  { version, fromdate }: { version?: number | undefined; fromdate?: string | undefined },
  now: Date,
): Promise<CatalogDigest> {
  if (version !== undefined) await reached(db, version, now);
  const digest = await digestAt(db, { version, fromDay: fromdate });
  if (!digest) throw new VersionExpired();
  return digest;
}
