import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Calls `/healthz` ten times per second from another thread, so that the load on the clients' thread does not count. */
export function watchHealth(port: number): { stop(): Promise<number[]> } {
  const times: number[] = [];
  const worker = new Worker(new URL(import.meta.url), { workerData: { port } });
  worker.on("message", (ms: number) => times.push(ms));
  return {
    async stop() {
      worker.postMessage("stop");
      await new Promise((resolve) => worker.once("exit", resolve));
      return times.sort((a, b) => a - b);
    },
  };
}

/** Milliseconds until `/healthz` answers, on its own connection. */
export function health(port: number): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n"),
    );
    socket.on("error", reject);
    socket.once("data", () => {
      resolve(performance.now() - startedAt);
      socket.destroy();
    });
  });
}

if (!isMainThread) {
  let watching = true;
  parentPort!.once("message", () => {
    watching = false;
  });
  while (watching) {
    parentPort!.postMessage(await health((workerData as { port: number }).port));
    await setTimeout(100);
  }
}
