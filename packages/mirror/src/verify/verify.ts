import { NotFound, PaseoError, VersionExpired } from "@paseo/client";
import type { CatalogDigest } from "@paseo/contract";
import type { Mirror } from "../sync/mirror.ts";
import type { Target } from "../targets/target.ts";
import { differences, sumsOf } from "./differences.ts";

/** `--verify`: the copy against the service's digest of the same version. */

export interface Proof {
  target: Target;
  /** The digest of a version, of the events from a local day on or of all. */
  digest: (query: { version: number; fromDate: string | undefined }) => Promise<CatalogDigest>;
  /** Whether the service has anything newer than the copy. */
  isBehind: () => Promise<boolean>;
  synchronise: () => Promise<void>;
  /** Prints a line of the report. */
  say: (line: string) => void;
}

const mostRounds = 5;

/**
 * Prints whether the copy is the catalogue as of its version, else where it differs, and returns which. A walk during which
 * the catalogue changed has read some records in a newer state than its version: then the copy is brought in step again first.
 */
export async function prove(mirror: Mirror, { target, digest, isBehind, synchronise, say }: Proof): Promise<boolean> {
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

/** Undefined where the version is no longer kept: something newer is there. */
function unknownDigest(error: unknown): undefined {
  if (error instanceof VersionExpired) return undefined;
  if (error instanceof NotFound)
    throw new PaseoError("The service has no digest (GET /api/catalogdigest) to compare with");
  throw error;
}
