import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Connection } from "./connection.ts";
import { waitedFor } from "./waiting.ts";

/** Answers of /healthz, called ten times a second from a thread of its own. Times are in milliseconds. */
export interface HealthTimes {
  calls: number;
  median: number;
  longest: number;
  /** The longest without the time for which the service and the caller were ready to run and the machine ran something else. */
  longestOwn: number;
}

interface Call {
  ms: number;
  ownMs: number;
}

export function watchHealth(port: number, pid: number): { stop(): Promise<HealthTimes> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, pid } });
  const calls: Call[] = [];
  worker.on("message", (call: Call) => calls.push(call));
  return {
    async stop() {
      worker.postMessage("stop");
      await new Promise((resolve) => worker.once("exit", resolve));
      const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        calls: calls.length,
        median: times[Math.floor(times.length / 2)]!,
        longest: times.at(-1)!,
        longestOwn: Math.max(...calls.map(({ ownMs }) => ownMs)),
      };
    },
  };
}

if (!isMainThread) {
  const { port, pid } = workerData as { port: number; pid: number };
  let watching = true;
  parentPort!.once("message", () => {
    watching = false;
  });
  while (watching) {
    const before = waitedFor(pid);
    const begun = performance.now();
    const connection = new Connection(port);
    await connection.ask("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const ms = performance.now() - begun;
    connection.socket.destroy();
    parentPort!.postMessage({ ms, ownMs: ms - (waitedFor(pid) - before) } satisfies Call);
    await pause(100);
  }
}
