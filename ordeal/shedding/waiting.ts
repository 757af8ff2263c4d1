import { readFileSync } from "node:fs";

/** Milliseconds for which the main thread of a process and this thread were ready and waited for a processor, since they began. */
export const waitedFor = (pid: number): number => waited(`${pid}/task/${pid}`) + waited("thread-self");

function waited(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    // Only Linux says so.
    return 0;
  }
}
