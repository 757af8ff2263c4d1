import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { testsOf } from "./test-selection.ts";

/**
 * Which test files share a process. A new process imports and compiles the service again, which takes a second, and runs it
 * unoptimised: in one process the tests of orders take 40 % less processor time than in eight.
 */

const filesPerProcess = 12;
/** A run of fewer files has one process for each. */
export const manyFiles = 40;

const root = fileURLToPath(new URL("../", import.meta.url));
/** These start browsers and commands: their tests mostly wait for them, so sharing a process saves little. */
const starters = [
  "packages/console/test/support/browser.ts",
  "packages/mirror/test/support/command.ts",
  "packages/service/test/guide/demo.ts",
  "packages/service/test/support/servers/processes.ts",
].map((path) => join(root, path));
/** What a file changes or measures in its whole process, or a process that it starts itself. */
const processWide =
  /node:(?:child_process|cluster|worker_threads)"|\bprocess\.(?:chdir|cpuUsage|env|exit|memoryUsage|on|once|umask)\b|\bSettings\.Set\b|\bstartPostgres\b/;

/** The files to run, each in a process: test files, and files in `folder` that stand for several of them. */
export async function inProcesses(files: string[], folder: string, atLeast = manyFiles): Promise<string[]> {
  if (files.length < atLeast) return files;
  const apart = new Set(await ownProcess(files.map((file) => resolve(file))));
  const alone = files.filter((file) => apart.has(resolve(file)));
  const sharing = files.filter((file) => !apart.has(resolve(file)));
  const count = Math.ceil(sharing.length / filesPerProcess);
  const batches = await Promise.all(
    Array.from({ length: count }, async (_, batch) => {
      const path = join(folder, `${batch}.mjs`);
      // Slow files are often neighbours.
      await writeFile(path, together(sharing.filter((_, n) => n % count === batch)));
      return path;
    }),
  );
  return evenly(alone, batches);
}

/**
 * Whether files that failed in a run of many are run once more, alone: up to three, if each drives a browser. On a busy machine a
 * browser is now and then too late, which says nothing about the service. Any other failure counts the first time.
 */
export async function mayRunAgain(failed: string[]): Promise<boolean> {
  const driver = join(root, "packages/console/test/support/browser.ts");
  return failed.length <= 3 && (await testsOf([driver], failed)).length === failed.length;
}

/** Those of `files` (absolute paths) that do not share a process. */
export async function ownProcess(files: string[]): Promise<string[]> {
  const starting = new Set(await testsOf(starters, files));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((file, n) => starting.has(file) || processWide.test(texts[n]!));
}

/** A program with a suite for each file, to which the hooks of the file's top level belong. */
const together = (files: string[]): string =>
  [
    'import { describe } from "node:test";',
    ...files.map((file) => {
      const url = JSON.stringify(pathToFileURL(resolve(file)).href);
      return `describe(${JSON.stringify(relative(process.cwd(), file))}, async () => { await import(${url}); });`;
    }),
  ].join("\n");

/** Files that compute all the time run beside files that wait. */
function evenly(waiting: string[], computing: string[]): string[] {
  const all = [...waiting];
  for (const [n, file] of computing.entries())
    all.splice(Math.round((n * waiting.length) / computing.length) + n, 0, file);
  return all;
}
