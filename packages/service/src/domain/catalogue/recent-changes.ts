import { type Counter, changedDays } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";

/** Local days, `yyyy-MM-dd`, both included. */
export interface Days {
  first: string;
  last: string;
}

/** Equal as long as every event keeps its page. */
const positions = ({ eventListVersion, eventsFrom }: Counter): string => `${eventListVersion} ${eventsFrom}`;

/** Days remembered at most: an import of a year of events is some hundreds, a sale that ends another event's sale is one. */
const remembered = 20_000;

/**
 * On which local days events changed lately. With fifty changes a second every page of events would be made fifty times a
 * second, if a change anywhere were the end of all of them; nearly all are still right, and this tells which.
 */
export class RecentChanges {
  readonly #db: Db;
  readonly #days: { version: number; day: string }[] = [];
  /** What is remembered: all after the version `from`, up to the version `upTo`. */
  #from = 0;
  #upTo = 0;
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Whether events of these days are as they were as of `before`, when the catalogue is as of `now`, both as the counter has
   * them. False when it cannot be said.
   */
  async untouched(days: Days, before: Counter, now: Counter): Promise<boolean> {
    if (positions(before) !== positions(now) || before.currencyVersion !== now.currencyVersion) return false;
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
      // There may be later ones too, which no counter has told yet: they are read again in their turn.
      for (const changed of await changedDays.run(this.#db, { version: this.#upTo, upTo })) this.#days.push(changed);
      this.#upTo = upTo;
      const tooMany = this.#days.length - remembered;
      if (tooMany > 0) this.#from = this.#days.splice(0, tooMany).at(-1)!.version;
    } finally {
      this.#reading = undefined;
    }
  }
}
