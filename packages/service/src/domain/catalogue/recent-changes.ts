import type { Db } from "../../store/database/database.ts";
import { changedDays, type VersionCounter } from "../../store/versions/versions.ts";

/** Local days, `yyyy-MM-dd`, both inclusive. */
export interface DayRange {
  first: string;
  last: string;
}

/** Returns a key that stays equal as long as no event moves to another page. */
const positions = ({ eventListVersion, eventsFrom, skipped }: VersionCounter): string =>
  `${eventListVersion} ${eventsFrom} ${skipped}`;

/**
 * How many changed days the class remembers. An import of a year of events changes some hundreds, a booking changes
 * one.
 */
const remembered = 20_000;

/**
 * The local days on which events changed recently. At fifty changes a second, nearly all cached pages of events remain
 * correct after a change. This class decides which pages remain correct.
 */
export class RecentChanges {
  readonly #db: Db;
  readonly #days: { version: number; day: string }[] = [];
  /** The class remembers the changes of versions greater than `from` and up to `upTo`. */
  #from = 0;
  #upTo = 0;
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether no event of these days changed between the counters `before` and `now`. False if the answer is unknown. */
  async unchanged(days: DayRange, before: VersionCounter, now: VersionCounter): Promise<boolean> {
    if (positions(before) !== positions(now) || before.currencyVersion !== now.currencyVersion) return false;
    // A failover lost the versions since then.
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
