import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

/** Parts that use all processors: each child process has its own seed, service and store. */

/** A child needs up to a gigabyte. */
export const childCount = Math.min(4, availableParallelism());

/** Services make much short-lived garbage: with 16 MB for it, a tenth of the time is spent on collecting it. */
const execArgv = ["--max-semi-space-size=64"];

let running: ChildProcess[] = [];

/** Makes the running child processes end their work early and return their results so far. Returns whether there are any. */
export function stopChildren(): boolean {
  for (const child of running) child.kill("SIGINT");
  return running.length > 0;
}

/** Runs a module in one child process per input, and returns their results. If a child fails, all are ended. */
export async function runInChildren<Result>(module: URL, inputs: readonly object[]): Promise<Result[]> {
  const children = inputs.map(() => fork(fileURLToPath(module), { execArgv }));
  running = children;
  try {
    return await Promise.all(children.map((child, n) => resultOf<Result>(child, inputs[n]!)));
  } finally {
    running = [];
    for (const child of children) child.kill("SIGKILL");
  }
}

function resultOf<Result>(child: ChildProcess, input: object): Promise<Result> {
  child.send(input);
  return new Promise((resolve, reject) => {
    child.once("message", (result) => resolve(result as Result));
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`a child process ended with ${signal ?? code}`)));
  });
}

/**
 * Runs in a child process: does the work for its parent, and ends. It also ends when the parent does. `signal`: the work must
 * end early.
 */
export function runAsChild<Input, Result>(work: (input: Input, signal: AbortSignal) => Promise<Result>): void {
  const stopping = new AbortController();
  // A terminal sends it to every process, and the parent sends it again.
  process.on("SIGINT", () => stopping.abort());
  process.once("disconnect", () => process.exit(1));
  process.once("message", async (input) => {
    const result = await work(input as Input, stopping.signal);
    process.send!(result, () => process.exit(0));
  });
}
