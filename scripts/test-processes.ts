import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lastCosts, mayBeDear } from "./test-costs.ts";
import { testsOf } from "./test-selection.ts";

/**
 * Which test files share a process. A new process imports and compiles the service again, which takes 3 s of processor time, and runs it
 * unoptimised.
 */

/** Smallest number of files of a run in which files share processes. */
export const manyFiles = 3;
/** A process has at most about this many files; those of a browser are dearer. */
const filesPerProcess = 32;
const browserFilesPerProcess = 10;
/** Processes that run at a time. They wait for PostgreSQL and browsers, which take the rest of the processors. */
export const concurrency = availableParallelism() + 1;

const root = fileURLToPath(new URL("../", import.meta.url));
const browserSupport = join(root, "packages/console/test/support/browser.ts");
const chromiumSupport = join(root, "packages/console/test/support/chromium.ts");
/** Matches the source of a file that changes its process for good when it is loaded, or measures all of it. */
const processWide =
  /\bprocess\.(?:chdir|memoryUsage|umask)\b|\bObject\.assign\(process\.env\b|\bprocess\.env(?:\.\w+)? = /;

/**
 * Returns the files to run, each in a process, the dearest of both kinds first: test files, and files in `folder` that stand for several test files.
 * `costs`: processor seconds of files in an earlier run.
 */
export async function inProcesses(
  files: string[],
  folder: string,
  { costs = lastCosts(), atLeast = manyFiles, atATime = concurrency } = {},
): Promise<string[]> {
  if (files.length < atLeast) return files;
  const paths = files.map((file) => resolve(file));
  const apart = new Set(await ownProcess(paths));
  const driving = new Set(await testsOf([browserSupport], paths));
  const costOf = (path: string): number => {
    const name = relative(root, path);
    return costs[name] ?? (name in mayBeDear ? dearCost : driving.has(path) ? browserCost : usualCost);
  };
  const batches = (meant: string[], each: number) =>
    balanced(meant, costOf, Math.max(Math.ceil(meant.length / each), Math.min(atATime, meant.length)));
  const sharing = paths.filter((path) => !apart.has(path));
  const browsers = batches(
    sharing.filter((path) => driving.has(path)),
    browserFilesPerProcess,
  );
  const others = batches(
    sharing.filter((path) => !driving.has(path)),
    filesPerProcess,
  );
  const alone = paths.filter((path) => apart.has(path)).map((path) => [path]);
  const inOrder = (list: string[][]) => list.toSorted((one, other) => sum(other, costOf) - sum(one, costOf));
  return Promise.all(
    alternating(inOrder(browsers), inOrder([...others, ...alone])).map(async (batch, n) => {
      if (batch.length === 1) return batch[0]!;
      const path = join(folder, `${n}.mjs`);
      await writeFile(path, (browsers.includes(batch) ? oneBrowser : "") + together(batch));
      return path;
    }),
  );
}

/** Of a file that has not run yet: of one that `mayBeDear` names, of one that drives a browser, and of any other. */
const [dearCost, browserCost, usualCost] = [30, 10, 2];

/**
 * A process that drives a browser waits for most of its time, so it needs others beside it. One that starts last runs alone for minutes. The first of
 * each list come first.
 */
const alternating = <T>(one: readonly T[], other: readonly T[]): T[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, n) => [
    ...one.slice(n, n + 1),
    ...other.slice(n, n + 1),
  ]).flat();

const sum = (paths: string[], costOf: (path: string) => number): number =>
  paths.reduce((total, path) => total + costOf(path), 0);

/** Distributes the paths so that the batches cost about the same. Each begins with its dearest. */
function balanced(paths: string[], costOf: (path: string) => number, count: number): string[][] {
  const batches = Array.from({ length: count }, (): string[] => []);
  for (const path of paths.toSorted((one, other) => costOf(other) - costOf(one)))
    batches.reduce((least, batch) => (sum(batch, costOf) < sum(least, costOf) ? batch : least)).push(path);
  return batches;
}

/** The files of this process use one browser. What browser.ts does after each test then applies to the tests of all files. */
const oneBrowser = [
  `import ${JSON.stringify(pathToFileURL(browserSupport).href)};`,
  `import { shareChromium } from ${JSON.stringify(pathToFileURL(chromiumSupport).href)};`,
  'import { after } from "node:test";',
  "after(shareChromium());\n",
].join("\n");

/** Returns the `files` (absolute paths) that do not share a process. */
export async function ownProcess(files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((_, n) => processWide.test(texts[n]!));
}

/**
 * A program with a suite for each file, to which the hooks of the file's top level belong. Node calls the functions of all suites at once. Files
 * load one after another: a file that waits for a module which another file loads would go on in the suite of the other, as does
 * what a promise calls.
 */
const together = (files: string[]): string =>
  [
    'import { AsyncResource } from "node:async_hooks";',
    'import { before, describe } from "node:test";',
    `import { begins } from ${JSON.stringify(new URL("test-time.ts", import.meta.url).href)};`,
    "let former;",
    "const inTurn = (load) => (former = former ? former.then(load, load) : load());",
    ...files.map((file) => {
      const url = JSON.stringify(pathToFileURL(file).href);
      const name = JSON.stringify(relative(process.cwd(), file));
      return `describe(${name}, () => { before(() => begins(${name})); return inTurn(AsyncResource.bind(() => import(${url}))); });`;
    }),
  ].join("\n");
