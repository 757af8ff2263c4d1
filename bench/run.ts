import { parseArgs } from "node:util";
import type { RoundPlan } from "./load.ts";
import { measureCached } from "./parts/cached.ts";
import { measureDuringImport } from "./parts/imports.ts";
import { measureMemory } from "./parts/memory.ts";
import { measurePurchases } from "./parts/purchases.ts";
import { measureReads } from "./parts/reads.ts";
import { measureServiceStart } from "./parts/start.ts";
import { printRows, type ResultRow, rowsBelowGoal, saveResults } from "./results.ts";
import { openStores, type Stores } from "./stores.ts";
import { writeTables } from "./tables.ts";

const usage = `npm run bench -- [part …] [--seconds N] [--events N]

Parts: reads, cached, purchases, imports, start, memory; all of them when none is named.
--seconds N   a try: one round of N seconds, nothing is kept
--events N    a try: the large catalogue has N events`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string" },
    events: { type: "string" },
    help: { type: "boolean" },
  },
});
const seconds = options.seconds === undefined ? null : parsePositiveNumber(options.seconds);
const largeEvents = parsePositiveNumber(options.events ?? "1000000");
const isTry = seconds !== null || options.events !== undefined;
/** Events of a catalogue that is read page by page; a try with \`--events\` reads fewer. */
const readEvents = Math.min(100_000, largeEvents);

const pace = (rounds: number, usual: number): RoundPlan =>
  seconds === null ? { rounds, seconds: usual } : { rounds: 1, seconds };

/** The parts in the order in which they run. */
const parts: Record<string, (stores: Stores) => Promise<ResultRow[]>> = {
  reads: async (stores) => measureReads(await stores.empty(), readEvents, seconds === null ? 3 : 1),
  cached: async (stores) => measureCached(await stores.server(), pace(5, 2)),
  purchases: async (stores) => measurePurchases(await stores.server(), pace(5, 2)),
  imports: async (stores) => measureDuringImport(await stores.server(), pace(5, 3)),
  start: async (stores) => measureServiceStart(await stores.large(), largeEvents, seconds ?? 20),
  memory: async (stores) => measureMemory(await stores.embedded()),
};

/** Prints a table, stores the results, and returns the exit code: 1 if a goal is missed. */
async function main(named: string[]): Promise<number> {
  const unknown = named.filter((part) => !(part in parts));
  if (options.help || unknown.length > 0) {
    console.log(usage);
    return unknown.length > 0 ? 2 : 0;
  }
  const stores = await openStores(largeEvents);
  const rows: ResultRow[] = [];
  try {
    for (const [part, measure] of Object.entries(parts)) {
      if (named.length > 0 && !named.includes(part)) continue;
      console.log(`\n${part}`);
      const startedAt = performance.now();
      const measured = await measure(stores);
      printRows(measured);
      rows.push(...measured);
      if (!isTry) await saveResults(part, measured, (performance.now() - startedAt) / 1000, stores);
    }
  } finally {
    await stores.close();
  }
  if (!isTry && named.length === 0) await writeTables();
  for (const { name, ratio, goal } of rowsBelowGoal(rows))
    console.error(`Missed: ${name}: ${ratio.toFixed(2)}, goal ${goal!.toFixed(2)}`);
  return rowsBelowGoal(rows).length > 0 ? 1 : 0;
}

process.exit(await main(positionals));

/** Reads a number above 0 from the command line. Throws for anything else. */
function parsePositiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${text} is not a number above 0`);
  return value;
}
