import type { CatalogDigest } from "@paseo/contract";
import { digestAt } from "../../store/catalogue/digest.ts";
import { since } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { VersionExpired } from "./lists.ts";

/**
 * What a copy of the catalogue must come to as of a version, the newest when none is named; of events those from a local day
 * on, `yyyy-MM-dd`, and never those of years that were dropped: FromDate says what counts. Throws VersionExpired.
 */
export async function readDigest(
  db: Db,
  { version, fromdate }: { version?: number | undefined; fromdate?: string | undefined },
  now: Date,
): Promise<CatalogDigest> {
  const kept = version === undefined || (await since(db, version, now)) !== "expired";
  const found = kept ? await digestAt(db, { version, fromDay: fromdate }) : null;
  if (!found) throw new VersionExpired();
  return found;
}
