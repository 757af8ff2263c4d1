import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { testsOf } from "./test-selection.ts";

/**
 * Which test files share a process. A new process imports and compiles the service again, which takes a second, and runs it
 * unoptimised: in one process the tests of orders take 40 % less processor time than in eight.
 */

const filesPerProcess = 12;
/**
 * Number of browser files in a process. These files mostly wait for their browser, so with this number a process takes no longer than other
 * processes.
 */
const browserFilesPerProcess = 4;
/** Smallest number of files of a run in which files share processes. */
export const manyFiles = 40;

const root = fileURLToPath(new URL("../", import.meta.url));
const browserSupport = join(root, "packages/console/test/support/browser.ts");
const chromiumSupport = join(root, "packages/console/test/support/chromium.ts");
/** Modules that start commands. Their tests mostly wait for the commands, so sharing a process saves little. */
const starters = [
  "packages/mirror/test/support/command.ts",
  "packages/service/test/guide/demo.ts",
  "packages/service/test/support/servers/processes.ts",
].map((path) => join(root, path));
/** Matches the source of a file that changes or measures its whole process, or that starts a process itself. */
const processWide =
  /node:(?:child_process|cluster|worker_threads)"|\bprocess\.(?:chdir|cpuUsage|env|exit|memoryUsage|on|once|umask)\b|\bSettings\.Set\b|\bstartPostgres\b/;

/** Returns the files to run, each in a process: test files, and files in `folder` that stand for several test files. */
export async function inProcesses(files: string[], folder: string, atLeast = manyFiles): Promise<string[]> {
  if (files.length < atLeast) return files;
  const apart = new Set(await ownProcess(files.map((file) => resolve(file))));
  const alone = files.filter((file) => apart.has(resolve(file)));
  const sharing = files.filter((file) => !apart.has(resolve(file)));
  const driving = new Set(
    await testsOf(
      [browserSupport],
      sharing.map((file) => resolve(file)),
    ),
  );
  const browsers = sharing.filter((file) => driving.has(resolve(file)));
  const others = sharing.filter((file) => !driving.has(resolve(file)));
  const inBatches = (paths: string[], each: number, name: string, head = "") => {
    const count = Math.ceil(paths.length / each);
    return Promise.all(
      Array.from({ length: count }, async (_, batch) => {
        const path = join(folder, `${name}${batch}.mjs`);
        // Slow files are often neighbours.
        await writeFile(path, head + together(paths.filter((_, n) => n % count === batch)));
        return path;
      }),
    );
  };
  const waiting = await inBatches(browsers, browserFilesPerProcess, "browsers-", oneBrowser);
  return evenly([...waiting, ...alone], await inBatches(others, filesPerProcess, ""));
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
  const starting = new Set(await testsOf(starters, files));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((file, n) => starting.has(file) || processWide.test(texts[n]!));
}

/** A program with a suite for each file, to which the hooks of the file's top level belong. */
const together = (files: string[]): string =>
  [
    'import { before, describe } from "node:test";',
    `import { begins } from ${JSON.stringify(new URL("test-time.ts", import.meta.url).href)};`,
    ...files.map((file) => {
      const url = JSON.stringify(pathToFileURL(resolve(file)).href);
      const name = JSON.stringify(relative(process.cwd(), file));
      return `describe(${name}, async () => { before(() => begins(${name})); await import(${url}); });`;
    }),
  ].join("\n");

/** Files that compute all the time run beside files that wait. */
function evenly(waiting: string[], computing: string[]): string[] {
  const all = [...waiting];
  for (const [n, file] of computing.entries())
    all.splice(Math.round((n * waiting.length) / computing.length) + n, 0, file);
  return all;
}
