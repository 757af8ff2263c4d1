import type { Db } from "../../store/database/database.ts";
import { type Counter, changedDays } from "../../store/publishing/versions.ts";

/** Local days, `yyyy-MM-dd`, both included. */
export interface Days {
  first: string;
  last: string;
}

/** Equal as long as no event moves to another page. */
const positions = ({ eventListVersion, eventsFrom, skipped }: Counter): string =>
  `${eventListVersion} ${eventsFrom} ${skipped}`;

/** Greatest number of changed days to remember. An import of a year of events changes some hundreds, a booking changes one. */
const remembered = 20_000;

/**
 * The local days on which events changed recently. With fifty changes a second nearly all cached pages of events are still
 * right after a change. This class finds out which.
 */
export class RecentChanges {
  readonly #db: Db;
  readonly #days: { version: number; day: string }[] = [];
  /** The class remembers the changes of all versions after `from`, up to `upTo`. */
  #from = 0;
  #upTo = 0;
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether no event of these days changed between the counters `before` and `now`. False if that is unknown. */
  async unchanged(days: Days, before: Counter, now: Counter): Promise<boolean> {
    if (positions(before) !== positions(now) || before.currencyVersion !== now.currencyVersion) return false;
    // The versions since then were lost in a failover.
    if (before.updateVersion > now.updateVersion) return false;
    if (this.#upTo === 0) this.#from = this.#upTo = before.updateVersion;
    while (this.#upTo < now.updateVersion) {
      this.#reading ??= this.#read(now.updateVersion);
      await this.#reading;
    }
    if (before.updateVersion < this.#from) return false;
    for (let at = this.#days.length - 1; at >= 0; at--) {
      const { version, day } = this.#days[at]!;
      if (version <= before.updateVersion) break;
      if (day >= days.first && day <= days.last) return false;
    }
    return true;
  }

  async #read(upTo: number): Promise<void> {
    try {
      for (const changed of await changedDays.run(this.#db, { version: this.#upTo, upTo })) this.#days.push(changed);
      this.#upTo = upTo;
      const tooMany = this.#days.length - remembered;
      if (tooMany > 0) this.#from = this.#days.splice(0, tooMany).at(-1)!.version;
    } finally {
      this.#reading = undefined;
    }
  }
}
