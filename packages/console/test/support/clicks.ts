/** Counts the clicks of a job. */
export class Clicks {
  n = 0;

  async on(target: { click(): Promise<void> }): Promise<void> {
    this.n++;
    await target.click();
  }
}
