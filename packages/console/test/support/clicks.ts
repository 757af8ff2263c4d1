import type { Locator } from "playwright-core";

/** Counts the clicks of a job. */
export class Clicks {
  n = 0;

  async on(target: Locator): Promise<void> {
    this.n++;
    await target.click();
  }
}
