import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProcessorSeconds, ownSeconds } from "../packages/service/test/support/servers/processor-seconds.ts";

/**
 * The processor seconds (user and system) of each test file: of its process, of all that it starts, and of its own servers. The next run
 * distributes the files by them. What the run's common PostgreSQL does for a file counts for the run only.
 */

const root = fileURLToPath(new URL("../", import.meta.url));
/** JSON. A name that ends in `.json` would be linted. */
const path = join(root, ".cache/test-costs");

/** A file of `npm test` may take this, or this part of a whole run: a slower machine needs more for all files. */
const dearSeconds = 20;
const dearPart = 20 / 1300;

/** Why a file may be dearer. */
export const mayBeDear: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...["keyboard/administration", "keyboard/catalogue", "keyboard/orders", "day/day.browser", "door/door"],
      ...["journeys/pages.browser", "journeys/session.browser"],
    ].map((name) => [`packages/console/test/${name}.test.ts`, "A browser: keys, a phone, the network, page loads."]),
  ),
  "packages/console/test/loading.test.ts": "Loads pages in a browser over a slow line.",
  "packages/console/test/products/products.test.ts": "Fills in the largest form of the console.",
  "packages/console/test/sweep.test.ts": "Visits every page with axe, in place of the other files.",
  "packages/conform/test/service.test.ts": "Each of some 290 faults is found by a run of its check.",
  "packages/service/test/guide/snippets.test.ts": "Runs every command and program of the partner guide.",
};

/** The seconds of each file in its last run, by its path in the project. */
export function lastCosts(): Record<string, number> {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Reads what the processes of a run recorded in `log`, and keeps it for the next run. */
export function readCosts(log: string): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const line of existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []) {
    const { file, seconds } = JSON.parse(line) as { file: string; seconds: number };
    const name = relative(root, resolve(file));
    costs[name] = (costs[name] ?? 0) + seconds;
  }
  const ofTests = Object.entries(costs).filter(([name]) => !name.startsWith(".."));
  mkdirSync(dirname(path), { recursive: true });
  const rounded = Object.entries({ ...lastCosts(), ...Object.fromEntries(ofTests) })
    .filter(([name]) => existsSync(join(root, name)))
    .map(([name, seconds]) => [name, Math.round(seconds * 100) / 100]);
  writeFileSync(path, JSON.stringify(Object.fromEntries(rounded), null, 1));
  return costs;
}

/** The lines of a report: the total of the run so far, and the dearest files. */
export function costLines(costs: Record<string, number>): string[] {
  if (!hasProcessorSeconds) return ["Processor seconds are unknown: this system has no /proc."];
  const dearest = Object.entries(costs)
    .filter(([name]) => /\.test\.\w+$/.test(name))
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10);
  return [
    `Processor seconds: ${ownSeconds().toFixed(0)}, of which the dearest files:`,
    ...dearest.map(([name, seconds]) => `${seconds.toFixed(1).padStart(6)} ${name}`),
  ];
}

/** The files of a whole run that are too dear, without a reason in `mayBeDear`. */
export function tooDear(costs: Record<string, number>): string[] {
  const limit = Math.max(dearSeconds, dearPart * ownSeconds());
  return Object.entries(costs)
    .filter(([name, seconds]) => seconds > limit && /\.test\.\w+$/.test(name) && !(name in mayBeDear))
    .map(
      ([name, seconds]) => `${name} took ${seconds.toFixed(1)} processor seconds, and ${limit.toFixed(0)} are allowed`,
    );
}
