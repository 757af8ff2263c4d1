import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "./connection.ts";

/** Calls /healthz ten times a second on a new connection each, as a load balancer does. `stop` returns the milliseconds of each call. */
export function watchHealth(port: number): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let watching = true;
  const watch = async () => {
    while (watching) {
      const begun = performance.now();
      const connection = new Connection(port);
      const reply = await connection.ask("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      times.push(reply?.status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY);
      connection.socket.destroy();
      await pause(100);
    }
  };
  const watched = watch();
  return {
    async stop() {
      watching = false;
      await watched;
      return times;
    },
  };
}
