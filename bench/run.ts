import { parseArgs } from "node:util";
import { parsePositiveNumber } from "./amount.ts";
import { measureCallbacks } from "./parts/callbacks.ts";
import { measureUncachedPages } from "./parts/cold.ts";
import { measureHelpCommand } from "./parts/command.ts";
import { measureMirrorCopies } from "./parts/copies.ts";
import { measurePageDepth } from "./parts/depth.ts";
import { measureDuringImport } from "./parts/during-import.ts";
import { measureLists } from "./parts/lists.ts";
import { measureMemory } from "./parts/memory.ts";
import { measurePurchases } from "./parts/purchases.ts";
import { measureCachedReads, plantEvents } from "./parts/reads.ts";
import { measureServiceStart } from "./parts/start.ts";
import { measureUnderChanges } from "./parts/steady/steady.ts";
import { measureValidate } from "./parts/validate.ts";
import { saveResults } from "./results/results.ts";
import { printRows, type ResultRow, rowsBelowGoal } from "./results/row.ts";
import { writeTables } from "./results/tables.ts";
import { seedMirroredStore } from "./stores/mirrored.ts";
import { openStores, type Stores } from "./stores/stores.ts";
import type { RoundPlan } from "./traffic/load.ts";

const usage = `npm run bench -- [part …] [--minutes N] [--seconds N] [--events N]

Parts: lists, cold, reads, depth, validate, purchases, imports, steady, start, memory, command, callbacks, mirror; all of them when none is named.
--minutes N   how long \`steady\` runs: 10 decide on memory
--seconds N   a try: one round of N seconds, nothing is kept
--events N    a try: the large catalogue has N events`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string" },
    seconds: { type: "string" },
    events: { type: "string" },
    help: { type: "boolean" },
  },
});
const seconds = options.seconds === undefined ? null : parsePositiveNumber(options.seconds);
const minutes = options.minutes === undefined ? null : parsePositiveNumber(options.minutes);
const largeEvents = parsePositiveNumber(options.events ?? "1000000");
const isTry = seconds !== null || options.events !== undefined;
/** Events of the mirrored catalogue. */
const mirroredEvents = 50_000;
/** Events of a catalogue that is read page by page; a try with \`--events\` reads fewer. */
const readEvents = Math.min(100_000, largeEvents);

const pace = (rounds: number, usual: number): RoundPlan =>
  seconds === null ? { rounds, seconds: usual } : { rounds: 1, seconds };

/** The parts in the order in which they run. */
const parts: Record<string, (stores: Stores) => Promise<ResultRow[]>> = {
  lists: async (stores) => measureLists(await stores.server(), pace(15, 0.4)),
  cold: async (stores) => measureUncachedPages(await stores.server(), pace(7, 1)),
  reads: async (stores) => {
    const env = await stores.empty();
    await plantEvents(env, readEvents);
    return measureCachedReads(env, readEvents, seconds === null ? 3 : 1);
  },
  depth: (stores) => measurePageDepth(stores, largeEvents),
  validate: async (stores) => measureValidate(await stores.server(), pace(5, 2)),
  purchases: async (stores) => measurePurchases(await stores.server(), pace(5, 2)),
  imports: async (stores) => measureDuringImport(await stores.server(), pace(5, 3)),
  steady: (stores) => measureUnderChanges(stores, minutes, ...(seconds === null ? [] : [seconds])),
  start: (stores) => measureServiceStart(stores, largeEvents, seconds ?? 20),
  memory: async (stores) => measureMemory(await stores.embedded()),
  command: async () => measureHelpCommand(seconds === null ? 15 : 5),
  callbacks: async (stores) => measureCallbacks(await stores.server()),
  mirror: async (stores) => {
    const env = await stores.empty();
    await seedMirroredStore(env, mirroredEvents);
    return measureMirrorCopies(env, mirroredEvents, seconds === null ? 3 : 1);
  },
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
      const name = part === "steady" && minutes !== null ? `steady ${minutes} minutes` : part;
      if (!isTry) await saveResults(name, measured, (performance.now() - startedAt) / 1000, stores);
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
