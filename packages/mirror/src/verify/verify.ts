import { NotFound, PaseoError, VersionExpired } from "@paseo/client";
import type { CatalogDigest } from "@paseo/contract";
import type { Mirror } from "../sync/mirror.ts";
import type { Target } from "../targets/target.ts";
import { findDifferences, sumCopy } from "./differences.ts";

/** Compares a copy with the service's digest of the same version: with `--verify`, and after a leap of the versions. */

export interface CopyComparison {
  target: Target;
  /** The digest of a version, with the events from a local day on or all. */
  digest: (query: { version: number; fromDate: string | undefined }) => Promise<CatalogDigest>;
  /** Whether the service has a newer version than the copy. */
  isBehind: () => Promise<boolean>;
  synchronise: () => Promise<void>;
}

const maxRounds = 5;

/**
 * A line for each difference; undefined when the catalogue changed during each comparison. A run during which it changed may have read newer
 * records: then the copy is synchronised again first. Throws NotFound when the service has no digest.
 */
async function compare(
  mirror: Mirror,
  { target, digest, isBehind, synchronise }: CopyComparison,
): Promise<string[] | undefined> {
  for (let round = 1; round <= maxRounds; round++) {
    const { state } = mirror;
    const version = state.updateVersion!;
    try {
      const found = await findDifferences(await sumCopy(target, state), (fromDate) => digest({ version, fromDate }));
      if (found.length === 0 || !(await isBehind())) return found;
    } catch (error) {
      if (!(error instanceof VersionExpired)) throw error;
    }
    await synchronise();
  }
  return undefined;
}

/** Prints with `say` whether the copy equals the catalogue at its version, or where it differs. Returns whether it is equal. */
export async function verifyCopy(
  mirror: Mirror,
  comparison: CopyComparison,
  say: (line: string) => void,
): Promise<boolean> {
  const found = await compare(mirror, comparison).catch((error) => {
    if (!(error instanceof NotFound)) throw error;
    throw new PaseoError("The service has no digest (GET /api/catalogdigest) to compare with");
  });
  if (!found) throw new PaseoError(`The catalogue changed during each of ${maxRounds} comparisons`);
  const { updateVersion } = mirror.state;
  if (found.length === 0) say(`The copy is the catalogue as of version ${updateVersion}.`);
  else say(`The copy differs from the catalogue as of version ${updateVersion}:`);
  for (const line of found) say(line);
  return found.length === 0;
}

/**
 * Whether the copy differs after a leap; undefined when that is not known yet. A run that read while the service published versions that it
 * later lost can have lost records under a version that the service still has.
 */
export async function differsAfterLeap(mirror: Mirror, comparison: CopyComparison): Promise<boolean | undefined> {
  const found = await compare(mirror, comparison).catch((error) => {
    // Another service may have no digest.
    if (error instanceof NotFound) return [];
    throw error;
  });
  return found && found.length > 0;
}
