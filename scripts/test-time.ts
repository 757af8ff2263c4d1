import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { hasProcessorSeconds, ownSeconds } from "../packages/service/test/support/servers/processor-seconds.ts";

/**
 * Loaded before the tests of each process. Ends a process in which a file takes a quarter of an hour, with the processes that it
 * started: a process that a failed test left running would keep its file, and so the whole run, for ever. Records the processor
 * seconds of each file for the runner.
 */

const maxMs = 900_000;
const limit = setTimeout(() => {
  console.error(`${file} has taken ${maxMs / 60_000} minutes: its process ends here.`);
  process.exit(1);
}, maxMs).unref();

/** The file whose tests run. */
let file = process.argv[1]!;
let before = 0;

/** Called in a process of several files when the tests of one begin. Hooks at the end of the former file have run by then. */
export function begins(next: string): void {
  record();
  file = next;
  limit.refresh();
}

// A worker or a command that a test starts can inherit this module. It is counted with its test.
const isCounted = hasProcessorSeconds && isMainThread && process.ppid === Number(process.env.TEST_RUNNER);
if (isCounted) process.once("exit", record);

function record(): void {
  if (!isCounted) return;
  const now = ownSeconds();
  appendFileSync(process.env.TEST_COSTS!, `${JSON.stringify({ file, seconds: now - before })}\n`);
  before = now;
}
