import type { Db } from "../../store/database/database.ts";
import { lockCatalogueFiles } from "../../store/editing/catalogue-records.ts";
import { dropEventYears, type EventYear, yearsBefore } from "../../store/editing/dropped-years.ts";
import { firstKeptYear } from "../catalogue/retention.ts";

/** Dropping the past: events of whole calendar years, when nobody sells them or walks through them as coming ones any more. */

/** The year ended too recently. */
export class YearsStandIn extends Error {
  override name = "YearsStandIn";
  /** The first year that cannot be dropped yet. */
  readonly firstKept: number;
  constructor(firstKept: number) {
    super(`Events from ${firstKept} on must stay for now.`);
    this.firstKept = firstKept;
  }
}

/** Other transactions held the events at each attempt: nothing was dropped. */
export class EventsBusy extends Error {
  override name = "EventsBusy";
}

/**
 * What dropping the years before this one takes away, year by year. Throws YearsStandIn when a day of one of them is not
 * over for as long as changes are kept.
 */
export async function droppedBy(db: Db, before: number, now: Date): Promise<EventYear[]> {
  const firstKept = firstKeptYear(now);
  if (before > firstKept) throw new YearsStandIn(firstKept);
  return yearsBefore(db, before);
}

const attempts = 20;
/** Twice as long as an attempt holds up other requests. */
const pauseMs = 1_000;

/** Drops the years and returns them. Throws YearsStandIn or EventsBusy; nothing was dropped then. */
export async function dropYears(db: Db, before: number, now: Date): Promise<EventYear[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await lockCatalogueFiles(tx);
        const years = await droppedBy(tx, before, now);
        if (years.length > 0) await dropEventYears(tx, before);
        return years;
      });
    } catch (error) {
      if ((error as { code?: string }).code !== lockTimeout) throw error;
      if (attempt === attempts) throw new EventsBusy();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** PostgreSQL's code for a lock timeout. */
const lockTimeout = "55P03";
