import { stopChildren } from "./children.ts";
import type { PartOptions, PartReport } from "./part.ts";

/** Runs one part in this process, which run.ts forks. Whatever a part leaves behind or breaks ends with the process. */

interface Order extends PartOptions {
  partsModule: string;
  name: string;
}

// Parts with child processes then end early with a report.
process.on("SIGINT", () => {
  if (!stopChildren()) process.exit(130);
});
process.once("message", async ({ partsModule, name, ...options }: Order) => {
  const { ordealParts: parts } = (await import(partsModule)) as typeof import("./parts.ts");
  const part = parts.find((one) => one.name === name)!;
  const run = await part.load();
  const report: PartReport = await run(options);
  process.send!(report, () => process.exit(0));
});
