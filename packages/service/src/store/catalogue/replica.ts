import { sql } from "kysely";
import { type Database, type Db, openServer, type ServerOptions } from "../database/database.ts";
import { readCounter, type VersionCounter } from "../versions/versions.ts";

/**
 * Reads catalogue pages from a streaming replica. The primary gives the version counter. The replica reads its own
 * counter and the page in one snapshot. If that snapshot is older, or the replica fails, the primary serves the page.
 */

/** Makes a page that is at least as new as a counter. */
export type ReadCatalogue = <T>(counter: VersionCounter, make: (db: Db) => Promise<T>) => Promise<T>;

/**
 * `served`: the replica had the version; otherwise the primary served the page. `away`: the replica failed recently and
 * was not called.
 */
export type ReplicaOutcome = "served" | "behind" | "failed" | "away";

interface ReplicaReports {
  /** Called for each page. */
  onRead: (outcome: ReplicaOutcome) => void;
  onFailure: (error: unknown) => void;
}

/** Time limits for a connection to the replica and for its answer. */
const connectMs = 1_000;
const answerMs = 2_000;
/** After a failure the replica is not called for this long. Then one page tries it before all others. */
const restMs = 3_000;

export function openReplica(url: string, options: ServerOptions): Database {
  return openServer(url, { ...options, connectMs, answerMs });
}

export function createCatalogueReads(primary: Db, replica: Db | undefined, reports: ReplicaReports): ReadCatalogue {
  if (!replica) return (_counter, make) => make(primary);
  let restUntil = 0;
  let recovering = false;

  return async (counter, make) => {
    // A replica of a lost incarnation looks like a replica of this incarnation until the leap.
    if (counter.leapDue) {
      reports.onRead("behind");
      return make(primary);
    }
    if (recovering || performance.now() < restUntil) {
      reports.onRead("away");
      return make(primary);
    }
    const first = restUntil > 0;
    recovering = first;
    const made = await readAsOf(replica, counter, make)
      .catch((error: unknown) => {
        reports.onFailure(error);
        return "failed" as const;
      })
      .finally(() => {
        if (first) recovering = false;
      });
    restUntil = made === "failed" ? performance.now() + restMs : 0;
    reports.onRead(typeof made === "string" ? made : "served");
    return typeof made === "string" ? make(primary) : made();
  };
}

/**
 * Returns the result or the error of `make`, run in one snapshot that is not behind the counter. Throws the replica's
 * own errors.
 */
async function readAsOf<T>(
  replica: Db,
  counter: VersionCounter,
  make: (db: Db) => Promise<T>,
): Promise<(() => T) | "behind"> {
  return replica
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (snapshot) => {
      if (isBehind(await readCounter(snapshot), counter)) return "behind";
      try {
        const value = await make(snapshot);
        return () => value;
      } catch (error) {
        // The transaction still works, so `make` caused the error (an unknown product, for example) and not the
        // replica. The primary would report it too.
        await sql`select 1`.execute(snapshot);
        return () => {
          throw error;
        };
      }
    });
}

function isBehind(replica: VersionCounter, primary: VersionCounter): boolean {
  if (replica.skipped !== primary.skipped) return true;
  // `productCount` is not compared, because it can also shrink. It never changes alone, so the other numbers suffice.
  const { productCount: _, leapDue: __, ...growing } = primary;
  const isLess = (column: keyof typeof growing) => (replica[column] ?? "") < (growing[column] ?? "");
  return (Object.keys(growing) as (keyof typeof growing)[]).some(isLess);
}
