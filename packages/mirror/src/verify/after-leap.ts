import { NotFound, VersionExpired } from "@paseo/client";
import type { Mirror } from "../sync/mirror.ts";
import { differences, sumsOf } from "./differences.ts";
import type { Verification } from "./verify.ts";

/**
 * Compares the copy after a leap. A run that read while the service published versions that it later lost can have lost records
 * under a version that the service still has.
 */

/** `unknown`: the catalogue changed during each comparison. */
type Comparison = "equal" | "differs" | "unknown";

const mostRounds = 3;

export async function compareAfterLeap(
  mirror: Mirror,
  { target, digest, isBehind, synchronise }: Omit<Verification, "say">,
): Promise<Comparison> {
  for (let round = 1; round <= mostRounds; round++) {
    const { state } = mirror;
    const version = state.updateVersion!;
    try {
      const found = await differences(await sumsOf(target, state), (fromDate) => digest({ version, fromDate }));
      if (found.length === 0) return "equal";
      if (!(await isBehind())) return "differs";
    } catch (error) {
      // Another service may have no digest.
      if (error instanceof NotFound) return "equal";
      if (!(error instanceof VersionExpired)) throw error;
    }
    await synchronise();
  }
  return "unknown";
}
