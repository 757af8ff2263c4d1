import type { PartOptions, PartReport } from "./part.ts";
import { parts } from "./parts.ts";

/** Runs one part in this process, which run.ts forks: what a part leaves behind, or breaks, ends with it. */

export interface Order extends PartOptions {
  name: string;
}

process.once("message", async ({ name, ...options }: Order) => {
  const part = parts.find((one) => one.name === name)!;
  const run = await part.load();
  const report: PartReport = await run(options);
  process.send!(report, () => process.exit(0));
});
