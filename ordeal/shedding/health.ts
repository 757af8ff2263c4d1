import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Connection } from "./connection.ts";

/** The longest answers of /healthz, called ten times a second from a thread of its own. */
export interface Longest {
  ms: number;
  /** The same without the time for which the service and the caller were ready to run and the machine ran something else. */
  ownMs: number;
}

export function watchHealth(port: number, pid: number): { stop(): Promise<Longest> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, pid } });
  const longest = { ms: 0, ownMs: 0 };
  worker.on("message", ({ ms, ownMs }: Longest) => {
    longest.ms = Math.max(longest.ms, ms);
    longest.ownMs = Math.max(longest.ownMs, ownMs);
  });
  return {
    async stop() {
      worker.postMessage("stop");
      await new Promise((resolve) => worker.once("exit", resolve));
      return longest;
    },
  };
}

/** Milliseconds for which a thread was ready and had to wait for a processor, since it began. */
function waited(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

if (!isMainThread) {
  const { port, pid } = workerData as { port: number; pid: number };
  let watching = true;
  parentPort!.once("message", () => {
    watching = false;
  });
  const machine = () => waited(`${pid}/task/${pid}`) + waited("thread-self");
  while (watching) {
    const before = machine();
    const begun = performance.now();
    const connection = new Connection(port);
    await connection.ask("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const ms = performance.now() - begun;
    connection.socket.destroy();
    parentPort!.postMessage({ ms, ownMs: ms - (machine() - before) } satisfies Longest);
    await pause(100);
  }
}
