import { NotFound, PaseoError, VersionExpired } from "@paseo/client";
import type { CatalogDigest } from "@paseo/contract";
import type { Mirror } from "../sync/mirror.ts";
import type { Target } from "../targets/target.ts";
import { differences, sumsOf } from "./differences.ts";

/** `--verify`: compares the copy with the service's digest of the same version. */

export interface Verification {
  target: Target;
  /** The digest of a version, with the events from a local day on or all. */
  digest: (query: { version: number; fromDate: string | undefined }) => Promise<CatalogDigest>;
  /** Whether the service has a newer version than the copy. */
  isBehind: () => Promise<boolean>;
  synchronise: () => Promise<void>;
  /** Prints a line of the report. */
  say: (line: string) => void;
}

const mostRounds = 5;

/**
 * Prints whether the copy equals the catalogue at its version, or where it differs. Returns whether it is equal. A run during
 * which the catalogue changed may have read newer records: then the copy is synchronised again first.
 */
export async function verify(
  mirror: Mirror,
  { target, digest, isBehind, synchronise, say }: Verification,
): Promise<boolean> {
  for (let round = 1; round <= mostRounds; round++) {
    const { state } = mirror;
    const version = state.updateVersion!;
    const sums = await sumsOf(target, state);
    const found = await differences(sums, (fromDate) => digest({ version, fromDate })).catch(unknownDigest);
    if (found?.length === 0) {
      say(`The copy is the catalogue as of version ${version}.`);
      return true;
    }
    if (found && !(await isBehind())) {
      say(`The copy differs from the catalogue as of version ${version}:`);
      for (const line of found) say(line);
      return false;
    }
    await synchronise();
  }
  throw new PaseoError(`The catalogue changed during each of ${mostRounds} comparisons`);
}

/** Undefined when the version is too old. */
function unknownDigest(error: unknown): undefined {
  if (error instanceof VersionExpired) return undefined;
  if (error instanceof NotFound)
    throw new PaseoError("The service has no digest (GET /api/catalogdigest) to compare with");
  throw error;
}
