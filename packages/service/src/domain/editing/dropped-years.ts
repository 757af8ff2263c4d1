import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import {
  countYearsBefore,
  deleteEventsBefore,
  type EventYear,
  unlistEventYears,
} from "../../store/editing/dropped-years.ts";
import { firstStoredYear } from "../catalogue/retention.ts";

/** Drops the events of whole calendar years, once they are neither sold nor listed as coming events. */

/** Why a year cannot be dropped: it ended too recently. */
export class YearsInUse extends Error {
  override name = "YearsInUse";
  /** The first year that cannot be dropped yet. */
  readonly firstStored: number;
  constructor(firstStored: number) {
    super(`Events from ${firstStored} on cannot be dropped yet.`);
    this.firstStored = firstStored;
  }
}

/**
 * Returns the years that would be dropped, with their events. Throws YearsInUse when a year ended too recently: the service stores changes
 * for days.
 */
export async function yearsToDrop(db: Db, before: number, now: Date): Promise<EventYear[]> {
  const firstStored = firstStoredYear(now);
  if (before > firstStored) throw new YearsInUse(firstStored);
  return countYearsBefore(db, before);
}

/**
 * Drops the years and returns them. `record` runs in the transaction that removes the years from the lists. The events
 * are deleted after it, in portions. If the process ends meanwhile, a repeated call deletes the rest. Throws
 * YearsInUse; nothing was dropped then.
 */
export async function dropYears(
  db: Db,
  before: number,
  now: Date,
  record?: (tx: Tx, years: EventYear[]) => Promise<void>,
): Promise<EventYear[]> {
  const dropped = await db.transaction().execute(async (tx) => {
    await lockCatalogueFiles(tx);
    const years = await yearsToDrop(tx, before, now);
    if (years.length > 0) {
      await unlistEventYears(tx, before);
      await record?.(tx, years);
    }
    return years;
  });
  if (dropped.length > 0) while (await deleteEventsBefore(db, before));
  return dropped;
}
